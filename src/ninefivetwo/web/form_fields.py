"""The fields of a form, as its page's address tells them: texts, read by the parsers that everything else reads by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from ninefivetwo.cards import Hand
from ninefivetwo.errors import AdviceError, NineFiveTwoError

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
