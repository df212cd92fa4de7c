"""A question at the terminal, and the line typed in answer."""

from __future__ import annotations

import sys

import click

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
