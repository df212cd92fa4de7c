"""Nothing that a browser is told depends on a card that its player has not seen: deals that look the same to the player
are told the same, whatever is asked.
"""

import re
from dataclasses import replace
from itertools import combinations, islice

import pytest
from kept import owner_of
from msgspec import structs

from ninefivetwo.cards import FULL_DECK, Hand, Seat
from ninefivetwo.errors import GameError
from ninefivetwo.game import Call, Deal, Discard, Give, Play, YesNo
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.session import Computers, Due, GameSession, session_text
from ninefivetwo.keep.session.fair import dealt_layout
from ninefivetwo.layout import Layout
from ninefivetwo.think.advise import learned_action
from ninefivetwo.web import hints

#: What differs from save to save, and what tells of the cards without telling them.
NO_CARDS = re.compile('"version":[0-9]+|[0-9a-f]{64}')


@pytest.fixture
def client(client, library, monkeypatch):
    monkeypatch.setattr(hints, "BETWEEN_ANSWERS", 1e9)  # only the first and the last answer are told
    client.library = library
    return client


def moments(seat, *events):
    """A match for training when the person is to choose, each time after so many events or a few more."""
    session = GameSession.start(NAMED["wikipedia"].rules, ("rule", "rule"), seat, 29, True, "Ann")
    computers = Computers()
    for number in events:
        while session.due is Due.COMPUTER or len(session.deal.events) < number:
            mine = session.due is Due.PERSON
            session = session.act(learned_action(session.view)) if mine else session.computer_acts(computers)
        yield session


def twins(session):
    """Sessions with two cards exchanged from the deal on, which look the same to the person."""
    hidden = FULL_DECK - Hand.of(event.card for event in session.deal.events if isinstance(event, Play))
    for one, other in combinations(hidden - session.view.hand(session.me), 2):
        try:
            deal = exchanged(session.deal, {one: other, other: one})
        except GameError:  # somebody did what could not be done then
            continue
        if deal != session.deal and deal.seen_by(session.me) == session.view:
            yield replace(session, match=replace(session.match, deal=deal))


def exchanged(deal, cards):
    """The same deal, some cards being others."""

    def hand(found):
        return Hand.of(cards.get(card, card) for card in found)

    layout = dealt_layout(deal)
    found = Deal.start(deal.rules, Layout(*map(hand, layout.hands), hand(layout.out)), deal.previous_results)
    for event in deal.events:
        match event:
            case Give(cards=gifts):
                found = found.after(structs.replace(event, cards=tuple(map(hand, gifts))))
            case Discard(cards=gone):
                found = found.after(structs.replace(event, cards=hand(gone)))
            case YesNo() | Call() | Play():
                found = found.after(event)
    return found


def told(client, owner, session):
    """All that the person's browser is told at this moment."""
    saved = client.library.session(owner)
    version = client.library.save_session(owner, session_text(session), saved[1])
    asked = {"version": version}
    code = client.post("/api/share", json={"playing": True}).json()["code"]
    answers = [
        client.get("/"),
        client.get("/play"),
        client.post("/api/match/state", json=asked),
        client.get("/api/match/download"),
        client.get(f"/s/{code}.svg"),
        client.post("/api/match/hint", json=asked),
        client.post("/api/match/verdict", json=asked),
        client.post("/api/match/again", json=asked | {"events": len(session.deal.events)}),
        client.get("/play?table=again"),
        client.post("/api/match/undo", json=asked),
        client.get("/library"),
    ]
    return [code, *(NO_CARDS.sub("", answer.text) for answer in answers)]


@pytest.mark.parametrize(("seat", "events"), [(Seat.LEFT, (1, 38)), (Seat.DEALER, (20,))])
def test_deals_that_look_the_same_are_told_the_same(client, seat, events):
    begun = {"rules": "wikipedia", "left": "rule", "right": "rule", "seat": "left", "training": True}
    client.post("/api/match/new", json=begun)
    owner = owner_of(client.library)
    for session in moments(seat, *events):
        others = list(islice(twins(session), 0, 8, 7))
        assert others
        expected = told(client, owner, session)
        for other in others:
            assert told(client, owner, other) == expected
