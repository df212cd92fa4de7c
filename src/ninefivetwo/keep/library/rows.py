"""What goes into a library and what comes out of it, as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import cached_property
from math import hypot
from typing import NamedTuple

from ninefivetwo.cards import Seat
from ninefivetwo.errors import LibraryError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match
from ninefivetwo.game.records import Record, read_file
from ninefivetwo.study import Phase, accuracy


def now_text() -> str:
    """This moment."""
    return time_text(datetime.now(UTC))


def time_text(when: datetime) -> str:
    """A time as text.  Raises LibraryError for one without a time zone."""
    if when.tzinfo is None:
        raise LibraryError(f"a time without its zone: {when} (expected UTC)")
    return when.astimezone(UTC).isoformat(timespec="microseconds")


_NUMBER = re.compile(r'^\[\s*Board\s+"\s*(\d{1,6})', re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class RecordRow:
    """A record in the library: its text, the players from the dealer on, and when it was added, in UTC."""

    id: str
    text: str
    event: str
    rules: str
    names: tuple[str, str, str]
    over: bool
    added: datetime
    source: str

    @property
    def number(self) -> int:
        """Which deal of its match it is, as its text tells; 1 where it does not."""
        tag = _NUMBER.search(self.text)
        return int(tag[1]) if tag else 1

    @cached_property
    def record(self) -> Record:
        """The record, with its tags.  Raises RecordError."""
        return read_file(self.text).records[0]

    @property
    def match(self) -> Match:
        """The match at the end of the deal.  Raises RecordError."""
        return self.record.match


class PlayerSummary(NamedTuple):
    """A player of a record in a list: tricks and result of a deal that is over, and by the review that counts his
    `grade` of 0 to 100 and what his decisions lost that could have been known, in tricks; None where it is not known.
    """

    name: str
    won: int | None
    result: int | None
    grade: Estimate | None
    loss: float | None


class PlayerDeals(NamedTuple):
    """In how many records somebody plays, and in how many that are reviewed; `computer`: never as a person."""

    name: str
    records: int
    reviewed: int
    computer: bool


class RecordSummary(NamedTuple):
    """A record in a list.  `outdated`: it has been reviewed, but by an earlier version."""

    row: RecordRow
    players: tuple[PlayerSummary, PlayerSummary, PlayerSummary]
    reviewed: bool
    outdated: bool


@dataclass(frozen=True)
class Listing:
    """Records found: those asked for, how many there are, and what was left out because it cannot be read."""

    records: list[RecordSummary]
    total: int
    skipped: list[str]


class Sort(Enum):
    """The order of a list: newest, most lost, best grade, or by names; losses and grades of the player asked for."""

    DATE = "date"
    LOSS = "loss"
    GRADE = "grade"
    PLAYER = "player"


class Deletion(NamedTuple):
    """Records that were deleted together: by which time it is known, and how many."""

    at: str
    records: int


@dataclass(frozen=True)
class Query:
    """What records or decisions to find; None is any.

    `name`, a part of a name whatever the case, and `seat` are those of one player: for records, one who takes part; for
    decisions, the one who made them.  `rules` is a rule set's name, or a longer beginning of its text.  `loss` is the
    least fair loss, in tricks.  A phase or a loss finds the records with such a decision.  Of `words` each is part of a
    name, title, source, date or rule set, whatever the case.  `player` is the whole name of the one who made the
    decisions, without those of a computer with a person's name.  `sort` and `start`, how many are left out before the
    first, are for lists of records.
    """

    name: str | None = None
    seat: Seat | None = None
    rules: str | None = None
    phase: Phase | None = None
    loss: float | None = None
    limit: int = 100
    words: str = ""
    sort: Sort = Sort.DATE
    start: int = 0
    player: str | None = None


@dataclass(frozen=True)
class DecisionRow:
    """A decision of a reviewed record, by the record's id and its place among the decisions; `loss`, fair, in tricks.

    What was not asked for, or cannot be known, is None.
    """

    record: str
    index: int
    name: str
    seat: Seat
    phase: Phase
    loss: float | None
    error: float | None
    own_cost: int | None
    conceded: int | None
    forced: bool
    findable: bool
    mark: str


@dataclass(frozen=True)
class Graded:
    """How a player did in one record: when it was added, and the fair loss of all decisions that were not forced, in
    tricks; luck and their own skill in tricks; the rules.

    What the review does not tell is None.
    """

    record: str
    when: datetime
    seat: Seat
    loss: Estimate | None
    luck: float | None
    skill: float | None
    rules: str

    @property
    def decisions(self) -> int:
        """How many decisions that were not forced have a fair loss."""
        return 0 if self.loss is None else self.loss.n

    @property
    def accuracy(self) -> Estimate | None:
        """The grade of 0 to 100."""
        return None if self.loss is None else accuracy(self.loss, self.decisions)


def total_loss(deals: Iterable[Graded]) -> Estimate:
    """The fair loss of all decisions of some deals together, as far as it is known."""
    losses = [deal.loss for deal in deals if deal.loss is not None]
    error = hypot(*(loss.standard_error for loss in losses))
    return Estimate(sum(loss.mean for loss in losses), error, sum(loss.n for loss in losses))


def summed(mean: Estimate) -> Estimate:
    """The loss of all decisions together, from the mean loss of one."""
    return Estimate(mean.mean * mean.n, mean.standard_error * mean.n, mean.n)


@dataclass(frozen=True)
class PlayerProgress:
    """How a player does: the mean fair loss of a decision in tricks, by phase, and each reviewed record, as added."""

    by_phase: dict[Phase, Estimate]
    by_record: list[Graded]


class ProblemInfo(NamedTuple):
    """A problem without its text; `difficulty` from 1 to 5."""

    id: str
    kind: str
    theme: str
    difficulty: int
    source: str


@dataclass(frozen=True)
class ScheduledProblem:
    """When a problem is due again, and what the scheduler keeps of it, as JSON."""

    problem: str
    fsrs: str
    due: datetime


@dataclass(frozen=True)
class Answered:
    """An answer to a problem, and what it lost; `mark` is its points of ten, None where an earlier version kept it."""

    problem: str
    kind: str
    theme: str
    when: datetime
    answer: str
    loss: float
    right: bool
    mark: int | None = None


@dataclass(frozen=True)
class DailyRow:
    """What somebody made of the deal of a day: tricks, points, and the record's id, empty where none is kept.

    `owner` is a browser, the terminal, or `computer LEVEL` for a computer player in the same seat.
    """

    owner: str
    date: date
    at: datetime
    tricks: int
    score: int
    record: str
