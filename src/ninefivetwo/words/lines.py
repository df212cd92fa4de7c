"""A line of play, card by card, as pages draw it: who does what with which card, and who wins the trick."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ninefivetwo.cards import Card, Denomination
from ninefivetwo.codec import CardText, SeatWord
from ninefivetwo.game import Deal, Play
from ninefivetwo.layout import Trick, tricks_of
from ninefivetwo.words.speaker import Speaker


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


def played_line(deal: Deal, cards: Sequence[Card], speaker: Speaker) -> list[LineCard]:
    """Cards that are played from a moment of a deal on, after those that lie on the table then.

    Raises GameError for a card that cannot be played.
    """
    tricks = tricks_of(deal.lead, [*deal.table, *cards], deal.called)
    for card in cards:
        deal = deal.after(Play(deal.due_turn.seat, card))
    return [card for trick in tricks for card in _trick(trick, deal.called, speaker)]


def _trick(trick: Trick, trump: Denomination, speaker: Speaker) -> list[LineCard]:
    first, line = trick.cards[0], []
    for seat, card in trick.turns:
        does = speaker.verb(seat, "leads" if card is first else _does(card, first, trump))
        line.append(LineCard(seat.word, speaker.titles[seat], str(card), does, card is first, seat is trick.winner))
    return line


def _does(card: Card, led: Card, trump: Denomination) -> str:
    if card.suit is led.suit:
        return "plays"
    return "ruffs with" if card.suit.name == trump.name else "throws"
