"""The exact solver for the guarantees of positions, moves and discards."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ninefivetwo.cards import Card, Hand, Seat, Trump, as_cards
from ninefivetwo.checks import Duration, Natural, checked
from ninefivetwo.errors import LayoutError, PositionError, SearchStopped
from ninefivetwo.exact.values import Discards, Guarantees, Moves, Solution, discard_classes, race
from ninefivetwo.layout import MOST_TRICKS, Layout, Position
from ninefivetwo_solver.engine import CancelToken, Engine, Stopped

DEFAULT_MEMORY = 64 << 20  # size of a solver's table in bytes
MOST_MEMORY = 1 << 37  # maximum size of a table in bytes

#: The engine's arguments for a question: hands, leader, trump, cards on the table, seat.
EngineArguments = tuple[tuple[int, ...], int, int, tuple[int, ...], int]

#: The hands of dealer, left and right as card sets (`Hand.cards`).
CardSets = tuple[int, int, int]


class Deadline:
    """A time limit shared by several searches."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def seconds(self) -> float | None:
        """The seconds left for the next question (above 0), or None without a limit."""
        return self.left() or None

    def left(self) -> float:
        """Return the seconds left for the next search as the engine expects: above 0, or 0 without a limit."""
        return 0.0 if self._end is None else max(self._end - time.monotonic(), 1e-9)


def engine_arguments(position: Position, trump: Trump, seat: Seat) -> EngineArguments:
    """Return the engine's arguments for a question about a position."""
    hands = tuple(position.layout[holder].cards for holder in Seat)
    played = tuple(card.index for card in position.table)
    return hands, int(position.lead), int(trump), played, int(seat)


@contextmanager
def stopped_as_error(layout: Layout, trump: Trump) -> Iterator[None]:
    """Convert the engine's Stopped into SearchStopped with the layout and the trump in its message."""
    try:
        yield
    except Stopped as stopped:
        raise SearchStopped(f"search stopped, {stopped}: {layout}, trump {trump.letter}") from None


class SeatQuestions:
    """A fast interface for many questions about one seat before the first card, with hands as card sets."""

    def __init__(self, engine: Engine, lead: Seat, trump: Trump, seat: Seat) -> None:
        self._engine, self._rest = engine, (int(lead), int(trump), (), int(seat))

    def reaches(self, hands: CardSets, tricks: int) -> bool:
        """Return True if the seat can guarantee at least `tricks` (0 to 18) tricks."""
        try:
            return self._engine.reaches(hands, *self._rest, tricks)
        except Stopped as stopped:
            raise SearchStopped(f"search stopped, {stopped}") from None

    def value(self, hands: CardSets) -> int:
        """Return the number of tricks that the seat can guarantee."""
        try:
            return self._engine.guarantee(hands, *self._rest)
        except Stopped as stopped:
            raise SearchStopped(f"search stopped, {stopped}") from None


