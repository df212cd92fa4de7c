"""How everything is printed and asked at the terminal: prose in lines that fit, a question and its answer."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click
from rich.cells import cell_len

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Value = TypeVar("Value")

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


@contextmanager
def working(what: str = "solving") -> Iterator[Callable[[str], None]]:
    """Show on a terminal that work is in progress; what is yielded takes other words for it."""
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        yield status.update


def awaited(items: Iterator[Value], what: str = "solving") -> Iterator[Value]:
    """The items; while the next one is worked out, a terminal shows it."""
    while True:
        with working(what):
            item = next(items, None)
        if item is None:
            return
        yield item


TOGETHER = re.compile(r" (?=±)|(?<=±) | (?=tricks?\b)| (?=\([+-]?\d+\))")  # gaps at which no line is broken
NARROW = 20  # a line has room for so many characters, however narrow the terminal


def wrapped(text: str, room: int, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines of so many cells at most, broken between words; figures stay with their errors.

    first: what the first line begins with.  rest: what the others begin with, else as many blanks.
    """
    rest = " " * cell_len(first) if rest is None else rest
    room, line = max(room, NARROW), first
    lines: list[str] = []
    for word in TOGETHER.sub("\N{NO-BREAK SPACE}", text).split(" "):
        begun = line not in (first, rest) if not lines else line != rest
        if begun and cell_len(line) + 1 + cell_len(word) > room:
            lines.append(line)
            line, begun = rest, False
        line += (" " if begun else "") + word
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in (*lines, line)]


def print_prose(out: Console, *texts: str) -> None:
    """Print texts, each in lines that fit, on a terminal or not."""
    print_lines(out, [line for text in texts for line in wrapped(text, out.width)])


def print_lines(out: Console, lines: list[str]) -> None:
    """Print lines as they are, at once: what Ctrl-C breaks off is not printed again."""
    if lines:
        with out.capture() as printed:
            out.print("\n".join(lines), soft_wrap=True)
        click.echo(printed.get(), file=out.file, nl=False)


LEAVE = ("q", "quit", "exit")
HELP = ("help", "?")


def ask(prompt: str) -> str | None:
    """A line that the person types, without the space about it; None at the end of input.

    A line from a pipe is printed, so that the output reads like the screen.
    """
    click.echo(f"{prompt} ", nl=False)
    line = sys.stdin.buffer.readline().decode("utf-8", "replace")
    if not line or not sys.stdin.isatty():
        click.echo(line.strip())
    return line.strip() if line else None
