"""Work in other threads than the page's: it reports progress, can be stopped, and ends when its reader leaves."""

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

Result = TypeVar("Result")
AT_ONCE = 2  # jobs at once; the others wait, so that no page takes all cores for itself
_LONG = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="n52-work")
_QUICK = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="n52-table")  # the table waits for no review
_OPEN_WORK: dict[str, WeakSet[Work[Any]]] = {}  # by window, while it is open


class Work(Generic[Result]):
    """One piece of work for one page.

    `token` is for the job's searches; it is cancelled when the reader presses stop, at which advice gives its best
    answer so far, and when he leaves the page or asks for something else.  The job calls `tick` now and then, from its
    thread; it raises SearchStopped once the token is cancelled.  `quick` is what people wait for at the table.
    """

    def __init__(self, job: Callable[[Work[Result]], Result], quick: bool = False) -> None:
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

    async def run(self) -> Result | None:
        """The result of the work; None if it was left, or stopped before there was a result."""
        client = ui.context.client
        if client.id not in Client.instances:  # closed before it began
            return None
        _of_window(client).add(self)
        result = await asyncio.get_running_loop().run_in_executor(self._threads, self._run)
        return None if self._left else result

    async def result(self) -> Result | None:
        """As `run`, but an error is shown on the page, and the result is None."""
        try:
            return await self.run()
        except NineFiveTwoError as error:
            complain(error)
            return None

    def _run(self) -> Result | None:
        try:
            self.tick()
            return self._job(self)
        except SearchStopped:
            if self.token.cancelled:
                return None
            raise


def _of_window(client: Client) -> WeakSet[Work[Any]]:
    """The work of a window; it is left when the window is closed."""
    if client.id not in _OPEN_WORK:
        _OPEN_WORK[client.id] = WeakSet()
        client.on_delete(lambda: _leave(client.id))
    return _OPEN_WORK[client.id]


def _leave(window: str) -> None:
    for work in list(_OPEN_WORK.pop(window, ())):
        work.leave()


def leave_all() -> None:
    """Leave all work, at the end of the program."""
    for window in list(_OPEN_WORK):
        _leave(window)
