"""`library add`, `show`, `delete`, `undo`, `export` and `import`: records in and out."""

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
from ninefivetwo.words.kept import merged_words

MOST = 200 * MEBIBYTE  # bytes of a file


class LibraryAddObject(Document, frozen=True, tag="ninefivetwo.library-add/1"):
    """What became of the deals of some records (`library add`).

    records: a record for each deal, in the order of the files
    """

    records: list[AddedRecord]


class LibraryImportObject(Document, frozen=True, tag="ninefivetwo.library-import/1"):
    """What was taken over from another library (`library import`).

    added: how many rows of each kind
    """

    added: dict[str, int]


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@library_option
@json_option
def add(files: tuple[str, ...], path: Path | None, as_json: bool) -> None:
    """Add the deals of records (.n52) that are not there yet; - reads stdin.  One at fault, and nothing is added.

    \b
    Examples:
      n52 library add examples/holiday.n52
    """
    with Incoming() as incoming:
        numbers = [(file, read_records(incoming, file)) for file in files]
        with open_library(path) as library:
            try:
                run_told(library.add_incoming(incoming), "deals")
            except KeyboardInterrupt:
                click.echo(f"{plural(len(incoming.added), 'deal')} stored; the same command adds the rest", err=True)
                raise
    if as_json:
        print_json(LibraryAddObject(incoming.added))
        return
    added = iter(incoming.added)
    for file, number in numbers:
        new = sum(record.new for record in islice(added, number))
        click.echo(f"{click.format_filename(display_name(file))}: {plural(number, 'deal')}, {new} new")


def read_records(incoming: Incoming, file: str) -> int:
    """Check the deals of a file, that they can be added: how many.  Raises RecordError, LibraryError, FileError."""
    if Path(file).is_file() and is_database(Path(file)):  # which may be another library
        raise LibraryError(f"{file}: a database, no records (expected .n52; a library: library import {file})")
    text, name = read_text(file, MOST), click.format_filename(display_name(file))
    check_not_json(file, text)
    try:
        last = run_told(incoming.read(text, name), f"deals of {name}")
    except RecordError as error:
        raise RecordError(f"{display_name(file)}{', ' if str(error).startswith('line ') else ': '}{error}") from error
    return 0 if last is None else last.done


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


@click.command()
@click.argument("id", metavar="ID")
@library_option
def show(id: str, path: Path | None) -> None:
    """Print the record ID, or the only one whose ID begins so, as it was added.

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
    """Delete records with their reviews and the problems made from their mistakes.

    \b
    Examples:
      n52 library delete 6789c0d6
    """
    with to_read(path) as library:
        records = {(record := library.record(id)).id: record for id in ids}
        for record in records.values():
            click.echo(f"{record.id[:SHORT_ID]}  {record.event}: {', '.join(record.names)}")
        if not yes:
            answer = ask(f"delete {plural(len(records), 'record')} with all reviews? [y/N]:") or "no"
            if answer.lower() not in ("y", "yes"):
                raise LibraryError("nothing deleted")
        library.delete_records(records)
    click.echo(f"{plural(len(records), 'record')} deleted (library undo puts back, for 30 days)")


@click.command()
@library_option
def undo(path: Path | None) -> None:
    """Put back what was deleted last, with its reviews and problems; for 30 days.

    \b
    Examples:
      n52 library undo
    """
    with to_read(path) as library:
        if not (deletions := library.deletions()):
            raise LibraryError("nothing to put back (expected a deletion of the last 30 days)")
        number = library.restore(deletions[0].at)
    click.echo(f"{plural(number, 'record')} put back")


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
        merging = library.import_from(file)
        try:
            run_told(merging, "rows")
        except KeyboardInterrupt:
            click.echo(f"added: {merged_words(merging.counts)}; the same command adds the rest", err=True)
            raise
    if as_json:
        print_json(LibraryImportObject(merging.counts))
    else:
        click.echo(f"added: {merged_words(merging.counts)}")
