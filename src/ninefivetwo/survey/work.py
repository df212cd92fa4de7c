"""What a batch of a survey is, and what a kind of rows is.

A batch is a value (`Work`) from which its rows follow: the same rows on every machine, however it is run and whatever
else is run beside it.  A kind makes them on one thread, for a survey has a process a core.

Card sets are int64, bit `Card.index` for each card; denominations int8, as `Denomination` (S H D C N); tricks int8;
"none" is -1.  Columns by denomination have five values in that order, -1 where it is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ninefivetwo.exact import CancelToken

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
