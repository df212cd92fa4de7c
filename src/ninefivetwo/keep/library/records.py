"""The records of a library: added once, found again, and which of them are the deals of one match."""

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
SHORT_ID = 8  # digits that tell records apart for people
CANDIDATES = 5  # of an ambiguous id or name that a message lists
BATCH = 100  # records that are stored in one transaction
BREATH = 0.002  # seconds between two of them, in which others come to use the library
_DEAL = re.compile(r"^[^\S\n]*\[\s*Deal\s", re.MULTILINE | re.IGNORECASE)


def record_id(match: Match) -> str:
    """The id of a match's deal: the same for every record that says the same, whatever its spaces and comments."""
    text = str(File.of([record_of(match)]))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:ID_DIGITS]


class RecordColumns(NamedTuple):
    """A record as it is kept.  Its text is as it came, but for the file's header, which is new.

    players: each one's seat and name, tricks and result if the deal is over, and the level of a computer
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
    """What is kept of a record, which is played for it.  Raises RecordError for a deal that is not legal."""
    match = record.match
    text = str(File.of([Record(tuple(item for item in record.items if str(item) != HEADER))]))
    levels = computer_levels(record)
    players = [(int(seat), label(match.names[seat]), *_won(match.deal, seat), levels.get(seat)) for seat in Seat]
    rules, source = rules_text(match.rules), label(source, TITLE_LIMIT)
    return RecordColumns(record_id(match), text, record.event, rules, match.deal.over, added, source, players)


def _won(deal: Deal, seat: Seat) -> tuple[int | None, int | None]:
    """A seat's tricks and result; None before the end."""
    return (deal.won[seat], deal.scores[seat]) if deal.over else (None, None)


def add_record(db: sqlite3.Connection, columns: RecordColumns) -> bool:
    """Add a record; False if it was there."""
    *row, players = columns
    new = db.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", row).rowcount == 1
    if new:
        rows = [(columns.id, *player) for player in players]
        db.executemany("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)", rows)
    return new


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
    names = by_seat(name for (name,) in db.execute("SELECT name FROM players WHERE record = ? ORDER BY seat", (id,)))
    return RecordRow(id, text, event, rules, names, bool(over), datetime.fromisoformat(added), source)


def listed(words: list[str]) -> str:
    """Some words, and how many more there are."""
    more = len(words) - CANDIDATES
    return ", ".join(words[:CANDIDATES]) + (f" and {more} more" if more > 0 else "")


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


class KeptRecords:
    """The part of a library that adds records and finds them again."""

    _store: Store

    def add_records(self, text: str, source: str) -> list[tuple[str, bool]]:
        """Add the deals of an `.n52` text: each one's id, and whether it was new.

        Raises RecordError for a deal that is not legal, or a text without any; then nothing is added.
        """
        added = now_text()
        rows = [columns_of(record, added, source) for record in read_deals(text)]
        if not rows:
            raise RecordError(NO_DEAL)
        with self._store.writing() as db:
            return [(row.id, add_record(db, row)) for row in rows]

    def add_incoming(self, incoming: Incoming) -> Iterator[ImportProgress]:
        """Add deals that were read before, step by step, without holding up who else uses the library."""
        for batch in incoming.batches():
            with raised_as(LibraryError, after=f"; {incoming.stored}"), self._store.writing() as db:
                added = [AddedRecord(row.source, row.id, add_record(db, row)) for row in batch]
            incoming.added += added
            yield ImportProgress(True, len(incoming.added), incoming.number)

    def drop_records(self, ids: Iterable[str], source: str) -> None:
        """Drop records of these full ids that came from this source, for good, except those that are reviewed."""
        fresh = "SELECT 1 FROM records WHERE id = ? AND source = ? AND id NOT IN (SELECT record FROM reviews)"
        with self._store.writing() as db:
            for id in ids:
                if db.execute(fresh, (id, source)).fetchone():
                    db.execute("DELETE FROM players WHERE record = ?", (id,))
                    db.execute("DELETE FROM records WHERE id = ?", (id,))

    def record(self, id: str) -> RecordRow:
        """The record whose id this is, or begins with this.  Raises LibraryError if there is none, or several."""
        with self._store.reading() as db:
            return record_row(db, full_id(db, id))

    def records(self, query: Query) -> list[RecordRow]:
        """The records that a query asks for, in its order."""
        with self._store.reading() as db:
            return [record_row(db, id) for id in record_ids(db, query)]

    def listing(self, query: Query) -> Listing:
        """The records that a query asks for, as a list shows them; a row that cannot be read is left out and named."""
        skipped = list[str]()
        with self._store.reading() as db:
            total, summaries = number_of_records(db, query), list[RecordSummary]()
            for id in record_ids(db, query):
                try:
                    row = record_row(db, id)
                    players, reviewed, outdated = player_summaries(db, id)
                except (ValueError, TypeError, sqlite3.OperationalError) as error:
                    skipped.append(f"record {id[:SHORT_ID]} cannot be read: {error}")
                    continue
                summaries.append(RecordSummary(row, by_seat(players), reviewed, outdated))
        return Listing([self._with_results(summary) for summary in summaries], total, skipped)

    def _with_results(self, summary: RecordSummary) -> RecordSummary:
        """A record that was kept before results were: played again, and each player's tricks and result kept."""
        if not summary.row.over or summary.players[0].won is not None:
            return summary
        results = [_won(summary.row.match.deal, seat) for seat in Seat]
        values = [(*result, summary.row.id, seat) for result, seat in zip(results, Seat, strict=True)]
        with self._store.writing() as db:
            db.executemany("UPDATE players SET won = ?, result = ? WHERE record = ? AND seat = ?", values)
        players = zip(summary.players, results, strict=True)
        return summary._replace(players=by_seat(p._replace(won=won, result=points) for p, (won, points) in players))

    def match_of(self, id: str) -> list[RecordRow]:
        """The deals of the match that a record is of, in their order, as far as they are here and played out.

        A deal follows another if players, number, score and results say so (`why_not_next`); of several that could
        follow, such as a deal that was taken back and played otherwise, the one added last.  Of deals that do not tell,
        such as an evening's that were typed without the score, those count that came with this one from the same file.
        Raises LibraryError if there is no such record, or several.
        """
        with self._store.reading() as db:
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
        """The player who is meant: the same name, the same but for case, or the only one with such a part.

        Raises LibraryError if there is none, or several.
        """
        names, folded = [player.name for player in self.players()], name.strip().casefold()
        for fits in (str.__eq__, str.__contains__):
            matching = [other for other in names if folded and fits(other.casefold(), folded)]
            if name.strip() in matching:
                return name.strip()
            if len(matching) == 1:
                return matching[0]
            if matching:
                raise LibraryError(f"{len(matching)} players: {quoted(name)} (expected one of {listed(matching)})")
        raise LibraryError(f"no player: {quoted(name)} (expected a name that library list shows)")

    def players(self) -> list[PlayerDeals]:
        """Everybody who plays in a record, with how many there are and how many are reviewed, by name."""
        query = """
            WITH people AS (SELECT DISTINCT name FROM players WHERE level IS NULL)
            SELECT name, count(DISTINCT record), count(DISTINCT reviews.record), level IS NOT NULL
            FROM players LEFT JOIN reviews USING (record)
            WHERE name <> '' AND (level IS NULL OR name NOT IN people) GROUP BY name ORDER BY name
        """
        with self._store.reading() as db:
            rows = db.execute(query)
            return [PlayerDeals(name, records, reviewed, bool(level)) for name, records, reviewed, level in rows]


