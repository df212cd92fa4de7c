"""The records of a library: added once, found again, which of them are the deals of one match; deleted and put back.

For some weeks the rows of what is deleted wait in the table `deleted`.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from ninefivetwo.cards import Seat
from ninefivetwo.errors import TITLE_LIMIT, LibraryError, label, quoted
from ninefivetwo.game import Deal, Match, why_not_next
from ninefivetwo.game.records import HEADER, File, Record, record_of
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.library.rows import Deletion, PlayerDeals, RecordRow, now_text, time_text

ID_DIGITS = 16
SHORT_ID = 8  # digits that tell records apart for people
CANDIDATES = 5  # of an ambiguous id or name that a message lists


def record_id(match: Match) -> str:
    """The id of a match's deal: the same for every record that says the same, whatever its spaces and comments."""
    text = str(File.of([record_of(match)]))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


class PlayerColumns(NamedTuple):
    """One of a record's players: his seat, what he is called, and his tricks and result if the deal is over."""

    seat: int
    name: str
    won: int | None
    result: int | None


class RecordColumns(NamedTuple):
    """A record as it is kept.  Its text is as it came, but for the file's header, which is new."""

    id: str
    text: str
    event: str
    rules: str
    over: bool
    added: str
    source: str
    players: list[PlayerColumns]


def columns_of(record: Record, added: str, source: str) -> RecordColumns:
    """What is kept of a record, which is played for it.  Raises RecordError for a deal that is not legal."""
    match = record.match
    text = str(File.of([Record(tuple(item for item in record.items if str(item) != HEADER))]))
    event = label(record.tag("Event") or "", TITLE_LIMIT)
    players = [PlayerColumns(seat, label(match.names[seat]), *_won(match.deal, seat)) for seat in Seat]
    rules, source = rules_text(match.rules), label(source, TITLE_LIMIT)
    return RecordColumns(record_id(match), text, event, rules, match.deal.over, added, source, players)


def _won(deal: Deal, seat: Seat) -> tuple[int | None, int | None]:
    """A seat's tricks and result; None before the end."""
    return (deal.won[seat], deal.scores[seat]) if deal.over else (None, None)


def add_record(db: sqlite3.Connection, columns: RecordColumns) -> bool:
    """Add a record; False if it was there."""
    *row, players = columns
    new = db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount == 1
    if new:
        rows = [(columns.id, *player) for player in players]
        db.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?)", rows)
    return new


def store_results(db: sqlite3.Connection, row: RecordRow) -> list[tuple[int | None, int | None]]:
    """Keep each player's tricks and result of a record without them, and return them.  Raises RecordError."""
    deal = row.match.deal
    results = [_won(deal, seat) for seat in Seat]
    values = [(*result, row.id, seat) for result, seat in zip(results, Seat, strict=True)]
    db.executemany("UPDATE players SET won = ?, result = ? WHERE record = ? AND seat = ?", values)
    return results


def full_id(db: sqlite3.Connection, start: str) -> str:
    """The id that begins so.  Raises LibraryError where there is none, or several."""
    if db.execute("SELECT 1 FROM records WHERE id = ?", (start,)).fetchone():
        return start
    rows = db.execute("SELECT id FROM records WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id", (start,))
    ids = [id for (id,) in rows]
    if not ids or not start:
        raise LibraryError(f"no record: {quoted(start)} (expected an id that library list shows, or its beginning)")
    if len(ids) > 1:
        raise LibraryError(f"{len(ids)} records: {quoted(start)} (expected one of {listed(ids)})")
    return str(ids[0])


def record_row(db: sqlite3.Connection, id: str) -> RecordRow:
    """The record of a full id that is there.  Raises ValueError for a row that cannot have been written."""
    row = db.execute("SELECT text, event, rules, over, added, source FROM records WHERE id = ?", (id,)).fetchone()
    text, event, rules, over, added, source = row
    dealer, left, right = (
        name for (name,) in db.execute("SELECT name FROM players WHERE record = ? ORDER BY seat", (id,))
    )
    return RecordRow(id, text, event, rules, (dealer, left, right), bool(over), datetime.fromisoformat(added), source)


