"""A line of play, card by card, as pages draw it: who does what with which card, and who wins the trick."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.game import Deal, Play
from ninefivetwo.layout import trick_winner
from ninefivetwo.words.schema.base import CardText, SeatWord
from ninefivetwo.words.seat_names import SeatNames, second_person


class LineCard(Struct, frozen=True):
    """A card of a line.

    name: its player's.  does: what he does with it, as a sentence goes on after his name: "leads", "ruffs with".
    leads: does it begin a trick?  wins: does it win its trick?  False too where the line ends before that is known.
    """

    seat: SeatWord
    name: str
    card: CardText
    does: str
    leads: bool
    wins: bool


def played_line(deal: Deal, cards: Sequence[Card], names: SeatNames) -> list[LineCard]:
    """Cards that are played from a moment of a deal on, after those that lie on the table then.

    Raises GameError for a card that cannot be played.
    """
    lead, trump = deal.lead, deal.called
    table = [(lead.after(i), card) for i, card in enumerate(deal.table)]
    tricks = [table]
    for card in cards:
        if len(tricks[-1]) == len(Seat):
            tricks.append([])
        seat = deal.due_turn.seat
        deal = deal.after(Play(seat, card))
        tricks[-1].append((seat, card))
    return [card for trick in tricks if trick for card in _trick(trick, trump, names)]


def _trick(trick: list[tuple[Seat, Card]], trump: Denomination, names: SeatNames) -> list[LineCard]:
    lead, first = trick[0]
    winner = trick_winner(lead, [card for _, card in trick], trump) if len(trick) == len(Seat) else None
    found = []
    for seat, card in trick:
        does = "leads" if card is first else _does(card, first, trump)
        name, does = _spoken(names.get(seat, seat.word), does)
        found.append(LineCard(seat.word, name, str(card), does, card is first, seat is winner))
    return found


def _does(card: Card, led: Card, trump: Denomination) -> str:
    if card.suit is led.suit:
        return "plays"
    return "ruffs with" if card.suit.name == trump.name else "throws"


def _spoken(name: str, does: str) -> tuple[str, str]:
    """Name and verb, in the second person for a player called You."""
    told = second_person(f"{name} {does}")
    return told[: len(name)], told[len(name) + 1 :]
