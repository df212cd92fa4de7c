"""Analysis and shared addresses: what is told by fields and codes, what cannot be, and the page in a real browser."""

import re
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browser import violations
from kept import owner_of
from selenium.webdriver.common.keys import Keys
from served import lines_of, page_data
from table import dealt_matches

from ninefivetwo.cards import Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.game import Call, Discard, Place, Play
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share import SharedDeal, SharedMatch, SharedPosition, SharedProblem, share_code, shared
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.session import GameSession
from ninefivetwo.keep.session.game_session import session_of, session_text
from ninefivetwo.layout import Layout, Position
from ninefivetwo.study import decision_nodes
from ninefivetwo.think.playouts.opponents import UNKNOWN
from ninefivetwo.web import hints
from ninefivetwo.words.levels import PLAYERS_AT

EXAMPLE = Path(__file__).parents[1] / "examples" / "friday.n52"
D, L, R = Seat
LEFT_HAND = "KJT3.AJ94.K86.QJ965"


def hand(client, **told):
    """What the page shows of a hand told."""
    fields = {name.replace("_", "-"): text for name, text in told.items()}
    return client.post("/api/analyse/hand", json={"told": fields}).json()


def layout(client, **told):
    return client.post("/api/analyse/layout", json={"told": told}).json()


# One hand.


@pytest.mark.parametrize(
    "text",
    [
        *("KQ942.A7.QJ3.KJ9842", "♠KQ942 ♥A7 ♦QJ3 ♣KJ9842", "s kq942 h a7 d qj3 c kj9842"),
        *(
            "♠ K Q 9 4 2 ♥a7 ♦qj3 ♣kj9842",
            "♠\ufe0f KQ942 ♥\ufe0f A7 ♦\ufe0f QJ3 ♣\ufe0f KJ9842",
        ),
    ],
)
def test_hands_are_read_as_people_type_them(client, text):
    shown = hand(client, hand=text)
    assert shown["hand"] == list(map(str, Hand.parse("KQ942.A7.QJ3.KJ9842")))
    assert shown["ready"] and shown["fault"] is None and shown["line"] == "Your call."


PLAY = {"ask": "play", "hand": LEFT_HAND, "trump": "S"}


@pytest.mark.parametrize(
    ("told", "field", "words"),
    [
        ({"hand": "AKX"}, "hand", "your cards: not a hand"),
        ({"hand": "AA.KQ.-.-"}, "hand", "card twice"),
        ({"hand": "♠AK"}, "", "Mark your 16 cards first (2 so far)."),
        ({"hand": LEFT_HAND, "rules": "whist"}, "rules", "unknown rule set"),
        ({"hand": LEFT_HAND, "ask": "sing"}, "ask", "expected call, discard, give, play"),
        ({"hand": LEFT_HAND, "ask": "give"}, "", "how many cards you give"),
        ({"hand": LEFT_HAND, "ask": "give", "give-dealer": "99"}, "give-dealer", "0 to 9"),
        ({"hand": LEFT_HAND, "ask": "discard"}, "", "16 cards held (expected 20 in your cards at this"),
        ({"hand": "AKJT3.AJ94.K86.QJ965432", "ask": "discard"}, "", "missing trump"),
        (PLAY | {"tricks": "CQ CJ"}, "", "CJ would be right's card, but you hold it"),
        (PLAY | {"tricks": "CQ XX"}, "tricks", "trick 1, card 2: not a card"),
        (PLAY | {"seat": "dealer"}, "", "missing discard"),
        (PLAY | {"seat": "middle"}, "seat", "unknown seat"),
        (PLAY | {"gave-dealer": "SA"}, "", "1 card given to dealer and 0 received"),
        (PLAY | {"gave-dealer": "no"}, "gave-dealer", "cards given to dealer: not a card"),
        (PLAY | {"hand": "KJT3.AJ94.K86.QJ96"}, "", "15 cards held"),
        (PLAY | {"trump": ""}, "", "Mark your cards and choose trump."),
        (PLAY | {"previous": "1 2 3"}, "previous", "previous results: not three numbers"),
    ],
)
def test_what_cannot_be_is_told_in_one_line_and_where(client, told, field, words):
    shown = hand(client, **told)
    assert shown["fault"]["field"] == field and words in shown["fault"]["words"]
    assert not re.search(r"\n|--|HAND|expected (no )?(trump|discarded|gave)", shown["fault"]["words"])
    assert not shown["ready"] and shown["code"] is None
    assert words in client.post("/api/analyse/advise", json={"told": told}).json()["error"]


