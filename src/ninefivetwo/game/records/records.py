"""Records as values: a file of them, what each tells, and the match that it is when played again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ninefivetwo.errors import RecordError
from ninefivetwo.game import Match
from ninefivetwo.game.records.document import HEADER, Cell, Escape, Items, Note, Tag, later_form, parse_text, print_text
from ninefivetwo.game.records.parsed import ParsedRecord, read
from ninefivetwo.game.records.replay import replay
from ninefivetwo.game.records.writing import items_of


@dataclass(frozen=True)
class Record:
    """One deal of a file: its items in order, with their comments and whatever other programs put there."""

    items: Items

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.items[0].line

    def tag(self, name: str) -> str | None:
        """The value of a tag, in upper or lower case; None if there is none of that name."""
        tags = (item for item in self.items if isinstance(item, Tag))
        return next((tag.value for tag in tags if tag.name.lower() == name.lower()), None)

    @cached_property
    def parsed(self) -> ParsedRecord:
        """The parts that the game knows.  Raises RecordError for a part whose form is wrong, with its line."""
        return read(self.items)

    @cached_property
    def match(self) -> Match:
        """The match at the moment where the record ends: its deal played again by the rules.

        A record with hands that are not known gives its viewer's view of the deal.  Raises RecordError for a part
        that breaks the rules, with its line.
        """
        return replay(self.parsed)


@dataclass(frozen=True)
class File:
    """What an `.n52` file holds: sections in order, of which those with tags are deals."""

    sections: tuple[Items, ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """The deals."""
        return tuple(Record(items) for items in self.sections if any(isinstance(item, Tag) for item in items))

    def __str__(self) -> str:
        """The file's text."""
        return print_text(list(self.sections))

    @classmethod
    def of(cls, records: list[Record]) -> File:
        """A file of these deals, with the header that says what it is."""
        header = (Escape(HEADER.removeprefix("%")),)
        if not records:
            return cls((header,))
        return cls(((*header, *records[0].items), *(record.items for record in records[1:])))


def read_file(text: str) -> File:
    """Read the text of a file; nothing is played yet.  Raises RecordError with the line."""
    return File(tuple(_sections(text)))


def read_deals(text: str) -> Iterator[Record]:
    """The deals of a file one after another, so that a long one needs little memory; as `read_file`."""
    for items in _sections(text):
        yield from File((items,)).records


def _sections(text: str) -> Iterator[Items]:
    for items in parse_text(text):
        if not any(isinstance(item, Tag) for item in items):
            if stray := next((item for item in items if isinstance(item, (Cell, Note))), None):
                raise RecordError(f"a card without a deal: {stray} (expected tags before)", stray.line)
        yield items


def read_apart(text: str) -> list[Record | RecordError]:
    """The deals of a file, each by itself: one that is no record or breaks the rules is the error that says so.

    Raises RecordError for a file of a later form, and for one in which nothing is a deal.
    """
    try:
        deals: list[Record | RecordError] = [*read_file(text).records]
    except RecordError as error:
        if later_form(text):
            raise
        deals = list(_pieces(text))
        if not any(isinstance(deal, Record) for deal in deals):
            raise error
    return [deal if isinstance(deal, RecordError) else _played(deal) for deal in deals]


def _pieces(text: str) -> list[Record | RecordError]:
    """The deals between empty lines; what is not of a deal of its own belongs to the one before."""
    deals: list[Record | RecordError] = []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for piece in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|$))+", text):
        line = text.count("\n", 0, piece.start())
        try:
            records = read_file("\n" * line + piece[0]).records  # so that its lines have their numbers
        except RecordError as error:
            if deals and not re.search(r"^\s*\[", piece[0], re.MULTILINE):
                deals.pop()
            deals.append(error)
        else:
            deals += records
    return deals


def _played(record: Record) -> Record | RecordError:
    try:
        _ = record.match
    except RecordError as error:
        return error
    return record


def record_of(match: Match, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a match's deal as it stands, or of a seat's view of it.

    `tags` (Event, Date ...) are put first.  `record_of(match).match` is the match again, without its past.
    """
    return Record(items_of(match, tags or {}))
