"""Deals drawn at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ninefivetwo.cards import FULL_DECK, Hand
from ninefivetwo.layout import Layout

HAND_SIZE = 16


def random_deals(seed: int) -> Iterator[Layout]:
    """Deals without end, sixteen cards to each seat and four to the kitty; the same for the same seed everywhere.

    >>> str(next(random_deals(1)).dealer)
    'A65.AJ873.AKT985.AJ'
    """
    random, deck = Random(seed), list(FULL_DECK)
    while True:
        # Only Random.random is promised to draw alike in every version of Python, so it alone is used.
        cards = [card for _, card in sorted((random.random(), card) for card in deck)]
        yield Layout(*(Hand.of(cards[i : i + HAND_SIZE]) for i in range(0, len(cards), HAND_SIZE)))
