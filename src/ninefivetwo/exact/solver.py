"""A solver: positions in, guarantees out."""

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

DEFAULT_MEMORY = 64 << 20  # bytes, of a solver's table
MOST_MEMORY = 1 << 37  # bytes; more than this a table cannot use

#: What the engine is told of a question: hands, leader, trump, cards on the table, seat.
EngineArguments = tuple[tuple[int, ...], int, int, tuple[int, ...], int]

#: The hands of dealer, left and right as bare sets (`Hand.cards`).
CardSets = tuple[int, int, int]


class Deadline:
    """The end of the seconds given to a question that takes several searches."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def seconds(self) -> float | None:
        """Seconds for the next question, above 0; None for no limit."""
        return self.left() or None

    def left(self) -> float:
        """Seconds for the next search, above 0; 0 means no limit to the engine."""
        return 0.0 if self._end is None else max(self._end - time.monotonic(), 1e-9)


def engine_arguments(position: Position, trump: Trump, seat: Seat) -> EngineArguments:
    """A question as the engine takes it."""
    hands = tuple(position.layout[holder].cards for holder in Seat)
    played = tuple(card.index for card in position.table)
    return hands, int(position.lead), int(trump), played, int(seat)


@contextmanager
def stopped_as_error(layout: Layout, trump: Trump) -> Iterator[None]:
    """Turns the engine's Stopped into SearchStopped."""
    try:
        yield
    except Stopped as stopped:
        raise SearchStopped(f"search stopped, {stopped}: {layout}, trump {trump.letter}") from None


class SeatQuestions:
    """Questions about one seat before a first card, the hands as bare sets: for those who ask thousands of them."""

    def __init__(self, engine: Engine, lead: Seat, trump: Trump, seat: Seat) -> None:
        self._engine, self._rest = engine, (int(lead), int(trump), (), int(seat))

    def reaches(self, hands: CardSets, tricks: int) -> bool:
        """Can the seat take at least so many tricks (0 to 18)?"""
        try:
            return self._engine.reaches(hands, *self._rest, tricks)
        except Stopped as stopped:
            raise SearchStopped(f"search stopped, {stopped}") from None

    def value(self, hands: CardSets) -> int:
        """The tricks that the seat can guarantee."""
        try:
            return self._engine.guarantee(hands, *self._rest)
        except Stopped as stopped:
            raise SearchStopped(f"search stopped, {stopped}") from None


