"""The player's own library: records, their reviews, problems and the answers to them, matches under way; one file."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from ninefivetwo.codec import as_written, encode
from ninefivetwo.errors import TITLE_LIMIT, LibraryError, label, quoted
from ninefivetwo.keep.library.findings import KeptReviews, store_review
from ninefivetwo.keep.library.kept import BesideRecords
from ninefivetwo.keep.library.merging import Merging
from ninefivetwo.keep.library.records import KeptRecords, full_id, record_id
from ninefivetwo.keep.library.rows import Deletion, now_text, time_text
from ninefivetwo.keep.library.store import Store
from ninefivetwo.keep.session import GameSession
from ninefivetwo.keep.session.game_session import only_record
from ninefivetwo.study import ANALYSIS, Review
from ninefivetwo.study.deal import dealt_text


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


def is_database(path: Path) -> bool:
    """Does a file begin as SQLite's do, so that it may be a library?"""
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


_SQLITE = b"SQLite format 3\0"
SOURCE = "play"  # of the records of matches that were played here


def text_id(text: str) -> str:
    """The id of the only record of a text."""
    return record_id(only_record(text).match)


def review_key(worlds: int, seed: int) -> str:
    """What tells one review of a record from another: how it was made; `worlds` is 0 without fair figures."""
    return f"analysis {ANALYSIS}, {worlds} worlds, seed {seed}"


# What is deleted waits for some weeks, in a table of its own.

KEPT = timedelta(days=30)  # for which a deletion can be undone
#: What goes with a record, and what with a problem, in the order in which rows are put back: a review's parts are only
#: wanted if it is itself, so they come before it.
_OF_RECORDS = {"decisions": "record", "outcomes": "record", "reviews": "record", "players": "record", "records": "id"}
_OF_PROBLEMS = {"schedule": "problem", "answers": "problem", "problems": "id"}
_PARTS_OF = {"decisions": "reviews", "outcomes": "reviews", "players": "records"}
_WHOLE = {
    "reviews": "SELECT 1 FROM reviews WHERE record = ? AND key = ?",
    "records": "SELECT 1 FROM records WHERE id = ?",
}