def test_tricks_tell_what_can_come_next(client):
    shown = hand(client, **PLAY)
    assert shown["line"] == "Trick 1: you lead." and set(shown["next"]) == set(map(str, Hand.parse(LEFT_HAND)))
    shown = hand(client, **PLAY, tricks="CQ C2 CA d7")
    assert shown["line"] == "Trick 2: ♦7, then you." and set(shown["next"]) == {"DK", "D8", "D6"} and shown["ready"]
    assert shown["tricks"] == [
        {"lead": "left", "cards": ["CQ", "C2", "CA"], "winner": "dealer"},
        {"lead": "dealer", "cards": ["D7"], "winner": None},
    ]
    dealer = hand(client, ask="play", hand=LEFT_HAND, trump="S", seat="dealer", discard=".32..32")
    assert dealer["line"] == "Trick 1: the left player leads." and not dealer["ready"]


def test_every_ready_moment_has_a_code_that_fills_the_form_again(client):
    """A call, a gift, and a card after an exchange; the address that the code leads to tells the same moment."""
    for told in (
        {"hand": LEFT_HAND},
        {"ask": "give", "hand": LEFT_HAND, "seat": "right", "give-dealer": "1", "give-left": "2"},
        PLAY | {"hand": "KJT3.AJ94.K86.AQJ96", "gave-dealer": "C5", "from-dealer": "CA", "tricks": "CQ C2 CK"},
    ):
        shown = hand(client, **told)
        if not shown["ready"]:
            assert told.get("tricks") and shown["fault"] is None
            continue
        answer = client.get(f"/s/{shown['code']}")
        assert answer.url.path == "/analyse"
        again = page_data(answer)
        assert again["kind"] == "hand" and again["shown"]["code"] == shown["code"] and again["shown"]["ready"]


def test_advice_on_a_call_grows_and_tells_of_hands_like_it(client, monkeypatch):
    """A histogram and a table of every call; nothing of the kind at another choice."""
    monkeypatch.setattr(hints, "Limits", partial(hints.Limits, worlds=20))
    first, *_, last = lines_of(client.post("/api/analyse/advise", json={"told": {"hand": "AKQJT98765.43.32.32"}}))
    assert first["stage"] == "first" and last["stage"] == "final"
    assert last["advised"] == "Call spades." and last["recommended"] == "S"
    like = last["like"]
    assert like["sentences"][0].startswith("Before the kitty is seen, ") and len(like["table"]["rows"]) == 5
    assert [bar["made"] for bar in like["bars"]] == [bar["tricks"] >= 9 for bar in like["bars"]]
    assert max(bar["length"] for bar in like["bars"]) == 1
    told = {"ask": "discard", "hand": "AKQJT98765.43.32.AKQJT9", "trump": "S"}
    assert lines_of(client.post("/api/analyse/advise", json={"told": told}))[-1]["like"] is None


# Three hands.


def test_an_open_table_has_its_values_and_what_follows_a_line(client):
    told = {"dealer": "3..A.AQ", "left": "A.2..K3", "right": "2.45..2", "trump": "N", "lead": "dealer"}
    shown = layout(client, **told)
    assert shown["fault"] is None and shown["table"]["turn"]["seat"] == "dealer"
    assert set(shown["table"]["turn"]["legal"]) == {"S3", "DA", "CA", "CQ"}
    values = lines_of(client.post("/api/analyse/values", json={"told": told}))
    assert values == [
        {"values": {"S3": 1, "DA": 3, "CA": 2, "CQ": 0}, "best": ["DA"], "sure": {"dealer": 3, "left": 1, "right": 0}}
    ]
    solved = lines_of(client.post("/api/analyse/solve", json={"told": told}))
    assert [row["trump"] for row in solved] == list("SHDCN") and solved[4]["ranges"]["dealer"] == [3, 3]
    after = layout(client, **told, played="DA C3 S2 CA")
    assert after["table"]["seats"][0]["won"] == 1 and after["table"]["trick"] == ["CA"]
    assert shared(after["code"]).played == parse_cards("DA C3 S2 CA")


ONE_EACH = {"dealer": "A...", "left": "K...", "right": "Q..."}


