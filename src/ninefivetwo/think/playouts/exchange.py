"""What a seat knows of the other hands from what happened before the play, card by card.

Each event changes where a card may be.  Cards handed over unseen may have come from anywhere in the giver's hand, so
what follows from how many they were, or of which suits, is left out: everything said here is certain, but
`ninefivetwo.think.knowledge` may say more.  It takes some tens of microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Suit
from ninefivetwo.game import Cards, Discard, Event, Give, Peek, Return, Show, Take

ALL = FULL_DECK.cards
PLACES = range(5)
KITTY, DISCARDED = 3, 4  # places; those below are the seats' hands

SetOfEach = tuple[int, int, int]


@lru_cache(maxsize=256)  # a seat asks for the same at each of its cards
def known_and_barred(events: tuple[Event, ...], viewer: Seat, dealt: int | None) -> tuple[SetOfEach, SetOfEach]:
    """The cards that each seat is known to hold when the play begins, and those of the cards not seen that it is known
    not to hold.

    events: those before the play, as the viewer saw them; a discard still to come is told as one not seen.
    dealt: his hand as dealt, a card set; None where it is not known to the caller, and then the cards said to be
    barred may be his own.  At the viewer's place both are 0.
    """
    if not any(type(event) is Give for event in events):
        return (0, 0, 0), (0, 0, 0)  # a kitty and a discard alone tell nothing of another hand
    places = _Places(viewer, dealt)
    for event in events:
        places.observe(event)
    unseen = places.unseen()
    known, barred = [0, 0, 0], [0, 0, 0]
    for seat in (viewer.next, viewer.after(2)):
        known[seat] = places.certain(seat)
        barred[seat] = unseen & ~places.may[seat]
    return (known[0], known[1], known[2]), (barred[0], barred[1], barred[2])


class _Places:
    """For each place the cards that may be there, as the events before the play go by."""

    def __init__(self, viewer: Seat, dealt: int | None) -> None:
        self.viewer = viewer
        self.may = [ALL & ~(dealt or 0)] * 4 + [0]
        self.may[viewer] = ALL if dealt is None else dealt
        self.of_kitty = {KITTY}  # the places where a card of the kitty may be, if it was not seen since
        self.before_kitty = ALL  # cards that the dealer may have held when he took it
        self.returned: dict[tuple[Seat, Seat], Hand] = {}  # what the viewer saw going back, from whom and to whom

    def unseen(self) -> int:
        """The cards that may be anywhere but in the viewer's hand, or discarded by him."""
        found = 0
        for place in PLACES:
            if place != self.viewer and (place != DISCARDED or self.viewer is not Seat.DEALER):
                found |= self.may[place]
        return found

    def certain(self, place: int) -> int:
        """The cards that can be nowhere else."""
        elsewhere = 0
        for other in PLACES:
            if other != place:
                elsewhere |= self.may[other]
        return self.may[place] & ~elsewhere

    def observe(self, event: Event) -> None:
        """What an event changes."""
        match event:
            case Give(seat, cards):
                for receiver in Seat:
                    self.move(seat, receiver, cards[receiver])
            case Return(seat, to, cards):
                if isinstance(cards, Hand):
                    self.may[seat] &= ~above_lowest(cards)
                    self.returned[seat, to] = cards
                self.move(seat, to, cards)
            case Peek(_, cards):
                self.kitty_is(cards)
            case Take(_, cards):
                self.kitty_is(cards)
                self.take_kitty()
            case Show(_, to, Hand() as cards) if to is self.viewer:
                self.see_of_kitty(cards, to)
            case Discard(seat, cards):
                self.move(seat, DISCARDED, cards)
            case _:
                pass  # a call, or a look, tells nothing that is certain

    def move(self, place: int, to: int, cards: Cards) -> None:
        """Cards go from a place to another: these, or so many that are not seen."""
        if isinstance(cards, Hand):
            self.strike(cards.cards, PLACES)
            self.may[to] |= cards.cards
        elif cards:
            self.may[to] |= self.may[place]
            if place in self.of_kitty:
                self.of_kitty.add(to)

    def strike(self, cards: int, places: Iterable[int]) -> None:
        """These cards are not at these places."""
        for place in places:
            self.may[place] &= ~cards

    def kitty_is(self, cards: Cards) -> None:
        """The kitty on the table is these cards, if they are seen."""
        if isinstance(cards, Hand):
            self.strike(cards.cards, PLACES)
            self.may[KITTY] = cards.cards

    def take_kitty(self) -> None:
        """The dealer takes the kitty into his hand."""
        self.before_kitty = self.may[Seat.DEALER]
        self.may[Seat.DEALER] |= self.may[KITTY]
        self.may[KITTY] = 0
        self.of_kitty = {int(Seat.DEALER)}

    def see_of_kitty(self, cards: Hand, to: Seat) -> None:
        """What is shown was in the kitty.  Of the cards above one returned, which had all gone back, no other was.

        Where cards above one received are shown, that holds as well: they are more, as the highest go back.
        """
        self.strike(cards.cards, set(PLACES) - self.of_kitty)
        above = above_lowest(self.returned.get((Seat.DEALER, to), Hand()))
        self.may[Seat.DEALER] &= ~above | cards.cards | self.before_kitty


def above_lowest(cards: Hand) -> int:
    """In each suit that they have, every card above the lowest of these."""
    found = 0
    for suit in Suit:
        lane = FULL_DECK.only(suit).cards
        if own := cards.cards & lane:
            found |= lane & ~(2 * (own & -own) - 1)
    return found
