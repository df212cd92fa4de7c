"""Two sides compared deal by deal, each figure with its control: players in one seat, all else equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from benchmarks.duplicate import Deals, Stack
from benchmarks.sequential import Differences, estimate_of
from ninefivetwo import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

Side = TypeVar("Side")

#: One of two sides, deals, a seed for the players' random numbers: its tricks, a row a deal, a column a seat judged.
TricksOf = Callable[[Side, Deals, int], Floats]


@dataclass(frozen=True)
class Figure:
    """What the first side won more than the second in some deals, and than itself with other random numbers."""

    trump: str
    seat: str
    gain: Estimate
    control: Estimate


class Comparison(Generic[Side]):
    """Two sides, and how they did in the deals asked for so far."""

    def __init__(self, one: Side, other: Side, tricks_of: TricksOf[Side], stack: Stack, seed: int = 0) -> None:
        self.one, self.other, self.tricks_of, self.stack, self.seed = one, other, tricks_of, stack, seed
        self.gains: list[Floats] = []
        self.controls: list[Floats] = []
        self.notrump: list[bool] = []

    def differences(self, numbers: range) -> Floats:
        """What the first side won more, a value a deal: the mean over the seats judged, which are not independent."""
        deals = self.stack.deals(numbers)
        one, other = (self.tricks_of(side, deals, self.seed) for side in (self.one, self.other))
        self.gains += [*(one - other)]
        self.controls += [*(self.tricks_of(self.one, deals, self.seed + 1) - one)]
        self.notrump += [*deals.notrump]
        return (one - other).mean(axis=1)

    def figures(self) -> list[Figure]:
        """By trump and seat, and of all seats with a value a deal; what there is but one kind of is not said twice."""
        gains, controls, notrump = np.array(self.gains), np.array(self.controls), np.array(self.notrump)
        kinds = {"suits": ~notrump, "no-trump": notrump, "both": notrump | ~notrump}
        kinds = {kind: rows for kind, rows in kinds.items() if rows.any()}
        if len(kinds) == 2:
            del kinds["both"]
        seats = {seat.word: [int(seat)] for seat in Seat if seat < gains.shape[1]}
        if len(seats) > 1:
            seats["all three"] = [*range(len(seats))]
        return [
            Figure(kind, seat, _of_deals(gains[rows][:, columns]), _of_deals(controls[rows][:, columns]))
            for kind, rows in kinds.items()
            for seat, columns in seats.items()
        ]


def _of_deals(tricks: Floats) -> Estimate:
    """One value a deal: the mean of its columns."""
    return estimate_of(tricks.mean(axis=1))


def against_itself(side: Side, tricks_of: TricksOf[Side], stack: Stack, size: int) -> Callable[[int], Differences]:
    """Runs of equals, each of so many deals of its own: a side against itself with other random numbers."""

    def run(number: int) -> Differences:
        def differences(numbers: range) -> Floats:
            deals = stack.deals(range(numbers.start + number * size, numbers.stop + number * size))
            return (tricks_of(side, deals, 0) - tricks_of(side, deals, 1)).mean(axis=1)

        return differences

    return run
