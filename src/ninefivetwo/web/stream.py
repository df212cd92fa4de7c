"""Answers that come while work goes on: one JSON object a line, until the work is done or its reader has left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ninefivetwo.codec import encode
from ninefivetwo.errors import NineFiveTwoError, SearchStopped
from ninefivetwo.exact import CancelToken
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.site import site_of

LINES = "application/x-ndjson"
Result = TypeVar("Result")


class Telling:
    """A job's way to its reader, for the job's own thread.

    `token` is for the job's searches; it is cancelled when the reader has left, or has asked for something newer:
    then the job is `replaced`.
    """

    def __init__(self, put: Callable[[bytes | None], object], lane: Lane, lanes: Lanes) -> None:
        self._put, self._lane, self._lanes = put, lane, lanes
        self.token, self.replaced = CancelToken(lanes.token), False

    def replace(self) -> None:
        """Give the job up for a newer one."""
        self.replaced = True
        self.token.cancel()

    def tell(self, value: msgspec.Struct | dict[str, object]) -> None:
        """Send an object to the reader."""
        self._put(encode(value) + b"\n")

    def tick(self) -> None:
        """To be called now and then.  Raises SearchStopped once the reader has left; in the background, steps aside."""
        if self.token.cancelled:
            raise SearchStopped("work stopped, cancelled")
        if self._lane is not Lane.QUICK:
            self._lanes.step_aside()


def stream(
    request: Request, job: Callable[[Telling], None], lane: Lane = Lane.QUICK, newest: str | None = None
) -> Response:
    """The answer that a job tells line by line.  An error of ours becomes the last line, {"error": its one line}.

    newest: a name for work of which one reader wants only the last that he asked for; what has it, under way or not
    begun yet, is given up.
    """
    return StreamingResponse(stream_lines(site_of(request).lanes, job, lane, newest), media_type=LINES)


async def waited_for(request: Request, job: Callable[[], Result]) -> Result:
    """The result of a short job that a person waits for; other work steps aside for it."""
    return await asyncio.wrap_future(site_of(request).lanes.submit(Lane.QUICK, job))


async def stream_lines(
    lanes: Lanes, job: Callable[[Telling], None], lane: Lane, newest: str | None
) -> AsyncIterator[bytes]:
    """What `stream` sends; lines of JSON."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[bytes | None]()
    telling = Telling(lambda line: loop.call_soon_threadsafe(queue.put_nowait, line), lane, lanes)
    if newest is not None:
        if (give_up := lanes.newest.get(newest)) is not None:
            give_up()
        lanes.newest[newest] = telling.replace
    future = asyncio.wrap_future(lanes.submit(lane, lambda: _run(job, telling)))
    future.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while (line := await queue.get()) is not None:
            yield line
        await future  # what is none of our errors is raised here, and logged
    finally:
        telling.token.cancel()
        if newest is not None and lanes.newest.get(newest) == telling.replace:
            del lanes.newest[newest]


def _run(job: Callable[[Telling], None], telling: Telling) -> None:
    try:
        job(telling)
    except SearchStopped as stopped:
        if telling.replaced:
            telling.tell({"error": "given up, for the same was asked again (expected one question at a time)"})
        elif not telling.token.cancelled:
            telling.tell({"error": str(stopped)})
    except NineFiveTwoError as error:
        telling.tell({"error": str(error)})
