"""The player's own library: records, their reviews, problems and the answers to them, matches begun; one file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import uuid4

from ninefivetwo.cards import Seat
from ninefivetwo.errors import LibraryError, RecordError, StaleError, quoted
from ninefivetwo.game import Match
from ninefivetwo.library import findings
from ninefivetwo.library.merging import merge
from ninefivetwo.library.rows import (
    Answered,
    DecisionRow,
    Graded,
    PlayerProgress,
    ProblemInfo,
    Query,
    RecordRow,
    ScheduledProblem,
)
from ninefivetwo.library.store import Store
from ninefivetwo.record import HEADER, File, Record, read_file, record_of
from ninefivetwo.render.page import page_object
from ninefivetwo.review import Review
from ninefivetwo.rules import rules_text

__all__ = [
    "Answered",
    "ScheduledProblem",
    "Graded",
    "Library",
    "DecisionRow",
    "ProblemInfo",
    "PlayerProgress",
    "RecordRow",
    "Query",
    "default_path",
    "record_id",
    "review_key",
]

ID_DIGITS = 16


def default_path() -> Path:
    """Where the library is kept if no place is named: the user's data folder.  Raises LibraryError."""
    try:
        import platformdirs
    except ImportError as error:
        raise LibraryError(
            "no place for the library known (expected its file, --library FILE, or: pip install '.[train]')"
        ) from error
    return platformdirs.user_data_path("ninefivetwo") / "library.sqlite"


def library_files(path: Path) -> list[Path]:
    """The files of the library at `path`: its own, and those that SQLite keeps beside it."""
    return [Path(f"{path}{end}") for end in ("", "-wal", "-shm", "-journal")]


def record_id(match: Match) -> str:
    """The id of a match's deal: the same for every text that tells the same, whatever its spaces and comments."""
    text = str(File.of([record_of(match)]))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


def review_key(worlds: int, seed: int) -> str:
    """What tells one review of a record from another: what it was made with; 0 worlds is one without fair figures."""
    return f"ninefivetwo {version('ninefivetwo')}, {worlds} worlds, seed {seed}"


