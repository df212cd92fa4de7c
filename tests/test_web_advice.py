"""Advice for pages: what is told line by line, in words with names, and how `advice.js` draws it."""

import json
import re

import pytest
from browser import violations
from reviews import review_once
from served import lines_of
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ninefivetwo.cards import Seat
from ninefivetwo.codec import encode
from ninefivetwo.errors import GameError, SearchStopped
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import CallTurn, Deal, PlayTurn, YesNoTurn
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.session import Computers, Due, GameSession
from ninefivetwo.layout import random_deals
from ninefivetwo.study import decision_nodes
from ninefivetwo.think.advise import Limits, Question, advise, first_look, learned_action
from ninefivetwo.think.players.levels import BeginnerPlayer
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.web import hints
from ninefivetwo.web.shell import static
from ninefivetwo.web.site import Site
from ninefivetwo.web.verdicts import deal_end, verdict
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.verdict import played_line

WIKIPEDIA = NAMED["wikipedia"].rules
NAMES = ("Ann", "Bob", "Cy")


class Reader:
    """Stands for the way to a page: keeps what is told, and leaves after so many lines."""

    def __init__(self, leaves=None):
        self.lines, self.token, self._leaves = [], CancelToken(), leaves

    def tell(self, value):
        self.lines.append(json.loads(encode(value)))
        if len(self.lines) == self._leaves:
            self.token.cancel()

    def tick(self, done=0, of=0):
        if self.token.cancelled:
            raise SearchStopped("work stopped, cancelled")


def begun(seat=Seat.DEALER, seed=5, training=True):
    session = GameSession.start(WIKIPEDIA, ("club", "club"), seat, seed, training, "Nora")
    return due(session)


def due(session):
    """On to the next choice of the person that may matter."""
    computers = Computers()
    while session.due is Due.COMPUTER or isinstance(session.deal.turn, YesNoTurn):
        computer = session.due is Due.COMPUTER
        session = session.computer_acts(computers) if computer else session.act(learned_action(session.view))
    return session


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Every answer is told, whatever the machine's pace."""
    monkeypatch.setattr(hints, "BETWEEN_ANSWERS", 0.0)


def test_a_hint_comes_at_once_and_then_sharper_until_it_is_final():
    session = begun()
    for _ in range(4):
        reader = Reader()
        hints.hint(session, reader)
        first, *later = reader.lines
        if later:
            assert (first["stage"], first["table"], first["figures"]) == ("first", None, None)
        assert [line["stage"] for line in reader.lines][-1:] == ["final"]
        assert {line["stage"] for line in later[:-1]} <= {"early", "sharp"}
        for line in later:
            assert line["sure"] and line["worth"] and line["footer"] and line["sentences"]
            assert bool(line["like"]) is isinstance(session.deal.turn, CallTurn)
            assert line["figures"]["rows"][0][0] == (line["table"] or line["figures"])["rows"][0][0]
        session = due(session.act(learned_action(session.view)))


def test_a_reader_who_leaves_ends_the_work():
    with pytest.raises(SearchStopped):
        hints.hint(begun(), Reader(leaves=1))


def test_words_have_names_where_players_have_them():
    """No seat's word is left in advice to players with names; without names they stay."""
    deal, named = Deal.start(WIKIPEDIA, next(random_deals(4))), 0
    while not deal.over:
        view = deal.seen_by(deal.due_turn.seat)
        if isinstance(view.turn, PlayTurn) and view.turn.count() > 1:
            advice = advise(Question(view, Limits(worlds=120)))
            plain, shown = hints.advice_shown(advice), hints.advice_shown(advice, speaker=Speaker(NAMES))
            words = [*shown.reasons, shown.sure, shown.worth, *shown.sentences, *shown.figures.head]
            seats = [word for text in words for word in ("dealer", "left", "right") if word in text.lower().split()]
            assert not [word for word in seats if word != "left"] and not any("left out" in text for text in seats)
            named += any(name in text for text in shown.reasons for name in NAMES)
            assert plain.recommended == shown.recommended and len(plain.reasons) == len(shown.reasons)
        deal = deal.after(learned_action(view))
    assert named


