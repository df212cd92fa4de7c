"""Threads with a solver each, and the jobs that wait for one."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from queue import PriorityQueue, SimpleQueue
from threading import Lock
from typing import Generic, Self, TypeVar

from ninefivetwo.errors import SearchStopped
from ninefivetwo.solve.solver import Solver

Answer = TypeVar("Answer")
Job = Callable[[Solver], Answer]
Progress = Callable[[int], None]


@dataclass(order=True)
class _Waiting(Generic[Answer]):
    """A job waiting for a solver; of two the harder goes first, then the older."""

    rank: tuple[int, int]
    job: Job[Answer] = field(compare=False)
    answer: Future[Answer] = field(compare=False, default_factory=Future)


class Workers(Generic[Answer]):
    """Threads with a solver each.  Leaving the context stops what they are doing and waits for them."""

    def __init__(self, threads: int, memory: int, progress: Progress | None) -> None:
        self._solvers = [Solver(memory) for _ in range(threads)]
        self._idle = SimpleQueue[Solver]()
        for solver in self._solvers:
            self._idle.put(solver)
        self._waiting = PriorityQueue[_Waiting[Answer]]()
        self._age = count()
        self._progress, self._done, self._counting = progress, 0, Lock()
        self._pool = ThreadPoolExecutor(threads)
        self._leaving = False

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
            if self._leaving:
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
        self._leaving = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._idle.qsize() < len(self._solvers):
            for solver in self._solvers:  # again and again: one may have been only about to search
                solver.cancel()
            time.sleep(0.005)
        self._pool.shutdown()
