"""What a command is to work on: layouts on the command line or in a file, the deals of a record, a moment of one."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from ninefivetwo.cards import Card, Trump, parse_cards
from ninefivetwo.errors import CardError, LayoutError, PositionError, RecordError, raised_as
from ninefivetwo.files import LIMIT, check_size, decode, display_name, read_lines
from ninefivetwo.layout import Layout, Position
from ninefivetwo.words.figures import plural

if TYPE_CHECKING:
    from ninefivetwo.game import Deal, Match
    from ninefivetwo.game.records import Record

DealType = TypeVar("DealType")


def numbered(path: str, deals: Sequence[DealType], number: int | None) -> Sequence[DealType]:
    """The deal of a file with this number, or all for None.  Raises RecordError."""
    if number is not None and number > len(deals):
        raise RecordError(f"{display_name(path)}: no deal {number} (it has {plural(len(deals), 'deal')})")
    return deals if number is None else deals[number - 1 : number]


def match_of(path: str, record: Record) -> tuple[Record, Match]:
    with raised_as(RecordError, f"{display_name(path)}, "):
        return record, record.match


def deal_at(path: str, records: Sequence[Record], number: int | None, after: int | None) -> tuple[Match, Deal]:
    """The deal of this number, by default the last, at its end or after so many cards; and its match.

    Raises RecordError where there is no such deal, or fewer cards were played.
    """
    match = match_of(path, record_at(path, records, number))[1]
    return match, match.deal if after is None else _back_to(match.deal, after)


def record_at(path: str, records: Sequence[Record], number: int | None) -> Record:
    """The record of the deal of this number, by default the last.  Raises RecordError where there is none."""
    at = number or len(records)
    if at > len(records):
        raise RecordError(f"{display_name(path)}: no deal {at} (expected 1 to {len(records)})")
    return records[at - 1]


def _back_to(deal: Deal, after: int) -> Deal:
    played = len(deal.plays)
    if after > played:
        raise RecordError(f"--after {after}: only {plural(played, 'card')} played (expected 0 to {played})")
    for _ in range(played - after):
        deal = deal.undo()
    return replace(deal, past=None)


# Layouts, and the position of a record to solve.


def layouts_of(words: Sequence[str]) -> list[str]:
    """Layouts on the command line, each a word or, without quotation marks, several: a seat and a colon begin one."""
    return re.split(r"\s+(?=[DLRdlr]:)", " ".join(words).strip())


def cards_on_table(text: str) -> tuple[Card, ...]:
    """The trick in progress.  Raises PositionError."""
    with raised_as(PositionError, "--table: ", CardError):
        return parse_cards(text)


class Arguments:
    """Layouts given on the command line."""

    ahead = None

    def __init__(self, layouts: Sequence[Layout | str]) -> None:
        self._layouts, self._number = layouts, 0

    def __iter__(self) -> Iterator[Layout | str]:
        for layout in self._layouts:
            self._number += 1
            yield layout

    def place(self) -> str | None:
        """Which layout is at fault, if there are several."""
        return f"layout {self._number}" if len(self._layouts) > 1 else None


class Lines:
    """Layouts from a file, one a line; empty lines and comments (% or #) are passed over.

    A file may hold records instead: `is_record` tells, before anything else is asked, and `text` is the whole of it.
    Raises OSError if the file cannot be read, LayoutError where a line is no text or there is no layout at all.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._name = display_name(path)
        self._file: BinaryIO = sys.stdin.buffer if path == "-" else open(path, "rb")
        self._number = 0  # of the last line read, so of the one at fault if any is
        self._raw: list[bytes] = []  # the lines up to the first that counts
        self._lines = self._counting_lines()
        regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self.ahead = None if regular else 1  # whoever writes to a pipe may want each answer before he goes on

    def is_record(self) -> bool:
        """Does the file begin as a record does, with a tag or a comment?"""
        first = next(self._lines, None)
        if first is None:
            return False
        self._lines = chain([first], self._lines)
        return first[0] in "[{;"

    def text(self) -> str:
        """The whole file.  Raises FileError."""
        with self._file:
            content = b"".join(self._raw) + self._file.read(LIMIT + 1)
        check_size(self._name, len(content))
        return decode(self._name, content)

    def __iter__(self) -> Iterator[str]:
        first = next(self._lines, None)
        if first is None:
            raise LayoutError("no layout (expected one a line)")
        yield first
        yield from self._lines

    def _counting_lines(self) -> Iterator[str]:
        with self._file:
            for line in read_lines(self._name, self._file):
                self._number += 1
                self._raw.append(line)
                try:
                    text = line.decode("utf-8-sig").strip()
                except UnicodeDecodeError as error:
                    raise LayoutError("not text (expected UTF-8)") from error
                if text and text[0] not in "%#":
                    yield text
                    self._raw.clear()

    def close(self) -> None:
        self._file.close()

    def place(self) -> str:
        """Which line is at fault."""
        return f"{self._name}, line {self._number}" if self._number else self._name


def position_in_record(lines: Lines, number: int | None, after: int | None) -> tuple[Position, Trump]:
    """The position at a point of a record's deal, and what is trump.  Raises RecordError where there is none."""
    from ninefivetwo.game.records.records import parsed

    _, deal = deal_at(lines.path, parsed(lines.path, lines.text()).records, number, after)
    if deal.position is None or deal.trump is None or not deal.position.tricks:
        raise RecordError(
            f"{display_name(lines.path)}: no position to solve (expected a deal in play, all hands known; --after N"
            " goes back to the point after N cards)"
        )
    return deal.position, deal.trump
