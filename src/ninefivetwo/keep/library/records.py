"""Add records to a library, find records, and group the deals of a match."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from time import sleep
from typing import NamedTuple

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.codec import Part
from ninefivetwo.errors import TITLE_LIMIT, LibraryError, RecordError, label, quoted, raised_as
from ninefivetwo.game import Deal, Match, why_not_next
from ninefivetwo.game.records import HEADER, File, Record, read_deals, record_of
from ninefivetwo.game.records.document import NO_DEAL
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.library.findings import number_of_records, player_summaries, record_ids
from ninefivetwo.keep.library.rows import Listing, PlayerDeals, Query, RecordRow, RecordSummary, now_text
from ninefivetwo.keep.library.store import TEMPORARY, Store, faults
from ninefivetwo.keep.session import computer_levels

ID_DIGITS = 16
SHORT_ID = 8  # number of digits of an id that users see, enough to distinguish records
CANDIDATES = 5  # maximum number of matches listed in the message about an ambiguous id or name
BATCH = 100  # number of records stored in one transaction
BREATH = 0.002  # pause between two transactions, in seconds, so that other processes can use the library
_DEAL = re.compile(r"^[^\S\n]*\[\s*Deal\s", re.MULTILINE | re.IGNORECASE)


def record_id(match: Match) -> str:
    """Return the id of a match's deal. Records that differ only in white space and comments have the same id."""
    text = str(File.of([record_of(match)]))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


class RecordColumns(NamedTuple):
    """The columns of a stored record. `text` is the record's text with a new file header.

    `players` has the seat, name, tricks (None during the deal), result, and level (None for a person) of each player.
    """

    id: str
    text: str
    event: str
    rules: str
    over: bool
    added: str
    source: str
    players: list[tuple[int, str, int | None, int | None, str | None]]


def columns_of(record: Record, added: str, source: str) -> RecordColumns:
    """Replay a record and return the columns to store. Raises RecordError if the deal is illegal."""
    match = record.match
    text = str(File.of([Record(tuple(item for item in record.items if str(item) != HEADER))]))
    levels = computer_levels(record)
    players = [(int(seat), label(match.names[seat]), *_won(match.deal, seat), levels.get(seat)) for seat in Seat]
    rules, source = rules_text(match.rules), label(source, TITLE_LIMIT)
    return RecordColumns(record_id(match), text, record.event, rules, match.deal.over, added, source, players)


def _won(deal: Deal, seat: Seat) -> tuple[int | None, int | None]:
    return (deal.won[seat], deal.scores[seat]) if deal.over else (None, None)


def add_record(db: sqlite3.Connection, columns: RecordColumns) -> bool:
    """Add a record unless the library has the record. Returns whether the record was added."""
    *row, players = columns
    new = db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount == 1
    if new:
        rows = [(columns.id, *player) for player in players]
        db.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)", rows)
    return new


def full_id(db: sqlite3.Connection, start: str) -> str:
    """Return the only record id that begins with `start`. Raises LibraryError unless exactly one id matches."""
    if db.execute("SELECT 1 FROM records WHERE id = ?", (start,)).fetchone():
        return start
    rows = db.execute(
        "SELECT id FROM records WHERE substr(id, 1, length(:start)) = :start ORDER BY id", {"start": start}
    )
    ids = [id for (id,) in rows]
    if not ids or not start:
        raise LibraryError(f"unknown record {quoted(start)} (expected an id that library list shows, or its beginning)")
    if len(ids) > 1:
        raise LibraryError(f"{quoted(start)} fits {len(ids)} records (expected one of {listed_records(ids)})")
    return str(ids[0])


def record_row(db: sqlite3.Connection, id: str) -> RecordRow:
    """Return the record with the given full id, which must exist. Raises ValueError if the row is corrupt."""
    row = db.execute("SELECT text, event, rules, over, added, source FROM records WHERE id = ?", (id,)).fetchone()
    text, event, rules, over, added, source = row
    names = by_seat(name for (name,) in db.execute("SELECT name FROM players WHERE record = ? ORDER BY seat", (id,)))
    return RecordRow(id, text, event, rules, names, bool(over), datetime.fromisoformat(added), source)


def listed_records(words: list[str]) -> str:
    """Return the first few words, joined with commas, and the number of remaining words."""
    more = len(words) - CANDIDATES
    return ", ".join(words[:CANDIDATES]) + (f" and {more} more" if more > 0 else "")


