"""Card sets by the thousand, as arrays: `Hand.cards`, a number a hand.

A suit's cards are a *lane*, a number below 8192 with a bit a rank.

Internal: programs import what they need from `ninefivetwo`.
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
    """The cards of one suit."""
    return (sets >> np.uint64(LANE_BITS * suit)) & np.uint64(LANES - 1)


def lanes_of(sets: Sets) -> npt.NDArray[np.int64]:
    """The cards of all suits, a row a suit, as numbers by which tables are looked up."""
    return np.array([lane(sets, suit) for suit in Suit], dtype=np.int64)


@cache
def lowest(number: int) -> Sets:
    """The lowest cards of each lane, so many; all cards of a shorter one."""
    rest = np.arange(LANES, dtype=np.uint64)
    for _ in range(number):
        rest &= rest - np.minimum(rest, np.uint64(1))
    return np.arange(LANES, dtype=np.uint64) ^ rest
