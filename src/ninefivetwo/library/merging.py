"""Rows of another library added to this one, which keeps what it has."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from ninefivetwo.errors import LibraryError, NineFiveTwoError, quoted
from ninefivetwo.record import read_file
from ninefivetwo.render.schema.base import decode
from ninefivetwo.render.schema.kept import ProblemObject, SessionObject
from ninefivetwo.render.schema.review import ReviewObject
from ninefivetwo.review import Phase

#: Adds the parts of reviews that are not here yet; it must run before the reviews themselves are added.
_PARTS = """
    INSERT INTO {0} SELECT * FROM other.{0} AS theirs WHERE NOT EXISTS (
        SELECT 1 FROM main.reviews AS ours WHERE (ours.record, ours.key) = (theirs.record, theirs.key))
"""
_ROWS = "INSERT INTO {0} SELECT * FROM other.{0} WHERE TRUE ORDER BY rowid ON CONFLICT DO NOTHING"
_SESSIONS = """
    INSERT INTO sessions SELECT * FROM other.sessions WHERE text IS NOT NULL
    ON CONFLICT DO UPDATE SET text = excluded.text, version = version + 1 WHERE sessions.text IS NULL
"""


#: How the columns of a row are read; a row that cannot be read is not taken in, as it would stop a command later.
_READ: dict[str, dict[str, Callable[[Any], Any]]] = {
    "records": {"id": lambda id: _id(id), "added": datetime.fromisoformat, "text": read_file},
    "reviews": {"added": datetime.fromisoformat, "review": lambda text: text is None or decode(text, ReviewObject)},
    "problems": {"text": lambda text: decode(text, ProblemObject)},
    "sessions": {"text": lambda text: text is None or decode(text, SessionObject)},
    "decisions": {"phase": Phase, "seat": lambda seat: range(3)[seat]},
    "answers": {"at": datetime.fromisoformat, "mark": lambda mark: _mark(mark)},
    "schedule": {"due": datetime.fromisoformat},
    "daily": {"date": date.fromisoformat, "tricks": lambda tricks: range(17)[tricks], "score": int},
}


def _id(text: str) -> None:
    if not re.fullmatch(r"[0-9a-f]{8,64}", text):
        raise ValueError(f"no id: {quoted(text)}")


def _mark(mark: int | None) -> None:
    if mark is not None and mark not in range(11):
        raise ValueError(f"no mark: {mark}")


def _check(db: sqlite3.Connection) -> None:
    """Raises LibraryError where a row of the other library is not what this program writes."""
    for table, columns in _READ.items():
        for row in db.execute(f"SELECT {', '.join(columns)} FROM other.{table}"):
            for (column, read), value in zip(columns.items(), row, strict=True):
                try:
                    read(value)
                except (ValueError, TypeError, IndexError, NineFiveTwoError) as error:
                    place = f"{table}, {column}: {quoted(str(value))}"
                    raise LibraryError(f"the other library has a row that cannot be read: {place} ({error})") from error


def merge(db: sqlite3.Connection) -> dict[str, int]:
    """Add what `other` has and `main` lacks, in the transaction that is open: how many rows of each kind.

    Raises LibraryError where a row there is none of ours; then nothing is to be kept.
    """
    _check(db)
    for table in ("decisions", "outcomes"):
        db.execute(_PARTS.format(table))
    db.execute(_ROWS.format("players"))
    kinds = ("records", "reviews", "problems", "answers", "schedule", "daily")
    counts = {table: db.execute(_ROWS.format(table)).rowcount for table in kinds}
    return counts | {"sessions": db.execute(_SESSIONS).rowcount}
