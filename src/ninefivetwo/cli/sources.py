"""The input of a command: layouts on the command line or in a file, the deals of a record, a position of one."""

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

if TYPE_CHECKING:
    from ninefivetwo.game import Deal, Match
    from ninefivetwo.game.records import Record

DealType = TypeVar("DealType")


def numbered(path: str, deals: Sequence[DealType], number: int | None) -> Sequence[DealType]:
    """Return the deal of a file with this number, or all for None.  Raises RecordError if there is no such deal."""
    if number is not None and number > len(deals):
        raise RecordError(f"{display_name(path)}: unknown deal {number} (expected 1 to {len(deals)})")
    return deals if number is None else deals[number - 1 : number]


def match_of(path: str, record: Record) -> tuple[Record, Match]:
    with raised_as(RecordError, f"{display_name(path)}, "):
        return record, record.match


def deal_at(path: str, records: Sequence[Record], number: int | None, after: int | None) -> tuple[Match, Deal]:
    """Return the match and the deal with this number, by default the last, at its end or after a number of cards.

    Raises RecordError if there is no such deal, or if fewer cards were played.
    """
    match = match_of(path, record_at(path, records, number))[1]
    return match, match.deal if after is None else _back_to(match.deal, after)


def record_at(path: str, records: Sequence[Record], number: int | None) -> Record:
    """Return the record of the deal with this number, by default the last.  Raises RecordError if there is none."""
    at = number or len(records)
    if at > len(records):
        raise RecordError(f"{display_name(path)}: unknown deal {at} (expected 1 to {len(records)})")
    return records[at - 1]


def _back_to(deal: Deal, after: int) -> Deal:
    played = len(deal.plays)
    if after > played:
        raise RecordError(f"--after {after}: more cards than were played (expected 0 to {played})")
    for _ in range(played - after):
        deal = deal.undo()
    return replace(deal, past=None)


# Layouts, and the position of a record to solve.


def layouts_of(words: Sequence[str]) -> list[str]:
    """Return the layouts on the command line; each begins with a seat and a colon, so quotation marks are not needed."""
    return re.split(r"\s+(?=[DLRdlr]:)", " ".join(words).strip())


def cards_on_table(text: str) -> tuple[Card, ...]:
    """Return the cards of the trick in progress.  Raises PositionError if the text is not cards."""
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
        """Return the layout read last, for an error message; None if there is only one."""
        return f"layout {self._number}" if len(self._layouts) > 1 else None


class Lines:
    """The layouts of a file, one per line; empty lines and comments (% or #) are skipped.

    If the file holds records instead, `is_record` must be called first, and `text` is the whole file. Raises OSError if
    the file cannot be read, and LayoutError if a line is not text or there is no layout.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._name = display_name(path)
        self._file: BinaryIO = sys.stdin.buffer if path == "-" else open(path, "rb")
        self._number = 0  # number of the line read last, for error messages
        self._raw: list[bytes] = []  # the lines up to the first layout or record
        self._lines = self._counting_lines()
        regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self.ahead = None if regular else 1  # the writer to a pipe may wait for each answer before going on

    def is_record(self) -> bool:
        """Return whether the file begins like a record, with a tag or a comment."""
        first = next(self._lines, None)
        if first is None:
            return False
        self._lines = chain([first], self._lines)
        return first[0] in "[{;"

    def text(self) -> str:
        """Return the whole file.  Raises FileError if it is too large or not text."""
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
        """Return the line read last, for an error message."""
        return f"{self._name}, line {self._number}" if self._number else self._name


def position_in_record(lines: Lines, number: int | None, after: int | None) -> tuple[Position, Trump]:
    """Return the position at a point of a record's deal, and the trump.  Raises RecordError if there is none."""
    from ninefivetwo.game.records.records import parsed

    _, deal = deal_at(lines.path, parsed(lines.path, lines.text()).records, number, after)
    if deal.position is None or deal.trump is None or not deal.position.tricks:
        raise RecordError(
            f"{display_name(lines.path)}: no position to solve (expected a deal in play, all hands known; --after N"
            " goes back to the point after N cards)"
        )
    return deal.position, deal.trump
