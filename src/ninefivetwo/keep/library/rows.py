"""The classes of values that are stored in a library or read from a library."""

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
from ninefivetwo.evaluation import Estimate, sum_in_order
from ninefivetwo.game import Match
from ninefivetwo.game.records import Record, read_file
from ninefivetwo.study import Phase, accuracy


def now_text() -> str:
    return time_text(datetime.now(UTC))


def time_text(when: datetime) -> str:
    """Return a time as text in UTC. Raises LibraryError if the time has no time zone."""
    if when.tzinfo is None:
        raise LibraryError(f"time without a time zone: {when} (expected UTC)")
    return when.astimezone(UTC).isoformat(timespec="microseconds")


_DATE = re.compile(r'^\[\s*Date\s+"(\d{4})[.](\d\d)[.](\d\d)"', re.MULTILINE | re.IGNORECASE)


def played_on(text: str | bytes) -> str | None:
    """Return the date in a record's text, as YYYY-MM-DD, or None if the record has no complete and valid date.

    SQLite passes the text as bytes, because it may not be valid UTF-8.
    """
    tag = _DATE.search(text if isinstance(text, str) else text.decode("utf-8", "replace"))
    try:
        return None if tag is None else date(*map(int, tag.groups())).isoformat()
    except ValueError:
        return None


_NUMBER = re.compile(r'^\[\s*Board\s+"\s*(\d{1,6})', re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class RecordRow:
    """A record in the library, with the players in seat order and the time (UTC) when the record was added."""

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
        """The number of the deal in its match, as given in the record's text; 1 if the text has no number."""
        tag = _NUMBER.search(self.text)
        return int(tag[1]) if tag else 1

    @property
    def played(self) -> str | None:
        """The date in the record, as YYYY-MM-DD, or None if the record has no date."""
        return played_on(self.text)

    @cached_property
    def record(self) -> Record:
        """The parsed record. Raises RecordError if the text is invalid."""
        return read_file(self.text).records[0]

    @property
    def match(self) -> Match:
        """The match at the end of the deal. Raises RecordError if the record is invalid."""
        return self.record.match


class PlayerSummary(NamedTuple):
    """A player in a list of records, with tricks and result if the deal is over.

    `grade` (0 to 100) and `loss` (avoidable loss, in tricks) come from the record's review.
    """

    name: str
    won: int | None
    result: int | None
    grade: Estimate | None
    loss: float | None


class PlayerDeals(NamedTuple):
    """The numbers of a player's records and reviewed records; `computer` is True if only computers have the name."""

    name: str
    records: int
    reviewed: int
    computer: bool


class RecordSummary(NamedTuple):
    """A summary of a record. `alone` is False if the library may have other deals of the same match."""

    row: RecordRow
    players: tuple[PlayerSummary, PlayerSummary, PlayerSummary]
    reviewed: bool
    alone: bool = True


@dataclass(frozen=True)
class Listing:
    """The records found by a query, the total number of matching records, and messages about unreadable records."""

    records: list[RecordSummary]
    total: int
    skipped: list[str]


class Sort(Enum):
    """The order of a list of records: newest first, largest loss first, best grade first, or by player's name.

    Records with a date are sorted by this date, other records by the day on which they were added.
    """

    DATE = "date"
    LOSS = "loss"
    GRADE = "grade"
    PLAYER = "player"


class Deletion(NamedTuple):
    """A deletion: its key (the time of deletion), the number of records deleted, and the first of these records."""

    at: str
    records: int
    first: RecordRow | None


@dataclass(frozen=True)
class Query:
    """A query for records or decisions. A field that is None matches anything.

    `name` (part of a name, ignoring case) and `seat` select a player in a record, or the player who made a decision.
    `rules` is the beginning of the text of a rule set. `loss` is the minimum avoidable loss, in tricks. A record
    matches `phase` or `loss` if one of its decisions matches. Each word in `words` must occur in a name, title, source,
    date or rule set, ignoring case. `player` is the full name of the player who made the decisions; computer players
    with a person's name are excluded. `sort` and `start` (the number of results to skip) apply to lists of records.
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
    """A decision of a reviewed record. `index` is the index in the deal. `loss` is the avoidable loss, in tricks."""

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
    avoidable: bool
    mark: str


@dataclass(frozen=True)
class Graded:
    """A player's result in a reviewed record: avoidable loss in all unforced decisions, luck and own skill, in tricks.

    `when` is the time when the record was added, and `played` the date in the record, if any.
    """

    record: str
    when: datetime
    played: str | None
    seat: Seat
    loss: Estimate | None
    luck: float | None
    skill: float | None
    rules: str

    @property
    def decisions(self) -> int:
        """The number of unforced decisions with a known avoidable loss."""
        return 0 if self.loss is None else self.loss.n

    @property
    def accuracy(self) -> Estimate | None:
        """The player's grade, from 0 to 100."""
        return None if self.loss is None else accuracy(self.loss)


def total_loss(deals: Iterable[Graded]) -> Estimate:
    """Return the total avoidable loss over all decisions of several deals, ignoring deals with unknown loss."""
    losses = [deal.loss for deal in deals if deal.loss is not None]
    error = hypot(*(loss.standard_error for loss in losses))
    return Estimate(sum_in_order(loss.mean for loss in losses), error, sum(loss.n for loss in losses))


def summed(mean: Estimate) -> Estimate:
    """Return the total loss over all decisions, given the mean loss of a decision."""
    return Estimate(mean.mean * mean.n, mean.standard_error * mean.n, mean.n)


@dataclass(frozen=True)
class PlayerProgress:
    """A player's progress: the mean avoidable loss of a decision in each phase, in tricks, and the reviewed records."""

    by_phase: dict[Phase, Estimate]
    by_record: list[Graded]


class ProblemInfo(NamedTuple):
    """The properties of a problem. `difficulty` is from 1 to 5."""

    id: str
    kind: str
    theme: str
    difficulty: int
    source: str


@dataclass(frozen=True)
class ScheduledProblem:
    """The time when a problem is due again, and the state of the scheduler as JSON."""

    problem: str
    fsrs: str
    due: datetime


@dataclass(frozen=True)
class Answered:
    """An answer to a problem. `mark` is from 0 to 10."""

    problem: str
    kind: str
    theme: str
    when: datetime
    answer: str
    loss: float
    right: bool
    mark: int


@dataclass(frozen=True)
class DailyRow:
    """A player's result in a deal of the day. `record` is the id of the stored record, or empty.

    `owner` identifies a browser, the terminal, or (as `computer LEVEL`) a computer player in the person's seat.
    """

    owner: str
    date: date
    at: datetime
    tricks: int
    score: int
    record: str
