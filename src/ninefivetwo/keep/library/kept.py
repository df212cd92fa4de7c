"""What a library keeps beside records: problems and the answers to them, days played, matches in progress."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from uuid import uuid4

from ninefivetwo.errors import LibraryError, StaleError, quoted
from ninefivetwo.keep.library.rows import Answered, DailyRow, ProblemInfo, ScheduledProblem, time_text
from ninefivetwo.keep.library.store import Store

TERMINAL = "terminal"  # the owner of the match that is played there


class BesideRecords:
    """The part of a library that is not about records."""

    _store: Store

    # Problems, answers, the schedule

    def add_problem(self, id: str, kind: str, theme: str, difficulty: int, source: str, text: str) -> None:
        """Keep a problem; one of this id that is there stays as it is."""
        row = (id, kind, theme, difficulty, source, text)
        with self._store.writing() as db:
            db.execute("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def problem_text(self, id: str) -> str | None:
        """The text of a problem; None if it is not here."""
        with self._store.reading() as db:
            row = db.execute("SELECT text FROM problems WHERE id = ?", (id,)).fetchone()
            return row and str(row[0])

    def problems(self, source: str | None = None) -> list[ProblemInfo]:
        """The problems of a source, or all, in the order added."""
        query = """
            SELECT id, kind, theme, difficulty, source FROM problems WHERE coalesce(source = ?, TRUE) ORDER BY rowid
        """
        with self._store.reading() as db:
            return [ProblemInfo(*row) for row in db.execute(query, (source,))]

    def add_answer(self, answer: Answered, card: ScheduledProblem) -> None:
        """Keep an answer, and when its problem is due again.  Raises LibraryError for a problem that is not here."""
        if card.problem != answer.problem:
            raise LibraryError(f"the schedule of another problem: {quoted(card.problem)} (expected {answer.problem})")
        what = (answer.problem, answer.kind, answer.theme, time_text(answer.when))
        row = (uuid4().hex, *what, answer.answer, answer.loss, answer.right, answer.mark)
        with self._store.writing() as db:
            if not db.execute("SELECT 1 FROM problems WHERE id = ?", (answer.problem,)).fetchone():
                raise LibraryError(f"no problem: {quoted(answer.problem)} (expected one of this library)")
            db.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            due = (card.problem, card.fsrs, time_text(card.due))
            db.execute("INSERT OR REPLACE INTO schedule VALUES (?, ?, ?)", due)

    def answers(self) -> list[Answered]:
        """All answers, newest first."""
        query = "SELECT problem, kind, theme, at, answer, loss, right, mark FROM answers ORDER BY at DESC, rowid DESC"
        with self._store.reading() as db:
            return [
                Answered(problem, kind, theme, datetime.fromisoformat(at), answer, loss, bool(right), mark)
                for problem, kind, theme, at, answer, loss, right, mark in db.execute(query)
            ]

    def scheduled(self, problem: str) -> ScheduledProblem | None:
        """When a problem is due again; None if it was never answered."""
        with self._store.reading() as db:
            return next(_scheduled(db.execute("SELECT * FROM schedule WHERE problem = ?", (problem,))), None)

    def due(self, kind: str | None, now: datetime) -> list[ScheduledProblem]:
        """The problems of a kind, or of any, that are due by now, the longest due first."""
        query = """
            SELECT problem, fsrs, due FROM schedule JOIN problems ON problems.id = problem
            WHERE due <= ? AND coalesce(kind = ?, TRUE) ORDER BY due, problems.rowid
        """
        with self._store.reading() as db:
            return list(_scheduled(db.execute(query, (time_text(now), kind))))

    # Deals of the day

    def add_daily(self, row: DailyRow) -> bool:
        """Keep a result; False if this player has one of this date already, which stays."""
        values = (row.owner, row.date.isoformat(), time_text(row.at), row.tricks, row.score, row.record)
        with self._store.writing() as db:
            added = db.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values)
            return added.rowcount == 1

    def daily_of_owner(self, owner: str) -> list[DailyRow]:
        """A player's results, by date."""
        return self._daily("owner = ? ORDER BY date", owner)

    def daily_of_date(self, day: date) -> list[DailyRow]:
        """All results of a date, the computers' among them, by player."""
        return self._daily("date = ? ORDER BY owner", day.isoformat())

    def _daily(self, which: str, value: str) -> list[DailyRow]:
        query = f"SELECT owner, date, at, tricks, score, record FROM daily WHERE {which}"
        with self._store.reading() as db:
            return [
                DailyRow(owner, date.fromisoformat(day), datetime.fromisoformat(at), tricks, score, record)
                for owner, day, at, tricks, score, record in db.execute(query, (value,))
            ]

    # Matches in progress

    def session(self, owner: str) -> tuple[str, int] | None:
        """The text of an owner's match, and its version; None if there is none."""
        query = "SELECT text, version FROM sessions WHERE owner = ? AND text IS NOT NULL"
        with self._store.reading() as db:
            row = db.execute(query, (owner,)).fetchone()
            return row and (row[0], row[1])

    def save_session(self, owner: str, text: str, version: int | None) -> int:
        """Save an owner's match in the place of the version last read, None if there was none: its new version.

        Raises StaleError if another window has saved or dropped it since.
        """
        with self._store.writing() as db:
            new = _last_version(db, owner, version) + 1
            db.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (owner, text, new))
            return new

    def drop_session(self, owner: str, version: int | None) -> None:
        """Forget an owner's match of the version last read, if there was one; the number is never used again.

        Raises StaleError if another window has saved or dropped it since.
        """
        with self._store.writing() as db:
            _last_version(db, owner, version)
            db.execute("UPDATE sessions SET text = NULL WHERE owner = ?", (owner,))


def _scheduled(rows: Iterable[tuple[str, str, str]]) -> Iterator[ScheduledProblem]:
    return (ScheduledProblem(problem, fsrs, datetime.fromisoformat(due)) for problem, fsrs, due in rows)


def _last_version(db: sqlite3.Connection, owner: str, version: int | None) -> int:
    """The last version that was saved, 0 if there never was one.  Raises StaleError if it is not the one read."""
    query = "SELECT version, text IS NULL FROM sessions WHERE owner = ?"
    last, dropped = db.execute(query, (owner,)).fetchone() or (0, True)
    current = None if dropped else last
    if current != version:
        raise StaleError(
            f"the match of {quoted(owner)} was changed by another window: "
            f"version {current or 'none'} is there (expected {version or 'none'})"
        )
    return int(last)
