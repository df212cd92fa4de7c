"""Features of three full hands, from which the estimate and the forecast of a whole deal are computed.

They are columns for a linear regression: the same for each seat, one seat after another.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ninefivetwo.cards import Denomination, Seat, Suit
from ninefivetwo.sets import RANKS, Floats, Sets, lane


def features(hands: Sets, trump: Denomination) -> Floats:
    """The features, a row per deal.  hands: a row per deal and a column per seat, card sets as `Hand.cards`.

    Of each seat first `_side_suit`, summed over the suits that are not trumps, then, unless it is no-trump, `_trumps`.
    """
    lanes = np.array([lane(hands.T, suit) for suit in Suit])
    lengths = np.bitwise_count(lanes).astype(np.int64)  # suit, seat, deal
    against, others = _others(lanes, np.bitwise_or), _others(lengths, np.maximum)
    beaten = _beaten(lanes, against)
    columns: list[Any] = []
    for seat in Seat:
        suits = [suit for suit in Suit if int(suit) != int(trump)]
        side = [_side_suit(lengths[s, seat], others[s, seat], beaten[:, s, seat]) for s in suits]
        columns += [sum(column) for column in zip(*side, strict=True)]
        if trump is not Denomination.N:
            short = sum(np.maximum(2 - lengths[s, seat], 0) for s in suits)
            columns += _trumps(lengths[trump, seat], others[trump, seat], beaten[:, trump, seat], short)
    return np.array(columns, dtype=np.float64).T


def _others(values: Any, join: Any) -> Any:
    """For each seat what the other two have, combined by `join`."""
    return join(np.roll(values, -1, axis=1), np.roll(values, -2, axis=1))


def _beaten(lanes: Any, against: Any) -> Any:
    """How many cards have no, one, two higher cards in the other hands: by that number, suit, seat and deal."""
    counts = np.zeros((3, *lanes.shape), dtype=np.int64)
    for rank in range(RANKS):
        held = ((lanes >> np.uint64(rank)) & np.uint64(1)).astype(bool)
        higher = np.bitwise_count(against >> np.uint64(rank + 1))
        for number in range(3):
            counts[number] += held & (higher == number)
    return counts


def _side_suit(length: Any, other: Any, beaten: Any) -> list[Any]:
    """The features of a seat's holding in a suit that is not trumps.

    length: of the holding.  other: of the longer of the other two.  beaten: its cards with no, one, two higher ones.
    """
    top, second, third = beaten
    long = np.maximum(length - other, 0)
    by_name = {
        "a card that is high": top >= 1,
        "two of them": top >= 2,
        "three": top >= 3,
        "further high cards": np.maximum(top - 3, 0),
        "a second best card with a guard": (second > 0) & (top + second < length),
        "a third best card with two guards": (third > 0) & (length >= 3),
        "cards beyond the others' length": long,
        "such cards with a high one": (long > 0) & (top > 0),
        "void": length == 0,
        "singleton": length == 1,
        "five cards or more": length >= 5,
    }
    return list(by_name.values())


def _trumps(length: Any, other: Any, beaten: Any, short: Any) -> list[Any]:
    """The features of a seat's trumps.  short: the cards that its side suits lack of two each; rest as above."""
    top, second, third = beaten
    by_name = {
        "length": length,
        "length squared": length**2 / 10,
        "high cards": top,
        "second best cards": second,
        "third best cards": third,
        "cards beyond the others' length": np.maximum(length - other, 0),
        "likely ruffs": np.minimum(length, short),
        "length against it": other,
    }
    return list(by_name.values())
