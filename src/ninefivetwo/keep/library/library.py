"""The player's library: one file with records, reviews, problems, answers and matches in progress."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from msgspec.structs import replace

from ninefivetwo.cards import by_seat
from ninefivetwo.codec import encode
from ninefivetwo.errors import TITLE_LIMIT, LibraryError, StaleError, label, quoted
from ninefivetwo.keep.library.findings import KeptReviews, store_review
from ninefivetwo.keep.library.merging import Merging
from ninefivetwo.keep.library.records import KeptRecords, full_id, record_id
from ninefivetwo.keep.library.rows import (
    Answered,
    DailyRow,
    Deletion,
    ProblemInfo,
    RecordRow,
    ScheduledProblem,
    now_text,
    time_text,
)
from ninefivetwo.keep.session import GameSession
from ninefivetwo.keep.session.game_session import only_record
from ninefivetwo.study import ANALYSIS, Review
from ninefivetwo.study.deal import dealt_text


def default_path() -> Path:
    """Return the library's default path in the user's data folder."""
    import platformdirs

    return platformdirs.user_data_path("ninefivetwo") / "library.sqlite"


def library_files(path: Path) -> list[Path]:
    """Return the library file at `path` and SQLite's auxiliary files."""
    return [Path(f"{path}{end}") for end in ("", "-wal", "-shm", "-journal")]


def is_database(path: Path) -> bool:
    """Return whether a file has the header of an SQLite database and may be a library."""
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


_SQLITE = b"SQLite format 3\0"
TERMINAL = "terminal"  # owner of the match played in the terminal
PLAYED_HERE = "play"  # source of the records of matches played with this program


def text_id(text: str) -> str:
    """Return the record id of a text that has exactly one deal."""
    return record_id(only_record(text).match)


def review_key(worlds: int, seed: int) -> str:
    """Return the key of a review with these settings. `worlds` is 0 for a review without single-dummy figures."""
    return f"analysis {ANALYSIS}, {worlds} worlds, seed {seed}"


UNDO_TIME = timedelta(days=30)  # time during which a deletion can be undone
#: The tables from which rows are deleted with a record or a problem, in the order of restoring. The parts of a review
#: come before the review, because parts are restored only while the library lacks the review.
_OF_RECORDS = {"decisions": "record", "outcomes": "record", "reviews": "record", "players": "record", "records": "id"}
_OF_PROBLEMS = {"schedule": "problem", "answers": "problem", "problems": "id"}
_WHOLE = {
    **dict.fromkeys(("decisions", "outcomes"), "SELECT 1 FROM reviews WHERE record = ? AND key = ?"),
    "players": "SELECT 1 FROM records WHERE id = ?",
}


