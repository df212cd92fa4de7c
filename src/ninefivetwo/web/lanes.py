"""Threads for work: what a person waits for has a lane of its own, and work in the background steps aside for it."""

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
WAITED_FOR = 4  # jobs at once that people wait for
ASIDE = 5.0  # seconds for which background work steps aside at most, each time
NICE = 10  # by so much the background's threads give way to others, where the system knows of that


class Lane(Enum):
    """Who waits for a piece of work."""

    QUICK = "a person, at the table"
    SEARCH = "a person who is told how far it is: problems looked for"
    BACKGROUND = "nobody at once: reviews"
    INCOMING = "a person who meanwhile does something else: files brought in"


class Lanes:
    """The threads of one server.  `token` is cancelled at its end; all work's own tokens have it for their parent."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self._threads = {
            Lane.QUICK: ThreadPoolExecutor(WAITED_FOR, thread_name_prefix="n52-quick"),
            Lane.SEARCH: ThreadPoolExecutor(2, thread_name_prefix="n52-search"),
            Lane.BACKGROUND: ThreadPoolExecutor(1, thread_name_prefix="n52-background", initializer=_give_way),
            Lane.INCOMING: ThreadPoolExecutor(1, thread_name_prefix="n52-incoming"),
        }
        self._changed, self._quick = threading.Condition(), 0
        #: How work of which only the newest is wanted is given up, by its name; for the server's own loop alone.
        self.newest: dict[str, Callable[[], None]] = {}

    def submit(self, lane: Lane, job: Callable[[], Result]) -> Future[Result]:
        """Have a job done in a lane."""
        return self._threads[lane].submit(self._counted, job) if lane is Lane.QUICK else self._threads[lane].submit(job)

    def step_aside(self) -> None:
        """Called by background work now and then: waits while somebody waits for quick work, `ASIDE` s at most."""
        with self._changed:
            self._changed.wait_for(lambda: self._quick == 0, ASIDE)

    def close(self) -> None:
        """Begin nothing more, and give up what is under way, as soon as it looks at its token."""
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
    """Let this thread, and those that it starts, give way to others (Linux; elsewhere nothing happens)."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
