"""Merge another library into the open library, whose own rows are kept.

All rows of the other library are checked before the first row is stored. The rows are stored in batches, in which each
record is followed by its reviews.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from math import isfinite
from pathlib import Path
from time import sleep
from typing import TypeAlias

from ninefivetwo.cards import Seat
from ninefivetwo.codec import decode
from ninefivetwo.errors import LibraryError, NineFiveTwoError, quoted, raised_as
from ninefivetwo.game import Match
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.keep.drills.posing import checked_problem
from ninefivetwo.keep.library.records import BATCH, BREATH, ImportProgress, Incoming, add_record
from ninefivetwo.keep.library.rows import ProblemInfo, time_text
from ninefivetwo.keep.library.store import Store
from ninefivetwo.keep.session import session_of
from ninefivetwo.study import Phase, Review, decision_nodes
from ninefivetwo.study.deal import dealt_text

_Value: TypeAlias = str | int | float | None
_Reader: TypeAlias = Callable[[_Value], object]

_PARTS = ("reviews", "decisions", "outcomes")  # tables with parts of a record, in the order in which they are stored
_KINDS = ("problems", "answers", "schedule", "daily", "sessions")
_ADD_SESSION = """
    INSERT INTO sessions VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET text = excluded.text, version = version + 1 WHERE sessions.text IS NULL
"""


class Merging:
    """An import of another library, run by iterating. `counts` has the number of rows added for each kind of row."""

    def __init__(self, store: Store, path: Path, name: str | None) -> None:
        self._store, self._path, self._name = store, path, name or str(path)
        self._done = self._of = 0
        self.counts = dict.fromkeys(("records", "reviews", *_KINDS), 0)

    def __iter__(self) -> Iterator[ImportProgress]:
        with self._store.beside(self._path, self._name) as other, Incoming() as incoming:
            rows = [other.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("records", *_KINDS)]
            self._of = sum(number for (number,) in rows)
            yield from self._check(other, incoming)
            self._done = 0
            yield from self._store_records(other, incoming)
            for table in _KINDS:
                yield from self._store_rows(other, table)

    def run(self) -> dict[str, int]:
        """Run the whole import. Returns the number of rows added for each kind of row."""
        for _ in self:
            pass
        return self.counts

    def _step(self, storing: bool, number: int = 1) -> ImportProgress:
        self._done += number
        return ImportProgress(storing, self._done, self._of)

    def _check(self, other: sqlite3.Connection, incoming: Incoming) -> Iterator[ImportProgress]:
        """Check every row of the other library. Raises LibraryError if a row is invalid."""
        if fault := other.execute("PRAGMA foreign_key_check").fetchone():
            raise LibraryError(f"{_UNREADABLE}: {fault[0]}, one without its row of {fault[2]}")
        for id, text, added, source in other.execute("SELECT id, text, added, source FROM records ORDER BY rowid"):
            with _row("records", id):
                _time(added)
                [record] = read_file(text).records
                if incoming.take(record, added, source).id != id:
                    raise ValueError("the id of another deal")
            self._check_reviews(other, id, record.match)
            yield self._step(False)
        for table in _KINDS:
            for row in other.execute(f"SELECT {', '.join(_READERS[table])} FROM {table}"):
                _check_row(table, row)
                if table == "problems":
                    _check_problem(row)
                yield self._step(False)

    def _check_reviews(self, other: sqlite3.Connection, id: str, match: Match) -> None:
        for table in _PARTS:
            for row in other.execute(f"SELECT {', '.join(_READERS[table])} FROM {table} WHERE record = ?", (id,)):
                _check_row(table, row)
        nodes = None
        for (place,) in other.execute("SELECT place FROM decisions WHERE record = ?", (id,)):
            nodes = nodes or len(decision_nodes(match.deal))
            with _row("decisions", place):
                range(nodes)[place]
        for (text,) in other.execute("SELECT review FROM reviews WHERE record = ? AND review IS NOT NULL", (id,)):
            with _row("reviews", text):
                if decode(text, Review).deal != dealt_text(match.deal):
                    raise ValueError("the review of another deal")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction (`Store.writing`) whose error messages also give the number of rows already stored."""
        stored = f"; {self._done} of {self._of} rows of {self._name} are stored"  # an error does not remove these rows
        with raised_as(LibraryError, after=stored), self._store.writing() as db:
            yield db

    def _store_records(self, other: sqlite3.Connection, incoming: Incoming) -> Iterator[ImportProgress]:
        for batch in incoming.batches():
            parts = {table: _rows_of(other, table, [row.id for row in batch]) for table in _PARTS}
            with self._writing() as db:
                records = sum(add_record(db, row) for row in batch)
                query = "SELECT record, key FROM reviews WHERE record = ?"
                here = {key for row in batch for key in db.execute(query, (row.id,)).fetchall()}
                new = {table: [row for row in rows if row[:2] not in here] for table, rows in parts.items()}
                for table, rows in new.items():
                    _add_rows(db, table, rows)
            self.counts["records"] += records
            self.counts["reviews"] += len(new["reviews"])
            yield self._step(True, len(batch))

    def _store_rows(self, other: sqlite3.Connection, table: str) -> Iterator[ImportProgress]:
        cursor = other.execute(f"SELECT * FROM {table} {'WHERE text IS NOT NULL' if table == 'sessions' else ''}")
        while rows := cursor.fetchmany(BATCH):
            with self._writing() as db:
                new = _add_rows(db, table, rows)
            self.counts[table] += new
            yield self._step(True, len(rows))
            sleep(BREATH)


