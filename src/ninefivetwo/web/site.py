"""What all pages of one server share: what is asked and by whom, and answers, whole or told while work goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from ninefivetwo.cards import Hand
from ninefivetwo.codec import encode
from ninefivetwo.errors import AdviceError, NineFiveTwoError, SchemaError, SearchStopped, label, raised_as
from ninefivetwo.exact import CancelToken
from ninefivetwo.keep.library import Library
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.reviewing import Reviewing
from ninefivetwo.words.speaker import YOU

DIGITS = 6  # of a number in an address at most
NAME_LENGTH = 30  # characters
LINES = "application/x-ndjson"

Asked = TypeVar("Asked", bound=msgspec.Struct)
Read = TypeVar("Read")
Result = TypeVar("Result")
#: The fields of a form by their names in the address.
FormFields = Mapping[str, str]


@dataclass(frozen=True)
class Site:
    """One server: the library with its file, how many worlds a review looks at, and the threads for work."""

    library: Library
    path: Path
    worlds: int
    lanes: Lanes = field(default_factory=Lanes)

    @cached_property
    def reviews(self) -> Reviewing:
        """The reviews that are made in the background."""
        return Reviewing(self.library, self.lanes, self.worlds)


def site_of(request: Request) -> Site:
    """The server that was asked."""
    found = request.app.state.site
    assert isinstance(found, Site)
    return found


async def read(request: Request, kind: type[Asked]) -> Asked:
    """The JSON object that a page sent.  Raises SchemaError for anything else than one of this kind."""
    with raised_as(
        SchemaError, "not what this address expects: ", (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
    ):
        return msgspec.json.decode(await request.body(), type=kind)


def answer(value: msgspec.Struct | dict[str, object]) -> Response:
    """The answer to a page, as JSON."""
    return Response(encode(value), media_type="application/json")


def number_in(text: str) -> int | None:
    """The number that an address holds; None for what is none, or has more digits than any that a page makes."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None


def refusal(error: Exception) -> Response:
    """An error's one line, as the answer to a page."""
    return JSONResponse({"error": str(error)}, status_code=400)


def owner(request: Request) -> str:
    """The browser's name.  Its match is kept under this name and never shown to another browser."""
    month = f"{date.today():%Y-%m}"
    if request.session.get("month") != month:  # so that it is sent anew: browsers forget it after some 400 days
        request.session["month"] = month
    return f"browser {request.session.setdefault('id', str(uuid4()))}"


def player_name(text: str) -> str:
    """The name that a person chose, safe to show; the usual one where he chose none."""
    return label(text, NAME_LENGTH) or YOU


class FieldFault(msgspec.Struct, frozen=True):
    """What is wrong with what was told, in one line, and in which field; "" where it is in none alone."""

    field: str
    words: str


class FormError(AdviceError):
    """A field that cannot be read; the message begins with its label."""

    def __init__(self, field: str, label: str, error: Exception) -> None:
        super().__init__(f"{label}: {error}")
        self.field = field


def field_of(told: FormFields, name: str, read: Callable[[str], Read], usual: Read, labels: Mapping[str, str]) -> Read:
    """A field, or what is usual where it is empty.  Raises FormError where it cannot be read."""
    text = told.get(name, "").strip()
    try:
        return read(text) if text else usual
    except NineFiveTwoError as error:
        raise FormError(name, labels.get(name, name), error) from error


def cards_told(told: FormFields, name: str) -> list[str] | None:
    """The cards of a hand that a field tells; None where it cannot be read."""
    try:
        return list(map(str, Hand.parse(told[name]))) if told.get(name, "").strip() else []
    except NineFiveTwoError:
        return None


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