class Solver:
    """Answers questions about positions, keeping its table warm from one to the next.

    One solver serves one thread at a time; make one for each.  Every answer is exact, warm or cold.  Each question
    takes `seconds`, the most time to spend on it; when they are up it raises SearchStopped.

    memory: the most bytes its table may take (4 KiB at least, 128 GiB at most); MemoryError if they cannot be had.
    token: cancels its searches.

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
        """Once it is cancelled, from any thread, searches in progress and later ones raise SearchStopped.

        It may be replaced while no search is in progress; RuntimeError otherwise.
        """
        return self._engine.token

    @token.setter
    def token(self, token: CancelToken) -> None:
        self._engine.token = token

    @checked(PositionError)
    def guarantee(self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None) -> int:
        """The tricks one seat can guarantee."""
        return self._guarantee(position, trump, seat, position.tricks, Deadline(seconds))

    @checked(PositionError)
    def guarantees(self, position: Position, trump: Trump, *, seconds: Duration | None = None) -> Guarantees:
        """All three seats' guarantees."""
        deadline, found = Deadline(seconds), dict[Seat, int]()
        for seat in Seat:
            lid = position.tricks - sum(found.values())  # guarantees never sum to more than the tricks
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
        """All three seats' guarantees for each denomination."""
        deadline = Deadline(seconds)
        return Solution(position, {d: self.guarantees(position, d, seconds=deadline.seconds) for d in trumps})

    @checked(PositionError)
    def moves(self, position: Position, trump: Trump, *, seconds: Duration | None = None) -> Moves:
        """What every legal card leads to."""
        deadline = Deadline(seconds)
        after = {seat: self.after_each(position, trump, seat, seconds=deadline.seconds) for seat in Seat}
        return Moves(position, trump, {card: {s: after[s][card] for s in Seat} for card in position.legal()})

    @checked(PositionError)
    def after_each(
        self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None
    ) -> dict[Card, int]:
        """The tricks one seat can guarantee once each legal card is played, a trick in progress counted."""
        with stopped_as_error(position.layout, trump):
            found = self._engine.after_each(*engine_arguments(position, trump, seat), Deadline(seconds).left())
        return {card: found[card.index] for card in position.legal()}

    @checked(PositionError)
    def can_force(
        self, position: Position, trump: Trump, seat: Seat, tricks: int, *, seconds: Duration | None = None
    ) -> bool:
        """Can the seat take at least so many tricks?  One search, cheaper than the exact value."""
        with stopped_as_error(position.layout, trump):
            need = min(max(tricks, 0), position.tricks + 1)  # beyond these the answer is the same
            return self._engine.reaches(*engine_arguments(position, trump, seat), need, Deadline(seconds).left())

    @checked(PositionError)
    def best_line(
        self, position: Position, trump: Trump, seat: Seat, *, seconds: Duration | None = None
    ) -> list[tuple[Seat, Card]]:
        """One line of best play, card by card: `seat` keeps its guarantee, the others hold it to that.

        Of equally good cards the lowest is played.
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
        """What the seat, who holds more cards than the others, should discard to guarantee the most tricks.

        exact: how many of the best discards to value exactly; of the others bounds are given.  Raises PositionError if
        the hands are not such.
        """
        deadline, hand = Deadline(seconds), layout[seat]
        fewer = [layout[other] for other in Seat if other is not seat]
        if not 1 <= len(fewer[0]) == len(fewer[1]) <= min(len(hand) - 1, MOST_TRICKS):
            lengths = ", ".join(f"{holder.word} {len(layout[holder])}" for holder in Seat)
            raise PositionError(
                f"hands that do not fit: {lengths} (expected the same number, 1 to {MOST_TRICKS}, for the two who"
                f" discard nothing, and more for {seat.word})"
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
        """Questions about one seat, many of them."""
        return SeatQuestions(self._engine, lead, trump, seat)

    def clear(self) -> None:
        """Empty the table.  Answers do not depend on it; times do."""
        self._engine.clear()

    def _guarantee(self, position: Position, trump: Trump, seat: Seat, at_most: int, deadline: Deadline) -> int:
        with stopped_as_error(position.layout, trump):
            return self._engine.guarantee(*engine_arguments(position, trump, seat), at_most, deadline.left())


def check_position(
    layout: Layout | str, lead: Seat | str = Seat.LEFT, table: str | Iterable[Card | str] = ()
) -> Position:
    """The position of these parts, each read first if it is text.  Raises CardError, LayoutError, PositionError."""
    return Position(as_layout(layout), Seat.of(lead), as_cards(table))


@checked(LayoutError)
def as_layout(layout: Layout | str) -> Layout:
    """The layout, read if it is text.  Raises LayoutError."""
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
    """What each seat can guarantee, for each denomination.

    Every card, seat, denomination and layout may be given as text: ``solve("D:...", "N", lead="dealer")``.
    layout: the hands.  lead: who leads, or led to the trick in progress.  table: the cards of a
    trick in progress, in the order played; the hands no longer hold them.  memory: the most bytes for the
    solver's table.  seconds: the most time to spend.

    Raises CardError, LayoutError and PositionError for what is no position, SearchStopped when time is up.

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
    """What every legal card of the seat to play leads to.  Parameters and errors as for `solve`.

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
    """Can the seat take at least so many tricks, whatever the others do?  Other parameters and errors as for `solve`.

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
    """One line of best play for a seat and against it, card by card.  Other parameters and errors as for `solve`.

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
    """What a seat with more cards than the others should discard to guarantee the most tricks.  Parameters and errors
    as for `Solver.best_discard` and `solve`.

    >>> discards = best_discard("D:AQ3...2 K2... .32..", Trump.SPADES)
    >>> discards.guarantee, [(str(discard.cards), discard.low, discard.high) for discard in discards.discards]
    (2, [('3.-.-.2', 2, 2), ('A.-.-.2', 0, 2), ('Q3.-.-.-', 0, 2), ('A3.-.-.-', 0, 2)])
    """
    asked = Trump.of(trump), Seat.of(seat)
    return Solver(memory).best_discard(as_layout(layout), *asked, lead=Seat.of(lead), exact=exact, seconds=seconds)