def drop_records(db: sqlite3.Connection, ids: Iterable[str]) -> None:
    """Drop records of these full ids, with their reviews, for good."""
    for id in ids:
        for table in ("reviews", "players"):
            db.execute(f"DELETE FROM {table} WHERE record = ?", (id,))
        db.execute("DELETE FROM records WHERE id = ?", (id,))


def unreviewed(db: sqlite3.Connection, ids: Iterable[str], source: str) -> list[str]:
    """Of these records those that came from this source and have no review."""
    query = "SELECT 1 FROM records WHERE id = ? AND source = ? AND id NOT IN (SELECT record FROM reviews)"
    return [id for id in ids if db.execute(query, (id, source)).fetchone()]


def player_names(db: sqlite3.Connection) -> list[str]:
    """The names of all players, as they are written."""
    return [name for (name,) in db.execute("SELECT DISTINCT name FROM players WHERE name <> '' ORDER BY name")]


def players(db: sqlite3.Connection) -> list[PlayerDeals]:
    """All players with their numbers of records and of those reviewed, by name."""
    query = """
        SELECT name, count(DISTINCT record), count(DISTINCT reviews.record)
        FROM players LEFT JOIN reviews USING (record)
        WHERE name <> '' GROUP BY name ORDER BY name
    """
    return [PlayerDeals(*row) for row in db.execute(query)]


def find_player(names: list[str], name: str) -> str:
    """The one of these names that is meant: the same, the same but for case, or the only one with such a part.

    Raises LibraryError where there is none, or several.
    """
    folded = name.strip().casefold()
    for fits in (str.__eq__, str.__contains__):
        matching = [other for other in names if folded and fits(other.casefold(), folded)]
        if name.strip() in matching:
            return name.strip()
        if len(matching) == 1:
            return matching[0]
        if matching:
            raise LibraryError(f"{len(matching)} players: {quoted(name)} (expected one of {listed(matching)})")
    raise LibraryError(f"no player: {quoted(name)} (expected a name that library list shows)")


def listed(words: list[str]) -> str:
    """Some words, and how many more there are."""
    more = len(words) - CANDIDATES
    return ", ".join(words[:CANDIDATES]) + (f" and {more} more" if more > 0 else "")


def match_records(db: sqlite3.Connection, id: str) -> list[RecordRow]:
    """The deals of the match that a record is of, in their order, as far as they are here and played out.

    A deal follows another where players, number, score and results say so (`why_not_next`); of several that could
    follow, such as a deal that was taken back and played otherwise, the one added last.  Of deals that do not tell,
    such as an evening's that were typed without the score, those count that came with this one from the same file.
    """
    row = record_row(db, id)
    others = [record_row(db, other) for other in _of_same_players(db, row)]
    chain = [row]
    while (before := _next_to(others, chain[0], -1)) is not None:
        chain.insert(0, before)
    while (after := _next_to(others, chain[-1], 1)) is not None:
        chain.append(after)
    if len(chain) > 1:
        return chain
    same = [other for other in others if row.event and (other.event, other.source) == (row.event, row.source)]
    return sorted([row, *same], key=lambda deal: deal.number)


def _of_same_players(db: sqlite3.Connection, row: RecordRow) -> list[str]:
    """The ids of the other finished deals of these three players under these rules, the newest first."""
    same = " INTERSECT ".join("SELECT record FROM players WHERE name = ?" for _ in row.names)
    query = f"""
        SELECT id FROM records WHERE id IN ({same}) AND rules = ? AND over AND id <> ? ORDER BY added DESC, rowid DESC
    """
    names = [name.strip() for name in row.names]
    return [id for (id,) in db.execute(query, (*names, row.rules, row.id))]


def _next_to(others: list[RecordRow], row: RecordRow, step: int) -> RecordRow | None:
    """The deal next to one, before it (-1) or after it (1).  Only one whose number could be next is played again."""
    for other in others:
        if other.number == row.match.number + step:
            before, after = (row.match, other.match) if step > 0 else (other.match, row.match)
            if before.deal.over and why_not_next(before, after) is None:
                return other
    return None


# What is deleted.

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
