"""When two hands are alike: a ladder of definitions, and the features by which hands are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ninefivetwo.sets import RANKS, Sets, lanes_of
from ninefivetwo.think.models.exchange import Ints

_QUEEN, _KING, _ACE = 10, 11, 12  # bits of a lane
_DIGIT = 5  # bits of a feature in a key


class SuitsInOrder(NamedTuple):
    """The suits of hands from the longest to the shortest, of equal ones the one with the higher cards first.

    All of shape (4, hands): which suit it is, how many cards it has, its A K Q as bits, how many aces, how many kings.
    """

    suit: Ints
    length: Ints
    tops: Ints
    aces: Ints
    kings: Ints

    @property
    def number_of_tops(self) -> Ints:
        """How many of A K Q each suit has."""
        return np.bitwise_count(self.tops).astype(np.int64)


@dataclass(frozen=True)
class Likeness:
    """A definition of when two hands are alike: they have the same features, which `words` tell.

    widens: are lengths of the longest suit that few hands have counted with the nearest that many have?
    """

    words: str
    features: Callable[[SuitsInOrder], Sequence[Ints]]
    widens: bool = False


def _others(values: Ints, first: int) -> Ints:
    """The sum over all suits from this place on."""
    found: Ints = values[first:].sum(axis=0)
    return found


#: When two hands are alike, the narrowest definition first.
LADDER = (
    Likeness(
        "suits of the same lengths, the same of A K Q in the two longest, as many aces and kings in the others",
        lambda s: [*s.length, *s.tops[:2], _others(s.aces + s.kings, 2)],
    ),
    Likeness(
        "suits of the same lengths, the same of A K Q in the longest, as many aces and as many kings in the others",
        lambda s: [*s.length, s.tops[0], _others(s.aces, 1), _others(s.kings, 1)],
    ),
    Likeness(
        "suits of the same lengths, as many of A K Q in the longest, as many aces and kings in the others",
        lambda s: [*s.length, s.number_of_tops[0], _others(s.aces + s.kings, 1)],
    ),
    Likeness(
        "a longest suit of the same length, as many of A K Q in it, as many aces and kings in the others",
        lambda s: [s.length[0], s.number_of_tops[0], _others(s.aces + s.kings, 1)],
    ),
    Likeness(
        "a longest suit of {length}, as many of A K Q in it and aces and kings in the others together",
        lambda s: [s.length[0], s.number_of_tops[0] + _others(s.aces + s.kings, 1)],
        widens=True,
    ),
    Likeness("a longest suit of {length}", lambda s: [s.length[0]], widens=True),
)


def suits_in_order(hands: Sets) -> SuitsInOrder:
    """The suits of hands, from the longest to the shortest."""
    lanes = lanes_of(hands)
    lengths = np.bitwise_count(lanes).astype(np.int64)
    order = np.argsort(-(lengths << RANKS | lanes), axis=0)
    lanes, lengths = (np.take_along_axis(each, order, axis=0) for each in (lanes, lengths))
    return SuitsInOrder(order, lengths, lanes >> _QUEEN, lanes >> _ACE, lanes >> _KING & 1)


def keys_of(likeness: Likeness, suits: SuitsInOrder, lengths: tuple[int, int]) -> Ints:
    """The features of each hand as one number; lengths: the least and the most where the definition widens."""
    if likeness.widens:
        suits = suits._replace(length=suits.length.clip(*lengths))
    found = np.zeros(suits.length.shape[1], np.int64)
    for feature in likeness.features(suits):
        found = found << _DIGIT | feature
    return found
