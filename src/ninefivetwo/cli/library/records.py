"""The commands `library add`, `show`, `delete`, `undo`, `export` and `import`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from time import monotonic

import click

from ninefivetwo.cli.options import force_option, json_option, library_option, open_library, print_json, to_read
from ninefivetwo.cli.terminal import ask, working
from ninefivetwo.codec import Document
from ninefivetwo.errors import LibraryError, RecordError
from ninefivetwo.files import MEBIBYTE, display_name, read_text
from ninefivetwo.game.records.records import check_not_json
from ninefivetwo.keep.daily import slot_of
from ninefivetwo.keep.library import TERMINAL, AddedRecord, ImportProgress, Incoming
from ninefivetwo.keep.library.library import is_database
from ninefivetwo.keep.library.records import SHORT_ID
from ninefivetwo.words.figures import plural
from ninefivetwo.words.kept import merged_words, step_words
from ninefivetwo.words.template import Amount, Term, say

MOST_BYTES = 200 * MEBIBYTE  # maximum size of a file in bytes


class LibraryAddObject(Document, frozen=True, tag="ninefivetwo.library-add/1"):
    """The records that `library add` has added.

    records: the records in the order of the files
    """

    records: list[AddedRecord]


class LibraryImportObject(Document, frozen=True, tag="ninefivetwo.library-import/1"):
    """The numbers of rows that `library import` has added from another library.

    added: the number of added rows of each kind
    """

    added: dict[str, int]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@library_option
@json_option
def add(files: tuple[str, ...], path: Path | None, as_json: bool) -> None:
    """Add the new deals of record files (.n52) to the library. Use - for stdin.

    If one deal is invalid, no deal is added.

    \b
    Examples:
      n52 library add examples/holiday.n52
    """
    with Incoming() as incoming:
        numbers = [(file, read_records(incoming, file)) for file in files]
        with open_library(path) as library:
            try:
                run_shown(library.add_incoming(incoming), "deals")
            except KeyboardInterrupt:
                stored = plural(len(incoming.added), "deal")
                click.echo(say("{deals} stored; run the same command again to add the rest", deals=stored), err=True)
                raise
    if as_json:
        print_json(LibraryAddObject(incoming.added))
        return
    added = iter(incoming.added)
    for file, number in numbers:
        new = Amount(f"{sum(record.new for record in islice(added, number))}")
        name, deals = Term(click.format_filename(display_name(file))), plural(number, "deal")
        click.echo(say("{record}: {deals}, {number} new", record=name, deals=deals, number=new))


def read_records(incoming: Incoming, file: str) -> int:
    """Check the deals of a file and return their number.  Raises RecordError, LibraryError or FileError."""
    if Path(file).is_file() and is_database(Path(file)):
        raise LibraryError(f"{file}: a database (expected .n52 records; for a library use: library import {file})")
    text, name = read_text(file, MOST_BYTES), click.format_filename(display_name(file))
    check_not_json(file, text)
    try:
        last = run_shown(incoming.read(text, name), f"deals of {name}")
    except RecordError as error:
        raise RecordError(f"{display_name(file)}{': ' if error.line is None else ', '}{error}") from error
    return 0 if last is None else last.done


def run_shown(steps: Iterable[ImportProgress], what: str) -> ImportProgress | None:
    """Run all steps with progress on a terminal, and return the last step."""
    began, last = monotonic(), None
    with working("reading") as update:
        for last in steps:
            update(step_words(last, what, monotonic() - began))
    return last


@click.command()
@click.argument("id", metavar="ID")
@library_option
def show(id: str, path: Path | None) -> None:
    """Print a record as it was added.

    The first characters of an ID are enough if no other ID begins with them.

    \b
    Examples:
      n52 library show 6789c0d6
    """
    with to_read(path) as library:
        click.echo(library.record(id).text, nl=False)


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@library_option
def delete(ids: tuple[str, ...], yes: bool, path: Path | None) -> None:
    """Delete records with their reviews and puzzles.

    \b
    Examples:
      n52 library delete 6789c0d6
    """
    with to_read(path) as library:
        records = {(record := library.record(id)).id: record for id in ids}
        deals = plural(len(records), "record")
        for record in records.values():
            click.echo(f"{record.id[:SHORT_ID]}  {record.event}: {', '.join(record.names)}")
        if not yes:
            answer = ask(say("Delete {deals} with all reviews? [y/N]:", deals=deals)) or "no"
            if answer.lower() not in ("y", "yes"):
                raise LibraryError("nothing deleted")
        library.delete_records(records)
    click.echo(say("{deals} deleted (to restore within 30 days: n52 library undo)", deals=deals))


@click.command()
@library_option
def undo(path: Path | None) -> None:
    """Restore the last deleted records, reviews and puzzles.

    Deleted records are kept for 30 days.

    \b
    Examples:
      n52 library undo
    """
    with to_read(path) as library:
        if not (deletions := library.deletions()):
            raise LibraryError("nothing to restore (expected a deletion in the last 30 days)")
        number = library.restore(deletions[0].at)
    click.echo(say("{deals} restored", deals=plural(number, "record")))


@click.command("export")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@force_option
@library_option
def export_command(file: Path, force: bool, path: Path | None) -> None:
    """Write a copy of the library to FILE.

    Unfinished matches are left out, because their hands must stay hidden. With --force, FILE may be an existing
    library, but no other existing file.

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
    """Add all new data from the library FILE to your library.

    Records that are already in your library stay unchanged.

    \b
    Examples:
      n52 library import copy.sqlite
    """
    with open_library(path) as library:
        merging = library.import_from(file)
        try:
            run_shown(merging, "rows")
        except KeyboardInterrupt:
            number = Amount(merged_words(merging.counts))
            click.echo(say("added: {number}; run the same command again to add the rest", number=number), err=True)
            raise
    if as_json:
        print_json(LibraryImportObject(merging.counts))
    else:
        click.echo(say("added: {number}", number=Amount(merged_words(merging.counts))))
