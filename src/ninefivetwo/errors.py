"""The exception classes of ninefivetwo, and functions that make untrusted text safe to show.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager


class NineFiveTwoError(Exception):
    """The base class of all errors that this package raises.

    `fields` contains the fields of the input that the error concerns, or is empty. In the texts `fault` and `expected`,
    `{}` stands for the first of these fields, and a second `{}` for the second. The message has the fields' own names.
    """

    def __init__(self, fault: str, *fields: str, expected: str = "") -> None:
        self.fields, self._said = fields, (fault, expected)
        super().__init__(self.named({field: field for field in fields}))

    def named(self, names: Mapping[str, str]) -> str:
        """Return the message with an interface's names for the fields, such as command-line options.

        The part on what was expected is omitted if the interface has no name for a field.
        """
        fault, expected = self._said
        if self.fields:
            named = [names.get(field, field) for field in self.fields]
            fault, expected = fault.format(*named), expected.format(*named) if names.keys() >= {*self.fields} else ""
        return f"{fault} (expected {expected})" if expected else fault


class CardError(NineFiveTwoError, ValueError):
    """A text that is not a card, a hand, a seat or a denomination."""


class LayoutError(NineFiveTwoError, ValueError):
    """A text that is not a layout, or hands with a duplicate card."""


class PositionError(NineFiveTwoError, ValueError):
    """An impossible position, or a question that does not apply to a position."""


class RulesError(NineFiveTwoError, ValueError):
    """An unknown rule set, an invalid field or value, or inconsistent fields."""


class FileError(NineFiveTwoError, ValueError):
    """A file that is too large, is not text, or may not be written or overwritten."""


class GameError(NineFiveTwoError, ValueError):
    """An action that breaks a rule of the game or is not due.

    `seat` is the word for the seat of the player who broke the rule, if the message begins with it, or None. `fault` is
    the message without the seat.
    """

    def __init__(self, fault: str, seat: str | None = None) -> None:
        super().__init__(fault if seat is None else f"{seat}: {fault}")
        self.fault, self.seat = fault, seat


class RecordError(NineFiveTwoError, ValueError):
    """A text that is not a record of a deal, or a record that breaks the rules. `line` is the line, from 1, or None."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class ExtraError(NineFiveTwoError, ImportError):
    """A part of the package that has not been installed."""


class SchemaError(NineFiveTwoError, ValueError):
    """A text that is not JSON, or JSON of the wrong form."""


class KnowledgeError(NineFiveTwoError, ValueError):
    """Facts about a deal that contradict each other."""


class AdviceError(NineFiveTwoError, ValueError):
    """A request for advice about a decision that is not due, or about facts that no deal fits."""


class PlayersError(NineFiveTwoError, ValueError):
    """An unknown player, or an invalid series of matches between players."""


class ReviewError(NineFiveTwoError, ValueError):
    """A request for a review of an unknown or unsuitable deal."""


class LibraryError(NineFiveTwoError, ValueError):
    """A library that cannot be opened, for example because it is damaged, or a missing item in a library.

    The message begins with the name of the file, if the error concerns a file; `why` is the rest of the message.
    """

    def __init__(self, why: str, file: str = "") -> None:
        super().__init__(f"{file}: {why}" if file else why)
        self.why = why


class StaleError(LibraryError):
    """A change that was not saved because another window has changed the item since it was read."""


class DrillError(NineFiveTwoError, ValueError):
    """An unknown problem, or an answer that does not fit the problem."""


class DailyError(NineFiveTwoError, ValueError):
    """A deal of the day that cannot be played, or an invalid date."""


class ShareError(NineFiveTwoError, ValueError):
    """A share code that is mistyped, incomplete or against the rules, or a value that no share code can hold."""


class ConditionError(NineFiveTwoError, ValueError):
    """A text that is not a condition for deals, or a condition that hardly any deal meets."""


class ConfigError(NineFiveTwoError, ValueError):
    """An unknown setting, or an invalid value of a setting."""


class PolicyError(NineFiveTwoError, ValueError):
    """An unknown policy, or policy weights that are damaged or made for another engine."""


class SurveyError(NineFiveTwoError, ValueError):
    """An invalid survey plan, kind of survey rows or survey file. `fault` is the message without the file's name."""

    def __init__(self, fault: str, file: os.PathLike[str] | None = None) -> None:
        super().__init__(fault if file is None else f"{os.fspath(file)}: {fault}")
        self.fault = fault


class SearchStopped(NineFiveTwoError, TimeoutError):
    """A search that was cancelled or ran out of time before it found an answer."""


def quoted(text: str) -> str:
    """Return an invalid text for an error message, in quotes, on one line and shortened."""
    text = text.strip()
    text = text if len(text) <= 80 else text[:77] + "..."
    return f"'{text}'" if text.isprintable() else repr(text)


def printable(text: str) -> str:
    """Return a text with a space for each control, bidirectional or other character that is not printed."""
    return "".join(character if character.isprintable() else " " for character in text)


def in_short(value: object) -> str:
    """Return the repr of a value for an error message, on one line and shortened."""
    return " ".join(repr(value).split())[:80]


@contextmanager
def raised_as(
    kind: type[NineFiveTwoError],
    before: str = "",
    caught: type[Exception] | tuple[type[Exception], ...] | None = None,
    *,
    after: str = "",
) -> Iterator[None]:
    """Convert exceptions of the classes `caught` (by default `kind` itself) to an error of class `kind`.

    `before` and `after` are texts added to the message.
    """
    faults = kind if caught is None else caught
    try:
        yield
    except faults as error:
        raise kind(f"{before}{error}{after}") from error


NAME_LIMIT = 40  # maximum length of a player's name
TITLE_LIMIT = 80  # maximum length of a title or of a file's name
_MARKS = 2  # maximum number of combining marks on a letter
_SPACES = ("Cc", "Zl", "Zp", "Zs")  # Unicode categories shown as a space
_DROPPED = ("Cf", "Cn", "Co", "Cs")  # Unicode categories removed, such as bidirectional controls


def label(text: str, limit: int = NAME_LIMIT) -> str:
    """Return a text of at most `limit` characters, with single spaces and without control and invisible characters."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category not in _DROPPED and marks <= _MARKS:
            kept.append(" " if category in _SPACES else letter)
    plain = " ".join("".join(kept).split())
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "…"