def test_where_there_is_nothing_to_weigh_one_line_is_all():
    deal = Deal.start(WIKIPEDIA, next(random_deals(4)))
    while not deal.over:
        view = deal.seen_by(deal.due_turn.seat)
        look, reader = first_look(view), Reader()
        if look.decided:
            hints.advise_page(view, reader, PEOPLE)
            (line,) = reader.lines
            assert line["stage"] == "final" and not line["footer"]
            assert set(line["cards"]) == {str(card) for card in look.cards}
        deal = deal.after(learned_action(view))


# Verdicts.


@pytest.fixture(scope="module")
def played():
    """A deal played by a beginner in the person's seat, moment by moment after each of his choices."""
    session, computers, beginner, moments = begun(seat=Seat.LEFT, seed=4), Computers(), BeginnerPlayer(), []
    while not session.deal.over:
        if session.due is Due.COMPUTER:
            session = session.computer_acts(computers)
            continue
        beginner.reseed(len(session.deal.events))
        choice = isinstance(session.deal.turn, YesNoTurn)
        session = session.act(beginner.act(session.view))
        moments += [] if choice else [session]
    return moments, session


def test_a_verdict_says_what_the_review_will_say(played):
    """Of each choice: one line at once; of a mistake the reason after it; the loss is that of the deal's review."""
    moments, session = played
    reviewed = review_once(session.match, Limits(None, 20, 0))
    own = [decision for decision in reviewed.decisions if decision.seat is session.me]
    nodes = decision_nodes(session.match.deal)
    kinds, lines = set(), []
    for moment, decision in zip(moments, own, strict=True):
        reader = Reader()
        verdict(moment, 20, reader)
        first, last = reader.lines[0], reader.lines[-1]
        kinds.add(last["kind"])
        assert last["stage"] == "final" and first["words"] == last["words"]
        assert last["events"] == len(nodes[decision.index].before.events)
        assert (last["mark"], last["kind"] == "mistake") == (decision.mark, decision.avoidable)
        if decision.fair is not None and last["loss"] is not None:
            assert last["loss"] == pytest.approx(decision.fair_cost.mean, abs=0.006)
        if last["kind"] == "mistake":
            assert len(reader.lines) == 2 and " would win " in last["words"] and not first["why"]
            lines.append(last["line"])
            assert moment.copy_at(last["events"]).due is Due.PERSON
            assert not any(re.search(r"[Yy]ou (leads|plays|is)\b|You's|Nora", sentence) for sentence in last["why"])
    assert {"mistake", "good"} <= kinds
    for line in filter(None, lines):
        assert line[0]["leads"] and len(line) % 3 == 0 and sum(card["wins"] for card in line) == len(line) // 3
        assert len({card["card"] for card in line}) == len(line)
    assert any(lines)


def last_line(moment):
    reader = Reader()
    verdict(moment, 20, reader)
    return reader.lines[-1]


def test_there_is_no_verdict_in_earnest_or_before_a_choice():
    with pytest.raises(GameError, match="serious match"):
        verdict(begun(training=False), 4, Reader())
    with pytest.raises(GameError, match="no choice of yours"):
        verdict(begun(), 4, Reader())


# A line, and a deal's end.


def test_a_line_says_who_does_what_and_who_wins(played):
    """Every trick of a deal: its first card leads, one card wins, as the deal itself says."""
    _, session = played
    plays = [node for node in decision_nodes(session.deal) if node.trick is not None]
    line = played_line(plays[0].before, [node.action.card for node in plays], Speaker(me=Seat.LEFT))
    assert len(line) == 48 and [card.leads for card in line] == [True, False, False] * 16
    winners = [card.seat for card in line if card.wins]
    assert [winners.count(seat.word) for seat in Seat] == list(session.deal.won)
    mine, theirs = r"You (lead|play|ruff with|throw) [♠♥♦♣]\w+", r"\w+( \w+)? (leads|plays|ruffs with|throws) [♠♥♦♣]\w+"
    assert all(re.fullmatch(mine if card.name == "You" else theirs, card.does) for card in line)


