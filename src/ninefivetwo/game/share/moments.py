"""What is shared without a deal's record: a layout, perhaps played over, and a hand with what is asked of it."""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat
from ninefivetwo.game import KITTY, Action, Call, Discard, Give, Play, Situation
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.game.share.digits import DigitReader, DigitWriter
from ninefivetwo.game.share.matches import read_results, read_rules, write_results, write_rules
from ninefivetwo.layout import MOST_TRICKS, Layout, Position

DECK = len(FULL_DECK)
DUE: tuple[type[Action], ...] = (Call, Discard, Give, Play)


def write_position(writer: DigitWriter, position: Position, trump: Denomination | None, played: Sequence[Card]) -> None:
    """Three hands, who leads, the trick in progress, and cards played on from there.

    Raises ShareError, PositionError for a card that may not be played.
    """
    layout, pool = position.layout, FULL_DECK
    writer.number(position.tricks - 1, MOST_TRICKS)
    writer.number(position.lead, len(Seat))
    writer.number(len(position.table), len(Seat))
    for card in position.table:
        writer.card(card, pool)
        pool -= Hand.of([card])
    for seat in Seat:
        writer.cards(layout[seat], pool)
        pool -= layout[seat]
    writer.number(0 if layout.out is None else 1 + len(layout.out), 2 + len(pool))
    if layout.out is not None:
        writer.cards(layout.out, pool)
    _write_trump(writer, trump)
    if trump is not None:
        writer.number(len(played), DECK)
        after: Position | None = position
        for card in played:
            writer.card(card, after.legal() if after is not None else Hand())
            after = after.after(card, trump) if after is not None else None


def read_position(reader: DigitReader) -> tuple[Position, Denomination | None, tuple[Card, ...]]:
    """The position, trump and the cards played on.  Raises ShareError, PositionError."""
    tricks, lead, pool, table = 1 + reader.number(MOST_TRICKS), Seat(reader.number(len(Seat))), FULL_DECK, list[Card]()
    for _ in range(reader.number(len(Seat))):
        table.append(reader.card(pool))
        pool -= Hand.of(table)
    hands = []
    for seat in Seat:
        hands.append(reader.cards(tricks - ((seat - lead) % len(Seat) < len(table)), pool))
        pool -= hands[-1]
    number = reader.number(2 + len(pool))
    out = reader.cards(number - 1, pool) if number else None
    position = Position(Layout(hands[0], hands[1], hands[2], out), lead, tuple(table))
    trump, played = _read_trump(reader), list[Card]()
    after: Position | None = position
    for _ in range(0 if trump is None else reader.number(DECK)):
        played.append(reader.card(after.legal() if after is not None else Hand()))
        after = after.after(played[-1], trump) if after is not None and trump is not None else None
    return position, trump, tuple(played)


def write_situation(writer: DigitWriter, situation: Situation, due: type[Action]) -> None:
    """What a player tells of the moment at which he asks for advice, and what he asks."""
    writer.number(DUE.index(due), len(DUE))
    write_rules(writer, situation.rules)
    writer.number(situation.seat, len(Seat))
    _write_hand(writer, situation.hand, DECK)
    writer.flag(any(situation.gave.values()) or any(situation.received.values()))
    if any(situation.gave.values()) or any(situation.received.values()):
        for other in _others(situation.seat):
            _write_hand(writer, situation.gave.get(other, Hand()), TRICKS)
            _write_hand(writer, situation.received.get(other, Hand()), TRICKS)
    write_results(writer, situation.rules, situation.previous_results)
    _write_trump(writer, situation.trump)
    _write_hand(writer, situation.discarded, KITTY)
    _write_hand(writer, situation.shown, KITTY)
    writer.number(len(situation.played), DECK)
    for i, card in enumerate(situation.played):
        writer.card(card, FULL_DECK - Hand.of(situation.played[:i]))


def read_situation(reader: DigitReader) -> tuple[Situation, type[Action]]:
    """Raises ShareError, and errors of what makes no such moment."""
    due, rules, seat = DUE[reader.number(len(DUE))], read_rules(reader), Seat(reader.number(len(Seat)))
    hand, gave, received = _read_hand(reader, DECK), dict[Seat, Hand](), dict[Seat, Hand]()
    if reader.flag():
        for other in _others(seat):
            gave[other], received[other] = _read_hand(reader, TRICKS), _read_hand(reader, TRICKS)
    results, trump = read_results(reader, rules), _read_trump(reader)
    discarded, shown, played = _read_hand(reader, KITTY), _read_hand(reader, KITTY), list[Card]()
    for _ in range(reader.number(DECK)):
        played.append(reader.card(FULL_DECK - Hand.of(played)))
    situation = Situation(
        rules, seat, hand, _some(gave), _some(received), results, trump, discarded, shown, tuple(played)
    )
    situation.view(due)
    return situation, due


def _others(seat: Seat) -> list[Seat]:
    return [seat.next, seat.after(2)]


def _some(gifts: dict[Seat, Hand]) -> dict[Seat, Hand]:
    return {seat: cards for seat, cards in gifts.items() if cards}


def _write_hand(writer: DigitWriter, hand: Hand, most: int) -> None:
    writer.number(len(hand), most + 1)
    writer.cards(hand, FULL_DECK)


def _read_hand(reader: DigitReader, most: int) -> Hand:
    return reader.cards(reader.number(most + 1), FULL_DECK)


def _write_trump(writer: DigitWriter, trump: Denomination | None) -> None:
    writer.number(0 if trump is None else 1 + trump, 1 + len(Denomination))


def _read_trump(reader: DigitReader) -> Denomination | None:
    number = reader.number(1 + len(Denomination))
    return Denomination(number - 1) if number else None
