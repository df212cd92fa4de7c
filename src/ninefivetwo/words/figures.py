"""Formatting of numbers, of prose broken into lines, and of tables. `evaluation.py` formats means and chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING

from rich.cells import cell_len

from ninefivetwo.evaluation import Estimate, chance_text, fixed, mean_text
from ninefivetwo.words.template import Amount, Template

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

WIDTH = 80  # default width of a line in characters
NUMBERS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)

STANDARD_ERROR = Template("± is one standard error.")


def signed_tenths(amount: float) -> str:
    """Return an amount with its sign and one decimal; zero never has a minus sign."""
    return fixed(amount, 1, sign=True)


_NEGATIVE = re.compile(r"(?<![^\s(])-(?=\d)")  # a hyphen in a date or a range does not match


def minus(words: str) -> str:
    """Replace the hyphen before each negative number in a text by a minus sign."""
    return _NEGATIVE.sub("\u2212", words)


def number_word(number: int) -> str:
    """Return a number up to sixteen as a word ("nine"), and a larger number in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def counted(number: int, what: str) -> Amount:
    """Return a number in words, up to sixteen, with its noun: "one card", "two cards"."""
    return Amount(f"{number_word(number)} {what}{'s' * (number != 1)}", first=number == 1)


def plural(number: int, what: str) -> Amount:
    """Return a number in digits with its noun: "1 card", "2,000 cards", "3 batches"."""
    ending = "" if number == 1 else "es" if what.endswith("ch") else "s"
    return Amount(f"{number:,} {what}{ending}", first=number == 1)


def in_digits(number: int) -> Amount:
    """Return a number in digits: "1", "1,204"."""
    return Amount(f"{number:,}", first=number == 1)


def count(tricks: int) -> Amount:
    """Return a number of tricks: "1 trick"."""
    return plural(tricks, "trick")


def tricks_words(tricks: Estimate) -> Amount:
    """Return an estimate in tricks: "0.41 ± 0.06 tricks", "1 trick"."""
    number = mean_text(tricks)
    return Amount("1 trick" if number == "1" else f"{number} tricks", first=number == "1")


def mean_amount(amount: Estimate, sign: bool = False) -> Amount:
    """Return an estimate without its unit: "0.41 ± 0.06"."""
    return Amount(mean_text(amount, sign=sign))


def compared_tricks(more: Estimate, less: Estimate) -> tuple[Amount, Amount]:
    """Return two means without their errors, to be compared in a sentence: "2.1 tricks", "1.4"."""
    digits = 1 if fixed(more.mean, 1) != fixed(less.mean, 1) else 2
    return Amount(f"{fixed(more.mean, digits)} tricks"), Amount(fixed(less.mean, digits))


def chance_amount(share: Estimate) -> Amount:
    """Return a chance: "87 % ± 2"."""
    return Amount(chance_text(share))


def chance_cells(chances: Sequence[Estimate]) -> list[str]:
    """Return a column of chances; if one is shown as ">99 %" or "<1 %", so are all chances beyond that limit."""
    cells = [chance_text(chance) for chance in chances]
    for limit, low, high in (">99 %", 0.99, 1.0), ("<1 %", 0.0, 0.01):
        if limit in cells:
            cells = [limit if low < chance.mean < high else cell for chance, cell in zip(chances, cells, strict=True)]
    return cells


def signed(points: int) -> Amount:
    """Return points with their sign: "+3", "0", "-2"."""
    return Amount(f"{points:+}" if points else "0")


# Lines.

#: Spaces at which no line is broken: within a figure with its error, before a result in brackets, and between cards.
_TOGETHER = re.compile(
    r" (?=[±%])|(?<=±) | (?=tricks?\b)|(?<=[\dA-Za-z]) (?=\([<>+-]?\d)|(?<=[♠♥♦♣AKQJ0-9]) (?=(?:10|[AKQJ2-9])(?!\w))"
)
NARROW = 20  # minimum width of a line in characters, even on a narrower terminal


def wrapped(text: str, room: int, first: str = "", rest: str | None = None) -> list[str]:
    """Break a text into lines of at most `room` characters, but never between a figure and its error.

    `first` is the prefix of the first line. `rest` is the prefix of every later line, by default equally many spaces.
    """
    rest = " " * cell_len(first) if rest is None else rest
    room, line = max(room, NARROW), first
    lines: list[str] = []
    for word in _TOGETHER.sub("\N{NO-BREAK SPACE}", text).split(" "):
        begun = line not in (first, rest) if not lines else line != rest
        if begun and cell_len(line) + 1 + cell_len(word) > room:
            lines.append(line)
            line, begun = rest, False
        line += (" " if begun else "") + word
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in (*lines, line)]


def paragraphs(*sentences: str) -> str:
    """Return sentences as HTML paragraphs; empty sentences are left out."""
    from html import escape

    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)


# Tables.


GAP = MARK = "  "  # the space between columns, and the space before a row without a star
NOTE_WIDTH = 60  # minimum width, in characters, for lines of the note below a table


