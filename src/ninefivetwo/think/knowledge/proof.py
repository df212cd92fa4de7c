"""Tricks that a seat's view proves: one order of its own cards that wins against any defence in every possible deal.

The order is fixed before the first card: trumps, then the other suits, each from the top.  A card wins if no opponent
can hold a higher one of its suit or, for a side suit, a trump.  Each round of a suit takes a card of it from every hand
that has one, so after as many rounds as an opponent can have cards of the suit, none is left there.  This is enough for
a proof, but not always necessary: it finds no squeeze, and nothing that follows from the number of cards alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ninefivetwo.cards import Card, Hand, Seat, Suit
from ninefivetwo.game import DealView, Place, PlayTurn
from ninefivetwo.think.knowledge.knowledge import Knowledge


def proved_line(view: DealView) -> tuple[Card, ...] | None:
    """An order of the own cards that wins every trick left; None if none is proved, or the viewer is not to play."""
    turn = view.turn
    if not isinstance(turn, PlayTurn) or turn.seat is not view.viewer or view.trump is None:
        return None
    trump = next((suit for suit in Suit if suit.name == view.trump.name), None)
    knowledge = Knowledge(view)
    threats = _Threats(trump, {seat: knowledge.may_be(Place(seat)) for seat in Seat if seat is not turn.seat})
    firsts = sorted(turn.legal(), key=lambda card: (card.suit is trump, card.rank))
    starts = [(card,) for card in firsts] if view.table else [()]
    lines = ((*start, *_in_order(turn.held - Hand.of(start), trump)) for start in starts)
    return next((line for line in lines if threats.none_to(line, view.table, turn.seat)), None)


def _in_order(hand: Hand, trump: Suit | None) -> list[Card]:
    """The cards as they are played: trumps first, each suit from the top."""
    return sorted(hand, key=lambda card: (card.suit is not trump, card.suit, -card.rank))


class _Threats:
    """What could beat a card: the cards that each opponent may hold."""

    def __init__(self, trump: Suit | None, may_hold: dict[Seat, Hand]) -> None:
        self._trump, self._may_hold = trump, may_hold

    def none_to(self, line: Sequence[Card], table: Sequence[Card], seat: Seat) -> bool:
        """Do these cards win all their tricks, the first of which may be in progress?"""
        rounds, played = Counter[Suit](), len(table)
        if table and not self._leads(line[0], table):
            return False
        for number, card in enumerate(line):
            later = [seat.after(turn) for turn in range(1, 3 - (0 if number else played))]
            if any(self._may_beat(card, self._may_hold[other], rounds) for other in later):
                return False
            if number or not table:  # of the trick in progress no round is counted
                rounds[card.suit] += 1
        return True

    def _leads(self, card: Card, table: Sequence[Card]) -> bool:
        """Does a card beat all that lie on the table?"""
        return card.suit in (table[0].suit, self._trump) and not any(self._beats(other, card) for other in table)

    def _beats(self, card: Card, other: Card) -> bool:
        return card.rank > other.rank if card.suit is other.suit else card.suit is self._trump

    def _may_beat(self, card: Card, held: Hand, rounds: Counter[Suit]) -> bool:
        """Can a hand still hold a card that beats this one?"""
        left = (suit for suit in Suit if len(held.only(suit)) > rounds[suit])
        return any(self._beats(max(held.only(suit)), card) for suit in left)