class Library(KeptRecords, KeptReviews, BesideRecords):
    """A library, open; threads may share it, and other processes may have it open too.

    Every method raises LibraryError if the file cannot be used, and then stores nothing.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open a library, or begin one; one of an earlier version is brought to the present form.

        Raises LibraryError for a file that is not a library, is damaged, or was made by a later version, which is left
        as it is; OSError.
        """
        if path is None:
            path = default_path()
            path.parent.mkdir(parents=True, exist_ok=True)
        self._store = Store(path)

    def call(self, name: str) -> None:
        """What messages call the file from now on, not by its path: their readers need not know where it lies."""
        self._store.name = name

    @property
    def name(self) -> str:
        """What messages call the file."""
        return self._store.name

    @property
    def path(self) -> Path:
        """The library's file."""
        return self._store.path

    @property
    def notices(self) -> list[str]:
        """What its owner should know about a change of form, in sentences; empty but for the first opening."""
        return self._store.notices

    def close(self) -> None:
        """Close the file; whatever is asked of it afterwards raises LibraryError."""
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # What is deleted

    def delete_records(self, ids: Iterable[str]) -> str:
        """Delete records of these ids, with their reviews and the problems made from their mistakes.

        Returns the deletion, by which `restore` can put all of it back for 30 days.  Raises LibraryError for an unknown
        id.
        """
        with self._store.writing() as db:
            deleted, at = [full_id(db, id) for id in ids], now_text()
            db.execute("DELETE FROM deleted WHERE at < ?", (time_text(datetime.now(UTC) - KEPT),))
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
        """What can be put back, the last first."""
        with self._store.reading() as db:
            return _deletions(db)

    def is_deleted(self, id: str) -> bool:
        """Has the record of this full id been deleted, and not been put back or added again?"""
        there = "SELECT 1 FROM records WHERE id = ?"
        gone = "SELECT 1 FROM deleted WHERE kind = 'records' AND json_extract(row, '$[0]') = ?"
        with self._store.reading() as db:
            return db.execute(there, (id,)).fetchone() is None and db.execute(gone, (id,)).fetchone() is not None

    def restore(self, at: str) -> int:
        """Put back what a deletion took: how many records.  What has come again since then stays as it is.

        Raises LibraryError for an unknown deletion.
        """
        with self._store.writing() as db:
            if at not in [deletion.at for deletion in _deletions(db)]:
                raise LibraryError(f"no deletion: {quoted(at)} (expected one of the last 30 days, not put back yet)")
            number = 0
            for table in (*_OF_RECORDS, *_OF_PROBLEMS):
                query = "SELECT place, row FROM deleted WHERE at = ? AND kind = ? ORDER BY place"
                rows = db.execute(query, (at, table)).fetchall()
                new = sum(_put_back(db, table, place, json.loads(row)) for place, row in rows)
                number += new if table == "records" else 0
            db.execute("DELETE FROM deleted WHERE at = ?", (at,))
            return number

    # Deals that are played here, and other files

    def keep_deals(self, before: GameSession | None, after: GameSession) -> None:
        """Bring the records in line with a match after a step.

        A deal is added when it has been played out, so that it can be reviewed at once.  One that is taken back is
        dropped, unless it has been reviewed; else it would be there twice when it is played otherwise.
        """
        known: tuple[str, ...] = () if before is None else before.finished
        now = after.finished
        same = sum(old == new for old, new in zip(known, now, strict=False))  # deals only come and go at the end
        if before is not None and len(after.earlier) > len(before.earlier):
            for text in now[len(before.earlier) : same]:  # what has just ended
                self.keep_deal(text)
        for text in now[same:]:
            self.add_records(text, SOURCE)
        if gone := {*map(text_id, known[same:])} - {*map(text_id, now[same:])}:
            self.drop_records(gone, SOURCE)

    def keep_deal(self, text: str) -> str | None:
        """Have the record of a deal that was played out before, if a kill came between match and record; its id.

        None if its owner has deleted it meanwhile: then it stays so.
        """
        id = text_id(text)
        if self.is_deleted(id):
            return None
        self.add_records(text, SOURCE)
        return id

    # Reviews

    def add_review(self, id: str, key: str, review: Review) -> Review:
        """Keep a review of a record, in the place of an earlier one of the same key; what is kept.

        Raises LibraryError for a record unknown, or a review of another deal.
        """
        record = self.record(id)
        deal = record.match.deal
        if (review.deal, review.tricks) != (dealt_text(deal), deal.tricks):
            raise LibraryError(f"a review of another deal (expected that of {quoted(id)})")
        value = as_written(replace(review, event=label(record.event, TITLE_LIMIT)))
        with self._store.writing() as db:
            store_review(db, id, key, now_text(), review, encode(value).decode())
        return value

    # The whole file

    def export_to(self, path: Path, force: bool = False, owners: Sequence[str] = ()) -> None:
        """Write a copy of the library, moved into place when it is whole.

        Of the matches in progress only those of these `owners` go along, for they hold hands that others must not see;
        what was deleted does not.  Raises FileError for a file that exists; with `force` another library is
        overwritten.  Raises LibraryError, OSError.
        """

        def without(copy: sqlite3.Connection) -> None:
            copy.execute("DELETE FROM deleted")
            copy.execute(f"DELETE FROM sessions WHERE owner NOT IN ({', '.join('?' * len(owners))})", owners)

        self._store.copy_to(path, force, without)

    def import_from(self, path: Path, name: str | None = None) -> Merging:
        """Add what another library has and this one has not, step by step.  What is here stays as it is.

        `name` is what messages call the file.  The steps raise LibraryError for a file that is no sound library, before
        anything is added; OSError.
        """
        return Merging(self._store, path, name)


def _deletions(db: sqlite3.Connection) -> list[Deletion]:
    query = "SELECT at, sum(kind = 'records') FROM deleted GROUP BY at ORDER BY at DESC"
    return [Deletion(at, records) for at, records in db.execute(query)]


def _put_back(db: sqlite3.Connection, table: str, place: int, row: list[object]) -> bool:
    """Put back one row, in its place if nothing has taken that: false where there is such a row again, or its whole."""
    if (whole := _PARTS_OF.get(table)) and db.execute(_WHOLE[whole], row[: _WHOLE[whole].count("?")]).fetchone():
        return False
    taken = db.execute(f"SELECT 1 FROM {table} WHERE rowid = ?", (place,)).fetchone()
    names = ["rowid", *(name for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))]
    values = [None if taken else place, *row]
    columns, marks = ", ".join(names), ", ".join("?" * len(values))
    return db.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({marks})", values).rowcount == 1


def _problems_of(db: sqlite3.Connection, ids: list[str]) -> Iterator[str]:
    """The problems made from mistakes in these records: those of the same cards dealt."""
    query = "SELECT text FROM records WHERE id IN (SELECT value FROM json_each(?))"
    dealt = {_dealt(text) for (text,) in db.execute(query, (json.dumps(ids),))} - {None}
    for id, text in db.execute("SELECT id, text FROM problems WHERE source = 'mistake'"):
        if _dealt(text.replace('\\"', '"')) in dealt:
            yield id


def _dealt(text: str) -> str | None:
    """The cards dealt, as a record writes them, whatever its spaces; None where some are not known."""
    tag = re.search(r'\[\s*Deal\s+"([^"?]*)"', text, re.IGNORECASE)
    return "".join(tag[1].split()) if tag else None
