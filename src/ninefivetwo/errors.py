"""Every error that ninefivetwo raises, and texts that others chose, as they are safe to show.

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager


class NineFiveTwoError(Exception):
    """Any fault that this package reports about what it was given."""


class CardError(NineFiveTwoError, ValueError):
    """A text that is not a card, a hand, a seat or a denomination."""


class LayoutError(NineFiveTwoError, ValueError):
    """A text that is not a layout, or hands that cannot be one (a card twice)."""


class PositionError(NineFiveTwoError, ValueError):
    """A layout, lead and table that make no position of the game, or a question that cannot be asked of one."""


class RulesError(NineFiveTwoError, ValueError):
    """A rule set that does not exist, a field or value that it cannot have, or fields that make no game."""


class FileError(NineFiveTwoError, ValueError):
    """A file that is too large or not text, or that may not be written or overwritten."""


class GameError(NineFiveTwoError, ValueError):
    """An action that breaks a rule of the game, or that is not due; the message names the rule."""


class RecordError(NineFiveTwoError, ValueError):
    """A text that is no record of a deal, or a record that breaks the rules; the message tells the place."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")


class SchemaError(NineFiveTwoError, ValueError):
    """A text that is not JSON, or JSON of another shape; the message names the path, what stands there, what should."""


class KnowledgeError(NineFiveTwoError, ValueError):
    """What is said to be known contradicts itself; the message says what contradicts what."""


class AdviceError(NineFiveTwoError, ValueError):
    """A question that advice cannot be given on: another decision is due, or what was given fits no deal."""


class PlayersError(NineFiveTwoError, ValueError):
    """Players or a table of them that there cannot be."""


class ReviewError(NineFiveTwoError, ValueError):
    """A review that cannot be made of what is given."""


class LibraryError(NineFiveTwoError, ValueError):
    """A library that cannot be opened (damaged, made by a later version), or something asked of it that it lacks."""


class StaleError(LibraryError):
    """What was to be saved has been changed by another window since it was read; nothing was saved."""


class DrillError(NineFiveTwoError, ValueError):
    """A problem that there is not, or an answer that is none to it."""


class DailyError(NineFiveTwoError, ValueError):
    """A deal of the day that cannot be played on this day, or no day."""


class ShareError(NineFiveTwoError, ValueError):
    """A code that is mistyped, cut off, or of what the rules forbid; or something that fits no code."""


class ConditionError(NineFiveTwoError, ValueError):
    """A text that is no condition on a deal, or a condition that hardly any deal meets."""


class ConfigError(NineFiveTwoError, ValueError):
    """A setting that does not exist, or a value of one that no option takes; the message names where it stands."""


class PolicyError(NineFiveTwoError, ValueError):
    """A policy that there is not, or weights of one that are damaged or made for another engine."""


class SurveyError(NineFiveTwoError, ValueError):
    """A plan, a kind of rows or a file of a survey that cannot be used; the message names which, and where."""


class SearchStopped(NineFiveTwoError, TimeoutError):
    """A search that was cancelled or ran out of time; it has no answer."""


def quoted(text: str) -> str:
    """A text at fault, as a message shows it: on one line, and no longer than is of use."""
    text = text.strip()
    text = text if len(text) <= 80 else text[:77] + "..."
    return f"'{text}'" if text.isprintable() else repr(text)


def in_short(value: object) -> str:
    """Any value, as a message shows it: on one line, and no longer than is of use."""
    return " ".join(repr(value).split())[:80]


@contextmanager
def raised_as(
    kind: type[NineFiveTwoError],
    before: str = "",
    caught: type[Exception] | tuple[type[Exception], ...] | None = None,
    *,
    after: str = "",
) -> Iterator[None]:
    """Raises an error of this kind in the place of one that is caught, which is of the same kind if none is named.

    before, after: what is added to its message.
    """
    faults = kind if caught is None else caught
    try:
        yield
    except faults as error:
        raise kind(f"{before}{error}{after}") from error


NAME_LIMIT = 40  # letters of a player's name
TITLE_LIMIT = 80  # letters of a title, or of a file's name
_MARKS = 2  # of those that stand above or below a letter
_SPACES = ("Cc", "Zl", "Zp", "Zs")  # by their categories in Unicode
_DROPPED = ("Cf", "Cn", "Co", "Cs")  # among them what turns text round and what takes no room


def label(text: str, limit: int = NAME_LIMIT) -> str:
    """A text without controls and invisible letters, with single spaces, of at most `limit` letters."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category not in _DROPPED and marks <= _MARKS:
            kept.append(" " if category in _SPACES else letter)
    plain = " ".join("".join(kept).split())
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "…"
