"""Long work off the page's own thread: shown as it goes, stopped at wish, and given up when the reader leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from nicegui import Client, ui

from ninefivetwo.errors import NineFiveTwoError, SearchStopped
from ninefivetwo.solve import CancelToken
from ninefivetwo.web.frame import complain

Found = TypeVar("Found")
AT_ONCE = 2  # jobs; the rest wait their turn, so that no page takes all cores for itself
_LONG = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="n52-work")
_QUICK = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="n52-table")  # computers at the table wait for no review
_AT_WORK: dict[str, WeakSet[Work[Any]]] = {}  # by window, as long as it is open


class Work(Generic[Found]):
    """One piece of work for one page.

    `token` is for the job's searches; it is cancelled when the reader presses stop, at which advice gives its best
    answer so far, and when he leaves the page or asks for something else.  The job calls `tick` now and then, from its
    thread; it raises SearchStopped once the token is cancelled.  `quick` is what people wait for at the table.
    """

    def __init__(self, job: Callable[[Work[Found]], Found], quick: bool = False) -> None:
        self._job, self._left = job, False
        self._threads = _QUICK if quick else _LONG
        self.done, self.of = 0, 0
        self.token = CancelToken()

    def tick(self, done: int = 0, of: int = 0) -> None:
        self.done, self.of = done, of
        if self.token.cancelled:
            raise SearchStopped("work stopped, cancelled")

    def leave(self) -> None:
        self._left = True
        self.token.cancel()

    def stop(self) -> None:
        self.token.cancel()

    async def run(self) -> Found | None:
        """The work's result; None when it was left, or stopped before it had any."""
        client = ui.context.client
        if client.id not in Client.instances:  # closed before it began
            return None
        _of_window(client).add(self)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, self._run)
        return None if self._left else found

    async def result(self) -> Found | None:
        """The same, and where it goes wrong the reader is told why."""
        try:
            return await self.run()
        except NineFiveTwoError as error:
            complain(error)
            return None

    def _run(self) -> Found | None:
        try:
            self.tick()
            return self._job(self)
        except SearchStopped:
            if self.token.cancelled:
                return None
            raise


def _of_window(client: Client) -> WeakSet[Work[Any]]:
    """The work of a window, which is left when the window is closed."""
    if client.id not in _AT_WORK:
        _AT_WORK[client.id] = WeakSet()
        client.on_delete(lambda: _leave(client.id))
    return _AT_WORK[client.id]


def _leave(window: str) -> None:
    for work in list(_AT_WORK.pop(window, ())):
        work.leave()


def leave_all() -> None:
    """Give up all work: the program ends."""
    for window in list(_AT_WORK):
        _leave(window)
