"""Arrays of card sets, in which each number is a bit mask of cards (`Hand.cards`).

A *lane* is a bit mask of the cards in one suit, with one bit for each of the 13 ranks.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Suit

RANK_COUNT = 13
LANES = 1 << RANK_COUNT
Sets = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]


def lane(sets: Sets, suit: int) -> Sets:
    """Return the lane of one suit from each card set."""
    return (sets >> np.uint64(LANE_BITS * suit)) & np.uint64(LANES - 1)


def lanes_of(sets: Sets) -> npt.NDArray[np.int64]:
    """Return the lanes of all suits in an array with one row for each suit."""
    return np.array([lane(sets, suit) for suit in Suit], dtype=np.int64)


@cache
def lowest(number: int) -> Sets:
    """Return a table of the `number` lowest cards of every possible lane. A lane with fewer cards is unchanged."""
    rest = np.arange(LANES, dtype=np.uint64)
    for _ in range(number):
        rest &= rest - np.minimum(rest, np.uint64(1))
    return np.arange(LANES, dtype=np.uint64) ^ rest
