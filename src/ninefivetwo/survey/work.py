"""Definitions of a survey's batches and kinds of rows, and the columns that several kinds share.

The rows of a batch (`Work`) are the same on every machine. Rows are computed on a single thread, because a survey runs
one process for each core.

Card sets are int64 bit masks, with bit `Card.index` for each card. Denominations are int8, numbered as in `Trump` (S H
D C N). Tricks are int8. Missing values are -1. A column with a value for each denomination has five values in the order
of `Trump`, with -1 for a denomination that is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import SEAT_PAIRS, Hand, Seat
from ninefivetwo.errors import SearchStopped, SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game.dealing import Condition, deals_where
from ninefivetwo.sets import Sets
from ninefivetwo.think.models.exchange import pair_name
from ninefivetwo.think.playouts import Policies, Rows, any_policy
from ninefivetwo.think.playouts.first_lead import dealt

#: Rows by column name: arrays of shape (rows,), or (rows, size) for a column with several values.
Columns = dict[str, npt.NDArray[np.generic]]


def joined_rows(parts: Sequence[Columns]) -> Columns:
    """Concatenate the rows of one or more parts."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@dataclass(frozen=True)
class Work:
    """A batch of deals, and the kind of rows to compute for the deals."""

    kind: str  # kind of rows: a name in `ROW_KINDS`
    rules: str  # rule set, in a form that `parse_rules` reads
    seed: int  # seed of the cards and of all random numbers
    number: int  # number of deals, or of the kind's own units, such as matches or hands
    policy: str = "learned"  # name of the policy that plays
    condition: str = ""  # condition on the cards dealt, for `ninefivetwo.game.dealing.Condition`
    options: tuple[tuple[str, str], ...] = ()  # names and values of options, which the kind of rows checks


@dataclass(frozen=True)
class RowColumn:
    """A column in a kind of rows."""

    name: str
    dtype: str  # numpy name: "int8", "int16", "int32", "int64", "bool", "float32" or "float64"
    size: int  # 1 for a single value in each row, k for a list of k values
    words: str  # meaning and unit


@dataclass(frozen=True)
class RowKind:
    """A kind of rows. Increase `version` after every change that gives the same `Work` different rows or columns."""

    name: str
    version: int
    words: str  # description of a row
    columns: tuple[RowColumn, ...]
    #: A function that computes the rows, with the columns in the order of `columns`. It raises NineFiveTwoError if the
    #: work has invalid options, conditions or rules, and SearchStopped if the token is cancelled.
    rows: Callable[[Work, CancelToken | None], Columns]
    options: Mapping[str, str] = field(default_factory=dict)  # names and meanings
    #: A function that checks options and conditions when a plan is read; raises NineFiveTwoError if one is invalid.
    check: Callable[[Work], object] = lambda work: check_options(work, {})
    policies: Callable[[Work], Sequence[str]] = lambda work: [work.policy]  # policies whose weights affect the rows


#: Card sets in the form stored in files.
SignedSets = npt.NDArray[np.int64]


def signed_sets(sets: Sets) -> SignedSets:
    """Convert card sets to the signed form stored in files."""
    return sets.astype(np.int64)


def unsigned(sets: npt.NDArray[np.generic]) -> Sets:
    """Convert card sets from the signed form stored in files to the unsigned form used elsewhere."""
    return sets.astype(np.uint64)


def set_of(text: str) -> int:
    """Parse a hand as a card set. Raises CardError if the text is invalid.

    >>> set_of("A2...2")
    281474976714753
    """
    return Hand.parse(text).cards


def text_of(cards: int) -> str:
    """Return a card set as text, with the suits from spades to clubs.

    >>> text_of(281474976714753)
    'A2.-.-.2'
    """
    return str(Hand(cards))


#: The names of the seats, as used in column names.
SEAT_WORDS = tuple(seat.word for seat in Seat)
#: The names of all pairs of giver and receiver, such as "dealer to left".
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
    """Return the columns with the cards as dealt (`CARD_COLUMNS`)."""
    return dict(zip((*SEAT_WORDS, "kitty"), signed_sets(cards).T, strict=True))


def deal_columns(cards: Sets) -> Columns:
    """Return the columns with the deal's number and its cards as dealt (`DEAL_COLUMNS`)."""
    return {"deal": np.arange(len(cards), dtype=np.int32), **card_columns(cards)}


def choice_columns(games: Rows) -> Columns:
    """Return the columns with the dealer's call and discard (`CHOICE_COLUMNS`). `games` must be at the first lead."""
    return {"call": games["trump"].astype(np.int8), "discard": signed_sets(games["discarded"])}


def trick_columns(tricks: npt.NDArray[np.int8]) -> Columns:
    """Return the columns with each seat's tricks (`TRICK_COLUMNS`). The last axis of `tricks` is the seat."""
    return {f"{seat.word}_tricks": tricks[..., seat] for seat in Seat}


def policies_of(work: Work) -> Policies:
    """Return the batch's policy for each seat. Raises PolicyError if the policy is unknown."""
    found = any_policy(work.policy)
    return found, found, found


def cards_of(work: Work, token: CancelToken | None) -> Sets:
    """Return the hands and the kitty of each deal in a batch, with shape (number, 4).

    A seed deals the same cards under every rule set. Raises ConditionError if the condition is invalid or almost never
    met, and SearchStopped if the token is cancelled.
    """
    if not work.condition:
        return dealt(work.number, work.seed)
    cards = []
    for layout in islice(deals_where(Condition.parse(work.condition), work.seed), work.number):
        check_going_on(token)
        cards.append([hand.cards for hand in (*layout.hands, layout.out or Hand())])
    return np.array(cards, np.uint64)


def check_going_on(token: CancelToken | None) -> None:
    """Raise SearchStopped if the token is cancelled."""
    if token is not None and token.cancelled:
        raise SearchStopped("batch stopped, cancelled")


def check_options(work: Work, known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return all options of a batch, with default values for options that were not given.

    `known` maps each option's name to its allowed values, starting with the default. If no values are listed, any text
    is allowed, the default is the empty text, and the kind itself must check the text. Raises SurveyError if a name is
    unknown or repeated, or if a value is unknown.
    """
    found = {name: values[0] if values else "" for name, values in known.items()}
    given = set[str]()
    for name, value in work.options:
        if name not in known:
            expected = f"one of {', '.join(known)}" if known else "none"
            raise SurveyError(f"unknown option of {work.kind}: {quoted(name)} (expected {expected})")
        if name in given:
            raise SurveyError(f"duplicate option of {work.kind}: {quoted(name)} (expected once)")
        if known[name] and value not in known[name]:
            expected = " or ".join(known[name])
            raise SurveyError(f"invalid value of the option {name}: {quoted(value)} (expected {expected})")
        found[name] = value
        given.add(name)
    return found


def check_no_condition(work: Work) -> None:
    """Raise SurveyError if the batch has a condition."""
    if work.condition:
        raise SurveyError(f"the kind {work.kind} does not support conditions: {quoted(work.condition)} (expected none)")
