"""The parts of an answer to a named question: sentences, tables of figures with standard errors, and charts."""

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
    columns: the headings
    units: the unit of each column: `text`, `count`, `tricks`, `difference` (of tricks) or `chance` (from 0 to 1)
    rows: one value per column; a value is null if it is based on too few deals
    """

    title: str
    columns: list[str]
    units: list[Unit]
    rows: list[tuple[AnswerCell, ...]]

    @classmethod
    def of(cls, title: str, units: Mapping[str, Unit], rows: Iterable[tuple[AnswerCell, ...]]) -> AnswerTable:
        """Build a table from its title, its rows, and the headings of its columns with their units."""
        return cls(title, [*units], [*units.values()], [*rows])

    @property
    def digits(self) -> int:
        """The number of digits shown after the decimal point; tables with many columns show fewer."""
        return MOST_DIGITS if len(self.columns) < MANY_COLUMNS else FEW_DIGITS


@dataclass(frozen=True)
class Chart:
    """A chart of sampled figures; `series` maps the name of each series to an estimate, or None, for each of `places`.

    `across` is the label of the axis with the places, and `among` is the title of the legend. `joined` is True if the
    places are ordered, so that lines can connect them. `level` is a reference value, which is drawn as a line.
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
    """Build a table of figures that all have the same unit.

    `head` is the heading of the column with the rows' names, and `names` are the headings of the other columns.
    """
    units = {head: Unit.TEXT} | dict.fromkeys(names, unit)
    return AnswerTable.of(title, units, ((name, *figures) for name, figures in rows.items()))


def figures_chart(
    title: str, names: Iterable[str], unit: Unit, rows: Mapping[str, Sequence[Estimate]], level: float | None = None
) -> Chart:
    """Build a chart from a table: each row becomes a place, and each column becomes a series."""
    series = dict(zip(names, zip(*rows.values(), strict=True), strict=True))
    return Chart(title, "", unit, tuple(rows), series, level=level)


class Answer(Document, frozen=True, tag="ninefivetwo.survey-answer/1"):
    """The answer to a named question (`survey ask`).

    question: the name of the question
    words: the answer in sentences
    tables: the figures
    """

    question: str
    words: list[str]
    tables: list[AnswerTable]


#: An answer and the charts of its figures.
ChartedAnswer = tuple[Answer, tuple[Chart, ...]]


def charted(
    question: str, words: Iterable[str], tables: Iterable[AnswerTable], charts: tuple[Chart, ...]
) -> ChartedAnswer:
    """Build the answer to a question, with its charts."""
    return Answer(question, [*words], [*tables]), charts


def estimate_in(cell: object) -> Estimate | None:
    """Convert a result of the SQL function `estimate`: None for no rows, and an infinite error for a single row."""
    assert isinstance(cell, dict)
    if not cell["n"]:
        return None
    return Estimate(cell["mean"], inf if cell["se"] is None else cell["se"], cell["n"])


def estimates_in(cells: Iterable[object]) -> list[Estimate]:
    """Convert results of the SQL function `estimate`, leaving out those based on no rows."""
    return [estimate for cell in cells if (estimate := estimate_in(cell))]


def figure_text(cell: AnswerCell, unit: Unit, most: int = MOST_DIGITS) -> str:
    """Return a figure as text, with its error if it is sampled; `most` is the maximum number of decimal places."""
    if cell is None:
        return "–"
    if not isinstance(cell, Estimate):
        return f"{cell:,}" if isinstance(cell, int) else cell
    if unit is Unit.CHANCE:
        return chance_text(cell, most)
    return mean_text(cell, unit is Unit.DIFFERENCE, most)
