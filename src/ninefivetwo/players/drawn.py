"""What cards are worth over deals that could be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ninefivetwo.cards import Card
from ninefivetwo.game import Deal
from ninefivetwo.knowledge import Knowledge
from ninefivetwo.layout import Position


def summed(
    view: Deal, number: int, random: Random, worths: Callable[[Position], Mapping[Card, float]]
) -> dict[Card, float]:
    """For each legal card what it is worth, summed over so many deals drawn from all that agree with the view."""
    sums: dict[Card, float] = {}
    for layout in Knowledge(view).draw(number, random.getrandbits(63)):
        for card, worth in worths(Position(layout, view.lead, view.table)).items():
            sums[card] = sums.get(card, 0.0) + worth
    return sums