def _of_same_players(db: sqlite3.Connection, row: RecordRow) -> list[str]:
    """Return the ids of all other finished deals with this record's players and rules, newest first."""
    same = " INTERSECT ".join("SELECT record FROM players WHERE name = ?" for _ in row.names)
    query = f"""
        SELECT id FROM records WHERE id IN ({same}) AND rules = ? AND over AND id <> ? ORDER BY added DESC, rowid DESC
    """
    names = [name.strip() for name in row.names]
    return [id for (id,) in db.execute(query, (*names, row.rules, row.id))]


def _is_alone(db: sqlite3.Connection, row: RecordRow) -> bool:
    """Return whether no other record can be of the same match: same players, and the next number or the same event."""
    query = """
        SELECT 1 FROM players AS one CROSS JOIN records ON records.id = one.record
        WHERE one.name = ? AND rules = ? AND over AND id <> ?
            AND (event <> '' AND event = ? AND source = ? OR instr(text, ?) OR instr(text, ?))
            AND EXISTS (SELECT 1 FROM players WHERE record = records.id AND name = ?)
            AND EXISTS (SELECT 1 FROM players WHERE record = records.id AND name = ?)
        LIMIT 1
    """  # in this order, because the first record found ends the search, and a text takes long
    one, *others = (name.strip() for name in row.names)
    numbers = [f'[Board "{row.number + step}"]' for step in (-1, 1)]
    values = (one, row.rules, row.id, row.event, row.source, *numbers, *others)
    return db.execute(query, values).fetchone() is None


def _next_to(others: list[RecordRow], row: RecordRow, step: int) -> RecordRow | None:
    """Return the record of the previous (`step` -1) or next (`step` 1) deal of a match, or None if unknown."""
    for other in others:
        if other.number == row.match.number + step:
            before, after = (row.match, other.match) if step > 0 else (other.match, row.match)
            if before.deal.over and why_not_next(before, after) is None:
                return other
    return None


class KeptRecords(Store):
    """The methods of a library that add and find records."""

    def add_records(self, text: str, source: str) -> list[tuple[str, bool]]:
        """Add the deals of an `.n52` text. Returns the id of each deal, and whether the deal was new.

        Raises RecordError, without adding anything, if a deal is illegal or the text has no deals.
        """
        added = now_text()
        rows = [columns_of(record, added, source) for record in read_deals(text)]
        if not rows:
            raise RecordError(NO_DEAL)
        with self.writing() as db:
            return [(row.id, add_record(db, row)) for row in rows]

    def add_incoming(self, incoming: Incoming) -> Iterator[ImportProgress]:
        """Add the deals of an import in small batches, so that other users of the library do not have to wait."""
        for batch in incoming.batches():
            with raised_as(LibraryError, after=f"; {incoming.stored}"), self.writing() as db:
                added = [AddedRecord(row.source, row.id, add_record(db, row)) for row in batch]
            incoming.added += added
            yield ImportProgress(True, len(incoming.added), incoming.number)

    def drop_records(self, ids: Iterable[str], source: str) -> None:
        """Permanently delete records by full id, except records with reviews and records from other sources."""
        fresh = "SELECT 1 FROM records WHERE id = ? AND source = ? AND id NOT IN (SELECT record FROM reviews)"
        with self.writing() as db:
            for id in ids:
                if db.execute(fresh, (id, source)).fetchone():
                    db.execute("DELETE FROM players WHERE record = ?", (id,))
                    db.execute("DELETE FROM records WHERE id = ?", (id,))

    def record(self, id: str) -> RecordRow:
        """Return the record whose id begins with `id`. Raises LibraryError unless exactly one record matches."""
        with self.reading() as db:
            return record_row(db, full_id(db, id))

    def records(self, query: Query) -> list[RecordRow]:
        """Return the records that match a query, in the query's order."""
        with self.reading() as db:
            return [record_row(db, id) for id in record_ids(db, query)]

    def listing(self, query: Query) -> Listing:
        """Return summaries of the records that match a query. Unreadable rows are left out and reported."""
        skipped = list[str]()
        with self.reading() as db:
            total, summaries = number_of_records(db, query), list[RecordSummary]()
            for id in record_ids(db, query):
                try:
                    row = record_row(db, id)
                    players, reviewed = player_summaries(db, id)
                except (ValueError, TypeError, sqlite3.OperationalError) as error:
                    skipped.append(f"record {id[:SHORT_ID]} cannot be read: {error}")
                    continue
                summaries.append(RecordSummary(row, by_seat(players), reviewed, _is_alone(db, row)))
        return Listing(summaries, total, skipped)

    def match_of(self, id: str) -> list[RecordRow]:
        """Return the finished deals of the match to which a record belongs, in order.

        Consecutive deals must agree in players, number, score and results. If several records could be the next deal,
        the record added last is chosen. If no record fits, for example because scores are missing, all deals of these
        players from the record's event and file are returned. Raises LibraryError unless one record has this id.
        """
        with self.reading() as db:
            row = record_row(db, full_id(db, id))
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

    def player(self, name: str) -> str:
        """Return the player with this name or else the only player whose name contains `name`, ignoring case.

        Raises LibraryError for an unknown or ambiguous name.
        """
        names, folded = [player.name for player in self.players()], name.strip().casefold()
        for fits in (str.__eq__, str.__contains__):
            matching = [other for other in names if folded and fits(other.casefold(), folded)]
            if name.strip() in matching:
                return name.strip()
            if len(matching) == 1:
                return matching[0]
            if matching:
                raise LibraryError(
                    f"{quoted(name)} fits {len(matching)} players (expected one of {listed_records(matching)})"
                )
        raise LibraryError(f"unknown player {quoted(name)} (expected a name that library list shows)")

    def players(self) -> list[PlayerDeals]:
        """Return all players, sorted by name, with the numbers of their records and of their reviewed records."""
        query = """
            WITH people AS (SELECT DISTINCT name FROM players WHERE level IS NULL)
            SELECT name, count(DISTINCT record), count(DISTINCT reviews.record), level IS NOT NULL
            FROM players LEFT JOIN reviews USING (record)
            WHERE name <> '' AND (level IS NULL OR name NOT IN people) GROUP BY name ORDER BY name
        """
        with self.reading() as db:
            rows = db.execute(query)
            return [PlayerDeals(name, records, reviewed, bool(level)) for name, records, reviewed, level in rows]


