"""What a named question is answered with: sentences, tables of figures with their errors, and charts of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import floor, inf, isfinite, log10

from ninefivetwo.evaluation import Estimate

MOST_DIGITS = 3  # after the point
FEW = 30  # deals: of fewer no figure is told
SURE = 4  # standard errors by which a figure differs that is picked out of many


class Unit(Enum):
    """What a column of figures is in."""

    TEXT = ""
    COUNT = "deals"
    TRICKS = "tricks"
    DIFFERENCE = "tricks more"  # told with its sign
    CHANCE = "%"  # from 0 to 1, told in per cent


#: A figure of a table: a text, a count, a sampled figure, or nothing where there were no rows.
AnswerCell = str | int | Estimate | None


@dataclass(frozen=True)
class AnswerTable:
    """A short table; a row has a cell for each column.

    columns: the headings, and the units of the figures below them.  digits: after the point at most, where there is
    little room.
    """

    title: str
    columns: Mapping[str, Unit]
    rows: tuple[tuple[AnswerCell, ...], ...]
    digits: int = MOST_DIGITS


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
    columns = {head: Unit.TEXT} | dict.fromkeys(names, unit)
    return AnswerTable(title, columns, tuple((name, *figures) for name, figures in rows.items()))


def figures_chart(
    title: str, names: Iterable[str], unit: Unit, rows: Mapping[str, Sequence[Estimate]], level: float | None = None
) -> Chart:
    """The same as a chart: the rows are its places, and what the names stand for its series."""
    series = dict(zip(names, zip(*rows.values(), strict=True), strict=True))
    return Chart(title, "", unit, tuple(rows), series, level=level)


@dataclass(frozen=True)
class Answer:
    """The answer to a named question."""

    question: str
    words: tuple[str, ...]
    tables: tuple[AnswerTable, ...]
    charts: tuple[Chart, ...] = field(default=())


def estimate_in(cell: object) -> Estimate | None:
    """What the SQL function `estimate` found; None where there were no rows."""
    assert isinstance(cell, dict)
    if not cell["n"]:
        return None
    return Estimate(cell["mean"], inf if cell["se"] is None else cell["se"], cell["n"])


def estimates_in(cells: Iterable[object]) -> list[Estimate]:
    """What the SQL function `estimate` found, without those for which there were no rows."""
    return [estimate for cell in cells if (estimate := estimate_in(cell))]


def figure_text(cell: AnswerCell, unit: Unit, most: int = MOST_DIGITS) -> str:
    """A figure with its error, as many digits as the error leaves a meaning: 8.914 ± 0.002; a chance in per cent.

    most: digits after the point; an error that is less than they show is told as the least that they do.
    """
    if cell is None:
        return "–"
    if not isinstance(cell, Estimate):
        return f"{cell:,}" if isinstance(cell, int) else cell
    if unit is Unit.CHANCE and cell.mean in (0, 1):  # of which no error can be told
        return f"{'all' if cell.mean else 'none'} of {cell.n:,}"
    scale = 100 if unit is Unit.CHANCE else 1
    mean, error = scale * cell.mean, scale * cell.standard_error
    digits = min(_digits(error), most)
    sign = "+" if unit is Unit.DIFFERENCE else ""
    value = f"{round(mean, digits) + 0.0:{sign}.{digits}f}"
    error_text = f"{max(error, 10**-digits if error else 0):.{digits}f}" if isfinite(error) else "?"
    return f"{value} ± {error_text}"


def _digits(error: float) -> int:
    """Digits after the point that show an error by one digit, or two where the first is 1."""
    if not isfinite(error) or error <= 0:
        return 1
    first = floor(log10(error))
    return min(max((error < 2 * 10**first) - first, 0), MOST_DIGITS)
