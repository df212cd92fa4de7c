"""The quantal value: the expected tricks of three players who see all cards, play for themselves, and err a little."""

from __future__ import annotations

import math

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.errors import PositionError
from ninefivetwo.exact.solver import MOST_MEMORY, Cancellable, Deadline, engine_arguments, stopped_as_error
from ninefivetwo.layout import Position
from ninefivetwo_solver.engine import CancelToken, QuantalEngine

TEMPERATURE = 0.35  # tricks
QUANTAL_MEMORY = 256 << 20  # bytes
SPREAD = 0.6 / 7  # tricks for each trick left but the last, measured: 0.6 at eight left

#: Expected tricks of dealer, left and right.
Expected = tuple[float, float, float]


class QuantalSolver(Cancellable):
    """Expected tricks of all three seats, exact for the players it models.

    The seat to move plays each class of touching cards with a probability proportional to exp(own expected tricks
    after it / temperature), all the way down: the agent quantal response equilibrium of the game with open cards
    (McKelvey and Palfrey, Experimental Economics 1, 1998).  Two cards of a hand touch when no card still in a hand, nor
    the card that holds the trick so far, ranks between them.

    It is for endings: up to nine tricks take milliseconds, ten some tens, twelve a second or so.  The table stays warm
    from one position to the next, whatever is trump.  One solver serves one thread at a time.

    temperature: in tricks, above 0; PositionError otherwise.  memory: the most bytes the table may take (128 KiB are
    taken in any case, and half as much again while it grows); MemoryError if they cannot be had.

    >>> solver = QuantalSolver()
    >>> from ninefivetwo.layout import Layout
    >>> values = solver.values(Position(Layout.parse("D:AQ... K2... .32..")), Denomination.S)
    >>> [round(value, 3) for value in values]
    [1.946, 0.054, 0.0]
    """

    def __init__(
        self, temperature: float = TEMPERATURE, memory: int = QUANTAL_MEMORY, *, token: CancelToken | None = None
    ) -> None:
        if not (0 < temperature < math.inf):
            raise PositionError(f"temperature {temperature} (expected tricks, above 0)")
        if not 0 < memory <= MOST_MEMORY:
            raise MemoryError(f"{memory} bytes for the table (expected 1 to {MOST_MEMORY})")
        self._engine = QuantalEngine(temperature, memory)
        super().__init__(self._engine, token)

    def values(self, position: Position, denomination: Denomination, *, seconds: float | None = None) -> Expected:
        """The tricks that each seat can expect.  Raises SearchStopped when `seconds` are up."""
        hands, leader, trump, played, _ = engine_arguments(position, denomination, Seat.DEALER)
        with stopped_as_error(position.layout, denomination):
            return self._engine.values(hands, leader, trump, played, Deadline(seconds).left())

    def moves(
        self, position: Position, denomination: Denomination, *, seconds: float | None = None
    ) -> dict[Card, Expected]:
        """The same once each legal card is played, a trick in progress counted."""
        hands, leader, trump, played, _ = engine_arguments(position, denomination, Seat.DEALER)
        with stopped_as_error(position.layout, denomination):
            found = self._engine.after_each(hands, leader, trump, played, Deadline(seconds).left())
        return {card: found[card.index] for card in position.legal()}


def quantal_spread(tricks: int) -> float:
    """The standard deviation of what a seat wins at the table about its quantal value, with so many tricks left."""
    return SPREAD * (tricks - 1)


class MaxNSolver:
    """The tricks of all three seats when each maximises its own, for endings.

    Of equally good cards the other two play one that leaves the seat `about` the fewest tricks, or with `spare` the
    most.  That seat itself plays one that leaves the next seat the fewest.  One solver serves one thread at a time.

    >>> from ninefivetwo.layout import Layout
    >>> position = Position(Layout.parse("D:A2... K3... Q4..."), Seat.LEFT)
    >>> MaxNSolver(Seat.DEALER).values(position, Denomination.N)
    (1, 0, 1)
    """

    def __init__(self, about: Seat, spare: bool = False, memory: int = QUANTAL_MEMORY) -> None:
        self._engine = QuantalEngine(0.0, memory, int(about), spare)

    def values(
        self, position: Position, denomination: Denomination, *, seconds: float | None = None
    ) -> tuple[int, int, int]:
        """The tricks of dealer, left and right.  Raises SearchStopped when `seconds` are up."""
        hands, leader, trump, played, _ = engine_arguments(position, denomination, Seat.DEALER)
        with stopped_as_error(position.layout, denomination):
            dealer, left, right = self._engine.values(hands, leader, trump, played, Deadline(seconds).left())
        return round(dealer), round(left), round(right)


def max_n_range(
    position: Position, denomination: Denomination, seat: Seat, *, seconds: float | None = None
) -> tuple[int, int]:
    """The tricks of a seat if the others, of equally good cards, always play the worst for it, and the best for it."""
    deadline = Deadline(seconds)
    spited = MaxNSolver(seat).values(position, denomination, seconds=deadline.seconds)
    spared = MaxNSolver(seat, spare=True).values(position, denomination, seconds=deadline.seconds)
    return spited[seat], spared[seat]
