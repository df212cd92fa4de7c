"""What a seat that was up gives, for thousands of hands at once, fitted to deals played by the policy `learned`.

The receiver returns his highest card of the suit, so what a gift brings depends on what the giver holds in the suit, on
who gives to whom, and on how many cards go: the first card of a suit, the second and each further one are worth what
tables with an entry for each of its 8192 sets say (`lanes.py`).  The numbers are in `exchange.json`, written by
benchmarks/fit_gifts.py.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.sets import LANES, Floats, Sets, lanes_of, lowest
from ninefivetwo.think.models.exchange import Ints, by_blocks, fitted_weights, joined, lane_table, ways_of

#: The cards of a suit whose worth was fitted: the first, the second, and each one more.
NUMBERED = ("first", "second", "further")


def gives(hands: Sets, giver: Seat, owed: tuple[int, int, int]) -> Sets:
    """What each hand gives, the lowest cards of suits: a row per hand, a column per receiver.

    owed: how many cards, by receiver.  Of two receivers the first in the order of the seats has the first choice.
    """
    return by_blocks(partial(_gives, giver, owed), hands)


def _gives(giver: Seat, owed: tuple[int, int, int], hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(sum(owed) + 1)], dtype=np.int64)
    given, found = np.zeros_like(lanes), np.zeros((len(hands), len(owed)), dtype=np.uint64)
    for receiver, number in zip(Seat, owed, strict=True):
        if number:
            more = _best_way(lanes, given, number, pair_tables(giver, receiver, sum(owed)))
            found[:, receiver] = joined(low[given + more, lanes] ^ low[given, lanes])
            given += more
    return found


def _best_way(lanes: Ints, given: Ints, number: int, tables: Floats) -> Ints:
    """How many cards of each suit (rows) each hand gives (columns) that has given some already."""
    after = ways_of(number)[:, :, None] + given  # ways, suits, hands
    worth = (tables[after, lanes] - tables[given, lanes]).sum(axis=1)
    too_short = (np.bitwise_count(lanes) < after).any(axis=1)
    best: Ints = ways_of(number)[np.where(too_short, -np.inf, worth).argmax(axis=0)].T
    return best


@cache
def pair_tables(giver: Seat, receiver: Seat, most: int) -> Floats:
    """What no, one, two ... lowest cards of each lane, given, are worth to the giver, in tricks up to a constant."""
    weights = fitted_weights("gifts", pair_name(giver, receiver))
    first, second, further = (lane_table(weights[name]) for name in NUMBERED)
    each = [np.zeros(LANES), first, second, *[further] * most]
    found: Floats = np.cumsum(each[: most + 1], axis=0)
    return found


def pair_name(giver: Seat, receiver: Seat) -> str:
    """The two in words, as the file and surveys name them: dealer to left."""
    return f"{giver.word} to {receiver.word}"