@dataclass(frozen=True)
class Column:
    """A column of a table.

    In a table that is too wide, columns with the highest `drop` are left out first; columns with 0 always stay. If
    `fold` is not 0, the column's texts may be broken into lines of at least `fold` characters.
    """

    name: str
    right: bool = False
    drop: int = 0
    fold: int = 0


def figures(*names: str, drop: Mapping[str, int] | None = None) -> list[Column]:
    """Return columns of numbers. `drop` maps the name of a column to `Column.drop`."""
    return [Column(name, right=True, drop=(drop or {}).get(name, 0)) for name in names]


@dataclass(frozen=True)
class TextTable:
    """A table of texts; a row of None is a gap between two sections.

    Columns without any text are left out.  If the table is too wide for the console, headings are broken between
    words, then columns are dropped, and then texts are broken.  A line below the table names the dropped columns.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[str] | None]

    @property
    def head(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    @property
    def html(self) -> str:
        """The table as HTML, without gaps between sections."""
        from html import escape

        names = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.head)
        rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row or ()) for row in self.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f'<table class="words"><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>'

    def labelled(self, name: str, text: str) -> TextTable:
        """Return the table with a new first column, which has `text` in every row."""
        rows = [None if row is None else [text, *row] for row in self.rows]
        return TextTable([Column(name), *self.columns], rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = console.highlighter("\n".join(self.lines(options.max_width)))
        text.no_wrap, text.overflow = True, "ignore"
        yield text

    def lines(self, room: int) -> list[str]:
        """Return the table as lines of at most `room` characters, if possible."""
        filled = [i for i in range(len(self.columns)) if i == 0 or any(self._cells(i))]
        heads = self._heads(filled, room)
        widths = self._widths(heads, room)
        lines = ["", *self._row(heads, widths, at_bottom=True), "─" * _total(widths)]
        for row in self.rows:
            lines += [""] if row is None else self._row({i: row[i] for i in heads}, widths)
        dropped = ", ".join(self.columns[i].name for i in filled if i not in heads)
        return [*lines, *wrap(f"(no room for: {dropped})", max(room, NOTE_WIDTH)), ""] if dropped else [*lines, ""]

    def _cells(self, column: int) -> list[str]:
        return [row[column] for row in self.rows if row is not None]

    def _heads(self, filled: list[int], room: int) -> dict[int, str]:
        """Return the headings of the columns that fit into `room`, by column number."""
        heads = {i: self.columns[i].name for i in filled}
        if _total(self._widths(heads, room)) > room:
            heads = {i: self._broken(i) for i in filled}
        while _total(self._widths(heads, room)) > room:
            last = max(heads, key=lambda i: (self.columns[i].drop, i))
            if self.columns[last].drop == 0:
                break
            del heads[last]
        return heads

    def _broken(self, column: int) -> str:
        """Return a column's heading as lines, as narrow as the column's cells if possible."""
        name = self.columns[column].name
        return "\n".join(wrap(name, max(_widest(self._cells(column)), _widest(name.split()))))

    def _widths(self, heads: Mapping[int, str], room: int) -> dict[int, int]:
        """Return the width of each column, less than its widest cell if the texts have to be broken."""
        widths = {i: _widest([head, *self._cells(i)]) for i, head in heads.items()}
        least = {i: self.columns[i].fold or widths[i] for i in heads}
        words = {
            i: _widest([*head.split(), *(w for cell in self._cells(i) for w in cell.split())])
            for i, head in heads.items()
        }
        for floor in ({i: max(least[i], words[i]) for i in heads}, least):
            while _total(widths) > room and (soft := [i for i in widths if widths[i] > floor[i]]):
                widths[max(soft, key=lambda i: widths[i])] -= 1
        return widths

    def _row(self, cells: Mapping[int, str], widths: Mapping[int, int], at_bottom: bool = False) -> list[str]:
        """Return a row as lines. Cells are aligned at the top of the row, or at the bottom if `at_bottom`."""
        step = -1 if at_bottom else 1
        folded = [_folded(cells[i], width)[::step] for i, width in widths.items()]
        lines = []
        for parts in zip_longest(*folded, fillvalue=""):
            padded = (self._padded(i, part, widths[i]) for i, part in zip(widths, parts, strict=True))
            lines.append(GAP.join(padded).rstrip())
        return lines[::step]

    def _padded(self, column: int, text: str, width: int) -> str:
        blanks = " " * (width - cell_len(text))
        return blanks + text if self.columns[column].right else text + blanks


def _total(widths: Mapping[int, int]) -> int:
    return sum(widths.values()) + len(GAP) * (len(widths) - 1)


def _widest(texts: Iterable[str]) -> int:
    return max((cell_len(line) for text in texts for line in text.split("\n")), default=0)


def _folded(text: str, width: int) -> list[str]:
    """Return a cell's text as lines that fit the column. A character of double width counts as two."""
    lines = []
    for line in text.split("\n"):
        fits = cell_len(line) <= width
        indent = MARK * line.startswith((MARK, "* "))  # the line begins with a star, or with spaces instead of a star
        lines += (
            [line]
            if fits
            else wrap(line, max(1 + len(indent), width * len(line) // cell_len(line)), subsequent_indent=indent)
        )
    return lines
