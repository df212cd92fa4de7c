"""What is looked at in three full hands to say, in microseconds, about what they will win.

Lengths, cards with no, one or two higher ones against them, long cards, short suits beside trumps: columns for a
regression, the same for each seat after another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ninefivetwo.cards import Denomination, Seat, Suit
from ninefivetwo.sets import RANKS, Floats, Sets, lane


def features(hands: Sets, trump: Denomination) -> Floats:
    """A row a deal; `hands` has a row a deal and a column a seat, card sets as `Hand.cards`."""
    lanes = np.array([lane(hands.T, suit) for suit in Suit])
    lengths = np.bitwise_count(lanes).astype(np.int64)  # suit, seat, deal
    against, others = _others(lanes, np.bitwise_or), _others(lengths, np.maximum)
    beaten = _beaten(lanes, against)
    columns: list[Any] = []
    for seat in Seat:
        suits = [suit for suit in Suit if int(suit) != int(trump)]
        side = [_side(lengths[s, seat], others[s, seat], beaten[:, s, seat]) for s in suits]
        columns += [sum(column) for column in zip(*side, strict=True)]
        if trump is not Denomination.N:
            short = sum(np.maximum(2 - lengths[s, seat], 0) for s in suits)
            columns += _trumps(lengths[trump, seat], others[trump, seat], beaten[:, trump, seat], short)
    return np.array(columns, dtype=np.float64).T


def _others(values: Any, join: Any) -> Any:
    """For each seat what the other two have, joined."""
    return join(np.roll(values, -1, axis=1), np.roll(values, -2, axis=1))


def _beaten(lanes: Any, against: Any) -> Any:
    """For each suit, seat and deal, how many cards have no, one, two higher ones in the other hands."""
    found = np.zeros((3, *lanes.shape), dtype=np.int64)
    for rank in range(RANKS):
        held = ((lanes >> np.uint64(rank)) & np.uint64(1)).astype(bool)
        higher = np.bitwise_count(against >> np.uint64(rank + 1))
        for number in range(3):
            found[number] += held & (higher == number)
    return found


def _side(length: Any, other: Any, beaten: Any) -> list[Any]:
    top, second, third = beaten
    tops = [top >= 1, top >= 2, top >= 3, np.maximum(top - 3, 0)]
    guarded = [(second > 0) & (top + second < length), (third > 0) & (length >= 3)]
    long = np.maximum(length - other, 0)
    return [*tops, *guarded, long, (long > 0) & (top > 0), length == 0, length == 1, length >= 5]


def _trumps(length: Any, other: Any, beaten: Any, short: Any) -> list[Any]:
    top, second, third = beaten
    return [length, length**2 / 10, *beaten, np.maximum(length - other, 0), np.minimum(length, short), other]
