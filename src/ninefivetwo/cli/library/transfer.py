"""`library export` and `import`: a whole library written and taken in."""

from __future__ import annotations

from pathlib import Path

import click

from ninefivetwo.cli.library.opening import library_option, open_library, to_read
from ninefivetwo.cli.library.steps import run_told
from ninefivetwo.cli.options import force_option, json_option, print_json
from ninefivetwo.daily import slot_of
from ninefivetwo.drills.checking import checked_problem
from ninefivetwo.library import TERMINAL
from ninefivetwo.render.library_words import merged_words
from ninefivetwo.render.schema.library import LibraryImportObject


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@force_option
@library_option
def export_command(file: Path, force: bool, path: Path | None) -> None:
    """Write a copy of the library to FILE, without the pages' matches under way, which hold hands not to be seen.

    --force overwrites another library, but no other file.

    \b
    Examples:
      n52 library export copy.sqlite
    """
    with to_read(path) as library:
        library.export_to(file, force, [TERMINAL, slot_of(TERMINAL)])


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@library_option
@json_option
def import_command(file: Path, path: Path | None, as_json: bool) -> None:
    """Add what the library FILE has and yours has not; what yours has stays as it is.

    \b
    Examples:
      n52 library import copy.sqlite
    """
    with open_library(path) as library:
        merging = library.import_from(file, read_problem=checked_problem)
        try:
            run_told(merging, "rows")
        except KeyboardInterrupt:
            click.echo(f"added: {merged_words(merging.counts)}; the same command adds the rest", err=True)
            raise
    if as_json:
        print_json(LibraryImportObject(merging.counts))
    else:
        click.echo(f"added: {merged_words(merging.counts)}")