class Library(KeptRecords, KeptReviews):
    """An open library, which several threads and processes may use at once.

    Every method raises LibraryError, storing nothing, if the file cannot be used.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open or create a library. A library from an earlier version is migrated.

        Raises LibraryError, leaving the file unchanged, if the file is not a library, is damaged, or was made by a
        later version. Raises OSError if the file cannot be opened.
        """
        if path is None:
            path = default_path()
            path.parent.mkdir(parents=True, exist_ok=True)
        super().__init__(path)

    def own_names(self) -> set[str]:
        """Return the names of the people who have played with this program; imported records do not count."""
        query = """
            SELECT DISTINCT name FROM players JOIN records ON records.id = record
            WHERE source = ? AND level IS NULL AND name <> ''
        """
        with self.reading() as db:
            return {name for (name,) in db.execute(query, (PLAYED_HERE,))}

    def delete_records(self, ids: Iterable[str]) -> str:
        """Delete the records with these ids, their reviews and the problems made from their mistakes.

        Returns the key with which `restore` can undo the deletion for 30 days. Raises LibraryError for an unknown id.
        """
        with self.writing() as db:
            deleted, at = [full_id(db, id) for id in ids], now_text()
            db.execute("DELETE FROM deleted WHERE at < ?", (time_text(datetime.now(UTC) - UNDO_TIME),))
            of_records, of_problems = json.dumps(deleted), json.dumps(list(_problems_of(db, deleted)))
            for tables, those in ((_OF_PROBLEMS, of_problems), (_OF_RECORDS, of_records)):
                for table, column in tables.items():
                    where = f"{column} IN (SELECT value FROM json_each(?))"
                    rows = db.execute(f"SELECT rowid, * FROM {table} WHERE {where}", (those,))
                    kept = [(at, table, place, json.dumps(row)) for place, *row in rows]
                    db.executemany("INSERT INTO deleted VALUES (?, ?, ?, ?)", kept)
                    db.execute(f"DELETE FROM {table} WHERE {where}", (those,))
            return at

    def deletions(self) -> list[Deletion]:
        """Return the deletions that can be undone, newest first."""
        with self.reading() as db:
            return _deletions(db)

    def is_deleted(self, id: str) -> bool:
        """Return whether the record with this full id was deleted and is still missing."""
        there = "SELECT 1 FROM records WHERE id = ?"
        gone = "SELECT 1 FROM deleted WHERE kind = 'records' AND json_extract(row, '$[0]') = ?"
        with self.reading() as db:
            return db.execute(there, (id,)).fetchone() is None and db.execute(gone, (id,)).fetchone() is not None

    def restore(self, at: str) -> int:
        """Undo the deletion `at`, except for rows that have been added again. Returns the number of records restored.

        Raises LibraryError for an unknown deletion.
        """
        with self.writing() as db:
            if at not in [deletion.at for deletion in _deletions(db)]:
                raise LibraryError(f"unknown deletion {quoted(at)} (expected one of the last 30 days)")
            number = 0
            for table in (*_OF_RECORDS, *_OF_PROBLEMS):
                query = "SELECT place, row FROM deleted WHERE at = ? AND kind = ? ORDER BY place"
                rows = db.execute(query, (at, table)).fetchall()
                new = sum(_put_back(db, table, place, json.loads(row)) for place, row in rows)
                number += new if table == "records" else 0
            db.execute("DELETE FROM deleted WHERE at = ?", (at,))
            return number

    def keep_deals(self, before: GameSession | None, after: GameSession) -> None:
        """Add or remove the record of a deal after a step of a match.

        Undoing the end of a deal removes the deal's record, unless the record has a review.
        """
        known: tuple[str, ...] = () if before is None else before.finished
        now = after.finished
        same = sum(old == new for old, new in zip(known, now, strict=False))  # Records change only when a match ends.
        if before is not None and len(after.earlier) > len(before.earlier):
            for text in now[len(before.earlier) : same]:  # the deal that has just ended
                self.keep_deal(text)
        for text in now[same:]:
            self.add_records(text, PLAYED_HERE)
        if gone := {*map(text_id, known[same:])} - {*map(text_id, now[same:])}:
            self.drop_records(gone, PLAYED_HERE)

    def keep_deal(self, text: str) -> str | None:
        """Add the record of a finished deal if a crash prevented its storage. Returns the record's id.

        Returns None, adding nothing, if the owner has deleted the record.
        """
        id = text_id(text)
        if self.is_deleted(id):
            return None
        self.add_records(text, PLAYED_HERE)
        return id

    def add_review(self, id: str, key: str, review: Review) -> Review:
        """Store a review of a record, replacing the review stored under `key`. Returns the review as stored.

        Raises LibraryError if the record is unknown, or if the review is of another deal.
        """
        record = self.record(id)
        deal = record.match.deal
        if (review.deal, review.tricks) != (dealt_text(deal), deal.tricks):
            raise LibraryError(f"a review of another deal (expected that of {quoted(id)})")
        value = replace(review, event=label(record.event, TITLE_LIMIT))
        with self.writing() as db:
            store_review(db, id, key, now_text(), review, encode(value).decode())
        return value

    def add_problem(self, id: str, kind: str, theme: str, difficulty: int, source: str, text: str) -> None:
        """Store a problem unless the library already has a problem with this id."""
        row = (id, kind, theme, difficulty, source, text)
        with self.writing() as db:
            db.execute("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def problem_text(self, id: str) -> str | None:
        """Return the text of a problem, or None for an unknown problem."""
        with self.reading() as db:
            row = db.execute("SELECT text FROM problems WHERE id = ?", (id,)).fetchone()
            return row and str(row[0])

    def problems(self, source: str | None = None) -> list[ProblemInfo]:
        """Return all problems, or the problems from one source, in the order of their addition."""
        query = """
            SELECT id, kind, theme, difficulty, source FROM problems WHERE coalesce(source = ?, TRUE) ORDER BY rowid
        """
        with self.reading() as db:
            return [ProblemInfo(*row) for row in db.execute(query, (source,))]

    def add_answer(self, answer: Answered, card: ScheduledProblem) -> None:
        """Store an answer and the time when its problem is due again. Raises LibraryError for an unknown problem."""
        if card.problem != answer.problem:
            raise LibraryError(f"schedule of another problem: {quoted(card.problem)} (expected {answer.problem})")
        what = (answer.problem, answer.kind, answer.theme, time_text(answer.when))
        row = (uuid4().hex, *what, answer.answer, answer.loss, answer.right, answer.mark)
        with self.writing() as db:
            if not db.execute("SELECT 1 FROM problems WHERE id = ?", (answer.problem,)).fetchone():
                raise LibraryError(f"unknown problem {quoted(answer.problem)} (expected one of this library)")
            db.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            due = (card.problem, card.fsrs, time_text(card.due))
            db.execute("INSERT OR REPLACE INTO schedule VALUES (?, ?, ?)", due)

    def answers(self) -> list[Answered]:
        """Return all answers, newest first."""
        query = "SELECT problem, kind, theme, at, answer, loss, right, mark FROM answers ORDER BY at DESC, rowid DESC"
        with self.reading() as db:
            return [
                Answered(problem, kind, theme, datetime.fromisoformat(at), answer, loss, bool(right), mark)
                for problem, kind, theme, at, answer, loss, right, mark in db.execute(query)
            ]

    def scheduled(self, problem: str) -> ScheduledProblem | None:
        """Return the schedule of a problem, or None if the problem has never been answered."""
        with self.reading() as db:
            return next(_scheduled(db.execute("SELECT * FROM schedule WHERE problem = ?", (problem,))), None)

    def due(self, kind: str | None, now: datetime) -> list[ScheduledProblem]:
        """Return the problems that are due at `now`, of one kind or of all kinds, longest overdue first."""
        query = """
            SELECT problem, fsrs, due FROM schedule JOIN problems ON problems.id = problem
            WHERE due <= ? AND coalesce(kind = ?, TRUE) ORDER BY due, problems.rowid
        """
        with self.reading() as db:
            return list(_scheduled(db.execute(query, (time_text(now), kind))))

    def add_daily(self, row: DailyRow) -> bool:
        """Store a daily result. Returns False, changing nothing, if the player already has a result for that date."""
        values = (row.owner, row.date.isoformat(), time_text(row.at), row.tricks, row.score, row.record)
        with self.writing() as db:
            added = db.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values)
            return added.rowcount == 1

    def days_played(self, owner: str) -> dict[date, DailyRow]:
        """Return a player's results in deals of the day by date, in the order of the dates."""
        return {row.date: row for row in self._daily("owner = ? ORDER BY date", owner)}

    def daily_of_date(self, day: date) -> list[DailyRow]:
        """Return the results of all players, including computers, in the deal of the day for a date."""
        return self._daily("date = ? ORDER BY owner", day.isoformat())

    def _daily(self, which: str, value: str) -> list[DailyRow]:
        query = f"SELECT owner, date, at, tricks, score, record FROM daily WHERE {which}"
        with self.reading() as db:
            return [
                DailyRow(owner, date.fromisoformat(day), datetime.fromisoformat(at), tricks, score, record)
                for owner, day, at, tricks, score, record in db.execute(query, (value,))
            ]

    def session(self, owner: str) -> tuple[str, int] | None:
        """Return the text and version of an owner's match, or None if no match is saved."""
        query = "SELECT text, version FROM sessions WHERE owner = ? AND text IS NOT NULL"
        with self.reading() as db:
            row = db.execute(query, (owner,)).fetchone()
            return row and (row[0], row[1])

    def save_session(self, owner: str, text: str, version: int | None) -> int:
        """Save an owner's match and return its new version. `version` is the last version read (None for no match).

        Raises StaleError if another window has saved or dropped the match since it was read.
        """
        with self.writing() as db:
            new = _last_version(db, owner, version) + 1
            db.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?, ?)", (owner, text, new))
            return new

    def drop_session(self, owner: str, version: int | None) -> None:
        """Delete an owner's match. `version` is the last version read. Version numbers are never reused.

        Raises StaleError if another window has saved or dropped the match since it was read.
        """
        with self.writing() as db:
            _last_version(db, owner, version)
            db.execute("UPDATE sessions SET text = NULL WHERE owner = ?", (owner,))

    def export_to(self, path: Path, force: bool = False, owners: Sequence[str] = ()) -> None:
        """Write a copy of the library, completely or not at all.

        The copy has no deleted rows, and only `owners`' matches in progress, because such matches contain hidden hands.
        Raises FileError if `path` exists, unless `path` is a library and `force` is True. Raises LibraryError or
        OSError.
        """

        def without(copy: sqlite3.Connection) -> None:
            copy.execute("DELETE FROM deleted")
            copy.execute(f"DELETE FROM sessions WHERE owner NOT IN ({', '.join('?' * len(owners))})", owners)

        self.copy_to(path, force, without)

    def import_from(self, path: Path, name: str | None = None) -> Merging:
        """Return an import that adds, step by step, the rows that are missing from this library.

        `name` is the name of the other file in messages. The import raises OSError or, before any row is added,
        LibraryError for an invalid library.
        """
        return Merging(self, path, name)


