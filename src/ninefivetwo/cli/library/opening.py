"""The library that a command is given, opened."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import monotonic

import click

from ninefivetwo.cli.terminal import working
from ninefivetwo.errors import LibraryError
from ninefivetwo.keep.library import ImportProgress, Library

library_option = click.option(
    "--library",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The library's file.  [default: in the user's data folder]",
)


def to_read(path: Path | None) -> Library:
    """The library at a place where there must be one; one at the default place may be begun.  Raises LibraryError."""
    if path is not None and not path.exists():
        raise LibraryError(f"{path}: no such library (expected a file that is there)")
    return open_library(path)


def open_library(path: Path | None) -> Library:
    """The library at a place, begun if it is not there; what its owner should know of a change of form goes to stderr.

    Raises LibraryError, OSError.
    """
    library = Library(path)
    for notice in library.notices:
        click.echo(f"{library.path}: {notice}", err=True)
    return library


SOON = 2.0  # seconds after which the time left can be told


def run_told(steps: Iterable[ImportProgress], what: str) -> ImportProgress | None:
    """Do all steps, and say on a terminal how far they are: the last one; `what` is counted, such as deals."""
    began, last = monotonic(), None
    with working("reading") as update:
        for last in steps:
            update(step_words(last, what, monotonic() - began))
    return last


def step_words(step: ImportProgress, what: str, seconds: float) -> str:
    """`checked 1,200 of 18,500 deals, about 30 s left`."""
    left = seconds / max(1, step.done) * (step.of - step.done)
    rest = f", about {left:.0f} s left" if seconds > SOON and left > 1 and not step.storing else ""
    return f"{'stored' if step.storing else 'checked'} {step.done:,} of {step.of:,} {what}{rest}"
