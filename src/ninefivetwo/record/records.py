"""Records as values: a file of them, what each tells, and the match that it is when played again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ninefivetwo.errors import RecordError
from ninefivetwo.game import Match
from ninefivetwo.record.document import HEADER, Cell, Escape, Items, Note, Tag, parse_text, print_text
from ninefivetwo.record.parsed import ParsedRecord, read
from ninefivetwo.record.replay import replay
from ninefivetwo.record.writing import items_of


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
    sections = tuple(parse_text(text))
    for items in sections:
        if not any(isinstance(item, Tag) for item in items):
            if stray := next((item for item in items if isinstance(item, (Cell, Note))), None):
                raise RecordError(f"a card without a deal: {stray} (expected tags before)", stray.line)
    return File(sections)


def record_of(match: Match, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a match's deal as it stands, or of a seat's view of it.

    `tags` (Event, Date ...) are put first.  `record_of(match).match` is the match again, without its past.
    """
    return Record(items_of(match, tags or {}))