# An import reads and checks all records before it stores the first. To limit memory use and blocking, checked records
# wait in a temporary SQLite database and are stored in batches. The caller may stop iterating at any step; the
# records already stored then stay in the library.


class ImportProgress(NamedTuple):
    """The progress of an import. Deals are first checked (`storing` is False) and then stored (`storing` is True)."""

    storing: bool
    done: int
    of: int


class AddedRecord(Part, frozen=True):
    """A deal imported from a record file.

    file: the name of the record file
    id: the id of the record in the library
    new: whether this import added the record
    """

    file: str
    id: str
    new: bool


class Incoming:
    """The deals read by an import.

    `number` is the number of deals read; `added` lists the deals stored so far. First `read` every text, then store the
    deals with `Library.add_incoming`.
    """

    def __init__(self) -> None:
        self._waiting = sqlite3.connect("", isolation_level=None, check_same_thread=False)  # deleted on close
        self._waiting.execute("CREATE TABLE waiting (id, text, event, rules, over, added, source, players)")
        self.number = 0
        self.added: list[AddedRecord] = []

    def __enter__(self) -> Incoming:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.close()

    def read(self, text: str, source: str) -> Iterator[ImportProgress]:
        """Check the deals of an `.n52` text, yielding the progress after each deal.

        Raises RecordError if a deal is illegal or the text has no deals; the caller must then store nothing.
        """
        of, before, added = len(_DEAL.findall(text)), self.number, now_text()
        for record in read_deals(text):
            self.take(record, added, source)
            done = self.number - before
            yield ImportProgress(False, done, max(of, done))
        if self.number == before:
            raise RecordError(NO_DEAL)

    def take(self, record: Record, added: str, source: str) -> RecordColumns:
        """Check a deal and add the deal to the queue. Raises RecordError if the deal is illegal."""
        columns = columns_of(record, added, source)
        row = (*columns[:-1], json.dumps(columns.players))
        with faults(TEMPORARY):
            self._waiting.execute("INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.number += 1
        return columns

    @property
    def stored(self) -> str:
        """A phrase with the number of deals stored so far, for messages."""
        if not self.added:
            return f"none of {self.number} deals is stored"
        file = self.added[-1].file
        last = sum(record.file == file for record in self.added)
        return f"{len(self.added)} of {self.number} deals are stored, up to deal {last} of {file}"

    def batches(self) -> Iterator[list[RecordColumns]]:
        """Yield the queued deals in batches, pausing briefly after each batch."""
        cursor = self._waiting.execute("SELECT * FROM waiting ORDER BY rowid")
        while rows := cursor.fetchmany(BATCH):
            yield [RecordColumns._make([*row, json.loads(players)]) for *row, players in rows]
            sleep(BREATH)