class Library:
    """A library, open; threads may share it, and other processes may have it open too.

    Everything raises LibraryError where the file is at fault, and then nothing of that call is stored.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open a library, or begin one.  Raises LibraryError for a file that is none, damaged, or made by a later
        version, which is left as it is; OSError."""
        if path is None:
            path = default_path()
            path.parent.mkdir(parents=True, exist_ok=True)
        self._store = Store(path)

    @property
    def path(self) -> Path:
        """The library's file."""
        return self._store.path

    def close(self) -> None:
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Records and their reviews

    def add_records(self, text: str, source: str) -> list[tuple[str, bool]]:
        """Add the deals of an `.n52` text: each one's id, and whether it was new.

        Raises RecordError for a deal that is not legal, or a text without any; then nothing is added.
        """
        records = read_file(text).records
        if not records:
            raise RecordError('no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])')
        rows = [(record_id(record.match), record) for record in records]
        added = _text_of(datetime.now(UTC))
        with self._store.writing() as db:
            return [(id, _add_record(db, id, record, added, source)) for id, record in rows]

    def drop_records(self, ids: Iterable[str], source: str) -> None:
        """Forget records that came from this source, but those that have been reviewed."""
        such = "id = ? AND source = ? AND id NOT IN (SELECT record FROM reviews)"
        with self._store.writing() as db:
            for id in ids:
                db.execute(f"DELETE FROM players WHERE record IN (SELECT id FROM records WHERE {such})", (id, source))
                db.execute(f"DELETE FROM records WHERE {such}", (id, source))

    def record(self, id: str) -> RecordRow:
        """The record of an id.  Raises LibraryError for one unknown."""
        with self._store.reading() as db:
            return _stored(db, id)

    def records(self, wanted: Query) -> list[RecordRow]:
        """The records looked for, newest first."""
        with self._store.reading() as db:
            return [_stored(db, id) for id in findings.records(db, wanted)]

    def add_review(self, id: str, key: str, review: Review) -> None:
        """Keep a review of a record, in the place of an earlier one of the same key.

        Raises LibraryError for a record unknown, or a review of another deal.
        """
        event = self.record(id).event
        if record_id(review.match) != id:
            raise LibraryError(f"a review of another deal: {record_id(review.match)} (expected {quoted(id)})")
        page = json.dumps(page_object(review, event or f"deal {review.match.number}"), ensure_ascii=False)
        with self._store.writing() as db:
            db.execute("DELETE FROM reviews WHERE record = ? AND key = ?", (id, key))
            row = (id, key, _text_of(datetime.now(UTC)), review.worlds, page)
            db.execute("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)", row)
            findings.store_findings(db, id, key, review)

    def review_page(self, id: str, key: str | None = None) -> dict[str, Any] | None:
        """What the page of a review shows, of this key or that whose decisions count; None if there is none."""
        with self._store.reading() as db:
            key = findings.current_key(db, id) if key is None else key
            found = db.execute("SELECT page FROM reviews WHERE record = ? AND key = ?", (id, key)).fetchone()
            return found and json.loads(found[0])

    def decisions(self, wanted: Query) -> list[DecisionRow]:
        """The decisions looked for, dearest first, by one review of each record: the newest, fair figures first."""
        with self._store.reading() as db:
            return findings.decisions(db, wanted)

    def progress(self, name: str) -> PlayerProgress:
        """How a player of this name does, in the records that are reviewed."""
        with self._store.reading() as db:
            return findings.progress(db, name)

    # Problems, answers, the schedule

    def add_problem(self, id: str, kind: str, theme: str, difficulty: int, source: str, text: str) -> None:
        """Keep a problem; one of this id that is there stays as it is."""
        with self._store.writing() as db:
            row = (id, kind, theme, difficulty, source, text)
            db.execute("INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row)

    def problem_text(self, id: str) -> str | None:
        """The text of a problem; None of one that is not here."""
        with self._store.reading() as db:
            found = db.execute("SELECT text FROM problems WHERE id = ?", (id,)).fetchone()
        return found and found[0]

    def problems(self, kind: str | None = None, source: str | None = None) -> list[ProblemInfo]:
        """The problems, of a kind and a source if these are named, as they were added."""
        query = """
            SELECT id, kind, theme, difficulty, source FROM problems
            WHERE coalesce(kind = :kind, TRUE) AND coalesce(source = :source, TRUE) ORDER BY rowid
        """
        with self._store.reading() as db:
            return [ProblemInfo(*row) for row in db.execute(query, {"kind": kind, "source": source})]

    def answered(self, answer: Answered, card: ScheduledProblem) -> None:
        """Keep an answer, and when its problem is due again.  Raises LibraryError for a problem unknown."""
        if card.problem != answer.problem:
            raise LibraryError(f"the schedule of another problem: {quoted(card.problem)} (expected {answer.problem})")
        told = (answer.problem, answer.kind, answer.theme, _text_of(answer.when), answer.answer)
        due = (card.problem, card.fsrs, _text_of(card.due))
        with self._store.writing() as db:
            if not db.execute("SELECT 1 FROM problems WHERE id = ?", (answer.problem,)).fetchone():
                raise LibraryError(f"no problem: {quoted(answer.problem)} (expected one of this library)")
            row = (uuid4().hex, *told, answer.loss, answer.right)
            db.execute("INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            db.execute("INSERT OR REPLACE INTO schedule VALUES (?, ?, ?)", due)

    def answers(self, kind: str | None = None, limit: int | None = None) -> list[Answered]:
        """The answers, newest first; all, unless a limit is named."""
        query = """
            SELECT problem, kind, theme, at, answer, loss, right FROM answers
            WHERE coalesce(kind = ?, TRUE) ORDER BY at DESC, rowid DESC LIMIT ?
        """
        with self._store.reading() as db:
            return [
                Answered(problem, kind, theme, datetime.fromisoformat(at), answer, loss, bool(right))
                for problem, kind, theme, at, answer, loss, right in db.execute(query, (kind, _limit(limit)))
            ]

    def card(self, problem: str) -> ScheduledProblem | None:
        """The schedule of a problem; None of one never answered."""
        with self._store.reading() as db:
            return next(_cards(db.execute("SELECT * FROM schedule WHERE problem = ?", (problem,))), None)

    def due(self, kind: str | None, now: datetime) -> list[ScheduledProblem]:
        """The problems due by now, of a kind if one is named, the longest due first."""
        query = """
            SELECT problem, fsrs, due FROM schedule JOIN problems ON problems.id = problem
            WHERE due <= ? AND coalesce(kind = ?, TRUE) ORDER BY due, problems.rowid
        """
        with self._store.reading() as db:
            return list(_cards(db.execute(query, (_text_of(now), kind))))

    # Matches begun

    def session(self, owner: str) -> tuple[str, int] | None:
        """The text of an owner's match, and its version; None if there is none."""
        with self._store.reading() as db:
            query = "SELECT text, version FROM sittings WHERE owner = ? AND text IS NOT NULL"
            found = db.execute(query, (owner,)).fetchone()
        return found and (found[0], found[1])

    def save_session(self, owner: str, text: str, version: int | None) -> int:
        """Keep an owner's match in the place of the version last read, None if there was none: its new version.

        Raises StaleError where another window has saved or dropped it since.
        """
        with self._store.writing() as db:
            query = "SELECT version, text IS NULL FROM sittings WHERE owner = ?"
            last, dropped = db.execute(query, (owner,)).fetchone() or (0, True)
            there = None if dropped else last
            if there != version:
                raise StaleError(
                    f"the match of {quoted(owner)} was changed by another window: "
                    f"version {there or 'none'} is there (expected {version or 'none'})"
                )
            db.execute("INSERT OR REPLACE INTO sittings VALUES (?, ?, ?)", (owner, text, last + 1))
        return int(last) + 1

    def drop_session(self, owner: str) -> None:
        """Forget an owner's match, if there is one; its version number is never used again."""
        with self._store.writing() as db:
            db.execute("UPDATE sittings SET text = NULL WHERE owner = ?", (owner,))

    # The whole

    def export_to(self, path: Path) -> None:
        """Write a copy of the library, moved into place when it is whole.  Raises LibraryError, OSError."""
        self._store.copy_to(path)

    def import_from(self, path: Path) -> dict[str, int]:
        """Add what another library has and this one has not: how many, by kind.  What is here stays as it is.

        Raises LibraryError for a file that is no sound library, OSError; then nothing is added.
        """
        with self._store.beside(path) as db:
            return merge(db)


def _add_record(db: sqlite3.Connection, id: str, record: Record, added: str, source: str) -> bool:
    """Add a record if it is new.  Its text is kept as it came, without the file's header, which it gets anew."""
    match = record.match
    items = tuple(item for item in record.items if str(item) != HEADER)
    told = (str(File.of([Record(items)])), record.tag("Event") or "", rules_text(match.rules))
    over = match.deal.over
    query = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
    new = db.execute(query, (id, *told, over, added, source)).rowcount == 1
    if new:
        players = [(id, int(seat), match.names[seat].strip()) for seat in Seat]
        db.executemany("INSERT INTO players VALUES (?, ?, ?)", players)
    return new


def _stored(db: sqlite3.Connection, id: str) -> RecordRow:
    found = db.execute("SELECT * FROM records WHERE id = ?", (id,)).fetchone()
    if found is None:
        raise LibraryError(f"no record: {quoted(id)} (expected an id that library list shows)")
    _, text, event, rules, over, added, source = found
    players = db.execute("SELECT name FROM players WHERE record = ? ORDER BY seat", (id,))
    dealer, left, right = (name for (name,) in players)
    return RecordRow(id, text, event, rules, (dealer, left, right), bool(over), datetime.fromisoformat(added), source)


def _cards(rows: Iterable[tuple[str, str, str]]) -> Iterator[ScheduledProblem]:
    return (ScheduledProblem(problem, fsrs, datetime.fromisoformat(due)) for problem, fsrs, due in rows)


def _limit(limit: int | None) -> int:
    return -1 if limit is None else limit


def _text_of(when: datetime) -> str:
    """A time as text that sorts as it runs.  Raises LibraryError for one without its zone."""
    if when.tzinfo is None:
        raise LibraryError(f"a time without its zone: {when} (expected UTC)")
    return when.astimezone(UTC).isoformat(timespec="microseconds")
