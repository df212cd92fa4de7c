"""The drill page: what it is told, by questions to the server; and as a person drills, in a browser."""

import http.client
import json
import re
from collections import Counter
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta

import pytest
from browser import sized, violations
from httpx2 import get
from kept import change
from selenium.webdriver.common.keys import Keys
from served import Server
from test_drills import of, wrong
from test_weakness import keep

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.game import Play
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share import share_code
from ninefivetwo.keep.drills.drills import Drills, shipped
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.mining import mined
from ninefivetwo.keep.library import Library
from ninefivetwo.study import Theme
from ninefivetwo.web import drill
from ninefivetwo.web.lanes import WAITED_FOR, Lane, Lanes
from ninefivetwo.web.sharing import shared_problem
from ninefivetwo.web.site import Telling
from ninefivetwo.words.drills import names_by_contract

WINDOWS = ((1280, 720), (768, 1024), (390, 844), (844, 390))
SEARCHING = """
import time
from ninefivetwo.web import drill
def mistaken(library, player):
    while True:
        time.sleep(0.01)
        yield "x", None, None
drill.mistaken = mistaken
drill.mistake = lambda match, node, limits: None
drill.DEALS_LOOKED_AT = 3
"""


@pytest.fixture(scope="module")
def server(server):
    """Its library has a mistake of a player's."""
    with Library(server.library) as library:
        _, server.player = keep(library, Theme.TRUMPS_NOT_DRAWN)
    return server


def ask(server, what, **body):
    """What the server tells, line by line."""
    status, text = server.ask("POST", f"/api/drill/{what}", json.dumps(body), {"Content-Type": "application/json"})
    assert status == 200, text
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("kind", DRILL_KINDS)
def test_what_is_posed_tells_all_that_was_seen_and_nothing_else(server, kind):
    """The tricks already played, the question with the seat and card asked about, no card of another hand."""
    for problem in of(kind)[::6]:
        (line,) = ask(server, "next", problem=problem.id)
        told = line["problem"]
        view, me = problem.view, told["table"]["seats"][problem.seat]
        assert Hand.parse(me["hand"]) == view.hands[problem.seat] and me["name"] == "You"
        assert [seat["hand"] for seat in told["table"]["seats"]].count(None) == 2
        played = [str(event.card) for event in view.events if isinstance(event, Play)]
        assert [card for trick in told["tricks"] for card in trick["cards"]] + told["table"]["trick"] == played
        words = told["asked"] + " ".join(told["log"])
        assert "?" not in " ".join(told["log"]) and problem.theme not in words
        names = names_by_contract(view.rules)
        assert told["names"] == ["You" if seat is problem.seat else names[seat] for seat in Seat]
        assert not re.search(r"You(?:'s| gives| returns| calls| discards)", " ".join(told["log"]))
        if kind == "know":
            assert told["table"]["turn"] is None and Card.parse(told["card"]).words in told["asked"]
            assert told["seat"] is None or told["names"][Seat.parse(told["seat"])].lower() in told["asked"].lower()
        else:
            assert told["table"]["turn"]["kind"] == kind and told["table"]["turn"]["seat"] == problem.seat.word


@pytest.mark.parametrize("kind", [kind for kind in DRILL_KINDS if kind != "know"])
def test_an_answer_is_judged_and_then_put_to_the_test(server, kind):
    """Both ways of playing the deal in which it fails begin with the choice, on a table where all cards are open."""
    problem = of(kind)[1]
    first, why, second = ask(server, "answer", problem=problem.id, answer=action_object(wrong(problem).action))
    answer, failing = first["answer"], second["failing"]
    assert all(words[0].isupper() and words.endswith(".") and "You's" not in words for words in why["reasons"])
    assert answer["mark"] < answer["full"] == 10 and answer["failing"] and answer["counted"]
    equal = list(map(str, problem.best.details.cards))
    assert answer["best"] == (equal or action_object(problem.best.action)) and "yours" in answer["choices"]["kinds"]
    for line in (failing["own"], failing["better"]):
        table = line["states"][0]
        assert table["me"] is None and table["turn"] is None and all(seat["hand"] for seat in table["seats"])
        held = Counter(card for seat in table["seats"] for card in Hand.parse(seat["hand"]))
        assert max(held.values()) == 1 and set(held) <= set(FULL_DECK)
        line_cards = [card["card"] for card in line["line"]][len(table["trick"]) :]
        assert sorted(line_cards) == sorted(map(str, held))
        if kind == "play":
            assert line_cards[0] == line["action"]
    assert any("A possible deal where your choice " in words for words in failing["sentences"])
    if kind == "give":  # seats have the names that the table shows
        told = [*answer["words"], *failing["sentences"], failing["own"]["words"], str(answer["choices"])]
        assert not re.search(r"\b(?:[Dd]ealer|[Ll]eft|[Rr]ight)\b", " ".join(told))
    again = ask(server, "answer", problem=problem.id, answer=action_object(problem.best.action))
    assert len(again) == 1 and again[0]["answer"]["mark"] == 10 and not again[0]["answer"]["counted"]


