"""How everything is printed: the console, prose, and a sign of life while work goes on."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.highlighter import RegexHighlighter

#: The width of what is written to a pipe or a file: the same everywhere, so that output can be compared and quoted.
PIPE_WIDTH = 80


class _Suits(RegexHighlighter):
    """Hearts and diamonds in red: their signs, and cards such as HQ or DA54."""

    highlights = [r"(?P<red>[♥♦]|\b[HD][AKQJT2-9]+\b)"]


def console() -> Console:
    """Where answers are printed: texts as they are, whatever brackets and colons a name may have.

    Colours are used on a terminal only, and never where NO_COLOR is set.
    """
    return Console(width=_width(), markup=False, emoji=False, highlighter=_Suits())


def _width() -> int:
    """COLUMNS where it is set, else the terminal's width, else that of a pipe."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    return (os.get_terminal_size().columns if sys.stdout.isatty() else 0) or PIPE_WIDTH


def say(out: Console, text: str) -> None:
    """Print prose: broken between words on a terminal, unbroken where a program may read it line by line."""
    out.print(text, soft_wrap=not out.is_terminal)


def working(what: str = "solving") -> AbstractContextManager[object]:
    """Show on a terminal that work is going on."""
    errors = Console(stderr=True)
    return errors.status(what) if errors.is_terminal else nullcontext()