# Records on their way in: all are read and checked before the first is stored.  So many deals take little memory and
# hold nobody up: those that are checked wait in a file of SQLite's own, and are stored a batch at a time.  Whoever
# iterates may stop between any two steps; what is stored by then stays.


class ImportProgress(NamedTuple):
    """How far an import is: so many `done` of so many, which are being checked or, after that, stored."""

    storing: bool
    done: int
    of: int


class AddedRecord(Part, frozen=True):
    """A deal that was to be added.

    file: where it is from
    id: of its record in the library
    new: whether it was not there yet
    """

    file: str
    id: str
    new: bool


class Incoming:
    """Deals to be added: first `read` every text, then have them stored (`Library.add_incoming`).

    `number` says how many have been read, `added` what became of those stored so far.
    """

    def __init__(self) -> None:
        self._waiting = sqlite3.connect("", isolation_level=None, check_same_thread=False)  # deleted when it is closed
        self._waiting.execute("CREATE TABLE waiting (id, text, event, rules, over, added, source, players)")
        self.number = 0
        self.added: list[AddedRecord] = []

    def __enter__(self) -> Incoming:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.close()

    def read(self, text: str, source: str) -> Iterator[ImportProgress]:
        """Check the deals of an `.n52` text.

        Raises RecordError for a deal that is not legal, or a text without any; then nothing may be stored.
        """
        of, before, added = len(_DEAL.findall(text)), self.number, now_text()
        for record in read_deals(text):
            self.take(record, added, source)
            done = self.number - before
            yield ImportProgress(False, done, max(of, done))
        if self.number == before:
            raise RecordError(NO_DEAL)

    def take(self, record: Record, added: str, source: str) -> RecordColumns:
        """Check one deal.  Raises RecordError."""
        columns = columns_of(record, added, source)
        row = (*columns[:-1], json.dumps(columns.players))
        with faults(TEMPORARY):
            self._waiting.execute("INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.number += 1
        return columns

    @property
    def stored(self) -> str:
        """Which deals are stored, in words."""
        if not self.added:
            return f"none of {self.number} deals is stored"
        file = self.added[-1].file
        last = sum(record.file == file for record in self.added)
        return f"{len(self.added)} of {self.number} deals are stored, up to deal {last} of {file}"

    def batches(self) -> Iterator[list[RecordColumns]]:
        """The deals that wait, in their order, with a breath after each batch."""
        cursor = self._waiting.execute("SELECT * FROM waiting ORDER BY rowid")
        while rows := cursor.fetchmany(BATCH):
            yield [RecordColumns._make([*row, json.loads(players)]) for *row, players in rows]
            sleep(BREATH)