def test_what_a_player_loses_most_by_is_told_and_trained(server):
    name = server.player
    (line,) = ask(server, "weak", player=name)
    assert line["weaknesses"] == [
        {"name": "trumps-not-drawn", "words": "trumps drawn too late", "lost": "1.00 ± 0.10 tricks lost in 1 decision"}
    ]
    line = ask(server, "next", player=name, weak="trumps-not-drawn")[-1]
    assert line["problem"]["kind"] == "play" and line["problem"]["id"] in line["among"]
    with Library(server.library) as library:
        drills = Drills(library)
        assert {each.theme for each in drills.problems() if each.id in line["among"]} == {"draw trumps"}
    looked = ask(server, "next", player=name)
    assert looked[0] == {"looked": 1, "found": 1} and looked[-1]["problem"]["id"] in looked[-1]["among"]


def location(server, path):
    """Where an address leads."""
    return get(server.address + path[1:]).headers["location"]


def test_a_problem_of_another_library_is_opened_by_its_link(server):
    """It is priced here; one that is known is only looked up, and where a card lies cannot be known."""
    problem = next(mined("play", NAMED["wikipedia"].rules, 77))
    code = share_code(shared_problem(problem))
    assert location(server, f"/s/{code}") == f"/drill?code={code}"
    told = ask(server, "next", code=code)[-1]["problem"]
    assert told["kind"] == "play" and Hand.parse(told["table"]["seats"][problem.seat]["hand"])
    assert [card for trick in told["tricks"] for card in trick["cards"]] + told["table"]["trick"] == [
        str(event.card) for event in problem.view.events if isinstance(event, Play)
    ]
    answered = ask(server, "answer", problem=told["id"], answer=action_object(wrong(problem).action))
    judged = answered[0]["answer"]
    assert judged["mark"] < 10 and judged["deal"] is None and answered[-1]["failing"]["own"]
    known = of("play")[3]
    assert location(server, f"/s/{share_code(shared_problem(known))}") == f"/drill?problem={known.id}"
    asked = share_code(shared_problem(next(mined("know", NAMED["wikipedia"].rules, 77))))
    assert location(server, f"/s/{asked}") == f"/analyse?code={asked}"
    assert "its answer is not in this library" in ask(server, "next", code=asked)[-1]["error"]


def test_a_shared_puzzle_whose_reader_leaves_is_not_kept(library, monkeypatch):
    """It is priced by the deals played out until then, which are too few."""

    def left(*arguments):
        telling.token.cancel()
        return of("play")[0]

    monkeypatch.setattr(drill, "problem_at", left)
    telling = Telling(print, Lane.QUICK, Lanes())
    with pytest.raises(SearchStopped):
        drill._shared(Drills(library), share_code(shared_problem(of("play")[0])), telling)
    assert library.problems() == []


def searching(server, readers):
    """A search that has been asked for, by a reader who leaves with the others."""
    connection = readers.enter_context(closing(http.client.HTTPConnection("127.0.0.1", server.port)))
    connection.request("POST", "/api/drill/next", json.dumps({"player": "Ann"}), {"Content-Type": "application/json"})
    return connection


def test_searches_hold_nobody_up_and_end_quietly_when_they_are_left(tmp_path):
    """No trace is printed, and the threads are free again; a search for new problems tells each deal."""
    with Library(tmp_path / "library.sqlite") as library:
        _, name = keep(library, Theme.TRUMPS_NOT_DRAWN)
    found = Server(tmp_path, SEARCHING)
    with ExitStack() as readers:
        first = readers.enter_context(closing(searching(found, readers).getresponse()))
        assert json.loads(first.readline())["looked"] == 1
        for _ in range(WAITED_FOR):
            searching(found, readers)
        assert ask(found, "next", kind="play")[-1]["problem"]["kind"] == "play"
    looked = ask(found, "mine", player=name, weak="trumps-not-drawn")
    assert [line["looked"] for line in looked] == list(range(1, len(looked) + 1)) and len(looked) <= 3
    with Library(found.library) as library:
        new = library.problems("mined")
    assert len(new) == looked[-1]["found"] and {each.theme for each in new} <= {"draw trumps"}
    found.stop()


def unanswered(page, kind):
    """The problems in which cards lie on the table."""
    with Library(page.server.library) as library:
        known = {each.problem for each in library.answers()}
    return [each for each in of(kind) if each.id not in known and each.view.table]


def posed(page):
    id = page.wait("[data-problem]")[0].get_attribute("data-problem")
    return next(problem for problem in shipped() if problem.id == id)


def card_on_table(page, card):
    return page.until(
        lambda: [c for c in page.all(".n52-table .card.can") if c.get_attribute("aria-label").startswith(card.words)],
        card.words,
    )[0]


