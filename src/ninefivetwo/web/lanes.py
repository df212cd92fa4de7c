"""Threads for jobs; background jobs pause while a user waits for another job."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from typing import TypeVar

from ninefivetwo.exact import CancelToken

Result = TypeVar("Result")
WAITED_FOR = 4  # threads for jobs that users wait for
ASIDE = 5.0  # maximum seconds for which background work pauses at a time
NICE = 10  # niceness of background threads and processes


class Lane(Enum):
    """The lanes for jobs, with a note on the user who waits for the result."""

    QUICK = "a user at the table"
    SEARCH = "a user who sees the progress of a search for puzzles"
    BACKGROUND = "nobody: reviews"
    INCOMING = "a user who can do something else: files added"


class Lanes:
    """The threads of one server. `token` is the parent of the cancel tokens of all jobs."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self._threads = {
            Lane.QUICK: ThreadPoolExecutor(WAITED_FOR, thread_name_prefix="n52-quick"),
            Lane.SEARCH: ThreadPoolExecutor(2, thread_name_prefix="n52-search"),
            Lane.BACKGROUND: ThreadPoolExecutor(1, thread_name_prefix="n52-background", initializer=_give_way),
            Lane.INCOMING: ThreadPoolExecutor(1, thread_name_prefix="n52-incoming"),
        }
        self._changed, self._quick = threading.Condition(), 0
        #: Functions that cancel a job when a newer job has the same name; only the event loop uses this dictionary.
        self.newest: dict[str, Callable[[], None]] = {}

    def submit(self, lane: Lane, job: Callable[[], Result]) -> Future[Result]:
        """Run a job in a lane."""
        return self._threads[lane].submit(self._counted, job) if lane is Lane.QUICK else self._threads[lane].submit(job)

    def step_aside(self) -> None:
        """Pause for at most `ASIDE` seconds while a user waits for a quick job; background jobs call this often."""
        with self._changed:
            self._changed.wait_for(lambda: self._quick == 0, ASIDE)

    def close(self) -> None:
        """Start no more jobs, and cancel the jobs in progress."""
        self.token.cancel()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    def _counted(self, job: Callable[[], Result]) -> Result:
        with self._changed:
            self._quick += 1
        try:
            return job()
        finally:
            with self._changed:
                self._quick -= 1
                self._changed.notify_all()


def _give_way() -> None:
    """Lower the priority of this thread and of the threads that it starts (only on Linux)."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
