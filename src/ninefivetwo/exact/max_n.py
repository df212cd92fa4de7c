"""max^n: the tricks of three players who see all cards and each maximise their own tricks, for endings."""

from __future__ import annotations

from ninefivetwo.cards import Seat, Trump
from ninefivetwo.exact.solver import Deadline, engine_arguments, stopped_as_error
from ninefivetwo.layout import Position
from ninefivetwo_solver.engine import MaxNEngine


class MaxNSolver:
    """The tricks of all three seats when each maximises its own, for endings: up to nine tricks take milliseconds.

    Of equally good cards the other two play one that leaves the seat `about` the fewest tricks, or with `spare` the
    most.  That seat itself plays one that leaves the next seat the fewest.  The table stays warm from one position to
    the next, whatever is trump.  One solver serves one thread at a time.

    >>> from ninefivetwo.layout import Layout
    >>> position = Position(Layout.parse("D:A2... K3... Q4..."), Seat.LEFT)
    >>> MaxNSolver(Seat.DEALER).values(position, Trump.NO_TRUMP)
    (1, 0, 1)
    """

    def __init__(self, about: Seat, spare: bool = False) -> None:
        self._engine = MaxNEngine(int(about), spare)

    def values(self, position: Position, trump: Trump, *, seconds: float | None = None) -> tuple[int, int, int]:
        """The tricks of dealer, left and right.  Raises SearchStopped when `seconds` are up."""
        hands, leader, called, played, _ = engine_arguments(position, trump, Seat.DEALER)
        with stopped_as_error(position.layout, trump):
            return self._engine.values(hands, leader, called, played, Deadline(seconds).left())


def max_n_range(position: Position, trump: Trump, seat: Seat, *, seconds: float | None = None) -> tuple[int, int]:
    """The tricks of a seat if the others, of equally good cards, always play the worst for it, and the best for it."""
    deadline = Deadline(seconds)
    spited = MaxNSolver(seat).values(position, trump, seconds=deadline.seconds)
    spared = MaxNSolver(seat, spare=True).values(position, trump, seconds=deadline.seconds)
    return spited[seat], spared[seat]
