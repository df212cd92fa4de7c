"""The face of the engine: layouts in, guarantees out.

A seat's *guarantee* is the number of tricks it can take whatever the other two do, even against it together, with all
cards seen.  It is exact.  Nothing here says anything of hands that cannot be seen.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic, Self, TypeVar

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import NineFiveTwoError, SearchStopped
from ninefivetwo.layout import Layout, Position
from ninefivetwo_solver.engine import Engine, Stopped

DEFAULT_MEMORY = 64 << 20  # bytes, for the tables of all threads together
MOST_MEMORY = 1 << 37  # more than this a table cannot use

Guarantees = Mapping[Seat, int]
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Solution:
    """What each seat can guarantee, for each denomination asked about, in tricks.

    The guarantees of three seats need not sum to the tricks: what they leave over is the *slack*, which goes
    to whoever the play favours.
    """

    position: Position
    guarantee: Mapping[Denomination, Guarantees]

    def slack(self, denomination: Denomination) -> int:
        """The tricks that no seat can guarantee."""
        return self.position.tricks - sum(self.guarantee[denomination].values())

    def range(self, denomination: Denomination, seat: Seat) -> tuple[int, int]:
        """The fewest and the most tricks the seat takes if each of the three takes at least his guarantee."""
        least = self.guarantee[denomination][seat]
        return least, least + self.slack(denomination)


@dataclass(frozen=True, slots=True)
class Moves:
    """Every legal card of the seat to play, with all three seats' guarantees once it is played.

    The tricks are those of the position as a whole, so they compare with its own guarantees.
    """

    position: Position
    denomination: Denomination
    after: Mapping[Card, Guarantees]

    @property
    def guarantee(self) -> Guarantees:
        """The position's own guarantees: the mover keeps the most of his and leaves the others the least of theirs."""
        mover = self.position.mover
        return {seat: (max if seat is mover else min)(values[seat] for values in self.after.values()) for seat in Seat}

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost their player nothing."""
        mover, kept = self.position.mover, self.guarantee
        return tuple(card for card, values in self.after.items() if values[mover] == kept[mover])

    def groups(self) -> list[tuple[Card, ...]]:
        """The same cards, those that touch and are worth the same together, high to low."""
        layout, found = self.position.layout, list[list[Card]]()
        parting = layout.dealer | layout.left | layout.right | Hand.of(self.position.table)
        parting -= layout[self.position.mover]
        for card in Hand.of(self.after):
            above = found[-1][-1] if found else None
            if above is not None and above.suit == card.suit and self.after[above] == self.after[card]:
                between = Hand.of(Card(card.suit, rank) for rank in range(card.rank + 1, above.rank))
                if not between & parting:
                    found[-1].append(card)
                    continue
            found.append([card])
        return [tuple(group) for group in found]


class Solver:
    """Answers questions about positions, keeping its table warm from one to the next.

    One solver serves one thread at a time; make one for each.  Every answer is exact, warm or cold.  Each question
    takes `seconds`, the most time to spend on it; when they are up it raises SearchStopped.

    memory: the most bytes its table may take (4 KiB at least, 128 GiB at most); MemoryError if they cannot be had.

    >>> solver = Solver()
    >>> position = Position(Layout.parse("D:AQ... K2... .32.."))
    >>> solver.guarantee(position, Denomination.S, Seat.DEALER), solver.guarantee(position, Denomination.N, Seat.RIGHT)
    (2, 0)
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        self._engine = Engine(memory)

    def guarantee(
        self, position: Position, denomination: Denomination, seat: Seat, *, seconds: float | None = None
    ) -> int:
        """The tricks one seat can guarantee."""
        return self._guarantee(position, denomination, seat, position.tricks, _Clock(seconds))

    def guarantees(self, position: Position, denomination: Denomination, *, seconds: float | None = None) -> Guarantees:
        """All three seats' guarantees."""
        return self._guarantees(position, denomination, _Clock(seconds))

    def solve(
        self,
        position: Position,
        denominations: Iterable[Denomination] = tuple(Denomination),
        *,
        seconds: float | None = None,
    ) -> Solution:
        """All three seats' guarantees for each denomination."""
        clock = _Clock(seconds)
        return Solution(position, {d: self._guarantees(position, d, clock) for d in denominations})

    def moves(self, position: Position, denomination: Denomination, *, seconds: float | None = None) -> Moves:
        """What every legal card leads to."""
        clock = _Clock(seconds)
        after = {seat: self._after_each(position, denomination, seat, clock) for seat in Seat}
        return Moves(
            position,
            denomination,
            {card: {seat: after[seat][card.index] for seat in Seat} for card in position.legal()},
        )

    def can_force(
        self, position: Position, denomination: Denomination, seat: Seat, tricks: int, *, seconds: float | None = None
    ) -> bool:
        """Can the seat take at least so many tricks?  One search, cheaper than the exact value."""
        with _stopping(position, denomination):
            need = min(max(tricks, 0), position.tricks + 1)  # whoever asks for more or less has his answer in these
            return self._engine.reaches(*_numbers(position, denomination, seat), need, _Clock(seconds).left())

    def best_line(
        self, position: Position, denomination: Denomination, seat: Seat, *, seconds: float | None = None
    ) -> list[tuple[Seat, Card]]:
        """One line of best play, card by card: `seat` keeps its guarantee, the others hold it to that.

        Of equally good cards the lowest is played.
        """
        clock, line = _Clock(seconds), list[tuple[Seat, Card]]()
        following: Position | None = position
        while following is not None:
            here = following
            after = self._after_each(here, denomination, seat, clock)
            value = (max if here.mover is seat else min)(after.values())
            best = [card for card in here.legal() if after[card.index] == value]
            card = min(best, key=lambda card: (card.rank, card.suit))
            line.append((here.mover, card))
            following = here.after(card, denomination)
        return line

    def clear(self) -> None:
        """Empty the table.  Answers do not depend on it; times do."""
        self._engine.clear()

    def cancel(self) -> None:
        """Stop the search in progress, from another thread: it raises SearchStopped."""
        self._engine.cancel()

    def _guarantees(self, position: Position, denomination: Denomination, clock: _Clock) -> Guarantees:
        found: dict[Seat, int] = {}
        for seat in Seat:
            lid = position.tricks - sum(found.values())  # guarantees never sum to more than the tricks
            found[seat] = self._guarantee(position, denomination, seat, lid, clock)
        return found

    def _guarantee(
        self, position: Position, denomination: Denomination, seat: Seat, at_most: int, clock: _Clock
    ) -> int:
        with _stopping(position, denomination):
            return self._engine.guarantee(*_numbers(position, denomination, seat), at_most, clock.left())

    def _after_each(self, position: Position, denomination: Denomination, seat: Seat, clock: _Clock) -> dict[int, int]:
        with _stopping(position, denomination):
            return self._engine.after_each(*_numbers(position, denomination, seat), clock.left())


