"""What a seat knows for certain of the other hands from what happened before the play, card by card.

Each event changes where a card may be.  Cards handed over unseen may have come from anywhere in the giver's hand; what
follows from their number or their suits is left out, so everything said here is certain, but
`ninefivetwo.think.knowledge` may say more.  It is worked out for one deal from its events (`known_and_barred`, some
tens of microseconds), and for thousands side by side on their way to the play (`first_lead.py`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ninefivetwo.cards import FULL_DECK, LANE_BITS, RANKS, Hand, Seat, Suit
from ninefivetwo.game import Cards, Discard, Event, Give, Peek, Return, Show, Take

ALL = FULL_DECK.cards
LANES = [(1 << len(RANKS)) - 1 << LANE_BITS * suit for suit in Suit]
KITTY, DISCARDED = 3, 4  # places; those below are the seats' hands
PLACES = range(5)

SetOfEach = tuple[int, int, int]
#: Card sets: a number for one deal, or an array (`Sets`) with one for each of many deals.  All operators used here mean
#: the same for both.
CardSets = Any


class Places:
    """For each place the cards that one viewer thinks may be there, as the events before the play go by.

    dealt: the viewer's hand as dealt, None if it is not known.  Cards are None if the viewer does not see them.
    """

    def __init__(self, viewer: Seat, dealt: CardSets | None) -> None:
        self.viewer = viewer
        own, others = (ALL, ALL) if dealt is None else (dealt, ALL & ~dealt)
        self.may: list[CardSets] = [*(own if place == viewer else others for place in (*Seat, KITTY)), own & 0]
        self.of_kitty = {KITTY}  # the places where a card of the kitty may be, if it was not seen since
        self.before_kitty: CardSets = ALL  # cards that the dealer may have held when he took it
        self.returned: dict[tuple[int, int], CardSets] = {}  # what the viewer saw going back, from whom and to whom
        self.exchanged = False

    def certain(self, place: int) -> CardSets:
        """The cards that can be nowhere else."""
        found = self.may[place]
        for other in PLACES:
            if other != place:
                found = found & ~self.may[other]
        return found

    def barred(self, place: int) -> CardSets:
        """The cards not seen that are not there; the viewer's hand and his own discard are seen."""
        unseen = self.may[place] & 0
        for other in PLACES:
            if other != self.viewer and (other != DISCARDED or self.viewer is not Seat.DEALER):
                unseen = unseen | self.may[other]
        return unseen & ~self.may[place]

    def move(self, place: int, to: int, cards: CardSets | None) -> None:
        """Cards go from a place to another."""
        self.exchanged = self.exchanged or to != DISCARDED
        if cards is not None:
            self.may = [here & ~cards for here in self.may]
            self.may[to] = self.may[to] | cards
        else:
            self.may[to] = self.may[to] | self.may[place]
            if place in self.of_kitty:
                self.of_kitty.add(to)

    def give_back(self, seat: int, to: int, cards: CardSets | None) -> None:
        """A seat hands back the highest cards of suits, so it has none above them."""
        if cards is not None:
            self.may[seat] = self.may[seat] & ~above_lowest(cards)
            self.returned[seat, to] = cards
        self.move(seat, to, cards)

    def see_kitty(self, cards: CardSets) -> None:
        """The kitty on the table is these cards."""
        self.may = [here & ~cards for here in self.may]
        self.may[KITTY] = cards

    def take_kitty(self) -> None:
        """The dealer takes the kitty into his hand."""
        dealer = Seat.DEALER
        self.before_kitty = self.may[dealer]
        self.may[dealer] = self.may[dealer] | self.may[KITTY]
        self.may[KITTY] = self.may[KITTY] & 0
        self.of_kitty = {int(dealer)}

    def see_of_kitty(self, cards: CardSets) -> None:
        """What the dealer shows the viewer was in the kitty.  No other card above one that he returned was in it, for
        the highest go back.

        That also holds if cards above one received are shown: they include those above one returned.
        """
        for place in PLACES:
            if place not in self.of_kitty:
                self.may[place] = self.may[place] & ~cards
        above = above_lowest(self.returned.get((Seat.DEALER, self.viewer), cards & 0))
        self.may[Seat.DEALER] = self.may[Seat.DEALER] & (~above | cards | self.before_kitty)


@lru_cache(maxsize=256)  # a seat asks for the same at each of its cards
def known_and_barred(events: tuple[Event, ...], viewer: Seat, dealt: int | None) -> tuple[SetOfEach, SetOfEach]:
    """The cards that each seat is known to hold when the play begins, and those of the cards not seen that it is known
    not to hold.

    events: those before the play, as the viewer saw them; a discard still to come counts as one not seen.
    dealt: the viewer's hand as dealt, a card set; None if the caller does not know it, and then the cards said to be
    barred may be the viewer's own.  At the viewer's place both are 0.
    """
    if not any(type(event) is Give for event in events):
        return (0, 0, 0), (0, 0, 0)  # a kitty and a discard alone tell nothing of another hand
    places = Places(viewer, dealt)
    for event in events:
        _observe(places, event)
    known, barred = [0, 0, 0], [0, 0, 0]
    for seat in (viewer.next, viewer.after(2)):
        known[seat], barred[seat] = places.certain(seat), places.barred(seat)
    return (known[0], known[1], known[2]), (barred[0], barred[1], barred[2])


def _observe(places: Places, event: Event) -> None:
    """What an event changes."""
    match event:
        case Give(seat, cards):
            for receiver in Seat:
                if cards[receiver]:
                    places.move(seat, receiver, _seen(cards[receiver]))
        case Return(seat, to, cards):
            if cards:
                places.give_back(seat, to, _seen(cards))
        case Peek(_, Hand() as cards):
            places.see_kitty(cards.cards)
        case Take(_, cards):
            if isinstance(cards, Hand):
                places.see_kitty(cards.cards)
            places.take_kitty()
        case Show(_, to, Hand() as cards) if to is places.viewer:
            places.see_of_kitty(cards.cards)
        case Discard(seat, cards):
            places.move(seat, DISCARDED, _seen(cards))
        case _:
            pass  # a call, or a look, tells nothing that is certain


def _seen(cards: Cards) -> int | None:
    return cards.cards if isinstance(cards, Hand) else None


def above_lowest(cards: CardSets) -> CardSets:
    """In each suit that they have, every card above the lowest of these."""
    found = cards & 0
    for suit in LANES:
        own = cards & suit
        found = found | suit & ~(2 * (own & -own) - 1)
    return found
