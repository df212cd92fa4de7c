"""Work on many cores: threads with a solver each, the jobs that wait for one, and many layouts solved in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, pairwise
from queue import PriorityQueue, SimpleQueue
from threading import Lock
from typing import Generic, Self, TypeVar

from ninefivetwo.cards import Card, Seat, Suit, Trump
from ninefivetwo.checks import Duration, Natural, Positive, checked
from ninefivetwo.errors import PositionError, SearchStopped
from ninefivetwo.exact.solver import DEFAULT_MEMORY, Solver, as_layout, check_position
from ninefivetwo.exact.values import Discards, Guarantees, Solution
from ninefivetwo.layout import Layout, Position
from ninefivetwo_solver.engine import CancelToken

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Started = TypeVar("Started")
Job = Callable[[Solver], Answer]
Progress = Callable[[int], None]
PositionQuestion = Callable[[Solver, Position], Answer]
AHEAD = 16  # layouts read ahead for each thread


@checked(PositionError)
def solve_batch(
    layouts: Iterable[Layout | str],
    trumps: Trump | str | Iterable[Trump | str] = tuple(Trump),
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    threads: Positive | None = None,
    memory: Natural = DEFAULT_MEMORY,
    seconds: Duration | None = None,
    ahead: Positive | None = None,
    progress: Progress | None = None,
    token: CancelToken | None = None,
) -> Iterator[Solution]:
    """Solve many layouts on many cores: `ask_batch` for the guarantees in each of the denominations.

    seconds: the most time for each denomination of a layout.

    >>> [s.guarantee[Trump.NO_TRUMP][Seat.DEALER] for s in solve_batch(["D:A... K... Q...", "D:2... K... Q..."])]
    [1, 0]
    """

    def question(trump: Trump) -> PositionQuestion[Guarantees]:
        return lambda solver, position: solver.guarantees(position, trump, seconds=seconds)

    asked = Trump.several(trumps)
    questions = [question(d) for d in asked]
    batch = ask_batch(
        layouts,
        questions,
        lead=lead,
        table=table,
        threads=threads,
        memory=memory,
        ahead=ahead,
        progress=progress,
        token=token,
    )
    with closing(batch):
        for position, answers in batch:
            yield Solution(position, dict(zip(asked, answers, strict=True)))


def ask_batch(
    layouts: Iterable[Layout | str],
    questions: Sequence[PositionQuestion[Answer]],
    *,
    lead: Seat | str = Seat.LEFT,
    table: str | Iterable[Card | str] = (),
    threads: int | None = None,
    memory: int = DEFAULT_MEMORY,
    ahead: int | None = None,
    progress: Progress | None = None,
    token: CancelToken | None = None,
) -> Generator[tuple[Position, list[Answer]]]:
    """Put the same questions to many layouts on many cores.

    Answers come in the order of the layouts, each as soon as it can be given; of the questions that wait the
    hardest (`hardness`) is taken first, so that no core is left alone with a long one at the end.  A question is a
    function of a solver, whose table is empty, and the position; it runs in any of the threads.

    threads: how many (default: one for each core).  memory: the most bytes for the table of each thread.
    ahead: how many layouts may be read before the first of them is answered (default: sixteen
    for each thread).  progress: called with the number of questions answered so far, whenever there is one more,
    from the thread that answered it.  Other parameters as for `solve`.

    A layout that is at fault raises its error when its turn has come, after the answers to those before it.
    Closing the iterator, an exception in the caller such as Ctrl-C, or cancelling the token stops all searches at once.

    >>> batch = ask_batch(["D:A... K... Q..."], [lambda solver, position: solver.moves(position, Trump.NO_TRUMP).best])
    >>> [(position.tricks, answers) for position, answers in batch]
    [(1, [(Card('SK'),)])]
    """
    threads = threads or os.cpu_count() or 1
    with Workers[Answer](threads, memory, progress, token) as workers:

        def start(position: Position) -> tuple[Position, list[Future[Answer]]]:
            hard = hardness(position.layout)
            return position, [workers.start(_job(question, position), hard) for question in questions]

        positions = (check_position(layout, lead, table) for layout in layouts)
        for position, answers in in_order(positions, start, ahead or AHEAD * threads):
            yield position, [answer.result() for answer in answers]


def _job(question: PositionQuestion[Answer], position: Position) -> Job[Answer]:
    return lambda solver: question(solver, position)


def best_discards(
    layout: Layout | str,
    trumps: Trump | str | Iterable[Trump | str] = tuple(Trump),
    *,
    seat: Seat | str = Seat.DEALER,
    lead: Seat | str = Seat.LEFT,
    exact: int = 1,
    threads: int | None = None,
    memory: int = DEFAULT_MEMORY,
    seconds: float | None = None,
) -> dict[Trump, Discards]:
    """`best_discard` for several denominations, on many cores.  Parameters and errors as there.

    threads: how many (default: one for each core).  memory: for the table of each thread.
    seconds: the most time for each denomination.

    >>> {d.letter: discards.guarantee for d, discards in best_discards("D:AQ3...2 K2... .32..").items()}
    {'S': 2, 'H': 0, 'D': 2, 'C': 2, 'N': 2}
    """
    layout, holder, leader = as_layout(layout), Seat.of(seat), Seat.of(lead)

    def job(trump: Trump) -> Job[Discards]:
        return lambda solver: solver.best_discard(layout, trump, holder, lead=leader, exact=exact, seconds=seconds)

    with Workers[Discards](threads or os.cpu_count() or 1, memory, None) as workers:
        found = {trump: workers.start(job(trump), 0) for trump in Trump.several(trumps)}
        return {trump: discards.result() for trump, discards in found.items()}


def hardness(layout: Layout) -> int:
    """A guess at how long a layout takes, for comparing: how often, going down the suits, the next card in play is
    another seat's.

    Over random, freak and dealer deals and endings of 10 and 13 tricks this alone accounts for 58 % of the variance
    of the logarithm of the nodes, the number of tricks for 20 %.

    >>> hardness(Layout.parse("D:AK... QJ... .32..")), hardness(Layout.parse("D:AJ... KT... .32.."))
    (1, 3)
    """
    changes = 0
    for suit in Suit:
        held = sorted((card.rank, seat) for seat in Seat for card in layout[seat].only(suit))
        changes += sum(one is not other for (_, one), (_, other) in pairwise(held))
    return changes


@dataclass(order=True)
class _Waiting(Generic[Answer]):
    """A job waiting for a solver; of two the harder goes first, then the older."""

    rank: tuple[int, int]
    job: Job[Answer] = field(compare=False)
    answer: Future[Answer] = field(compare=False, default_factory=Future)


class Workers(Generic[Answer]):
    """Threads with a solver each.  Leaving the context stops their searches and waits for them.

    threads, memory: how many, and the most bytes for the table of each.  progress: called with the number of jobs done,
    from the thread that did the last.  token: cancels all jobs, those that wait too; they raise SearchStopped.
    """

    def __init__(self, threads: int, memory: int, progress: Progress | None, token: CancelToken | None = None) -> None:
        self._token = CancelToken(token)
        self._idle = SimpleQueue[Solver]()
        for _ in range(threads):
            self._idle.put(Solver(memory, token=self._token))
        self._waiting = PriorityQueue[_Waiting[Answer]]()
        self._age = count()
        self._progress, self._done, self._counting = progress, 0, Lock()
        self._pool = ThreadPoolExecutor(threads)

    def start(self, job: Job[Answer], hard: int) -> Future[Answer]:
        """Let a free solver do the job, after those that wait and are harder."""
        waiting = _Waiting((-hard, next(self._age)), job)
        self._waiting.put(waiting)
        self._pool.submit(self._work)
        return waiting.answer

    def _work(self) -> None:
        """Do the hardest job that waits; there is one of these for each job."""
        waiting, solver = self._waiting.get(), self._idle.get()
        try:
            if self._token.cancelled:
                raise SearchStopped("search stopped, cancelled")
            solver.clear()  # what it knows of another deal is of no use for this one
            answer = waiting.job(solver)
            self._count()
            waiting.answer.set_result(answer)
        except BaseException as error:
            waiting.answer.set_exception(error)
        finally:
            self._idle.put(solver)

    def _count(self) -> None:
        if self._progress is not None:
            with self._counting:
                self._done += 1
                self._progress(self._done)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._token.cancel()
        self._pool.shutdown(cancel_futures=True)


def in_order(items: Iterable[Item], start: Callable[[Item], Started], ahead: int) -> Iterator[Started]:
    """What `start` gives for each item, in order, when so many have been started: work on them goes on meanwhile.

    An error in reading the items is raised when its turn has come, after what was started before it.
    """
    waiting, fault = deque[Started](), None
    reading = iter(items)
    while fault is None:
        try:
            waiting.append(start(next(reading)))
        except Exception as error:
            fault = error
        else:
            if len(waiting) >= ahead:
                yield waiting.popleft()
    yield from waiting
    if not isinstance(fault, StopIteration):
        raise fault
