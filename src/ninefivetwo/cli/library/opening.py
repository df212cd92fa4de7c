"""The library that a command is given, opened."""

from __future__ import annotations

from pathlib import Path

import click

from ninefivetwo.errors import LibraryError
from ninefivetwo.library import Library

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
