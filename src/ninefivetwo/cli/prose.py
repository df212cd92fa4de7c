"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click
from rich.cells import cell_len

if TYPE_CHECKING:
    from rich.console import Console

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
    return [each.replace("\N{NO-BREAK SPACE}", " ") for each in (*lines, line)]


def print_prose(out: Console, *texts: str) -> None:
    """Print texts, each in lines that fit, on a terminal or not."""
    print_lines(out, [line for text in texts for line in wrapped(text, out.width)])


def print_lines(out: Console, lines: list[str]) -> None:
    """Print lines as they are, at once: what Ctrl-C breaks off is not printed again."""
    if lines:
        with out.capture() as printed:
            out.print("\n".join(lines), soft_wrap=True)
        click.echo(printed.get(), file=out.file, nl=False)