def ended(tmp_path, session):
    with Library(tmp_path / "library.sqlite") as library:
        site = Site(library, 20)
        application = Starlette(routes=[Route("/", lambda request: deal_end(site, session))])
        lines = lines_of(TestClient(application).get("/"))
        site.reviews.close()
        return lines


def test_a_deal_ends_in_three_lines(played, tmp_path, shared_reviews):
    """The result at once; then luck, and the costliest mistake with the way back to it."""
    moments, session = played
    first, *_, last = ended(tmp_path, session)
    won = session.deal.won[session.me]
    assert first["result"] == last["result"] and last["result"].startswith(f"You won {won} of ") and first["waiting"]
    assert last["stage"] == "final" and re.match(r"You(r luck)? (was|were)", last["luck"])
    mistake = last["mistake"]
    assert "Nora" not in json.dumps(last) and mistake["mine"] and " you should have " in mistake["words"]
    assert mistake["words"].count("more)") == 1 and last["accuracy"].startswith("Accuracy, out of 100: You ")
    assert mistake["place"].startswith("deal-1-decision-") and last["review"].startswith("/review/")
    again = moments[-1].copy_at(mistake["events"])
    assert again.due is Due.PERSON and again.training
    with pytest.raises(GameError, match="not over"):
        deal_end(None, moments[0])


# In a browser: what is told is drawn, on a page of the site with its policy.

#: Puts a panel on the page, imports the module, and gives both to what is run with some arguments.
WITH_PANEL = f"""
const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
if (!document.getElementById('panel')) document.getElementById('main').insertAdjacentHTML(
  'beforeend', '<link rel="stylesheet" href="{static("advice.css")}"><div id="panel" class="panel"></div>');
const panel = document.getElementById('panel');
import('{static("advice.js")}').then(module => (%s)(module, panel, ...given)).then(done, error => done('' + error));
"""


def test_what_is_told_is_drawn(page, played, tmp_path, shared_reviews):
    """Words first, figures folded and left as they were; a mistake can be tried again; an error is one line."""
    reader = Reader()
    page.open("analyse").wait(".analyse")

    def run(function, *given):
        return page.driver.execute_async_script(WITH_PANEL % function, *map(json.dumps, given))

    hints.hint(begun(), reader)
    first, last = reader.lines[0], reader.lines[-1]
    draw = "(m, panel, told) => m.drawAdvice(panel, JSON.parse(told), {stop: () => {}})"
    run(draw, first)
    assert page.text("#panel").startswith(first["advised"][:9]) and page.all("#panel button")
    run(draw, last)
    shown = page.text("#panel")
    assert "All figures" in shown and last["footer"] in shown and not page.all("#panel details[open]")
    assert not re.search(r"\b[SHDC][2-9TJQKA]\b", shown) and not page.all("#panel button")
    page.all("#panel summary")[0].click()
    run(draw, last)
    told = "return [...document.querySelectorAll('[role=status]')].map(each => each.textContent)"
    assert page.all("#panel details[open]") and page.script(told).count(last["advised"]) == 1

    mistake = next(last for last in map(last_line, played[0]) if last["kind"] == "mistake")
    again = """(m, panel, told) => new Promise(resolve => {
        m.drawVerdict(panel, JSON.parse(told), {tryAgain: resolve});
        [...panel.querySelectorAll('button')].at(-1).click(); })"""
    assert run(again, mistake) == mistake["events"]
    assert mistake["mark"] in page.text("#panel") and "would win" in page.text("#panel")

    end = ended(tmp_path, played[1])
    draw = "(m, panel, told) => m.drawEnd(panel, JSON.parse(told), {tryAgain: () => {}})"
    run(draw, end[0])
    assert end[0]["waiting"] in page.text("#panel") and not page.all("#panel button")
    run(draw, end[-1])
    assert page.button("Try again")
    (link,) = page.all("#panel a")
    assert link.get_attribute("href").endswith(f"{end[-1]['review']}#{end[-1]['mistake']['place']}")
    assert violations(page.driver) == []

    run("(m, panel) => { m.askAdvice('/api/nothing', {}, panel); }")
    page.wait("#panel [role=alert]")
    assert page.text("#panel").count("\n") == 0
    page.said = True  # that there is no such address
