"""max^n values of endings: the tricks of three players who see all cards and each maximise their own tricks."""

from __future__ import annotations

from ninefivetwo.cards import Seat, Trump
from ninefivetwo.exact.solver import Deadline, engine_arguments, stopped_as_error
from ninefivetwo.layout import Position
from ninefivetwo_solver.engine import MaxNEngine


class MaxNSolver:
    """A max^n solver for endings; a position of up to nine tricks takes milliseconds.

    Among equally good cards, the other two seats play the card that leaves the seat `about` the fewest tricks, or the
    most tricks if `spare` is true. The seat `about` plays the equally good card that leaves the next seat the fewest
    tricks. The transposition table is kept between positions and trumps. Use a solver in only one thread at a time.

    >>> from ninefivetwo.layout import Layout
    >>> position = Position(Layout.parse("D:A2... K3... Q4..."), Seat.LEFT)
    >>> MaxNSolver(Seat.DEALER).values(position, Trump.NO_TRUMP)
    (1, 0, 1)
    """

    def __init__(self, about: Seat, spare: bool = False) -> None:
        self._engine = MaxNEngine(int(about), spare)

    def values(self, position: Position, trump: Trump, *, seconds: float | None = None) -> tuple[int, int, int]:
        """Return the tricks of dealer, left and right. Raises SearchStopped after `seconds`."""
        hands, leader, called, played, _ = engine_arguments(position, trump, Seat.DEALER)
        with stopped_as_error(position.layout, trump):
            return self._engine.values(hands, leader, called, played, Deadline(seconds).left())


def max_n_range(position: Position, trump: Trump, seat: Seat, *, seconds: float | None = None) -> tuple[int, int]:
    """Return a seat's fewest and most max^n tricks when its opponents break ties against it and in its favour."""
    deadline = Deadline(seconds)
    spited = MaxNSolver(seat).values(position, trump, seconds=deadline.seconds)
    spared = MaxNSolver(seat, spare=True).values(position, trump, seconds=deadline.seconds)
    return spited[seat], spared[seat]
