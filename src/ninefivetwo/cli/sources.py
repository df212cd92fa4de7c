"""The input of a command: layouts, the deals of a record, or a position."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from ninefivetwo.cards import Trump
from ninefivetwo.errors import LayoutError, RecordError, raised_as
from ninefivetwo.files import LIMIT, check_size, decode, display_name, read_lines
from ninefivetwo.layout import Layout, Position

if TYPE_CHECKING:
    from ninefivetwo.game import Deal, Match
    from ninefivetwo.game.records import Record

DealType = TypeVar("DealType")


def numbered(path: str, deals: Sequence[DealType], number: int | None) -> Sequence[DealType]:
    """Return the deal `number` as a list, or all deals for None. Raises RecordError."""
    if number is not None and number > len(deals):
        raise RecordError(f"{display_name(path)}: unknown deal {number} (expected 1 to {len(deals)})")
    return deals if number is None else deals[number - 1 : number]


def match_of(path: str, record: Record) -> Match:
    """Return the match of a record. Raises RecordError, naming the file, if the record breaks the rules."""
    with raised_as(RecordError, f"{display_name(path)}, "):
        return record.match


def record_at(path: str, records: Sequence[Record], number: int | None) -> Record:
    """Return the record of the deal `number` (default: last). Raises RecordError if the deal does not exist."""
    return numbered(path, records, number or len(records))[0]


def deal_after(match: Match, after: int | None) -> Deal:
    """Return a deal at its end or after `after` cards. Raises RecordError if fewer cards were played."""
    deal = match.deal
    if after is None:
        return deal
    played = len(deal.plays)
    if after > played:
        raise RecordError(f"--after {after}: more cards than were played (expected 0 to {played})")
    for _ in range(played - after):
        deal = deal.undo()
    return replace(deal, past=None)


# Layouts, and a position from a record.


def layouts_of(words: Sequence[str]) -> list[str]:
    """Split the command line into layouts, which begin with a seat and a colon, as in "D:"."""
    return re.split(r"\s+(?=[DLRdlr]:)", " ".join(words).strip())


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
        """Return the number of the last layout read, for an error message, or None if there is only one layout."""
        return f"layout {self._number}" if len(self._layouts) > 1 else None


class Lines:
    """The layouts of a file, one per line; empty lines and comments (% or #) are skipped.

    If the file may be a record, `is_record` must be called first, and `text` then returns the whole file. Raises
    OSError if the file cannot be read, and LayoutError if the file has no layout or is not text.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._name = display_name(path)
        self._file: BinaryIO = sys.stdin.buffer if path == "-" else open(path, "rb")  # noqa: PTH123, SIM115 - as typed; see close
        self._number = 0  # number of the last line read, for error messages
        self._raw: list[bytes] = []  # the lines that have been read but may be needed by `text`
        self._lines = self._counting_lines()
        regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self.ahead = None if regular else 1  # the program that writes to a pipe may wait for each answer

    def is_record(self) -> bool:
        """Return True if the file begins with a tag or a comment, as records do."""
        first = next(self._lines, None)
        if first is None:
            return False
        self._lines = chain([first], self._lines)
        return first[0] in "[{;"

    def text(self) -> str:
        """Return the whole file. Raises FileError if the file is too large or is not text."""
        with self._file:
            content = b"".join(self._raw) + self._file.read(LIMIT + 1)
        check_size(self._name, len(content))
        return decode(self._name, content)

    def __iter__(self) -> Iterator[str]:
        first = next(self._lines, None)
        if first is None:
            raise LayoutError("no layout found (expected one per line)")
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
        """Return the file name and the number of the last line read, for an error message."""
        return f"{self._name}, line {self._number}" if self._number else self._name


def position_in_record(lines: Lines, number: int | None, after: int | None) -> tuple[Position, Trump]:
    """Return a position in a record's deal, and the trump. Raises RecordError if the record lacks the position."""
    from ninefivetwo.game.records.records import parsed

    record = record_at(lines.path, parsed(lines.path, lines.text()).records, number)
    deal = deal_after(match_of(lines.path, record), after)
    if deal.position is None or deal.trump is None or not deal.position.tricks:
        raise RecordError(
            f"{display_name(lines.path)}: no position to solve (expected a deal in play, all hands known; --after N"
            " goes back to the point after N cards)"
        )
    return deal.position, deal.trump
