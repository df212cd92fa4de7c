"""Work beside the caller: threads with a solver each, the jobs that wait for one, and their answers in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from queue import PriorityQueue, SimpleQueue
from threading import Lock
from typing import Generic, Self, TypeVar

from ninefivetwo.errors import SearchStopped
from ninefivetwo.exact.solver import Solver
from ninefivetwo_solver.engine import CancelToken

Answer = TypeVar("Answer")
Item = TypeVar("Item")
Started = TypeVar("Started")
Job = Callable[[Solver], Answer]
Progress = Callable[[int], None]


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
