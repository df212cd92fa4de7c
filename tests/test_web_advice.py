"""Advice for pages: what is told line by line, in words with names, and how `advice.js` draws it."""

import msgspec
import pytest

from ninefivetwo.advise import Objective, advise_play, first_look
from ninefivetwo.advise.learned import learned_action
from ninefivetwo.cards import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.errors import GameError, SearchStopped
from ninefivetwo.game import Deal, LookTurn, PlayTurn
from ninefivetwo.rules import NAMED
from ninefivetwo.session import Computers, Due, GameSession
from ninefivetwo.solve import CancelToken
from ninefivetwo.web import hints

WIKIPEDIA = NAMED["wikipedia"].rules
NAMES = {Seat.DEALER: "Dora", Seat.LEFT: "Lee", Seat.RIGHT: "Ron"}


class Reader:
    """Stands for the way to a page: keeps what is told, and leaves after so many lines."""

    def __init__(self, leaves=None):
        self.lines, self.token, self._leaves = [], CancelToken(), leaves

    def tell(self, value):
        self.lines.append(msgspec.to_builtins(value))
        if len(self.lines) == self._leaves:
            self.token.cancel()

    def tick(self, done=0, of=0):
        if self.token.cancelled:
            raise SearchStopped("work stopped, cancelled")


def begun(seat=Seat.DEALER, seed=5, training=True):
    session = GameSession.start(WIKIPEDIA, ("club", "club"), seat, seed, training)
    return due(session)


def due(session):
    """On to the next choice of the person that may matter."""
    computers = Computers()
    while session.due is Due.COMPUTER or isinstance(session.deal.turn, LookTurn):
        computer = session.due is Due.COMPUTER
        session = session.computer_acts(computers) if computer else session.act(learned_action(session.view))
    return session


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """Every answer is told, whatever the machine's pace."""
    monkeypatch.setattr(hints, "PACE", 0.0)


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
            assert line["verdict"] and line["footer"] and line["sentences"]
            assert line["figures"]["rows"][0][0] == (line["table"] or line["figures"])["rows"][0][0]
        session = due(session.act(learned_action(session.view)))


def test_in_earnest_there_is_no_hint():
    with pytest.raises(GameError, match="no hint in earnest"):
        hints.hint(begun(training=False), Reader())


def test_a_reader_who_leaves_ends_the_work():
    with pytest.raises(SearchStopped):
        hints.hint(begun(), Reader(leaves=1))


def test_words_have_names_where_players_have_them():
    """No seat's word is left in advice to players with names; without names they stay."""
    deal, named = Deal.start(WIKIPEDIA, next(random_deals(4))), 0
    while not deal.over:
        view = deal.seen_by(deal.due_turn.seat)
        if isinstance(view.turn, PlayTurn) and view.turn.count() > 1:
            advice = advise_play(view, hints.Limits(worlds=120), Objective())
            plain, shown = hints.advice_shown(advice), hints.advice_shown(advice, names=NAMES)
            words = [*shown.reasons, shown.verdict, *shown.sentences, *shown.figures.head]
            seats = [word for text in words for word in ("dealer", "left", "right") if word in text.lower().split()]
            assert not [word for word in seats if word != "left"] and not any("left out" in text for text in seats)
            named += any(name in text for text in shown.reasons for name in NAMES.values())
            assert plain.recommended == shown.recommended and len(plain.reasons) == len(shown.reasons)
        deal = deal.after(learned_action(view))
    assert named


def test_where_there_is_nothing_to_weigh_one_line_is_all():
    deal = Deal.start(WIKIPEDIA, next(random_deals(4)))
    while not deal.over:
        view = deal.seen_by(deal.due_turn.seat)
        look, reader = first_look(view), Reader()
        if look.decided:
            hints.advise(view, reader)
            (line,) = reader.lines
            assert line["stage"] == "final" and not line["footer"]
            assert set(line["cards"]) == {str(card) for card in look.cards}
        deal = deal.after(learned_action(view))
