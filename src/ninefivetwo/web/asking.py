"""What a page asks, read and checked, and who asks; a form's fields go through the parsers that all else reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TypeVar
from uuid import uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ninefivetwo.cards import Hand
from ninefivetwo.codec import encode
from ninefivetwo.errors import AdviceError, NineFiveTwoError, SchemaError

DIGITS = 6  # of a number in an address at most
Asked = TypeVar("Asked", bound=msgspec.Struct)


async def read(request: Request, kind: type[Asked]) -> Asked:
    """The JSON object that a page sent.  Raises SchemaError for anything else than one of this kind."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise SchemaError(f"not what this address expects: {error}") from error


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


Read = TypeVar("Read")
#: The fields of a form by their names in the address.
FormFields = Mapping[str, str]


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
