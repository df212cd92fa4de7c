"""Tables that compare forecast figures with the truth, by kind, position and seat, and chances also by bin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from benchmarks.clusters import joint_test, mean_of
from benchmarks.report import figure, head, row
from benchmarks.told import WHENS, Figure, Position
from benchmarks.told_holdings import NUMBER
from benchmarks.told_reasons import TAKES
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate

Figures: TypeAlias = Sequence[Figure]
Placed = TypeVar("Placed", bound="AtPosition")
Key: TypeAlias = Callable[[Figure], Hashable]
BINS = 10
FEWEST = 20  # smallest number of figures in a cell of a joint test
NOTHING = "-"


class AtPosition(Protocol):
    """Anything that was forecast at a position."""

    @property
    def at(self) -> Position: ...


def difference(found: Estimate | None) -> str:
    """Format a difference for a table."""
    return figure(found) if found else NOTHING


def unsigned(found: Estimate | None) -> str:
    """Format a figure that cannot be negative for a table."""
    return figure(found).lstrip("+") if found else NOTHING


def clusters_of(found: Sequence[AtPosition]) -> list[int]:
    """Return the number of each forecast's match, which is its cluster."""
    return [each.at.cluster for each in found]


def excess(each: Figure) -> float:
    """Return the forecast minus the truth."""
    return each.told - each.true


def variance(each: Figure) -> float:
    """Return the variance of the outcome if its forecast chance is right."""
    return each.told * (1 - each.told)


def mean_excess(found: Figures, chances: bool = False) -> Estimate | None:
    """Return the mean of forecast minus truth, or None without figures; `chances` is True if the figures are
    chances."""
    variances = [variance(each) for each in found] if chances else None
    return mean_of([excess(each) for each in found], clusters_of(found), variances) if found else None


def by_seat(found: Sequence[Placed]) -> list[Sequence[Placed]]:
    """Divide the forecasts by the seat that received them."""
    return [[each for each in found if each.at.seat is seat] for seat in Seat]


def whens_of(found: Sequence[AtPosition]) -> list[str]:
    """Return the times of the forecasts in the order of a deal, followed by the themes of questions in alphabetical
    order.
    """
    there = {each.at.when for each in found}
    return [when for when in WHENS if when in there] + sorted(there.difference(WHENS))


def numbered(keys: Iterable[Hashable]) -> list[int]:
    """Return a number for each key; equal keys have equal numbers."""
    numbers = dict[Hashable, int]()
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def kinds_of(found: Figures) -> list[str]:
    """Return the kinds of figures in alphabetical order."""
    return sorted({each.of for each in found})


def show_kinds(found: Figures, *, chances: bool = True) -> None:
    """Print a table by kind of figure: number, means, and differences in total, by time and by seat, with a test of the
    bins.
    """
    whens = several if len(several := whens_of(found)) > 1 else []
    seats = [f"to {seat.word}" for seat in Seat]
    head("what", "figures", "told", "true", "told - true", *whens, *seats, *(["bins"] if chances else []))
    for of in kinds_of(found):
        rows = [each for each in found if each.of == of]
        parts = [rows, *([each for each in rows if each.at.when == when] for when in whens), *by_seat(rows)]
        told, true = np.mean([each.told for each in rows]), np.mean([each.true for each in rows])
        cells = [difference(mean_excess(part, chances)) for part in parts]
        row(of, len(rows), f"{told:.3f}", f"{true:.3f}", *cells, *([bins_test(rows, bin_of)] if chances else []))
    print()


def show_holdings(found: Figures) -> None:
    """Print how the forecast positions of cards compare with the truth, with bins, and the number of discarded
    honours."""
    chances = [each for each in found if each.of != NUMBER]
    show_kinds(chances)
    show_kinds([each for each in found if each.of == NUMBER], chances=False)
    for of in kinds_of(chances):
        print(f"{of}:\n")
        show_bins([each for each in chances if each.of == of])


def show_reasons(found: Figures) -> None:
    """Print the chances in reasons by kind, and those of all cards that take the trick together."""
    show_kinds([*found, *(replace(each, of="takes the trick, all") for each in found if each.of in TAKES)])


def show_questions(found: Figures) -> None:
    """Print the answers of questions by place and in total, with bins."""
    show_kinds([*found, *(replace(each, of="all questions") for each in found)])
    show_bins(found)


def bin_of(each: Figure) -> int:
    """Return the number of the bin to which a chance belongs."""
    return min(int(each.told * BINS), BINS - 1)


def bin_and_seat(each: Figure) -> tuple[int, Seat]:
    """Return the bin of a chance together with the seat."""
    return bin_of(each), each.at.seat


def show_bins(found: Figures, true: str = "true") -> None:
    """Print the chances by bin, in total and by seat, and the joint tests of the bins."""
    head("chance told", "figures", "told", true, f"told - {true}", *(seat.word for seat in Seat))
    for number in range(BINS):
        if rows := [each for each in found if bin_of(each) == number]:
            means = np.mean([each.told for each in rows]), np.mean([each.true for each in rows])
            parts = [difference(mean_excess(part, chances=True)) for part in (rows, *by_seat(rows))]
            name = f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}"
            row(name, len(rows), *(f"{mean:.3f}" for mean in means), *parts)
    print(f"\nall bins: {bins_test(found, bin_of)}; bins by seat: {bins_test(found, bin_and_seat)}\n")


def bins_test(found: Figures, key: Key) -> str:
    """Return the joint test of all bins that have enough figures, as text."""
    often = Counter(map(key, found))
    enough = [each for each in found if often[key(each)] >= FEWEST]
    if not enough:
        return "too few"
    values, variances = ([measure(each) for each in enough] for measure in (excess, variance))
    return str(joint_test(values, numbered(map(key, enough)), clusters_of(enough), variances) or "too few deals")
