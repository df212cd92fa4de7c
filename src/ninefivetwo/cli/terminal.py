"""How everything is printed: the console, prose, and a sign of life while work goes on."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


#: The width of what is written to a pipe or a file: the same everywhere, so that output can be compared and quoted.
PIPE_WIDTH = 80

RED_SUITS = r"[♥♦]|\b[HD][AKQJT2-9]+\b"  # their signs, and cards such as HQ or DA54


def console() -> Console:
    """Where answers are printed: texts as they are, whatever brackets and colons a name may have.

    Colours are used on a terminal only, and never where NO_COLOR is set.
    """
    from rich.console import Console

    return Console(width=_width(), markup=False, emoji=False, highlighter=_highlighted)


def _highlighted(text: str | Text) -> Text:
    """A text with its hearts and diamonds in red."""
    from rich.text import Text

    copy = Text(text) if isinstance(text, str) else text.copy()
    copy.highlight_regex(RED_SUITS, "red")
    return copy


def _width() -> int:
    """COLUMNS where it is set, else the terminal's width, else that of a pipe."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    return (os.get_terminal_size().columns if sys.stdout.isatty() else 0) or PIPE_WIDTH


def say(out: Console, text: str) -> None:
    """Print prose: broken between words on a terminal, unbroken where a program may read it line by line."""
    out.print(text, soft_wrap=not out.is_terminal)


def working(what: str = "solving") -> AbstractContextManager[object]:
    """Show on a terminal that work is going on."""
    if not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True).status(what)