def _deletions(db: sqlite3.Connection) -> list[Deletion]:
    query = "SELECT at, sum(kind = 'records') FROM deleted GROUP BY at ORDER BY at DESC"
    return [Deletion(at, records, _first_deleted(db, at)) for at, records in db.execute(query).fetchall()]


def _first_deleted(db: sqlite3.Connection, at: str) -> RecordRow | None:
    """Return the newest record of a deletion, or None if the deletion has no records."""
    query = "SELECT row FROM deleted WHERE at = ? AND kind = ? ORDER BY place DESC"
    found = db.execute(query, (at, "records")).fetchone()
    if found is None:
        return None
    id, text, event, rules, over, added, source = json.loads(found[0])
    players = sorted(json.loads(row)[:3] for (row,) in db.execute(query, (at, "players")))
    names = by_seat(name for record, _, name in players if record == id)
    return RecordRow(id, text, event, rules, names, bool(over), datetime.fromisoformat(added), source)


def _put_back(db: sqlite3.Connection, table: str, place: int, row: list[object]) -> bool:
    """Restore a deleted row, with its old rowid if possible. Returns False if the row was added again."""
    if (whole := _WHOLE.get(table)) and db.execute(whole, row[: whole.count("?")]).fetchone():
        return False
    taken = db.execute(f"SELECT 1 FROM {table} WHERE rowid = ?", (place,)).fetchone()
    names = ["rowid", *(name for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))]
    values = [None if taken else place, *row]
    columns, marks = ", ".join(names), ", ".join("?" * len(values))
    return db.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", values).rowcount == 1


def _problems_of(db: sqlite3.Connection, ids: list[str]) -> Iterator[str]:
    """Yield the ids of the problems made from mistakes in these records."""
    query = "SELECT text FROM records WHERE id IN (SELECT value FROM json_each(?))"
    dealt = {_dealt(text) for (text,) in db.execute(query, (json.dumps(ids),))} - {None}
    for id, text in db.execute("SELECT id, text FROM problems WHERE source = 'mistake'"):
        if _dealt(text.replace('\\"', '"')) in dealt:
            yield id


def _dealt(text: str) -> str | None:
    """Return the cards dealt in a record's text, without spaces, or None if some cards are unknown."""
    tag = re.search(r'\[\s*Deal\s+"([^"?]*)"', text, re.IGNORECASE)
    return "".join(tag[1].split()) if tag else None


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