class _Clock:
    """What is left of the seconds given to a question that takes several searches."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and math.isnan(seconds):
            raise ValueError("seconds: nan (expected a number)")
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float:
        """Seconds for the next search; 0 is no limit (to the engine), a spent clock a moment."""
        return 0.0 if self._end is None else max(self._end - time.monotonic(), 1e-9)


def _numbers(
    position: Position, denomination: Denomination, seat: Seat
) -> tuple[tuple[int, ...], int, int, tuple[int, ...], int]:
    """A question's part that is common to all, as the engine wants it."""
    hands = tuple(position.layout[holder].cards for holder in Seat)
    played = tuple(card.index for card in position.table)
    return hands, int(position.lead), int(denomination), played, int(seat)


@contextmanager
def _stopping(position: Position, denomination: Denomination) -> Iterator[None]:
    """The engine's stopping, as our error."""
    try:
        yield
    except Stopped as stopped:
        raise SearchStopped(f"search stopped, {stopped}: {position.layout}, trump {denomination.name}") from None


def check_position(layout: Layout | str, lead: Seat, table: Sequence[Card]) -> Position:
    """The position of these parts, a layout given as text read first.  Raises LayoutError, PositionError."""
    return Position(Layout.parse(layout) if isinstance(layout, str) else layout, lead, tuple(table))


def solve(
    layout: Layout | str,
    denominations: Iterable[Denomination] = tuple(Denomination),
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
) -> Solution:
    """What each seat can guarantee, for each denomination.

    layout: the hands, or their text.  lead: who leads, or led to the trick in progress.  table: the cards of a
    trick in progress, in the order played; the hands no longer hold them.  memory: the most bytes for the
    solver's table.  seconds: the most time to spend.

    Raises LayoutError and PositionError for what is no position, SearchStopped when time is up.

    >>> solution = solve("D:AQ... K2... .32..", [Denomination.S])
    >>> {seat.word: tricks for seat, tricks in solution.guarantee[Denomination.S].items()}
    {'dealer': 2, 'left': 0, 'right': 0}
    >>> solution.slack(Denomination.S)
    0
    """
    return Solver(memory).solve(check_position(layout, lead, table), denominations, seconds=seconds)


def solve_moves(
    layout: Layout | str,
    denomination: Denomination,
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
) -> Moves:
    """What every legal card of the seat to play leads to.  Parameters and errors as for `solve`.

    >>> moves = solve_moves("D:AQ... K2... .32..", Denomination.N, lead=Seat.DEALER)
    >>> [(str(card), after[Seat.DEALER]) for card, after in moves.after.items()], moves.best
    ([('SA', 1), ('SQ', 1)], (Card('SA'), Card('SQ')))
    """
    return Solver(memory).moves(check_position(layout, lead, table), denomination, seconds=seconds)


def can_force(
    layout: Layout | str,
    denomination: Denomination,
    seat: Seat,
    tricks: int,
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
) -> bool:
    """Can the seat take at least so many tricks, whatever the others do?  Other parameters and errors as for `solve`.

    >>> can_force("D:AQ... K2... .32..", Denomination.N, Seat.DEALER, 2)
    True
    """
    position = check_position(layout, lead, table)
    return Solver(memory).can_force(position, denomination, seat, tricks, seconds=seconds)