def test_a_question_stays_in_sight_and_comes_back(page):
    """Also while cards lie on the table; what is answered wrong is the first to be asked when its time has come."""
    problem = next(each for each in unanswered(page, "know") if each.question.place < 3)
    page.open(f"drill?kind=know&problem={problem.id}")
    page.wait(".n52-table .card")
    seat = names_by_contract(problem.view.rules)[problem.question.place]
    page.until(lambda: f"{seat} holds" in page.text("h1"), "the question")
    assert problem.question.card.words in page.text("h1")
    page.wait(".plate.asked")
    assert len(page.all(".tricks tbody tr")) == sum(problem.view.won)
    (heading,), (table,) = page.all("h1"), page.all(".n52-table")
    assert heading.rect["y"] >= 0 and heading.rect["y"] + heading.rect["height"] <= table.rect["y"]
    far = 0 if problem.question.chance.weighed.mean > 0.5 else 100
    page.wait("input[type=range]")[0].send_keys(Keys.HOME if far == 0 else Keys.END)
    page.says(f"{far} %", ".chance")
    page.press(f"Submit {far} %")
    page.says("of 10 points", ".verdict")
    sized(page.driver, 844, 390)
    page.script("window.scrollTo(0, 60)")
    page.driver.switch_to.active_element.send_keys("n")
    page.until(lambda: posed(page).id != problem.id, "another problem")
    assert page.script("return window.scrollY") == 0
    assert problem.id not in page.driver.current_url and posed(page).id in page.driver.current_url
    page.driver.back()
    page.until(lambda: posed(page).id == problem.id, "the problem again")
    page.until(lambda: page.script("return window.scrollY") == 60, "where its reader was")
    page.driver.refresh()
    page.until(lambda: posed(page).id == problem.id, "still the same")
    past = (datetime.now(UTC) - timedelta(hours=1)).isoformat()
    due = "UPDATE schedule SET due = ? WHERE problem = ? RETURNING due"
    assert change(page.server.library, due, past, problem.id) == [(past,)]
    page.open("drill?kind=know")
    page.until(lambda: posed(page).id == problem.id, "the problem that is due")


def test_a_wrong_card_is_shown_in_a_deal_in_which_it_fails(page):
    problem = unanswered(page, "play")[0]
    page.open(f"drill?kind=play&problem={problem.id}")
    page.click_at_left(card_on_table(page, wrong(problem).action.card))
    page.wait(".replay")
    assert page.all(".card.hinted") and "A possible deal where your choice " in page.text(".verdict")
    page.press("All hands")
    page.until(lambda: len(page.all(".n52-table .card.back")) == 0, "all hands open")
    own, better, back, on, end = page.all(".replay button")
    for way, choice in ((own, wrong(problem)), (better, problem.best)):
        way.click()
        page.until(
            lambda way=way: way.get_attribute("aria-pressed") == "true" and "Card 0 of" in page.text(".replay"),
            "its beginning",
        )
        cards = page.script("return [...document.querySelectorAll('.n52-table .card')].map(card => card.ariaLabel)")
        assert choice.action.card.words in [label.split(",")[0] for label in cards]
        on.click()
        page.says("Card 1 of", ".replay")
        page.driver.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        page.says("Card 2 of", ".replay")
        end.click()
        page.says("in this deal.", ".replay")
    assert page.all(".replay .line-of-play li") and not on.is_enabled()
    sized(page.driver, 1280, 720)
    assert page.script("return document.documentElement.scrollHeight <= innerHeight")
    back.click()
    page.until(on.is_enabled, "one card back")
    assert violations(page.driver) == []


@pytest.mark.parametrize("path", ["drill", "drill?kind=know", "drill?kind=play"])
def test_the_page_needs_no_scrolling(page, path):
    """On a small laptop all of it is in sight; a question of chances with its answer everywhere."""
    page.open(path)
    page.wait(".kinds, .n52-table .card")
    for window in page.sizes(*WINDOWS):
        for form in page.all(".chance"):
            assert form.rect["y"] + form.rect["height"] <= window[1] + 0.5, (path, window)
        if window == (1280, 720):
            assert page.script("return document.documentElement.scrollHeight <= innerHeight"), (path, window)


def test_own_mistakes_and_weaknesses_are_chosen_by_the_player(page):
    """The players of imported deals are strangers: none of them is offered, except the user."""
    page.open("drill")
    page.says("The library has no deals of yours yet.")
    assert not page.all(".person")
    page.settings(name=page.server.player)
    page.open("drill")
    page.until(lambda: len(page.all(".person")) == 1, "only the user")
    page.until(lambda: page.all(f"[aria-label='Biggest weaknesses: {page.server.player}']"), "the player")[0].click()
    page.says("trumps drawn too late", ".weak")
    page.all(".weak a")[0].click()
    page.wait("[data-problem]")
    assert "weak=trumps-not-drawn" in page.driver.current_url and "problem=" in page.driver.current_url