class Solver:
    """An exact solver for positions, which keeps its transposition table between questions.

    Use a solver in only one thread at a time. Every question raises SearchStopped after its time limit, `seconds`.

    `memory` is the maximum size of the table in bytes, from 4 KiB to 128 GiB. MemoryError is raised if the table cannot
    be allocated. `token` cancels the solver's searches.

    >>> solver = Solver()
    >>> position = Position(Layout.parse("D:AQ... K2... .32.."))
    >>> solver.guarantee(position, Trump.SPADES, Seat.DEALER), solver.guarantee(position, Trump.NO_TRUMP, Seat.RIGHT)
    (2, 0)
    """

    @checked(PositionError)
    def __init__(self, memory: Natural = DEFAULT_MEMORY, *, token: CancelToken | None = None) -> None:
        self._engine = Engine(memory)
        if token is not None:
            self.token = token

    @property
    def token(self) -> CancelToken:
        """The token that cancels this solver's current and later searches from any thread.

        Cancelled searches raise SearchStopped. Replacing the token while a search is in progress raises RuntimeError.
        """
        return self._engine.token

    @token.setter
    def token(self, token: CancelToken) -> None:
        self._engine.token = token

    @checked(PositionError)
    def guarantee(self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None) -> int:
        """Return the number of tricks that one seat can guarantee."""
        return self._guarantee(position, trump, seat, position.tricks, Deadline(seconds))

    @checked(PositionError)
    def guarantees(self, position: Position, trump: Trump, *, seconds: Duration | None = None) -> Guarantees:
        """Return the guarantees of all three seats."""
        deadline, found = Deadline(seconds), dict[Seat, int]()
        for seat in Seat:
            lid = position.tricks - sum(found.values())  # the sum of all guarantees is at most the number of tricks
            found[seat] = self._guarantee(position, trump, seat, lid, deadline)
        return found

    @checked(PositionError)
    def solve(
        self,
        position: Position,
        trumps: Iterable[Trump] = tuple(Trump),
        *,
        seconds: Duration | None = None,
    ) -> Solution:
        """Return the guarantees of all three seats for each denomination."""
        deadline = Deadline(seconds)
        return Solution(position, {d: self.guarantees(position, d, seconds=deadline.seconds) for d in trumps})

    @checked(PositionError)
    def moves(self, position: Position, trump: Trump, *, seconds: Duration | None = None) -> Moves:
        """Return the guarantees of all three seats after each legal card."""
        deadline = Deadline(seconds)
        after = {seat: self.after_each(position, trump, seat, seconds=deadline.seconds) for seat in Seat}
        return Moves(position, trump, {card: {s: after[s][card] for s in Seat} for card in position.legal()})

    @checked(PositionError)
    def after_each(
        self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None
    ) -> dict[Card, int]:
        """Return the tricks that a seat can guarantee after each legal card, including the trick in progress."""
        with stopped_as_error(position.layout, trump):
            found = self._engine.after_each(*engine_arguments(position, trump, seat), Deadline(seconds).left())
        return {card: found[card.index] for card in position.legal()}

    @checked(PositionError)
    def can_force(
        self, position: Position, trump: Trump, seat: Seat, tricks: int, *, seconds: Duration | None = None
    ) -> bool:
        """Return True if the seat can guarantee at least `tricks` tricks; faster than finding the exact value."""
        with stopped_as_error(position.layout, trump):
            need = min(max(tricks, 0), position.tricks + 1)  # no seat takes fewer than 0 tricks or more than are left
            return self._engine.reaches(*engine_arguments(position, trump, seat), need, Deadline(seconds).left())

    @checked(PositionError)
    def best_line(
        self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None
    ) -> list[tuple[Seat, Card]]:
        """Return one line of best play, in which `seat` takes exactly its guarantee.

        The lowest of equally good cards is played.
        """
        deadline, line = Deadline(seconds), list[tuple[Seat, Card]]()
        following: Position | None = position
        while following is not None:
            here = following
            after = self.after_each(here, trump, seat, seconds=deadline.seconds)
            value = (max if here.mover is seat else min)(after.values())
            best = [card for card, tricks in after.items() if tricks == value]
            card = min(best, key=lambda card: (card.rank, card.suit))
            line.append((here.mover, card))
            following = here.after(card, trump)
        return line

    @checked(PositionError)
    def best_discard(
        self,
        layout: Layout,
        trump: Trump,
        seat: Seat = Seat.DEALER,
        *,
        lead: Seat = Seat.LEFT,
        exact: int = 1,
        seconds: Duration | None = None,
    ) -> Discards:
        """Return the discards of a seat with more cards than the others, sorted by the tricks that they guarantee.

        `exact` is the number of best discards with exact values; all further discards get bounds. Raises PositionError
        if the lengths of the hands do not allow a discard.
        """
        deadline, hand = Deadline(seconds), layout[seat]
        fewer = [layout[other] for other in Seat if other is not seat]
        if not 1 <= len(fewer[0]) == len(fewer[1]) <= min(len(hand) - 1, MOST_TRICKS):
            lengths = ", ".join(f"{holder.word} {len(layout[holder])}" for holder in Seat)
            raise PositionError(
                f"hands that do not fit: {lengths} (expected the other two to hold the same number, 1 to {MOST_TRICKS},"
                f" and {seat.word} to hold more)"
            )
        discards = discard_classes(hand, fewer[0] | fewer[1], len(hand) - len(fewer[0]), trump)
        hands = [layout[holder].cards for holder in Seat]

        def question(discard: Hand) -> EngineArguments:
            hands[seat] = (hand - discard).cards
            return tuple(hands), int(lead), int(trump), (), int(seat)

        def value(discard: Hand) -> int:
            return self._engine.guarantee(*question(discard), len(fewer[0]), deadline.left())

        def reaches(discard: Hand, tricks: int) -> bool:
            return self._engine.reaches(*question(discard), tricks, deadline.left())

        with stopped_as_error(layout, trump):
            return Discards(hand, trump, race(discards, value, reaches, exact))

    def questions(self, lead: Seat, trump: Trump, seat: Seat) -> SeatQuestions:
        """Return a fast interface for many questions about one seat."""
        return SeatQuestions(self._engine, lead, trump, seat)

    def clear(self) -> None:
        """Empty the transposition table, which affects only search times."""
        self._engine.clear()

    def _guarantee(self, position: Position, trump: Trump, seat: Seat, at_most: int, deadline: Deadline) -> int:
        with stopped_as_error(position.layout, trump):
            return self._engine.guarantee(*engine_arguments(position, trump, seat), at_most, deadline.left())