@pytest.mark.parametrize(
    ("told", "field", "words"),
    [
        ({}, "", "Mark the cards"),
        ({"dealer": "AK", "left": "K"}, "dealer", "dealer hand: not a hand"),
        ({"dealer": "A...", "left": "A...", "right": "K..."}, "", "card twice: SA in the hand of dealer"),
        ({"dealer": "A...", "left": "K...", "right": "Q2..."}, "", "missing: dealer 1 card, left 1 card."),
        ({"dealer": "AK...", "left": "J...", "table": "SQ", "lead": "left"}, "", "missing: right 2 cards."),
        (ONE_EACH | {"played": "SQ"}, "played", "illegal card"),
        (ONE_EACH | {"table": "??"}, "table", "cards on the table"),
        ({"dealer": "D:A... K..."}, "dealer", "wrong number of hands"),
        (ONE_EACH | {"played": "SK SQ SA S2"}, "played", "after the last trick"),
    ],
)
def test_hands_that_cannot_be_are_told_of(client, told, field, words):
    shown = layout(client, **told)
    assert shown["fault"]["field"] == field and words in shown["fault"]["words"] and shown["table"] is None
    assert "error" in client.post("/api/analyse/values", json={"told": told}).json()


def test_a_layout_may_be_put_into_one_field(client):
    shown = layout(client, dealer="D:A4... K3... Q2... K:5...")
    assert shown["hands"] == {"dealer": ["SA", "S4"], "left": ["SK", "S3"], "right": ["SQ", "S2"], "out": ["S5"]}
    assert shown["table"]["turn"]["seat"] == "left"
    assert layout(client, layout="R:A4... K3... Q2...")["hands"]["right"] == ["SA", "S4"]


# Records.


def cards(page, field):
    """The cards in a field of the form on a page."""
    return page["told"].get(field, "").split()


def test_a_record_is_laid_out_after_so_many_cards(client, library):
    """As the links of reviews ask for it: with all of its cards, so that it can be followed on."""
    id = library.add_records(EXAMPLE.read_text(), "example")[0][0]
    for after, won in (("", 0), ("0", 0), ("5", 1), ("999", 16)):
        page = page_data(client.get(f"/analyse?record={id}&after={after}"))
        assert page["kind"] == "layout" and len(cards(page, "line")) == 48
        assert sum(seat["won"] for seat in page["shown"]["table"]["seats"]) == won
        assert cards(page, "played") == cards(page, "line")[: int(after or 0)]
        shown = page["shown"]
        again = page_data(client.get(f"/s/{shown['code']}?after={shown['after']}"))["shown"]
        assert again == shown
        assert client.get(f"/s/{shown['code']}.svg?after=1").status_code == 200


@cache
def states(rules="wikipedia", deals=2):
    return list(dealt_matches(NAMED[rules].rules, 952, deals))


def test_before_the_play_a_record_shows_the_hands_dealt(client):
    dealt = next(match for match in states() if match.deal.trump is None)
    page = page_data(client.get(f"/s/{share_code(SharedDeal(dealt))}"))
    assert page["kind"] == "layout" and len(page["shown"]["hands"]["out"]) == 4
    discarding = next(match for match in states() if match.deal.turn is not None and match.deal.turn.kind is Discard)
    page = page_data(client.get(f"/s/{share_code(SharedDeal(discarding))}"))
    assert len(page["shown"]["hands"]["dealer"]) == 16 and page["told"]["trump"] == discarding.deal.trump.letter


# Codes.


def test_a_deal_opens_at_its_moment(client):
    match = next(match for match in states() if match.number == 2 and len(match.deal.played) == 20)
    page = page_data(client.get(f"/s/{share_code(SharedDeal(match))}"))
    assert page["kind"] == "layout" and len(cards(page, "played")) == 20
    page = page_data(client.get(f"/analyse?code={share_code(SharedDeal(match))}&after=3"))
    assert len(cards(page, "played")) == 3 and len(cards(page, "line")) == 20
    over = next(match for match in states() if match.deal.over)
    page = page_data(client.get(f"/s/{share_code(SharedDeal(over))}"))
    assert cards(page, "played") == [] and len(cards(page, "line")) == 48


