"""Card sets in a survey's files, to and from text and numpy's unsigned sets.

There a set is an int64 with the bit `Card.index` for each card, so never below 0.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Hand
from ninefivetwo.sets import Sets

#: Card sets as the files have them.
SignedSets = npt.NDArray[np.int64]


def signed(sets: Sets) -> SignedSets:
    """Sets as the files have them."""
    return sets.astype(np.int64)


def unsigned(sets: npt.NDArray[np.generic]) -> Sets:
    """Sets of a file, as the rest of the project has them."""
    return sets.astype(np.uint64)


def set_of(text: str) -> int:
    """The cards of a hand given as text.  Raises CardError.

    >>> set_of("A2...2")
    281474976714753
    """
    return Hand.parse(text).cards


def text_of(cards: int) -> str:
    """A card set as text, suits from spades to clubs.

    >>> text_of(281474976714753)
    'A2.-.-.2'
    """
    return str(Hand(cards))


def sets_of(texts: Iterable[str]) -> SignedSets:
    """The card sets of hands given as text, a row a hand.  Raises CardError."""
    return np.array([set_of(text) for text in texts], dtype=np.int64)


def texts_of(sets: SignedSets) -> list[str]:
    """Card sets as text, one for each of a column."""
    return [text_of(cards) for cards in sets.tolist()]
