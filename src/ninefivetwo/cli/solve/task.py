"""What `solve` asks of a position, and what it gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.exact import Guarantees, Moves, Question, Solution, Solver, max_n_range
from ninefivetwo.layout import Position

if TYPE_CHECKING:
    from ninefivetwo.words.schema.game import SolveObject, SolveTargetObject

Line = list[tuple[Seat, Card]]
MAX_N_TRICKS = 9  # an ending of so many tricks is solved by strict max^n in a moment


@dataclass(frozen=True)
class SolveTask:
    """What is asked of every position, for each of the denominations, and how it is shown."""

    denominations: tuple[Denomination, ...]
    moves: bool
    line: bool
    target: int | None
    seat: Seat | None
    seconds: float | None
    explain: bool
    picture: bool

    def of(self, denominations: tuple[Denomination, ...]) -> SolveTask:
        """The same for other denominations."""
        return replace(self, denominations=denominations)

    def question(self, denomination: Denomination) -> Question[SolveResult]:
        """The question to put to a solver."""

        def ask(solver: Solver, position: Position) -> SolveResult:
            if self.target is not None and self.seat is not None:
                can = solver.can_force(position, denomination, self.seat, self.target, seconds=self.seconds)
                return SolveResult(can_force=can)
            if self.moves:
                moves = solver.moves(position, denomination, seconds=self.seconds)
                return SolveResult(moves.guarantee, moves=moves, max_n=self._max_n(position, denomination))
            guarantee = solver.guarantees(position, denomination, seconds=self.seconds)
            line = None
            if self.line and self.seat is not None:
                line = solver.best_line(position, denomination, self.seat, seconds=self.seconds)
            return SolveResult(guarantee, line, max_n=self._max_n(position, denomination))

        return ask

    def _max_n(self, position: Position, denomination: Denomination) -> MaxN | None:
        """Each seat's tricks by strict max^n, for an explanation of an ending."""
        if not self.explain or position.tricks > MAX_N_TRICKS:
            return None
        return {seat: max_n_range(position, denomination, seat, seconds=self.seconds) for seat in Seat}


#: A seat's tricks if the others spite it, and if they spare it.
MaxN = Mapping[Seat, tuple[int, int]]


@dataclass(frozen=True)
class SolveResult:
    """What was asked for of one denomination; the rest is None."""

    guarantee: Guarantees | None = None
    line: Line | None = None
    moves: Moves | None = None
    can_force: bool | None = None
    max_n: MaxN | None = None


SolveResults = Mapping[Denomination, SolveResult]


def solution_of(position: Position, results: SolveResults) -> Solution:
    """The guarantees among the results."""
    return Solution(position, {d: result.guarantee for d, result in results.items() if result.guarantee is not None})


def document_of(position: Position, task: SolveTask, results: SolveResults) -> SolveObject | SolveTargetObject:
    """The results in JSON."""
    from ninefivetwo.words.solve import solve_object, target_object

    if task.target is not None and task.seat is not None:
        can = {d: bool(result.can_force) for d, result in results.items()}
        return target_object(position, task.seat, task.target, can)
    moves = {d: result.moves for d, result in results.items() if result.moves}
    lines = {d: result.line for d, result in results.items() if result.line is not None}
    return solve_object(solution_of(position, results), moves, lines, task.seat)
