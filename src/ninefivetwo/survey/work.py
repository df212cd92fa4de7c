"""What a batch of a survey is, what a kind of rows is, and the columns that several kinds share.

A batch is a value (`Work`) that determines its rows: the same rows on every machine, however it is run and whatever
else runs beside it.  A kind makes them on one thread, because a survey runs one process per core.

Card sets are int64, bit `Card.index` for each card; denominations int8, as `Trump` (S H D C N); tricks int8;
"none" is -1.  Columns by denomination have five values in that order, -1 if the denomination is not allowed.
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

#: Rows by column name: arrays of shape (rows,), or (rows, size) for a column of several values.
Columns = dict[str, npt.NDArray[np.generic]]


def joined_rows(parts: Sequence[Columns]) -> Columns:
    """The rows of several parts, one part at least, in order."""
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@dataclass(frozen=True)
class Work:
    """One batch: what is asked of which deals."""

    kind: str  # of rows: a name in `KINDS`
    rules: str  # a rule set, as `parse_rules` reads it
    seed: int  # of the cards and of all random numbers
    number: int  # of deals, or of what the kind counts: matches, hands
    policy: str = "learned"  # who plays: a policy's name
    condition: str = ""  # on the cards dealt, as `ninefivetwo.game.dealing.Condition` reads it; "": none
    options: tuple[tuple[str, str], ...] = ()  # names and values that the kind alone understands, and checks


@dataclass(frozen=True)
class RowColumn:
    """A column of a kind's rows."""

    name: str
    dtype: str  # numpy's name of it: "int8", "int16", "int32", "int64", "bool", "float32" or "float64"
    size: int  # 1: one value a row; k: a list of k values
    words: str  # meaning and unit


@dataclass(frozen=True)
class RowKind:
    """A kind of rows.  `version` is raised whenever the same `Work` would give other rows or columns."""

    name: str
    version: int
    words: str  # what a row is
    columns: tuple[RowColumn, ...]
    #: Makes the rows, of the columns above in their order.  Raises NineFiveTwoError for what it cannot do with the
    #: work (its options, condition or rules), and SearchStopped when the token is cancelled.
    rows: Callable[[Work, CancelToken | None], Columns]
    options: Mapping[str, str] = field(default_factory=dict)  # names and meanings
    #: Raises NineFiveTwoError for options and a condition that `rows` would refuse: a plan is read with it.
    check: Callable[[Work], object] = lambda work: None
    policies: Callable[[Work], Sequence[str]] = lambda work: [work.policy]  # whose weights its rows rest on


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


def policies_of(work: Work) -> Policies:
    """The policy at each seat.  Raises PolicyError for what is none."""
    found = any_policy(work.policy)
    return found, found, found


def cards_of(work: Work, token: CancelToken | None) -> Sets:
    """The deals, the three hands and the kitty of each; shape (number, 4).

    The same seed deals the same cards under every rule set.  Raises ConditionError for what is no condition, or is
    hardly ever met, and SearchStopped when cancelled.
    """
    if not work.condition:
        return dealt(work.number, work.seed)
    cards = []
    for layout in islice(deals_where(Condition.parse(work.condition), work.seed), work.number):
        check_going_on(token)
        cards.append([hand.cards for hand in (*layout.hands, layout.out or Hand())])
    return np.array(cards, np.uint64)


def check_going_on(token: CancelToken | None) -> None:
    """Raises SearchStopped when the token is cancelled."""
    if token is not None and token.cancelled:
        raise SearchStopped("batch stopped, cancelled")


def check_options(work: Work, known: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The options of a batch.

    known: names and the values that each may have, the first where it is not given; without values: any text, which the
    kind checks itself, and none where it is not given.

    Raises SurveyError for another name or value, or a name given twice.
    """
    found = {name: values[0] if values else "" for name, values in known.items()}
    given = set[str]()
    for name, value in work.options:
        if name not in known:
            expected = ", ".join(known) or "none"
            raise SurveyError(f"no option of the kind {work.kind}: {quoted(name)} (expected {expected})")
        if name in given:
            raise SurveyError(f"option twice: {quoted(name)} of the kind {work.kind} (expected once)")
        if known[name] and value not in known[name]:
            expected = " or ".join(known[name])
            raise SurveyError(f"no value of the option {name}: {quoted(value)} (expected {expected})")
        found[name] = value
        given.add(name)
    return found


def check_no_condition(work: Work) -> None:
    """Raises SurveyError for a condition, in a kind whose cards are dealt evenly."""
    if work.condition:
        raise SurveyError(f"a condition of the kind {work.kind}: {quoted(work.condition)} (expected none)")


def whole_number(text: str) -> int:
    """An option's value, of five digits at most; 0 for what is no such number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