def _rows_of(other: sqlite3.Connection, table: str, ids: list[str]) -> list[tuple[_Value, ...]]:
    query = f"SELECT * FROM {table} WHERE record IN (SELECT value FROM json_each(?)) ORDER BY rowid"
    return other.execute(query, (json.dumps(ids),)).fetchall()


def _add_rows(db: sqlite3.Connection, table: str, rows: list[tuple[_Value, ...]]) -> int:
    """Add the rows that the table lacks. Returns the number of rows added."""
    if not rows:
        return 0
    marks = ", ".join("?" * len(rows[0]))
    add = f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT DO NOTHING"
    return db.executemany(_ADD_SESSION if table == "sessions" else add, rows).rowcount


_UNREADABLE = "the other library has a row that cannot be read"


@contextmanager
def _row(place: str, value: _Value) -> Iterator[None]:
    """Convert errors while reading a row to a LibraryError that names the row."""
    try:
        yield
    except (ValueError, TypeError, IndexError, AttributeError, NineFiveTwoError) as error:
        raise LibraryError(f"{_UNREADABLE}: {place}: {quoted(str(value))} ({error})") from error


def _check_row(table: str, row: tuple[_Value, ...]) -> None:
    for (column, read), value in zip(_READERS[table].items(), row, strict=True):
        with _row(f"{table}, {column}", value):
            read(value)


def _check_problem(row: tuple[_Value, ...]) -> None:
    """Check that the columns of a problem agree with the problem's JSON text."""
    text = str(row[-1])
    with _row("problems", text):
        problem = checked_problem(text)
        if row[:-1] != ProblemInfo(problem.id, problem.kind, problem.theme, problem.difficulty, problem.source):
            raise ValueError("another problem than its row says")


def _text(value: _Value) -> str:
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def _time(value: _Value) -> None:
    if time_text(datetime.fromisoformat(_text(value))) != value:
        raise ValueError("expected a time in UTC")


def _whole(value: _Value) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("expected 0, 1, 2 ...")
    return value


def _number(value: _Value) -> None:
    if not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError("expected a number")


def _flag(value: _Value) -> None:
    if value not in (0, 1):
        raise ValueError("expected 0 or 1")


def _object(value: _Value) -> None:
    if not isinstance(json.loads(_text(value)), dict):
        raise ValueError("expected a JSON object")


def _seat(value: _Value) -> None:
    Seat(_whole(value))


def _date(value: _Value) -> None:
    date.fromisoformat(_text(value))


def _or_none(read: _Reader) -> _Reader:
    return lambda value: None if value is None else read(value)


#: Functions that validate each column of a row. Invalid rows are rejected, because they would break a command later.
_READERS: dict[str, dict[str, _Reader]] = {
    "reviews": {"key": _text, "added": _time, "worlds": _whole},
    "decisions": {
        "seat": _seat,
        "phase": lambda value: Phase(_text(value)),
        **dict.fromkeys(("loss", "error", "own_cost", "conceded"), _or_none(_number)),
        "forced": _flag,
        "avoidable": _flag,
        "mark": _text,
    },
    "outcomes": {
        "seat": _seat,
        "decisions": _whole,
        **dict.fromkeys(("loss", "squares", "luck", "skill"), _or_none(_number)),
    },
    "problems": {"id": _text, "kind": _text, "theme": _text, "difficulty": _whole, "source": _text, "text": _text},
    "answers": {
        "kind": _text,
        "theme": _text,
        "at": _time,
        "answer": _text,
        "loss": _number,
        "right": _flag,
        "mark": lambda value: range(11)[_whole(value)],
    },
    "schedule": {"fsrs": _object, "due": _time},
    "daily": {
        "owner": _text,
        "date": _date,
        "at": _time,
        "tricks": lambda value: range(TRICKS + 1)[_whole(value)],
        "score": _number,
        "record": _text,
    },
    "sessions": {
        "owner": _text,
        "text": _or_none(lambda value: session_of(_text(value))),
        "version": _whole,
    },
}
