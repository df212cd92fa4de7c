"""Who deals first: cards are drawn, and the highest deals, as the sources have it."""

from __future__ import annotations

from random import Random

from ninefivetwo.cards import FULL_DECK, Card, Seat, shuffled

DealerDraw = tuple[Card, Card, Card]  # the person's card, then those of the others, clockwise


def draw_cards(seed: int) -> DealerDraw:
    """The cards drawn for the first deal of a match; they follow from its seed.

    Who draws the same rank as another draws again, so the ranks differ.
    """
    random = Random(f"{seed} first dealer")
    while True:
        one, two, three = shuffled(FULL_DECK, random)[:3]
        if len({one.rank, two.rank, three.rank}) == 3:
            return one, two, three


def seat_drawn(drawn: DealerDraw) -> Seat:
    """Where the person sits: the highest card deals."""
    dealer = max(range(3), key=lambda i: drawn[i].rank)  # so many places clockwise from the person
    return Seat(-dealer % 3)
