"""Records on their way into a library: all are read and checked before the first is stored.

So many deals take little memory and hold nobody up: those that are checked wait in a file of SQLite's own, and are
stored a batch at a time.  Whoever iterates may stop between any two steps; what is stored by then stays.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from time import sleep
from typing import NamedTuple

from ninefivetwo.codec import Part
from ninefivetwo.errors import RecordError
from ninefivetwo.game.records import Record, read_deals
from ninefivetwo.keep.library.records import PlayerColumns, RecordColumns, add_record, columns_of
from ninefivetwo.keep.library.rows import now_text
from ninefivetwo.keep.library.store import Store

BATCH = 100  # records that are stored in one transaction
BREATH = 0.002  # seconds between two of them, in which others come to use the library
NO_DEAL = 'no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])'
_DEAL = re.compile(r"^[^\S\n]*\[\s*Deal\s", re.MULTILINE | re.IGNORECASE)


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

    `added` says what became of those stored so far.
    """

    def __init__(self) -> None:
        self._waiting = sqlite3.connect("", isolation_level=None, check_same_thread=False)  # deleted when it is closed
        self._waiting.execute("CREATE TABLE waiting (id, text, event, rules, over, added, source, players)")
        self._number = 0
        self.added: list[AddedRecord] = []

    def __enter__(self) -> Incoming:
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.close()

    def read(self, text: str, source: str) -> Iterator[ImportProgress]:
        """Check the deals of an `.n52` text.

        Raises RecordError for a deal that is not legal, or a text without any; then nothing may be stored.
        """
        of, before, added = len(_DEAL.findall(text)), self._number, now_text()
        for record in read_deals(text):
            self.take(record, added, source)
            done = self._number - before
            yield ImportProgress(False, done, max(of, done))
        if self._number == before:
            raise RecordError(NO_DEAL)

    def take(self, record: Record, added: str, source: str) -> RecordColumns:
        """Check one deal.  Raises RecordError."""
        columns = columns_of(record, added, source)
        row = (*columns[:-1], json.dumps(columns.players))
        self._waiting.execute("INSERT INTO waiting VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._number += 1
        return columns

    def stored_in(self, store: Store) -> Iterator[ImportProgress]:
        """Add the deals that wait to a library, each with its players whole.  Raises LibraryError."""
        for batch in self.batches():
            with store.writing() as db:
                self.added += [AddedRecord(row.source, row.id, add_record(db, row)) for row in batch]
            yield ImportProgress(True, len(self.added), self._number)

    def batches(self) -> Iterator[list[RecordColumns]]:
        """The deals that wait, in their order, with a breath after each batch."""
        cursor = self._waiting.execute("SELECT * FROM waiting ORDER BY rowid")
        while rows := cursor.fetchmany(BATCH):
            yield [_columns(*row) for row in rows]
            sleep(BREATH)


def _columns(
    id: str, text: str, event: str, rules: str, over: int, added: str, source: str, players: str
) -> RecordColumns:
    kept = [PlayerColumns(*player) for player in json.loads(players)]
    return RecordColumns(id, text, event, rules, bool(over), added, source, kept)
