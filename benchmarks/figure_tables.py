"""Figures that were told against the truth, in tables: by what is told, when and to whom; chances in bins."""

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
FEWEST = 20  # figures in a cell of a joint test
NOTHING = "-"


class AtPosition(Protocol):
    """What was told at a position."""

    @property
    def at(self) -> Position: ...


def difference(found: Estimate | None) -> str:
    """A difference in a table."""
    return figure(found) if found else NOTHING


def unsigned(found: Estimate | None) -> str:
    """A figure in a table that cannot be below zero."""
    return figure(found).lstrip("+") if found else NOTHING


def clusters_of(found: Sequence[AtPosition]) -> list[int]:
    """The number of each one's match."""
    return [each.at.cluster for each in found]


def excess(each: Figure) -> float:
    """By how much a figure is too large."""
    return each.told - each.true


def variance(each: Figure) -> float:
    """Of what happens, if a chance is right."""
    return each.told * (1 - each.told)


def mean_excess(found: Figures, chances: bool = False) -> Estimate | None:
    """By how much figures are too large on average; None if there are none.  chances: are they?"""
    variances = [variance(each) for each in found] if chances else None
    return mean_of([excess(each) for each in found], clusters_of(found), variances) if found else None


def by_seat(found: Sequence[Placed]) -> list[Sequence[Placed]]:
    """Those told to each seat."""
    return [[each for each in found if each.at.seat is seat] for seat in Seat]


def whens_of(found: Sequence[AtPosition]) -> list[str]:
    """When they were told, in the order of a deal; themes of questions by the alphabet."""
    there = {each.at.when for each in found}
    return [when for when in WHENS if when in there] + sorted(there.difference(WHENS))


def numbered(keys: Iterable[Hashable]) -> list[int]:
    """Each different key as a number."""
    numbers = dict[Hashable, int]()
    return [numbers.setdefault(key, len(numbers)) for key in keys]


def kinds_of(found: Figures) -> list[str]:
    """All that is told, by the alphabet."""
    return sorted({each.of for each in found})


def show_kinds(found: Figures, *, chances: bool = True) -> None:
    """Print by what is told: how often, the means, differences over all, by when and by seat, and the bins' test."""
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
    """Print where cards are by the chances told, with the bins of each kind, and the number of honours discarded."""
    chances = [each for each in found if each.of != NUMBER]
    show_kinds(chances)
    show_kinds([each for each in found if each.of == NUMBER], chances=False)
    for of in kinds_of(chances):
        print(f"{of}:\n")
        show_bins([each for each in chances if each.of == of])


def show_reasons(found: Figures) -> None:
    """Print the chances in reasons by kind, and all cards together that take the trick."""
    show_kinds([*found, *(replace(each, of="takes the trick, all") for each in found if each.of in TAKES)])


def show_questions(found: Figures) -> None:
    """Print questions by the place that is asked about, and in all, with their bins."""
    show_kinds([*found, *(replace(each, of="all questions") for each in found)])
    show_bins(found)


def bin_of(each: Figure) -> int:
    """The number of a chance's bin."""
    return min(int(each.told * BINS), BINS - 1)


def bin_and_seat(each: Figure) -> tuple[int, Seat]:
    """The bin by seat."""
    return bin_of(each), each.at.seat


def show_bins(found: Figures, true: str = "true") -> None:
    """Print chances by bin, over all seats and by seat, and the joint tests of the bins."""
    head("chance told", "figures", "told", true, f"told - {true}", *(seat.word for seat in Seat))
    for number in range(BINS):
        if rows := [each for each in found if bin_of(each) == number]:
            means = np.mean([each.told for each in rows]), np.mean([each.true for each in rows])
            parts = [difference(mean_excess(part, chances=True)) for part in (rows, *by_seat(rows))]
            name = f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}"
            row(name, len(rows), *(f"{mean:.3f}" for mean in means), *parts)
    print(f"\nall bins: {bins_test(found, bin_of)}; bins by seat: {bins_test(found, bin_and_seat)}\n")


def bins_test(found: Figures, key: Key) -> str:
    """The joint test of the bins that have figures enough."""
    often = Counter(map(key, found))
    enough = [each for each in found if often[key(each)] >= FEWEST]
    if not enough:
        return "too few"
    values, variances = ([measure(each) for each in enough] for measure in (excess, variance))
    return str(joint_test(values, numbered(map(key, enough)), clusters_of(enough), variances) or "too few deals")
