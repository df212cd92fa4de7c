"""What cards are worth over deals that could be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ninefivetwo.cards import Card
from ninefivetwo.game import Deal
from ninefivetwo.knowledge import Knowledge, Likelihood
from ninefivetwo.layout import Position


def summed(
    view: Deal,
    number: int,
    random: Random,
    worths: Callable[[Position], Mapping[Card, float]],
    likelihood: Likelihood | None = None,
) -> dict[Card, float]:
    """For each legal card what it is worth, summed over so many deals drawn from all that agree with the view,
    evenly or, with a likelihood, by how well they explain what the others did."""
    sums: dict[Card, float] = {}
    knowledge, seed = Knowledge(view), random.getrandbits(63)
    for layout in knowledge.sample(number, seed, likelihood).layouts:
        for card, worth in worths(Position(layout, view.lead, view.table)).items():
            sums[card] = sums.get(card, 0.0) + worth
    return sums
