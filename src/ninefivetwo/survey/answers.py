"""Answers to named questions, each with sentences, tables of figures and charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Annotated

from ninefivetwo.codec import Decimals, Document, Part
from ninefivetwo.evaluation import MOST_DIGITS, Estimate, chance_text, mean_text

FEW_DIGITS, MANY_COLUMNS = 2, 6  # number of decimals in a table with at least MANY_COLUMNS columns
FEWEST_DEALS = 30  # minimum number of deals for a figure to be shown
SURE = 4  # minimum difference, in standard errors, for singling out a figure among many


class Unit(Enum):
    """The unit of a column of figures."""

    TEXT = "text"
    COUNT = "count"
    TRICKS = "tricks"
    DIFFERENCE = "difference"  # a difference in tricks, shown with its sign
    CHANCE = "chance"  # a chance from 0 to 1, shown in per cent


SixDigits = Annotated[Estimate, Decimals(6)]
#: A cell of a table: a text, a count, a sampled figure, or None if there were no rows.
AnswerCell = str | int | SixDigits | None


class AnswerTable(Part, frozen=True):
    """A table of figures.

    title: the title of the table
    columns: the headings of the columns
    units: the unit of each column: `text`, `count`, `tricks`, `difference` (of tricks) or `chance` (from 0 to 1)
    rows: rows with one value per column, which is null if it is based on too few deals
    """

    title: str
    columns: list[str]
    units: list[Unit]
    rows: list[tuple[AnswerCell, ...]]

    @classmethod
    def of(cls, title: str, units: Mapping[str, Unit], rows: Iterable[tuple[AnswerCell, ...]]) -> AnswerTable:
        """Build a table. `units` maps the heading of each column to the unit of the column."""
        return cls(title, [*units], [*units.values()], [*rows])

    @property
    def digits(self) -> int:
        """The number of decimal places to show, which is smaller for tables with many columns."""
        return MOST_DIGITS if len(self.columns) < MANY_COLUMNS else FEW_DIGITS


@dataclass(frozen=True)
class Chart:
    """A chart of sampled figures. `series` maps each series' name to one estimate (or None) for each of `places`.

    `across` is the label of the axis with the places. `among` is the title of the legend. If `joined` is True, the
    places are ordered, and lines connect the figures. `level` is a reference value drawn as a line.
    """

    title: str
    across: str
    unit: Unit
    places: tuple[str, ...]
    series: Mapping[str, tuple[Estimate | None, ...]]
    among: str = ""
    joined: bool = False
    level: float | None = None


def figures_table(
    title: str, head: str, names: Iterable[str], unit: Unit, rows: Mapping[str, Sequence[AnswerCell]]
) -> AnswerTable:
    """Build a table in which all figures have the same unit.

    `head` is the heading of the column with the rows' names. `names` are the headings of the other columns.
    """
    units = {head: Unit.TEXT} | dict.fromkeys(names, unit)
    return AnswerTable.of(title, units, ((name, *figures) for name, figures in rows.items()))


def figures_chart(
    title: str, names: Iterable[str], unit: Unit, rows: Mapping[str, Sequence[Estimate]], level: float | None = None
) -> Chart:
    """Build a chart from a table, with a place for each row and a series for each column."""
    series = dict(zip(names, zip(*rows.values(), strict=True), strict=True))
    return Chart(title, "", unit, tuple(rows), series, level=level)


class Answer(Document, frozen=True, tag="ninefivetwo.survey-answer/1"):
    """The answer to a named question (`survey ask`).

    question: the name of the question
    words: the answer as a list of sentences
    tables: tables of figures
    """

    question: str
    words: list[str]
    tables: list[AnswerTable]


#: An answer and the charts of its figures.
ChartedAnswer = tuple[Answer, tuple[Chart, ...]]


def charted(
    question: str, words: Iterable[str], tables: Iterable[AnswerTable], charts: tuple[Chart, ...]
) -> ChartedAnswer:
    """Return the answer to a question together with its charts."""
    return Answer(question, [*words], [*tables]), charts


def estimate_in(cell: object) -> Estimate | None:
    """Return the estimate in a result of the SQL function `estimate`, or None if there were no rows."""
    assert isinstance(cell, dict)
    if not cell["n"]:
        return None
    return Estimate(cell["mean"], inf if cell["se"] is None else cell["se"], cell["n"])


def estimates_in(cells: Iterable[object]) -> list[Estimate]:
    """Convert results of the SQL function `estimate`, omitting results without rows."""
    return [estimate for cell in cells if (estimate := estimate_in(cell))]


def figure_text(cell: AnswerCell, unit: Unit, most: int = MOST_DIGITS) -> str:
    """Return a figure as text, with its standard error if sampled. `most` is the maximum number of decimal places."""
    if cell is None:
        return "–"
    if not isinstance(cell, Estimate):
        return f"{cell:,}" if isinstance(cell, int) else cell
    if unit is Unit.CHANCE:
        return chance_text(cell, most)
    return mean_text(cell, unit is Unit.DIFFERENCE, most)
