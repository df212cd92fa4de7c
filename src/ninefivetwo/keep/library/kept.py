"""The problems, answers, deals of the day and matches in progress in a library."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from uuid import uuid4

from ninefivetwo.errors import LibraryError, StaleError, quoted
from ninefivetwo.keep.library.rows import Answered, DailyRow, ProblemInfo, ScheduledProblem, time_text
from ninefivetwo.keep.library.store import Store

TERMINAL = "terminal"  # owner of the match played in the terminal


class BesideRecords:
    """The methods of a library for everything but records and reviews."""

    _store: Store

    def add_problem(self, id: str, kind: str, theme: str, difficulty: int, source: str, text: str) -> None:
        """Store a problem unless the library already has a problem with this id."""
        row = (id, kind, theme, difficulty, source, text)
        with self._store.writing() as db:
            db.execute("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def problem_text(self, id: str) -> str | None:
        """Return the text of a problem, or None for an unknown problem."""
        with self._store.reading() as db:
            row = db.execute("SELECT text FROM problems WHERE id = ?", (id,)).fetchone()
            return row and str(row[0])

    def problems(self, source: str | None = None) -> list[ProblemInfo]:
        """Return all problems, or the problems from one source, in the order of their addition."""
        query = """
            SELECT id, kind, theme, difficulty, source FROM problems WHERE coalesce(source = ?, TRUE) ORDER BY rowid
        """
        with self._store.reading() as db:
            return [ProblemInfo(*row) for row in db.execute(query, (source,))]

    def add_answer(self, answer: Answered, card: ScheduledProblem) -> None:
        """Store an answer and the time when its problem is due again. Raises LibraryError for an unknown problem."""
        if card.problem != answer.problem:
            raise LibraryError(f"schedule of another problem: {quoted(card.problem)} (expected {answer.problem})")
        what = (answer.problem, answer.kind, answer.theme, time_text(answer.when))
        row = (uuid4().hex, *what, answer.answer, answer.loss, answer.right, answer.mark)
        with self._store.writing() as db:
            if not db.execute("SELECT 1 FROM problems WHERE id = ?", (answer.problem,)).fetchone():
                raise LibraryError(f"unknown problem {quoted(answer.problem)} (expected one of this library)")
            db.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            due = (card.problem, card.fsrs, time_text(card.due))
            db.execute("INSERT OR REPLACE INTO schedule VALUES (?, ?, ?)", due)

    def answers(self) -> list[Answered]:
        """Return all answers, newest first."""
        query = "SELECT problem, kind, theme, at, answer, loss, right, mark FROM answers ORDER BY at DESC, rowid DESC"
        with self._store.reading() as db:
            return [
                Answered(problem, kind, theme, datetime.fromisoformat(at), answer, loss, bool(right), mark)
                for problem, kind, theme, at, answer, loss, right, mark in db.execute(query)
            ]

    def scheduled(self, problem: str) -> ScheduledProblem | None:
        """Return the schedule of a problem, or None if the problem has never been answered."""
        with self._store.reading() as db:
            return next(_scheduled(db.execute("SELECT * FROM schedule WHERE problem = ?", (problem,))), None)

    def due(self, kind: str | None, now: datetime) -> list[ScheduledProblem]:
        """Return the problems that are due at `now`, of one kind or of all kinds, longest overdue first."""
        query = """
            SELECT problem, fsrs, due FROM schedule JOIN problems ON problems.id = problem
            WHERE due <= ? AND coalesce(kind = ?, TRUE) ORDER BY due, problems.rowid
        """
        with self._store.reading() as db:
            return list(_scheduled(db.execute(query, (time_text(now), kind))))

    def add_daily(self, row: DailyRow) -> bool:
        """Store a daily result. Returns False, changing nothing, if the player already has a result for that date."""
        values = (row.owner, row.date.isoformat(), time_text(row.at), row.tricks, row.score, row.record)
        with self._store.writing() as db:
            added = db.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values)
            return added.rowcount == 1

    def daily_of_owner(self, owner: str) -> list[DailyRow]:
        """Return a player's results in deals of the day, sorted by date."""
        return self._daily("owner = ? ORDER BY date", owner)

    def daily_of_date(self, day: date) -> list[DailyRow]:
        """Return the results of all players, including computers, in the deal of the day for a date."""
        return self._daily("date = ? ORDER BY owner", day.isoformat())

    def _daily(self, which: str, value: str) -> list[DailyRow]:
        query = f"SELECT owner, date, at, tricks, score, record FROM daily WHERE {which}"
        with self._store.reading() as db:
            return [
                DailyRow(owner, date.fromisoformat(day), datetime.fromisoformat(at), tricks, score, record)
                for owner, day, at, tricks, score, record in db.execute(query, (value,))
            ]

    def session(self, owner: str) -> tuple[str, int] | None:
        """Return the text and version of an owner's match, or None if no match is saved."""
        query = "SELECT text, version FROM sessions WHERE owner = ? AND text IS NOT NULL"
        with self._store.reading() as db:
            row = db.execute(query, (owner,)).fetchone()
            return row and (row[0], row[1])

    def save_session(self, owner: str, text: str, version: int | None) -> int:
        """Save an owner's match and return its new version. `version` is the last version read (None for no match).

        Raises StaleError if another window has saved or dropped the match since it was read.
        """
        with self._store.writing() as db:
            new = _last_version(db, owner, version) + 1
            db.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (owner, text, new))
            return new

    def drop_session(self, owner: str, version: int | None) -> None:
        """Delete an owner's match. `version` is the last version read. Version numbers are never reused.

        Raises StaleError if another window has saved or dropped the match since it was read.
        """
        with self._store.writing() as db:
            _last_version(db, owner, version)
            db.execute("UPDATE sessions SET text = NULL WHERE owner = ?", (owner,))


def _scheduled(rows: Iterable[tuple[str, str, str]]) -> Iterator[ScheduledProblem]:
    return (ScheduledProblem(problem, fsrs, datetime.fromisoformat(due)) for problem, fsrs, due in rows)


def _last_version(db: sqlite3.Connection, owner: str, version: int | None) -> int:
    """Return the version of an owner's last saved match, or 0 if no match was ever saved.

    Raises StaleError if another window has changed the match since it was read.
    """
    query = "SELECT version, text IS NULL FROM sessions WHERE owner = ?"
    last, dropped = db.execute(query, (owner,)).fetchone() or (0, True)
    current = None if dropped else last
    if current != version:
        raise StaleError(
            f"the match of {quoted(owner)} was changed by another window: "
            f"version {current or 'none'} is there (expected {version or 'none'})"
        )
    return int(last)
