"""What seats know of the other hands from the exchange, for deals side by side: `playouts/exchange.py` by the thousand.

All deals here have gone through the same events; only the cards differ.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ninefivetwo.cards import FULL_DECK, LANE_BITS, SEAT_PAIRS, Seat, Suit
from ninefivetwo.sets import LANES, Sets, lane

ALL = np.uint64(FULL_DECK.cards)
KITTY, DISCARDED = 3, 4  # places; those below are the seats' hands
TABLE = (*Seat, KITTY)
PLACES = (*TABLE, DISCARDED)


class Seen:
    """For each viewer and place the cards that may be there, as the events before the play go by.

    hands: as dealt, a column a seat.
    """

    def __init__(self, hands: Sets) -> None:
        self.may = np.zeros((len(PLACES), len(Seat), len(hands)), np.uint64)  # by place, viewer and deal
        for viewer in Seat:
            self.may[TABLE, viewer] = ALL & ~hands[:, viewer]
            self.may[viewer, viewer] = hands[:, viewer]
        self.of_kitty: list[set[int]] = [{KITTY} for _ in Seat]  # where each thinks cards of the kitty may be
        self.before_kitty = self.may[Seat.DEALER].copy()  # what the dealer may have held when he took it, by viewer
        self.exchanged = False

    def moved(self, place: int, to: int, cards: Sets, seers: Iterable[Seat]) -> None:
        """Cards go from a place to another: these, to who sees them; to another some of the place."""
        self.exchanged = self.exchanged or to != DISCARDED
        for viewer in Seat:
            if viewer in seers:
                self.may[:, viewer] &= ~cards
                self.may[to, viewer] |= cards
            else:
                self.may[to, viewer] |= self.may[place, viewer]
                if place in self.of_kitty[viewer]:
                    self.of_kitty[viewer].add(to)

    def returned(self, seat: Seat, to: Seat, cards: Sets) -> None:
        """A seat handed back the highest of suits, so it has none above them; the two see that."""
        self.may[seat, [seat, to]] &= ~above_lowest(cards)
        self.moved(seat, to, cards, (seat, to))

    def kitty_is(self, cards: Sets) -> None:
        """The dealer sees the kitty on the table."""
        self.may[:, Seat.DEALER] &= ~cards
        self.may[KITTY, Seat.DEALER] = cards

    def taken(self) -> None:
        """The dealer takes the kitty into his hand."""
        self.before_kitty = self.may[Seat.DEALER].copy()
        self.may[Seat.DEALER] |= self.may[KITTY]
        self.may[KITTY] = 0
        self.of_kitty = [{int(Seat.DEALER)} for _ in Seat]

    def shown(self, to: Seat, cards: Sets, returned: Sets) -> None:
        """A giver sees these cards of the kitty; of the others above those that came back to him none was in it."""
        elsewhere = [place for place in PLACES if place not in self.of_kitty[to]]
        self.may[elsewhere, to] &= ~cards
        self.may[Seat.DEALER, to] &= ~above_lowest(returned) | cards | self.before_kitty[to]

    def known(self) -> Sets:
        """The cards that each seat is known to hold, by deal, who knows and of whom."""
        found = np.zeros((self.may.shape[-1], len(Seat), len(Seat)), np.uint64)
        for viewer, seat in SEAT_PAIRS if self.exchanged else ():
            others = [place for place in PLACES if place != seat]
            elsewhere = np.bitwise_or.reduce(self.may[others, viewer], axis=0)
            found[:, viewer, seat] = self.may[seat, viewer] & ~elsewhere
        return found

    def barred(self) -> Sets:
        """The cards not seen that each seat is known not to hold, as above."""
        found = np.zeros((self.may.shape[-1], len(Seat), len(Seat)), np.uint64)
        for viewer, seat in SEAT_PAIRS if self.exchanged else ():
            own = (viewer, DISCARDED) if viewer is Seat.DEALER else (viewer,)
            unseen = np.bitwise_or.reduce([self.may[place, viewer] for place in PLACES if place not in own], axis=0)
            found[:, viewer, seat] = unseen & ~self.may[seat, viewer]
        return found


def above_lowest(cards: Sets) -> Sets:
    """In each suit that they have, every card above the lowest of these."""
    found = np.zeros_like(cards)
    for suit in Suit:
        own = lane(cards, suit)
        low = own & (~own + np.uint64(1))
        above = np.where(own > 0, np.uint64(LANES) - np.uint64(2) * low, np.uint64(0)) & np.uint64(LANES - 1)
        found |= above << np.uint64(LANE_BITS * suit)
    return found