def best_line(
    layout: Layout | str,
    denomination: Denomination,
    seat: Seat,
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
) -> list[tuple[Seat, Card]]:
    """One line of best play for a seat and against it, card by card.  Other parameters and errors as for `solve`.

    >>> " ".join(str(card) for _, card in best_line("D:AQ... K2... .32..", Denomination.N, Seat.DEALER))
    'S2 H2 SQ SA SK H3'
    """
    position = check_position(layout, lead, table)
    return Solver(memory).best_line(position, denomination, seat, seconds=seconds)


def solve_batch(
    layouts: Iterable[Layout | str],
    denominations: Sequence[Denomination] = tuple(Denomination),
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    threads: int | None = None,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
    ahead: int | None = None,
) -> Iterator[Solution]:
    """Solve many layouts on many cores: `ask_batch` for the guarantees in each of the denominations.

    seconds: the most time for each denomination of a layout.

    >>> [s.guarantee[Denomination.N][Seat.DEALER] for s in solve_batch(["D:A... K... Q...", "D:2... K... Q..."])]
    [1, 0]
    """

    def question(denomination: Denomination) -> Question[Guarantees]:
        return lambda solver, position: solver.guarantees(position, denomination, seconds=seconds)

    questions = [question(d) for d in denominations]
    batch = ask_batch(layouts, questions, lead=lead, table=table, threads=threads, memory=memory, ahead=ahead)
    with closing(batch):
        for position, answers in batch:
            yield Solution(position, dict(zip(denominations, answers, strict=True)))


Question = Callable[[Solver, Position], Answer]


def ask_batch(
    layouts: Iterable[Layout | str],
    questions: Sequence[Question[Answer]],
    *,
    lead: Seat = Seat.LEFT,
    table: Sequence[Card] = (),
    threads: int | None = None,
    memory: int = DEFAULT_MEMORY,
    ahead: int | None = None,
) -> Generator[tuple[Position, list[Answer]]]:
    """Put the same questions to many layouts on many cores.

    Answers come in the order of the layouts, each as soon as it can be given.  A question is a function of a
    solver, whose table is empty, and the position; it must be content to run in any thread.

    threads: how many (default: one for each core).  memory: the most bytes for the tables of all threads together.
    ahead: how many layouts may be read before the first of them is answered (default: twice
    the threads).  Other parameters as for `solve`.

    A layout that is at fault raises its error when its turn has come, after the answers to those before it.
    Closing the iterator, or an exception in the caller such as Ctrl-C, stops all searches at once.

    >>> batch = ask_batch(["D:A... K... Q..."], [lambda solver, position: solver.moves(position, Denomination.N).best])
    >>> [(position.tricks, answers) for position, answers in batch]
    [(1, [(Card('SK'),)])]
    """
    threads = threads or os.cpu_count() or 1
    ahead = ahead or 2 * threads
    waiting = deque[tuple[Position, list[Future[Answer]]]]()
    with _Workers[Answer](threads, memory) as workers:
        for position in _until_fault(layouts, lead, table):
            more = isinstance(position, Position)
            if isinstance(position, Position):
                waiting.append((position, [workers.start(question, position) for question in questions]))
            while len(waiting) >= (ahead if more else 1):
                first, answers = waiting.popleft()
                yield first, [answer.result() for answer in answers]
            if isinstance(position, NineFiveTwoError):
                raise position


def _until_fault(
    layouts: Iterable[Layout | str], lead: Seat, table: Sequence[Card]
) -> Iterator[Position | NineFiveTwoError | None]:
    """The positions of the layouts, up to the first that is none; then its error, or None at the end."""
    try:
        for layout in layouts:
            yield check_position(layout, lead, table)
    except NineFiveTwoError as error:
        yield error
    else:
        yield None


class _Workers(Generic[Answer]):
    """Threads with a solver each.  Leaving the context stops what they are doing and waits for them."""

    def __init__(self, threads: int, memory: int) -> None:
        self._solvers = [Solver(memory // threads) for _ in range(threads)]
        self._idle = SimpleQueue[Solver]()
        for solver in self._solvers:
            self._idle.put(solver)
        self._pool = ThreadPoolExecutor(threads)
        self._leaving = False

    def start(self, question: Question[Answer], position: Position) -> Future[Answer]:
        """Let the next free solver answer."""
        return self._pool.submit(self._work, question, position)

    def _work(self, question: Question[Answer], position: Position) -> Answer:
        solver = self._idle.get()
        try:
            if self._leaving:
                raise SearchStopped(f"search stopped, cancelled: {position.layout}")
            solver.clear()  # what it knows of another deal is of no use for this one
            return question(solver, position)
        finally:
            self._idle.put(solver)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._leaving = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._idle.qsize() < len(self._solvers):
            for solver in self._solvers:  # again and again: one may have been only about to search
                solver.cancel()
            time.sleep(0.005)
        self._pool.shutdown()