@pytest.mark.parametrize("kind", [Call, Play])
def test_a_view_opens_as_its_seat_saw_it(client, kind, monkeypatch):
    """Its table, what has happened, advice on its choice; nothing of the other hands is in the page."""
    found = [m for m in states() if m.number == 2 and m.deal.turn is not None and m.deal.turn.kind is kind]
    match = found[7 if kind is Play else 0]
    seat = match.deal.turn.seat
    code = share_code(SharedDeal(replace(match, deal=match.deal.seen_by(seat))), names=True)
    answer = client.get(f"/s/{code}")
    page = page_data(answer)
    assert page["kind"] == "moment" and page["shown"]["ready"] and page["shown"]["table"]["me"] == seat.word
    other = match.deal.hands[seat.next]
    assert str(other) not in answer.text and page["shown"]["log"] and "?" not in "".join(page["shown"]["log"])
    monkeypatch.setattr(hints, "Limits", partial(hints.Limits, worlds=20))
    assert lines_of(client.post("/api/analyse/advise", json={"code": code}))[-1]["stage"] == "final"


def test_a_match_opens_deal_by_deal(client):
    played = [match for match in states(deals=3) if match.deal.over]
    code = share_code(SharedMatch(tuple(played)))
    page = page_data(client.get(f"/s/{code}"))
    assert page["deals"] == ["", *(f"/analyse?code={code}&deal={n}" for n in (2, 3))]
    page = page_data(client.get(page["deals"][1]))
    assert page["deals"][1] == "" and page["told"]["dealer"] == str(position_at_start(played[1]).dealer)


def position_at_start(match):
    deal = match.deal
    while deal.past is not None and deal.played:
        deal = deal.undo()
    return deal.position.layout


def test_a_problem_opens_in_the_drills_or_as_a_moment(client):
    """One that is known here, or can be priced, is posed; else it is a moment with its question."""
    problem = next(problem for problem in shipped() if problem.kind == "play")
    code = client.post("/api/share", json={"problem": problem.id}).json()["code"]
    assert client.get(f"/s/{code}", follow_redirects=False).headers["location"] == f"/drill?problem={problem.id}"
    match = next(m for m in states() if m.deal.turn is not None and m.deal.turn.kind is Call)
    seen = replace(match, deal=match.deal.seen_by(D))
    other = share_code(SharedProblem("call", seen))
    assert client.get(f"/s/{other}", follow_redirects=False).headers["location"] == f"/drill?code={other}"
    question = share_code(SharedProblem("know", seen, Card.parse("SA"), Place.LEFT))
    shown = page_data(client.get(f"/s/{question}"))["shown"]
    assert shown["words"] == "How likely is it that Five holds the ace of spades?"


def test_a_position_opens_with_its_line(client):
    start = Position(Layout.parse("D:A4... K3... Q2..."), L)
    page = page_data(client.get(f"/s/{share_code(SharedPosition(start, Trump.NO_TRUMP, parse_cards('SK')))}"))
    assert cards(page, "played") == ["SK"] == cards(page, "line") and page["told"]["trump"] == "N"


# Asking for codes.


def test_a_record_is_shared_whole_as_a_moment_or_with_its_match(client, library):
    """A record at a moment, from one seat's view; the match that it is of."""
    played = [match for match in states(deals=2) if match.deal.over]
    ids = [id for id, _ in library.add_records(str(File.of(list(map(record_of, played)))), "test")]
    whole = client.post("/api/share", json={"record": ids[1]}).json()["code"]
    assert shared(whole).match.deal == played[1].deal
    asked = {"record": ids[1], "events": 20, "seat": "left"}
    seen = shared(client.post("/api/share", json=asked).json()["code"]).match.deal
    assert seen.viewer is L and len(seen.events) <= 20
    asked = {"record": ids[1], "decision": 5}
    before = decision_nodes(played[1].deal)[5].before
    assert shared(client.post("/api/share", json=asked).json()["code"]).match.deal == before
    both = shared(client.post("/api/share", json={"record": ids[0], "whole": True}).json()["code"])
    assert [match.deal for match in both.matches] == [match.deal for match in played]


def test_a_moment_is_played_on_as_a_copy(client, library):
    """By whoever is to choose, of a shared code and before a decision of a record; also where a later deal is."""
    played = [match for match in states(deals=2) if match.deal.over][1]
    [(id, _)] = library.add_records(str(File.of([record_of(played)])), "test")
    node = decision_nodes(played.deal)[20]
    code = client.post("/api/share", json={"record": id, "decision": 20}).json()["code"]
    assert page_data(client.get(f"/analyse?code={code}"))["play_on"] == code
    for asked in ({"record": id, "decision": 20}, {"code": code}):
        assert client.post("/api/share/play", json=asked).json() == {"address": "/play?table=again"}
        session = session_of(library.session(owner_of(library))[0])
        assert session.deal == node.before and session.me is node.seat and session.match.number == 2
        assert session.training and session.name == "You"
    match = page_data(client.get("/play?table=again"))["match"]
    assert match["due"] == "person" and match["table"]["turn"]["kind"] == "play"


