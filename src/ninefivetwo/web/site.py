"""Code that all pages share: requests, the browser's name, forms, answers and streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TypeVar
from uuid import uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ninefivetwo.cards import Card, Hand
from ninefivetwo.codec import Part, encode, printed_as
from ninefivetwo.errors import AdviceError, NineFiveTwoError, SchemaError, SearchStopped, label, raised_as
from ninefivetwo.exact import CancelToken
from ninefivetwo.keep.library import Library
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.reviewing import Reviewing
from ninefivetwo.words.figures import Column, TextTable
from ninefivetwo.words.speaker import YOU

ADDRESS_DIGITS = 6  # maximum digits of a number in an address
NAME_LENGTH = 30  # characters
#: The style of play of each level of computer player.
LEVEL_NOTES = {
    "beginner": "knows the rules but does not count cards; plays one card in four at random, and often discards or "
    "gives just the lowest cards",
    "rule": "follows rules of thumb, counts the cards and makes no careless mistakes",
    "club": "counts the cards and chooses without delay, as learned from simulated deals",
    "expert": "gives, calls and discards like a club player, but chooses cards by playing out thirty possible deals, "
    "or hundreds if the choice is close",
    "master": "plays out hundreds of possible deals before every choice, and plays to win the match",
}
JSON_LINES = "application/x-ndjson"

Asked = TypeVar("Asked", bound=msgspec.Struct)
Read = TypeVar("Read")
Result = TypeVar("Result")
#: The fields of a form by their names in the address.
FormFields = Mapping[str, str]


class TableShown(Part, frozen=True):
    """The JSON form of a table: the headings of its columns, and its rows, without gaps between sections."""

    head: list[str]
    rows: list[list[str]]


printed_as(
    TextTable,
    TableShown,
    lambda table: TableShown(table.head, [[*row] for row in table.rows if row is not None]),
    lambda shown: TextTable([*map(Column, shown.head)], shown.rows),
)


@dataclass(frozen=True)
class Site:
    """The data of one server: the library, the number of deals that a review samples, and the threads."""

    library: Library
    worlds: int
    lanes: Lanes = field(default_factory=Lanes)

    @cached_property
    def reviews(self) -> Reviewing:
        """The queue of reviews made in the background."""
        return Reviewing(self.library, self.lanes, self.worlds)


def site_of(request: Request) -> Site:
    """Return the `Site` of the server that received a request."""
    found = request.app.state.site
    assert isinstance(found, Site)
    return found


async def read(request: Request, kind: type[Asked]) -> Asked:
    """Return the JSON object in a request's body. Raises SchemaError if the body is anything else."""
    with raised_as(SchemaError, "invalid request: ", (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)):
        return msgspec.json.decode(await request.body(), type=kind)


def answer(value: msgspec.Struct, status: int = 200) -> Response:
    """Return an answer as JSON."""
    return Response(encode(value), status, media_type="application/json")


def number_in(text: str) -> int | None:
    """Return a number from an address, or None if it is invalid or has more than `ADDRESS_DIGITS` digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= ADDRESS_DIGITS else None


def owner(request: Request) -> str:
    """Return the name that identifies the browser, under which its matches are saved."""
    month = f"{date.today():%Y-%m}"
    if request.session.get("month") != month:  # renews the cookie, which browsers delete after about 400 days
        request.session["month"] = month
    return f"browser {request.session.setdefault('id', str(uuid4()))}"


def player_name(text: str) -> str:
    """Return the user's chosen name in a form that is safe to display, or the default name."""
    return label(text, NAME_LENGTH) or YOU


class Done(msgspec.Struct, frozen=True):
    """An answer, or the data of a page, that has no fields."""


class Refusal(msgspec.Struct, frozen=True):
    """An error message instead of an answer, or as the last line of a stream."""

    error: str


class FieldFault(msgspec.Struct, frozen=True):
    """A one-line error message, and the name of the field with the error, which may be empty."""

    field: str
    words: str


class FormError(AdviceError):
    """An error in a form's field, with a message that begins with the field's label."""

    def __init__(self, field: str, label: str, error: Exception) -> None:
        super().__init__(f"{label}: {error}")
        self.field = field


def field_of(told: FormFields, name: str, read: Callable[[str], Read], usual: Read, labels: Mapping[str, str]) -> Read:
    """Return a field's value, or the default if the field is empty. Raises FormError if the text is invalid."""
    text = told.get(name, "").strip()
    try:
        return read(text) if text else usual
    except NineFiveTwoError as error:
        raise FormError(name, labels.get(name, name), error) from error


def cards_told(told: FormFields, name: str) -> list[Card] | None:
    """Return the cards of a hand in a field, or None if the text is invalid."""
    try:
        return list(Hand.parse(told[name])) if told.get(name, "").strip() else []
    except NineFiveTwoError:
        return None


class Telling:
    """The stream from a job to the browser, used in the job's own thread.

    `token` stops the job's searches when the user leaves or makes a newer request, which also sets `replaced`.
    """

    def __init__(self, put: Callable[[bytes | None], object], lane: Lane, lanes: Lanes) -> None:
        self._put, self._lane, self._lanes = put, lane, lanes
        self.token, self.replaced = CancelToken(lanes.token), False

    def replace(self) -> None:
        """Cancel the job because of a newer job."""
        self.replaced = True
        self.token.cancel()

    def tell(self, value: msgspec.Struct) -> None:
        """Send an object to the browser."""
        self._put(encode(value) + b"\n")

    def tick(self) -> None:
        """Pause while more urgent jobs are running. Raises SearchStopped if the job is cancelled."""
        if self.token.cancelled:
            raise SearchStopped("work stopped, cancelled")
        if self._lane is not Lane.QUICK:
            self._lanes.step_aside()


def stream(
    request: Request, job: Callable[[Telling], None], lane: Lane = Lane.QUICK, newest: str | None = None
) -> Response:
    """Return an answer that a job streams line by line. A NineFiveTwoError becomes the last line, a `Refusal`.

    A new job cancels any older job with the same name `newest`.
    """
    return StreamingResponse(stream_lines(site_of(request).lanes, job, lane, newest), media_type=JSON_LINES)


async def waited_for(request: Request, job: Callable[[], Result]) -> Result:
    """Return the result of a short job that the user waits for. Background jobs pause meanwhile."""
    return await asyncio.wrap_future(site_of(request).lanes.submit(Lane.QUICK, job))


async def stream_lines(
    lanes: Lanes, job: Callable[[Telling], None], lane: Lane, newest: str | None
) -> AsyncIterator[bytes]:
    """Yield the lines of JSON that `stream` sends."""
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
        await future  # raises the job's unexpected errors, which are then logged
    finally:
        telling.token.cancel()
        if newest is not None and lanes.newest.get(newest) == telling.replace:
            del lanes.newest[newest]


def _run(job: Callable[[Telling], None], telling: Telling) -> None:
    try:
        job(telling)
    except SearchStopped as stopped:
        if telling.replaced:
            telling.tell(Refusal("cancelled by a newer request"))
        elif not telling.token.cancelled:
            telling.tell(Refusal(str(stopped)))
    except NineFiveTwoError as error:
        telling.tell(Refusal(str(error)))
