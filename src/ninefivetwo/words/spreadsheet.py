"""Conversion of tables to CSV, with standard errors in separate columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from ninefivetwo.words.figures import Column, TextTable

_NUMBER = r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?"
_FIGURE = re.compile(rf"\(?({_NUMBER})( %)?(?: ± ({_NUMBER}|\?))?\)?")
_MISSING = ("–", "-", "NULL")  # cells without a figure
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet evaluates a text that begins with one of these


def csv_text(tables: Iterable[TextTable]) -> str:
    """Return tables as CSV. Tables with equal columns are joined, other tables are separated by an empty line.

    The standard errors of a column NAME form the next column, NAME ±: 0 for an exact figure, and empty if unknown. A
    cell that is not a single figure, such as a range, remains text.
    """
    together: dict[tuple[Column, ...], list[Sequence[str]]] = {}
    for table in tables:
        together.setdefault(tuple(table.columns), []).extend(row for row in table.rows if row is not None)
    return "\n".join(_written(columns, rows) for columns, rows in together.items())


def _written(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    cells = [each for at, column in enumerate(columns) for each in _columns(column, [row[at] for row in rows])]
    file = StringIO()
    csv.writer(file, lineterminator="\n").writerows(zip(*cells, strict=True))
    return file.getvalue()


def _columns(column: Column, cells: list[str]) -> list[list[str]]:
    """Return a column with its heading, followed by a column of standard errors if there are any."""
    if not column.right:
        return [[*map(_text, [column.name, *cells])]]
    found = [_FIGURE.fullmatch(cell.strip()) for cell in cells]
    head = _text(column.name) + " (%)" * any(figure and figure[2] for figure in found)
    texts = ["" if cell.strip() in _MISSING else _text(cell) for cell in cells]
    numbers = [_number(figure[1]) if figure else text for figure, text in zip(found, texts, strict=True)]
    if not any(figure and figure[3] for figure in found):
        return [[head, *numbers]]
    return [[head, *numbers], [f"{head} ±", *("" if figure is None else _number(figure[3] or "0") for figure in found)]]


def _number(text: str) -> str:
    return text.replace(",", "").lstrip("+?")


def _text(text: str) -> str:
    """Return a text that no spreadsheet interprets as a formula."""
    text = text.strip()
    return f"'{text}" if text.startswith(_FORMULA) else text
