"""What each legal card is worth with all hands seen, in one world after another."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from functools import partial

from ninefivetwo.advise.advice import Limits
from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.game import DealView
from ninefivetwo.layout import Layout, Position
from ninefivetwo.models.forecast import forecasts, kind_of
from ninefivetwo.sets import Sets
from ninefivetwo.solve import QuantalSolver, Solver, Workers, in_order
from ninefivetwo.solve.quantal import quantal_spread

QUANTAL_TRICKS = 9  # left, from which the quantal value is used; before that, the forecast from the guarantees
QUANTAL_MEMORY = 64 << 20  # bytes
LEAST_WORLDS = 2  # valued, whatever the time

#: For each legal card the tricks that dealer, left and right will win of those left, and the spread of the mover's.
CardValues = Mapping[Card, tuple[tuple[float, float, float], float]]


class Valuer:
    """Values cards with all hands seen; its tables stay warm from one position to the next, for one thread."""

    def __init__(self, solver: Solver | None = None) -> None:
        self._solver = solver or Solver()
        self._quantal = QuantalSolver(memory=QUANTAL_MEMORY, token=self._solver.token)

    def values(self, position: Position, trump: Denomination) -> CardValues:
        """Quantal values in the last tricks, before that forecasts from the guarantees after each card."""
        if position.tricks <= QUANTAL_TRICKS:
            spread = quantal_spread(position.tricks)
            return {card: (means, spread) for card, means in self._quantal.moves(position, trump).items()}
        kind, mover, values = kind_of(trump, position.layout.dealer or Hand()), position.mover, {}
        for card, guarantees in self._solver.moves(position, trump).after.items():
            by_seat = forecasts(guarantees, position.tricks, kind)
            means = by_seat[Seat.DEALER].mean, by_seat[Seat.LEFT].mean, by_seat[Seat.RIGHT].mean
            values[card] = means, by_seat[mover].spread
        return values


def values_in_worlds(view: DealView, worlds: Sets, limits: Limits, valuer: Valuer | None) -> Iterator[CardValues]:
    """The values of the legal cards in each world (`Sample.sets`), in order, until time is up.

    Raises SearchStopped when the limits' token is cancelled.
    valuer: to work in this thread with its tables, in place of threads of their own.
    """
    trump = view.called
    positions = [_position(view, world) for world in worlds]
    end = None if limits.seconds is None else time.monotonic() + limits.seconds
    if valuer is None:
        yield from _in_threads(positions, trump, limits, end)
        return
    for number, position in enumerate(positions):
        if end is not None and number >= LEAST_WORLDS and time.monotonic() > end:
            return
        yield valuer.values(position, trump)


def _in_threads(
    positions: list[Position], trump: Denomination, limits: Limits, end: float | None
) -> Iterator[CardValues]:
    valuers: dict[Solver, Valuer] = {}  # one for each solver: a thread may get another's

    def job(position: Position, solver: Solver) -> CardValues:
        if solver not in valuers:
            valuers[solver] = Valuer(solver)
        return valuers[solver].values(position, trump)

    threads = min(limits.threads or os.cpu_count() or 1, len(positions))
    with Workers[CardValues](threads, limits.memory, None, limits.token) as workers:

        def start(position: Position) -> Future[CardValues]:
            return workers.start(partial(job, position), 0)

        for number, answer in enumerate(in_order(positions, start, 2 * threads)):
            grace = (limits.seconds or 0.0) if number < LEAST_WORLDS else 0.0
            try:
                yield answer.result(None if end is None else max(end + grace - time.monotonic(), 0.0))
            except SearchStopped:
                raise
            except TimeoutError:
                return


def _position(view: DealView, world: Sets) -> Position:
    dealer, left, right = (Hand(int(cards)) for cards in world[:3])
    return Position(Layout(dealer, left, right), view.lead, view.table)
