"""What is deleted from a library, and put back: for some weeks its rows wait in the table `deleted`."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from ninefivetwo.keep.library.rows import Deletion, now_text, time_text

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


def delete(db: sqlite3.Connection, ids: Iterable[str]) -> str:
    """Delete records of these full ids with their reviews, and the problems made from their mistakes, with answers.

    Returns the time by which it can be undone.
    """
    ids, at = list(ids), now_text()
    db.execute("DELETE FROM deleted WHERE at < ?", (time_text(datetime.now(UTC) - KEPT),))
    of_records, of_problems = json.dumps(ids), json.dumps(list(_problems_of(db, ids)))
    for tables, those in ((_OF_PROBLEMS, of_problems), (_OF_RECORDS, of_records)):
        for table, column in tables.items():
            where = f"{column} IN (SELECT value FROM json_each(?))"
            rows = db.execute(f"SELECT rowid, * FROM {table} WHERE {where}", (those,))
            kept = [(at, table, place, json.dumps(row)) for place, *row in rows]
            db.executemany("INSERT INTO deleted VALUES (?, ?, ?, ?)", kept)
            db.execute(f"DELETE FROM {table} WHERE {where}", (those,))
    return at


def deletions(db: sqlite3.Connection) -> list[Deletion]:
    """What can be put back, the last first."""
    query = "SELECT at, sum(kind = 'records') FROM deleted GROUP BY at ORDER BY at DESC"
    return [Deletion(at, records) for at, records in db.execute(query)]


def is_deleted(db: sqlite3.Connection, id: str) -> bool:
    """Has this record been deleted, and not put back or added again?"""
    there = "SELECT 1 FROM records WHERE id = ?"
    gone = "SELECT 1 FROM deleted WHERE kind = 'records' AND json_extract(row, '$[0]') = ?"
    return db.execute(there, (id,)).fetchone() is None and db.execute(gone, (id,)).fetchone() is not None


def restore(db: sqlite3.Connection, at: str) -> int:
    """Put back what was deleted at this time: how many records.  What has come again since then stays as it is."""
    number = 0
    for table in (*_OF_RECORDS, *_OF_PROBLEMS):
        rows = db.execute("SELECT place, row FROM deleted WHERE at = ? AND kind = ? ORDER BY place", (at, table))
        new = sum(_put_back(db, table, place, json.loads(row)) for place, row in rows.fetchall())
        number += new if table == "records" else 0
    db.execute("DELETE FROM deleted WHERE at = ?", (at,))
    return number


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
