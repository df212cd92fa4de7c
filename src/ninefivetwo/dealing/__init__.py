"""Deals drawn at random, and those of them that meet a condition."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ninefivetwo.cards import FULL_DECK, Hand, shuffled
from ninefivetwo.dealing.condition import Condition, points
from ninefivetwo.errors import ConditionError
from ninefivetwo.layout import Layout

__all__ = ["HAND_SIZE", "MOST_TRIES", "Condition", "deals_where", "points", "random_deals"]

HAND_SIZE = 16
MOST_TRIES = 200_000  # deals looked through for one that meets a condition


def random_deals(seed: int) -> Iterator[Layout]:
    """Deals without end, sixteen cards to each seat and four to the kitty; the same for the same seed everywhere.

    >>> str(next(random_deals(1)).dealer)
    'A65.AJ873.AKT985.AJ'
    """
    random, deck = Random(seed), [1 << card.index for card in FULL_DECK]
    while True:
        bits = shuffled(deck, random)
        yield Layout(*(Hand(sum(bits[i : i + HAND_SIZE])) for i in range(0, len(bits), HAND_SIZE)))


def deals_where(condition: Condition, seed: int, tries: int = MOST_TRIES) -> Iterator[Layout]:
    """Those of `random_deals(seed)` that meet a condition: each as likely as any other that does.

    Raises ConditionError when `tries` deals in a row do not meet it; the message says how rare it is.
    """
    tried, met, last = 0, 0, 0
    for layout in random_deals(seed):
        tried += 1
        if condition.holds(layout):
            met, last = met + 1, tried
            yield layout
        elif tried - last >= tries:
            raise ConditionError(f"condition hardly ever met: {_rarity(met, tried)}: {condition.text!r}")


def _rarity(met: int, tried: int) -> str:
    """How rare something is that was met so often: if never, then with 95 % confidence by the rule of three."""
    if met:
        return f"{met} of {tried:,} deals, about one in {round(tried / met):,}"
    return f"none of {tried:,} deals, so rarer than about one in {tried // 3:,}, if it can be met at all"
