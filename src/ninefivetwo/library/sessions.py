"""Matches under way in a library's file, one for each owner; a version number tells windows on one match apart."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ninefivetwo.errors import StaleError, quoted

TERMINAL = "terminal"  # the owner of the match that is played there


def session(db: sqlite3.Connection, owner: str) -> tuple[str, int] | None:
    """The text of an owner's match, and its version; None if there is none."""
    query = "SELECT text, version FROM sessions WHERE owner = ? AND text IS NOT NULL"
    row = db.execute(query, (owner,)).fetchone()
    return row and (row[0], row[1])


def save_session(db: sqlite3.Connection, owner: str, text: str, version: int | None) -> int:
    """Save an owner's match in the place of the version last read, None if there was none: its new version.

    Raises StaleError where another window has saved or dropped it since.
    """
    last = _last_version(db, owner, version)
    db.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (owner, text, last + 1))
    return last + 1


def drop_session(db: sqlite3.Connection, owner: str, version: int | None) -> None:
    """Forget an owner's match of the version last read, None if there was none; the number is never used again.

    Raises StaleError as `save_session` does.
    """
    _last_version(db, owner, version)
    db.execute("UPDATE sessions SET text = NULL WHERE owner = ?", (owner,))


def _last_version(db: sqlite3.Connection, owner: str, version: int | None) -> int:
    """The last version that was saved, 0 if there never was one.  Raises StaleError where it is not the one read."""
    query = "SELECT version, text IS NULL FROM sessions WHERE owner = ?"
    last, dropped = db.execute(query, (owner,)).fetchone() or (0, True)
    current = None if dropped else last
    if current != version:
        raise StaleError(
            f"the match of {quoted(owner)} was changed by another window: "
            f"version {current or 'none'} is there (expected {version or 'none'})"
        )
    return int(last)


def keep_only(db: sqlite3.Connection, owners: Sequence[str]) -> None:
    """Take out the matches of all but these owners."""
    db.execute(f"DELETE FROM sessions WHERE owner NOT IN ({', '.join('?' * len(owners))})", owners)
