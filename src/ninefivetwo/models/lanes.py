"""Features of the cards of one suit, for each of its sets (lanes): what `exchange` adds up."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np

from ninefivetwo.cards import RANKS
from ninefivetwo.sets import LANES, Floats

LONGEST = 8  # longer suits count as this one and so many cards more
TOPS = "AKQJT"
RUNS = ("AKQ", "KQJ", "AKQJ")
GUARDED = 5  # so many cards guard an honour as well as more would
LOW_RANKS = 8  # of the two to the nine


@cache
def lane_features() -> dict[str, Floats]:
    """By name, a value for each lane."""
    lanes = np.arange(LANES)
    length = np.bitwise_count(lanes).astype(int)
    held = {rank: (lanes >> RANKS.index(rank) & 1).astype(float) for rank in RANKS}
    found = {f"{n} cards": (np.minimum(length, LONGEST) == n).astype(float) for n in range(LONGEST + 1)}
    found["cards beyond eight"] = np.maximum(length - LONGEST, 0).astype(float)
    found |= {rank: held[rank] for rank in TOPS + "9"}
    for run in [*map("".join, combinations(TOPS, 2)), *RUNS]:
        found[run] = np.prod([held[rank] for rank in run], axis=0)
    for rank in TOPS:
        for n in range(1, GUARDED + 1):
            found[f"{rank} of {n}"] = held[rank] * (np.minimum(length, GUARDED) == n)
    found["low ranks"] = np.sum([held[RANKS[i]] * (i + 1) / 10 for i in range(LOW_RANKS)], axis=0)
    return found


@cache
def few_features() -> dict[str, Floats]:
    """The few of them whose worth depends on another suit's length."""
    every = lane_features()
    short = {f"{n} cards": every[f"{n} cards"] for n in range(4)}
    longer = {"4 cards or more": 1 - np.sum(list(short.values()), axis=0)}
    return short | longer | {rank: every[rank] for rank in "AKQ"}


@cache
def runs() -> Floats:
    """How many cards each lane has from the ace down without a gap."""
    lanes, unbroken, found = np.arange(LANES), np.ones(LANES, dtype=bool), np.zeros(LANES)
    for rank in reversed(range(len(RANKS))):
        unbroken &= (lanes >> rank & 1).astype(bool)
        found += unbroken
    return found


def lane_table(weights: dict[str, float]) -> Floats:
    """For each lane the sum of some of its features by weight."""
    every = few_features() | lane_features()
    found: Floats = np.sum([weight * every[name] for name, weight in weights.items()], axis=0)
    return found