def check_position(
    layout: Layout | str, lead: Seat | str = Seat.LEFT, table: str | Iterable[Card | str] = ()
) -> Position:
    """Return the position from the arguments, which may be text. Raises CardError, LayoutError or PositionError."""
    return Position(as_layout(layout), Seat.of(lead), as_cards(table))


@checked(LayoutError)
def as_layout(layout: Layout | str) -> Layout:
    """Return the layout, parsed if it is text. Raises LayoutError if the layout is invalid."""
    return Layout.parse(layout) if isinstance(layout, str) else layout


def solve(
    layout: Layout | str,
    trumps: Trump | str | Iterable[Trump | str] = tuple(Trump),
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
) -> Solution:
    """Return the number of tricks that each seat can guarantee, for each denomination.

    Cards, seats, denominations and layouts can be given as text: ``solve("D:...", "N", lead="dealer")``. `lead` is the
    seat that leads, or that led to the trick in progress. `table` has the cards of a trick in progress in the order
    played; the hands in `layout` exclude these cards. `memory` is the maximum size of the solver's table in bytes, and
    `seconds` the time limit.

    Raises CardError, LayoutError or PositionError if the position is invalid, and SearchStopped after `seconds`.

    >>> solution = solve("D:AQ... K2... .32..", [Trump.SPADES])
    >>> {seat.word: tricks for seat, tricks in solution.guarantee[Trump.SPADES].items()}
    {'dealer': 2, 'left': 0, 'right': 0}
    >>> solution.slack(Trump.SPADES)
    0
    >>> solve("D:AQ... K2... .32..", "N", lead="dealer").guarantee[Trump.NO_TRUMP][Seat.DEALER]
    1
    """
    return Solver(memory).solve(check_position(layout, lead, table), Trump.several(trumps), seconds=seconds)


def solve_moves(
    layout: Layout | str,
    trump: Trump | str,
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
) -> Moves:
    """Return all guarantees after each legal card of the seat to play. For parameters and errors, see `solve`.

    >>> moves = solve_moves("D:AQ... K2... .32..", Trump.NO_TRUMP, lead=Seat.DEALER)
    >>> [(str(card), after[Seat.DEALER]) for card, after in moves.after.items()], moves.best
    ([('SA', 1), ('SQ', 1)], (Card('SA'), Card('SQ')))
    """
    return Solver(memory).moves(check_position(layout, lead, table), Trump.of(trump), seconds=seconds)


def can_force(
    layout: Layout | str,
    trump: Trump | str,
    seat: Seat | str,
    tricks: int,
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
) -> bool:
    """Return True if a seat can guarantee at least `tricks` tricks. For other parameters and errors, see `solve`.

    >>> can_force("D:AQ... K2... .32..", Trump.NO_TRUMP, Seat.DEALER, 2)
    True
    """
    position = check_position(layout, lead, table)
    return Solver(memory).can_force(position, Trump.of(trump), Seat.of(seat), tricks, seconds=seconds)


def best_line(
    layout: Layout | str,
    trump: Trump | str,
    seat: Seat | str,
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
) -> list[tuple[Seat, Card]]:
    """Return one line of best play for and against a seat. For other parameters and errors, see `solve`.

    >>> " ".join(str(card) for _, card in best_line("D:AQ... K2... .32..", Trump.NO_TRUMP, Seat.DEALER))
    'S2 H2 SQ SA SK H3'
    """
    position = check_position(layout, lead, table)
    return Solver(memory).best_line(position, Trump.of(trump), Seat.of(seat), seconds=seconds)


def best_discard(
    layout: Layout | str,
    trump: Trump | str,
    seat: Seat | str = Seat.DEALER,
    *,
    lead: Seat | str = Seat.LEFT,
    exact: int = 1,
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
) -> Discards:
    """Return the possible discards, best first. For parameters and errors, see `Solver.best_discard` and `solve`.

    >>> discards = best_discard("D:AQ3...2 K2... .32..", Trump.SPADES)
    >>> discards.guarantee, [(str(discard.cards), discard.low, discard.high) for discard in discards.discards]
    (2, [('3.-.-.2', 2, 2), ('A.-.-.2', 0, 2), ('Q3.-.-.-', 0, 2), ('A3.-.-.-', 0, 2)])
    """
    asked = Trump.of(trump), Seat.of(seat)
    return Solver(memory).best_discard(as_layout(layout), *asked, lead=Seat.of(lead), exact=exact, seconds=seconds)
