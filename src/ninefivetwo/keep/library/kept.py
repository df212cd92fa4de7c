"""What a library keeps beside records: matches under way, days played, problems and the answers to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from uuid import uuid4

from ninefivetwo.errors import LibraryError, StaleError, quoted
from ninefivetwo.keep.library.rows import Answered, DailyRow, ProblemInfo, ScheduledProblem, time_text

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


def add_daily(db: sqlite3.Connection, row: DailyRow) -> bool:
    """Keep a result; False where this player has one of this date already, which stays."""
    values = (row.owner, row.date.isoformat(), time_text(row.at), row.tricks, row.score, row.record)
    return db.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values).rowcount == 1


def daily_of_owner(db: sqlite3.Connection, owner: str) -> list[DailyRow]:
    """A player's results, by date."""
    return _rows(db, "owner = ? ORDER BY date", owner)


def daily_of_date(db: sqlite3.Connection, day: date) -> list[DailyRow]:
    """All results of a date, by player."""
    return _rows(db, "date = ? ORDER BY owner", day.isoformat())


def _rows(db: sqlite3.Connection, which: str, value: str) -> list[DailyRow]:
    query = f"SELECT owner, date, at, tricks, score, record FROM daily WHERE {which}"
    return [
        DailyRow(owner, date.fromisoformat(day), datetime.fromisoformat(at), tricks, score, record)
        for owner, day, at, tricks, score, record in db.execute(query, (value,))
    ]


def add_problem(db: sqlite3.Connection, problem: ProblemInfo, text: str) -> None:
    """Keep a problem; one of this id that is there stays as it is."""
    db.execute("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", (*problem, text))


def problem_text(db: sqlite3.Connection, id: str) -> str | None:
    """The text of a problem; None if it is not there."""
    row = db.execute("SELECT text FROM problems WHERE id = ?", (id,)).fetchone()
    return row and str(row[0])


def problems(db: sqlite3.Connection, source: str | None) -> list[ProblemInfo]:
    """The problems of a source, or all, in the order added."""
    query = """
        SELECT id, kind, theme, difficulty, source FROM problems WHERE coalesce(source = ?, TRUE) ORDER BY rowid
    """
    return [ProblemInfo(*row) for row in db.execute(query, (source,))]


def add_answer(db: sqlite3.Connection, answer: Answered, card: ScheduledProblem) -> None:
    """Keep an answer, and when its problem is due again.  Raises LibraryError for a problem that is not there."""
    if card.problem != answer.problem:
        raise LibraryError(f"the schedule of another problem: {quoted(card.problem)} (expected {answer.problem})")
    if not db.execute("SELECT 1 FROM problems WHERE id = ?", (answer.problem,)).fetchone():
        raise LibraryError(f"no problem: {quoted(answer.problem)} (expected one of this library)")
    what = (answer.problem, answer.kind, answer.theme, time_text(answer.when), answer.answer, answer.loss, answer.right)
    db.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (uuid4().hex, *what, answer.mark))
    db.execute("INSERT OR REPLACE INTO schedule VALUES (?, ?, ?)", (card.problem, card.fsrs, time_text(card.due)))


def answers(db: sqlite3.Connection) -> list[Answered]:
    """All answers, newest first."""
    query = "SELECT problem, kind, theme, at, answer, loss, right, mark FROM answers ORDER BY at DESC, rowid DESC"
    return [
        Answered(problem, kind, theme, datetime.fromisoformat(at), answer, loss, bool(right), mark)
        for problem, kind, theme, at, answer, loss, right, mark in db.execute(query)
    ]


def scheduled(db: sqlite3.Connection, problem: str) -> ScheduledProblem | None:
    """When a problem is due again; None if it was never answered."""
    return next(_scheduled(db.execute("SELECT * FROM schedule WHERE problem = ?", (problem,))), None)


def due(db: sqlite3.Connection, kind: str | None, now: datetime) -> list[ScheduledProblem]:
    """The problems of a kind, or of any, that are due by now, the longest due first."""
    query = """
        SELECT problem, fsrs, due FROM schedule JOIN problems ON problems.id = problem
        WHERE due <= ? AND coalesce(kind = ?, TRUE) ORDER BY due, problems.rowid
    """
    return list(_scheduled(db.execute(query, (time_text(now), kind))))


def _scheduled(rows: Iterable[tuple[str, str, str]]) -> Iterator[ScheduledProblem]:
    return (ScheduledProblem(problem, fsrs, datetime.fromisoformat(due)) for problem, fsrs, due in rows)
