"""Problems in a library's file, the answers to them, and when each is due again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from uuid import uuid4

from ninefivetwo.errors import LibraryError, quoted
from ninefivetwo.library.rows import Answered, ProblemInfo, ScheduledProblem
from ninefivetwo.library.times import time_text


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
