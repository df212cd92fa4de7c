"""Arrays of card sets, with one number (`Hand.cards`) for each hand.

The cards of one suit are a *lane*, a number below 8192 with one bit for each rank.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Suit

RANKS = 13
LANES = 1 << RANKS
Sets = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]


def lane(sets: Sets, suit: int) -> Sets:
    """Return the cards of one suit in each set."""
    return (sets >> np.uint64(LANE_BITS * suit)) & np.uint64(LANES - 1)


def lanes_of(sets: Sets) -> npt.NDArray[np.int64]:
    """Return the lanes of all suits, one row for each suit, for use as indices into tables."""
    return np.array([lane(sets, suit) for suit in Suit], dtype=np.int64)


@cache
def lowest(number: int) -> Sets:
    """Return the `number` lowest cards of every possible lane, or all its cards if it has fewer."""
    rest = np.arange(LANES, dtype=np.uint64)
    for _ in range(number):
        rest &= rest - np.minimum(rest, np.uint64(1))
    return np.arange(LANES, dtype=np.uint64) ^ rest
