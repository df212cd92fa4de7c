"""Threads for work: jobs that users wait for have a lane of their own, and background work steps aside for them."""

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
WAITED_FOR = 4  # jobs that users wait for, at once
ASIDE = 5.0  # seconds at most for which background work steps aside each time
NICE = 10  # niceness of the background threads, on systems that have it per thread


class Lane(Enum):
    """The lanes of work, by who waits for it."""

    QUICK = "a user at the table"
    SEARCH = "a user who sees the progress of a search for puzzles"
    BACKGROUND = "nobody: reviews"
    INCOMING = "a user who can do something else: files added"


class Lanes:
    """The threads of one server. `token` is cancelled at its end; it is the parent of all tokens of its work."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self._threads = {
            Lane.QUICK: ThreadPoolExecutor(WAITED_FOR, thread_name_prefix="n52-quick"),
            Lane.SEARCH: ThreadPoolExecutor(2, thread_name_prefix="n52-search"),
            Lane.BACKGROUND: ThreadPoolExecutor(1, thread_name_prefix="n52-background", initializer=_give_way),
            Lane.INCOMING: ThreadPoolExecutor(1, thread_name_prefix="n52-incoming"),
        }
        self._changed, self._quick = threading.Condition(), 0
        #: Functions that cancel work replaced by newer work of the same name; only the server's event loop uses them.
        self.newest: dict[str, Callable[[], None]] = {}

    def submit(self, lane: Lane, job: Callable[[], Result]) -> Future[Result]:
        """Run a job in a lane."""
        return self._threads[lane].submit(self._counted, job) if lane is Lane.QUICK else self._threads[lane].submit(job)

    def step_aside(self) -> None:
        """Wait while a user waits for quick work, `ASIDE` seconds at most; background work calls this often."""
        with self._changed:
            self._changed.wait_for(lambda: self._quick == 0, ASIDE)

    def close(self) -> None:
        """Begin nothing more, and cancel the work in progress."""
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
    """Lower the priority of this thread and those that it starts, on Linux."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