def test_of_a_match_under_way_only_what_its_player_sees_is_shared(client, library):
    session = GameSession.start(NAMED["wikipedia"].rules, ("club", "club"), L, 952, True, "Eve")
    begun = {"rules": "wikipedia", "left": "club", "right": "club", "seat": "left", "training": True}
    client.post("/api/match/new", json=begun)
    owner = owner_of(library)
    library.save_session(owner, session_text(session), library.session(owner)[1])
    found = shared(client.post("/api/share", json={"playing": True}).json()["code"]).match
    assert found.deal == session.view and found.names == ("dealer", "left", "right")


def test_everything_that_is_shared_has_a_picture(client):
    match = next(match for match in states() if len(match.deal.played) == 10)
    problem = shipped()[0]
    question = problem.question
    things = [
        SharedDeal(match),
        SharedDeal(replace(match, deal=match.deal.seen_by(R))),
        SharedPosition(match.deal.position, match.deal.trump),
        SharedProblem(problem.kind, problem.match, question and question.card, question and question.place),
    ]
    codes = [share_code(thing) for thing in things] + [hand(client, hand=LEFT_HAND)["code"]]
    assert "Deal" not in client.get(f"/s/{codes[-1]}.svg").text  # the number of its deal is unknown
    for code in codes:
        answer = client.get(f"/s/{code}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
        assert "sandbox" in answer.headers["content-security-policy"]


# The page in a browser.

#: A hand of four equal suits is thought about until its reader stops or leaves; all else is quickly answered.
PRELUDE = """
import time
from functools import partial
from ninefivetwo.web import analyse, hints
hints.Limits, advise = partial(hints.Limits, worlds=20), analyse.advise_page

def lasting(view, telling, opponents):
    if str(view.hand(view.viewer)) != "AK32.AK32.AK32.AK32":
        return advise(view, telling, opponents)
    words = {"advised": "Any suit.", "verdict": "", "reasons": []}
    telling.tell({"stage": "first", "recommended": "S", "cards": [], **words})
    while True:
        telling.tick()
        time.sleep(0.01)

analyse.advise_page = lasting
"""


def marked(page):
    return {made.get_attribute("data-card") for made in page.all(".pick.at0")}


def pick(page, card, place="section"):
    page.until(lambda: page.wait(f"{place} [data-card={card}]")[0].click() or True, card)


def test_a_hand_typed_or_pressed_is_marked_and_remembered(page):
    """Typed in any form, the cards are marked; no more can be pressed than there are; advice, stopped and whole; all of
    it is there again after the page was loaded anew.
    """
    page.open("analyse")
    typed = page.wait("[name=hand]")[0]
    typed.send_keys("s akqjt98765 h43 d 32")
    page.until(lambda: len(marked(page)) == 14, "the cards typed")
    page.says("Mark your 16 cards first (14 so far).")
    for card in ("C3", "C2", "C2", "C2"):
        pick(page, card)
    page.until(lambda: "♣32" in typed.get_property("value"), "cards pressed")
    page.says("Your call.")
    page.until(
        lambda: "C32" in page.script("return decodeURIComponent(location.search)").replace("♣", "C"), "the address"
    )
    page.driver.refresh()
    page.until(lambda: len(marked(page)) == 16, "the cards again")
    page.press("What should I call?")
    page.until(lambda: page.all(".advice[data-stage=final]") and "pades" in page.text(".advice"), "advice")
    assert "Tricks won after the actual call" in page.text(".advice details.like[open]")
    assert len(page.all(".like .histogram tr .made")) >= 5
    page.script("document.querySelector('.advice details.figures').open = true")
    for size in page.sizes((1280, 900), (390, 844)):
        assert violations(page.driver) == []
        scrolls = "[...document.querySelectorAll('.advice .scroll')]"
        assert not page.script(f"return {scrolls}.some(each => each.scrollWidth > each.clientWidth)"), size
    page.open("analyse?hand=AK32.AK32.AK32.AK32", "phone").press("What should I call?")
    page.says("Any suit.")
    page.press("Stop")
    page.says("Stopped.")
    page.press("What should I call?")
    page.says("Any suit.")
    for card in "♠Q ♥Q ♦Q ♣Q ♣J".split():  # the fifth has no room; with the first the advice is gone
        pick(page, "SHDC"["♠♥♦♣".index(card[0])] + card[1])
    assert len(marked(page)) == 20 and not page.all(".advice:not([hidden])")


def test_enter_asks_and_a_shared_hand_has_its_answer(page):
    page.open("analyse")
    typed = page.wait("[name=hand]")[0]
    typed.send_keys("s akqjt98765 h43 d32 c3", Keys.ENTER)  # fifteen cards
    page.says("Mark your 16 cards first (15 so far).")
    assert not page.all(".advice:not([hidden])")
    typed.send_keys("2", Keys.ENTER)
    page.until(lambda: page.all(".advice[data-stage=final]"), "advice")
    page.driver.get(page.driver.current_url)
    page.until(lambda: page.all(".advice[data-stage=final]"), "advice without a press")


def test_before_a_gift_trump_need_not_be_called(page):
    page.open("analyse?ask=give&hand=KJT3.AJ94.K86.QJ965&seat=right&give-dealer=1&trump=S")
    trump = page.wait("[name=trump]")[0]
    trump.send_keys("not called yet")
    page.until(lambda: "trump" not in page.driver.current_url, "no trump in the address")
    page.driver.refresh()
    shown = "return document.querySelector('[name=trump]').selectedOptions[0]?.text"
    page.until(lambda: page.script(shown) == "not called yet", "the field")
    page.says("Your gift.")


def test_tricks_are_pressed_taken_back_and_remembered(page):
    """The tricks pressed and taken back; only what can be can be pressed; by keyboard too."""
    page.open("analyse?ask=play&trump=S", "phone")
    page.says("Mark your cards and choose trump.")
    page.wait("[name=hand]")[0].send_keys(LEFT_HAND)
    page.says("Trick 1: you lead.")
    place = ".tricks-part"
    can = {each.get_attribute("data-card") for each in page.all(f"{place} .pick:not([aria-disabled=true])")}
    assert can == set(map(str, Hand.parse(LEFT_HAND)))
    lines = ("♣Q, then the right player", "♣2, then the dealer", "Trick 2", "♦7, then you")
    for card, line in zip(("CQ", "C2", "CA", "D7"), lines, strict=True):
        pick(page, card, place)
        page.says(line)
    page.press("Take back")
    page.says("Trick 2: the dealer leads.")
    page.wait(f"{place} [data-card=D8]")[0].send_keys(Keys.ARROW_RIGHT, Keys.ENTER)
    page.says("♦7, then you.")
    page.driver.refresh()
    page.says("♦7, then you.")
    page.press("What should I play?")
    page.wait(".advice[data-stage=final]")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")


def moved(page, words):
    """Press a button of the open table, and wait until the address tells of another moment."""
    before = page.driver.current_url
    page.press(words)
    page.until(lambda: page.driver.current_url != before, "another moment")


def values_shown(page):
    page.until(lambda: page.all(".n52-table .card.hinted .tag"), "the values of cards")


def hands(page):
    """The hands in the fields, which are filled in when a moment is drawn: later than the address tells of it."""
    return [page.wait(f"[name={seat.word}]")[0].get_property("value") for seat in Seat]


def played(page):
    return (page.script("return new URLSearchParams(location.search).get('played')") or "").split()


def test_a_record_brought_in_is_reviewed_and_played_over(page, tmp_path):
    """A deal that stopped after two tricks, from the library to its review and on to the open table;
    along the cards played and off them, back, a card moved, and back to the deal as it was; every trump solved.
    """
    head, play = EXAMPLE.read_text().split("[Play", 1)
    short = tmp_path / "short.n52"
    short.write_text(head + "[Play" + "".join(play.splitlines(keepends=True)[:3]))
    page.open("library")
    page.wait("input[type=file]")[0].send_keys(str(short))
    page.wait(".records a[href^='/review/']")[0].click()
    page.until(lambda: page.all("#grades tr"), "grades")
    page.script("document.getElementById('first').click(); document.getElementById('edit').click()")
    values_shown(page)
    assert played(page) == []
    dealt = hands(page)
    moved(page, "Next card of the record")
    page.until(lambda: hands(page) != dealt, "a card played")
    line = page.script("return JSON.parse(document.getElementById('data').textContent).told.line").split()
    assert played(page) == line[:1]
    page.press("Hide values")
    page.until(lambda: not page.all(".n52-table .tag"), "no values")
    page.press("Previous card")
    page.until(lambda: hands(page) == dealt and played(page) == [], "the first card again")
    page.script("document.querySelector('.side details').open = true")
    seat = page.wait("[name=left]")[0]
    before = seat.get_property("value")
    pick(page, page.script("return document.querySelector('.side .pick.at1').dataset.card"), ".side")
    assert before
    page.until(lambda: page.wait("[name=left]")[0].get_property("value") != before, "a card moved")
    page.press("Restore the original deal")
    page.until(lambda: page.wait("[name=left]")[0].get_property("value") == before, "the deal as it was")
    assert len(page.script("return new URLSearchParams(location.search).get('line')").split()) == 6


def test_every_trump_is_solved_and_a_picture_saved(page, tmp_path):
    """Hands that are not complete keep the form in view, also folded before: the line says what is missing, and nothing
    stands there that cannot be used.
    """
    page.open("analyse?what=all&dealer=3..A.AQ&left=A.2..K3&right=2.45..2&trump=N&lead=dealer")
    values_shown(page)
    assert not page.all(".side details[open]")
    assert "Guaranteed tricks with all hands open: dealer 3, left 1, right 0." in page.text()
    page.press("Solve all trumps")
    page.until(lambda: len(page.all(".side tbody tr")) == 5 and not page.all(".side button[data-key=escape]"), "trumps")
    assert "no-trump 3 – 3 1 – 1 0 – 0 0" in " ".join(page.text(".side tbody").split())
    saves = {"behavior": "allow", "downloadPath": str(tmp_path)}
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", saves)
    page.press("Picture")
    page.until(
        lambda: page.script("return document.querySelector('.share-picture')?.naturalWidth") == 640, "the picture"
    )
    page.press("Save as PNG")
    page.until((tmp_path / "9-5-2.png").exists, "the PNG")
    picture = (tmp_path / "9-5-2.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and len(picture) > 5000
    page.script("navigator.clipboard.writeText = async words => { window.copied = words; }")
    page.press("Copy link")
    link = page.until(lambda: page.script("return window.copied"), "the link")
    page.driver.get(link)
    values_shown(page)
    assert "dealer 3, left 1, right 0" in page.text()
    page.open("analyse?what=all&dealer=3..A.AQ&left=A.2..K3&right=2.45..&trump=N")
    page.says("Still missing: right 1 card. Every hand needs 4 cards.")
    left, right = (page.all(each)[0].rect for each in (".analyse-status", ".side details[open]"))
    assert abs(left["x"] - right["x"]) < 2 and right["y"] < 500  # below the line, not beside an empty half
    assert not [button for button in page.all("section button:disabled") if button.is_displayed()]


def test_a_moment_is_seen_by_another(page):
    """What one player saw, with advice on his choice; his cards cannot be played, the others' are backs."""
    match = next(m for m in states() if m.number == 2 and len(m.deal.played) == 15 and m.deal.turn is not None)
    seat = match.deal.turn.seat
    page.open(f"s/{share_code(SharedDeal(replace(match, deal=match.deal.seen_by(seat))), names=True)}", "phone")
    page.until(lambda: len(page.all(".n52-table .card")) > 20, "the table")
    assert "Ann" in page.text() and "saw it" in page.text() and len(page.all(".tricks li")) == 5
    page.press("What should I do?")
    page.until(lambda: page.all(".advice[data-stage=final]"), "advice")
    page.until(lambda: page.all(".n52-table .hinted"), "the card on the table")


def test_advice_takes_the_others_as_the_settings_say(client, monkeypatch):
    """As people are taken without a setting; what is no level is refused."""
    monkeypatch.setattr(hints, "Limits", partial(hints.Limits, worlds=20))
    told = {"hand": "AKQJT98765.43.32.32"}
    for opponents, words in (("beginner", "against beginners"), (None, f"against {PLAYERS_AT[UNKNOWN][1]}")):
        last = lines_of(client.post("/api/analyse/advise", json={"told": told, "opponents": opponents}))[-1]
        assert last["footer"].endswith(f"{words}.") and f"played out {words}." in " ".join(last["sentences"])
    assert client.post("/api/analyse/advise", json={"told": told, "opponents": "master"}).status_code == 400
