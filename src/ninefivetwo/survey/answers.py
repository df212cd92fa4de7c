"""What a named question is answered with: sentences, tables of figures with their errors, and charts of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf
from typing import Annotated

from ninefivetwo.codec import Decimals, Document, Part
from ninefivetwo.evaluation import MOST_DIGITS, Estimate, chance_text, mean_text

FEW_DIGITS, MANY_COLUMNS = 2, 6  # after the point, in a table of so many columns
FEWEST_DEALS = 30  # deals: of fewer no figure is told
SURE = 4  # standard errors by which a figure differs that is picked out of many


class Unit(Enum):
    """What a column of figures is in."""

    TEXT = "text"
    COUNT = "count"
    TRICKS = "tricks"
    DIFFERENCE = "difference"  # of tricks, told with its sign
    CHANCE = "chance"  # from 0 to 1, told in per cent


SixDigits = Annotated[Estimate, Decimals(6)]
#: A figure of a table: a text, a count, a sampled figure, or nothing where there were no rows.
AnswerCell = str | int | SixDigits | None


class AnswerTable(Part, frozen=True):
    """A table of figures.

    title: what it shows
    columns: the headings
    units: what a column has: `text`, `count`, `tricks`, `difference` (of tricks), `chance` (from 0 to 1)
    rows: a value for each column; null where there were too few deals
    """

    title: str
    columns: list[str]
    units: list[Unit]
    rows: list[tuple[AnswerCell, ...]]

    @classmethod
    def of(cls, title: str, units: Mapping[str, Unit], rows: Iterable[tuple[AnswerCell, ...]]) -> AnswerTable:
        """The table with these columns, each with its unit."""
        return cls(title, [*units], [*units.values()], [*rows])

    @property
    def digits(self) -> int:
        """After the point at most: a table of many columns has room for fewer."""
        return MOST_DIGITS if len(self.columns) < MANY_COLUMNS else FEW_DIGITS


@dataclass(frozen=True)
class Chart:
    """Sampled figures by place: `series` has, by name, an estimate (or None) for each of `places`.

    across: what the places are; among: what the series are, where their names do not say it.
    joined: the places are in an order, so that lines between them mean something.  level: the figure to which the
    others are held, where a line is drawn.
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
    """A table of figures that all have the same unit.  head: of the column of the rows' names; names: of the others."""
    units = {head: Unit.TEXT} | dict.fromkeys(names, unit)
    return AnswerTable.of(title, units, ((name, *figures) for name, figures in rows.items()))


def figures_chart(
    title: str, names: Iterable[str], unit: Unit, rows: Mapping[str, Sequence[Estimate]], level: float | None = None
) -> Chart:
    """The same as a chart: the rows are its places, and what the names stand for its series."""
    series = dict(zip(names, zip(*rows.values(), strict=True), strict=True))
    return Chart(title, "", unit, tuple(rows), series, level=level)


class Answer(Document, frozen=True, tag="ninefivetwo.survey-answer/1"):
    """The answer to a named question (`survey ask`).

    question: its name
    words: the answer in sentences
    tables: the figures
    """

    question: str
    words: list[str]
    tables: list[AnswerTable]


#: An answer, and its figures as charts.
ChartedAnswer = tuple[Answer, tuple[Chart, ...]]


def charted(
    question: str, words: Iterable[str], tables: Iterable[AnswerTable], charts: tuple[Chart, ...]
) -> ChartedAnswer:
    """The answer to a question, with its charts."""
    return Answer(question, [*words], [*tables]), charts


def estimate_in(cell: object) -> Estimate | None:
    """What the SQL function `estimate` found; None where there were no rows.  The error of one row is infinite."""
    assert isinstance(cell, dict)
    if not cell["n"]:
        return None
    return Estimate(cell["mean"], inf if cell["se"] is None else cell["se"], cell["n"])


def estimates_in(cells: Iterable[object]) -> list[Estimate]:
    """What the SQL function `estimate` found, without those for which there were no rows."""
    return [estimate for cell in cells if (estimate := estimate_in(cell))]


def figure_text(cell: AnswerCell, unit: Unit, most: int = MOST_DIGITS) -> str:
    """A figure as a text, a sampled one with its error; most: digits after the point."""
    if cell is None:
        return "–"
    if not isinstance(cell, Estimate):
        return f"{cell:,}" if isinstance(cell, int) else cell
    if unit is Unit.CHANCE:
        return chance_text(cell, most)
    return mean_text(cell, unit is Unit.DIFFERENCE, most)
