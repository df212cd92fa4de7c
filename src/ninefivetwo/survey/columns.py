"""The columns that several kinds of rows share: what they are, and how they are made."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import SEAT_PAIRS, Hand, Seat
from ninefivetwo.sets import Sets
from ninefivetwo.survey.work import Columns, RowColumn
from ninefivetwo.think.models.gifts import pair_name
from ninefivetwo.think.playouts import Rows

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


#: The seats, as columns are named by them.
SEAT_WORDS = tuple(seat.word for seat in Seat)
#: "dealer to left" and so on: who gives to whom.
PAIR_WORDS = tuple(pair_name(*pair) for pair in SEAT_PAIRS)
CARD_COLUMNS = (
    RowColumn("dealer", "int64", 1, "the dealer's sixteen cards as dealt"),
    RowColumn("left", "int64", 1, "left's sixteen cards as dealt"),
    RowColumn("right", "int64", 1, "right's sixteen cards as dealt"),
    RowColumn("kitty", "int64", 1, "the four cards of the kitty"),
)
DEAL_COLUMNS = (RowColumn("deal", "int32", 1, "the deal's number in the batch, from 0"), *CARD_COLUMNS)
CHOICE_COLUMNS = (
    RowColumn("call", "int8", 1, "the denomination called"),
    RowColumn("discard", "int64", 1, "the four cards that the dealer discarded"),
)
TRICK_COLUMNS = (
    RowColumn("dealer_tricks", "int8", 1, "tricks won by the dealer"),
    RowColumn("left_tricks", "int8", 1, "tricks won by left"),
    RowColumn("right_tricks", "int8", 1, "tricks won by right"),
)


def card_columns(cards: Sets) -> Columns:
    """The columns of a deal's cards as dealt (`CARD_COLUMNS`)."""
    return dict(zip((*SEAT_WORDS, "kitty"), signed(cards).T, strict=True))


def deal_columns(cards: Sets) -> Columns:
    """The columns with which rows of single deals begin (`DEAL_COLUMNS`)."""
    return {"deal": np.arange(len(cards), dtype=np.int32), **card_columns(cards)}


def choice_columns(games: Rows) -> Columns:
    """The columns of what the dealer chose (`CHOICE_COLUMNS`).  games: at the first lead."""
    return {"call": games["trump"].astype(np.int8), "discard": signed(games["discarded"])}


def trick_columns(tricks: npt.NDArray[np.int8]) -> Columns:
    """The columns of tricks by seat (`TRICK_COLUMNS`), which is in the last axis."""
    return {f"{seat.word}_tricks": tricks[..., seat] for seat in Seat}
