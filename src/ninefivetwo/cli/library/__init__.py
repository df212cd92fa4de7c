"""`ninefivetwo library`: the player's own records, their reviews, and how he does."""

from __future__ import annotations

import sys
from math import isfinite
from pathlib import Path

import click

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Seat
from ninefivetwo.cli.fair_worlds import fair_worlds_option
from ninefivetwo.cli.library.progress import matches_table, of_matches, phases_table, progress_object
from ninefivetwo.cli.library.tables import (
    decision_object,
    decisions_table,
    record_object,
    records_table,
    stored_match,
    with_reviews,
)
from ninefivetwo.cli.options import (
    MEBIBYTE,
    SEAT,
    complete_rules,
    force_option,
    json_option,
    memory_option,
    print_json,
    threads_option,
)
from ninefivetwo.cli.record import file_of, match_of
from ninefivetwo.cli.review import at_work
from ninefivetwo.cli.review.table import grades_table
from ninefivetwo.cli.terminal import console
from ninefivetwo.club_rules import parse_rules
from ninefivetwo.errors import LibraryError, quoted
from ninefivetwo.files import display_name
from ninefivetwo.library import Library, Query, review_key
from ninefivetwo.render.cards import plural
from ninefivetwo.render.matches import who
from ninefivetwo.render.review import with_words
from ninefivetwo.render.review_object import review_object
from ninefivetwo.render.schema import (
    AddedRecordObject,
    Document,
    LibraryAddObject,
    LibraryDecisionsObject,
    LibraryImportObject,
    LibraryRecordsObject,
)
from ninefivetwo.review import Phase
from ninefivetwo.review import review as reviewed
from ninefivetwo.rules import rules_text

DATABASE = b"SQLite format 3\0"  # how such a file begins

library_option = click.option(
    "--library",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The library's file.  [default: in the user's data folder]",
)


def to_read(path: Path | None) -> Library:
    """The library that is there; one at the default place may be begun.  Raises LibraryError."""
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


@click.group()
def library() -> None:
    """Your own library: records, their reviews, and how you do."""


@library.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@library_option
@json_option
def add(files: tuple[str, ...], path: Path | None, as_json: bool) -> None:
    """Add the deals of records (.n52) that are not there yet; - reads stdin.  One at fault, and nothing is added.

    \b
    Examples:
      n52 library add examples/holiday.n52
    """
    texts = []
    for file in files:
        check_text(file)
        found = file_of(file)
        for record in found.records:
            match_of(file, record)
        texts.append((click.format_filename(display_name(file)), str(found)))
    with open_library(path) as library:
        added = [(file, library.add_records(text, file)) for file, text in texts]
    if as_json:
        records = [AddedRecordObject(file, id, new) for file, found in added for id, new in found]
        print_json(LibraryAddObject(records))
        return
    for file, deals in added:
        click.echo(f"{file}: {plural(len(deals), 'deal')}, {sum(new for _, new in deals)} new")


def check_text(file: str) -> None:
    """Raises LibraryError for a database, which may be another library."""
    if Path(file).is_file():
        with open(file, "rb") as start:
            if start.read(len(DATABASE)) == DATABASE:
                raise LibraryError(f"{file}: a database, no records (expected .n52; a library: library import {file})")


@library.command("list")
@click.option("--name", metavar="NAME", help="In which this player took part; of decisions, who made them.")
@click.option("--seat", type=SEAT, help="In which that player sat there; of decisions, who made them.")
@click.option("--rules", metavar="NAME", shell_complete=complete_rules, help="Under these rules.")
@click.option(
    "--phase", type=click.Choice([phase.value for phase in Phase]), help="The dearest decisions of this phase."
)
@click.option("--loss", type=float, metavar="TRICKS", help="The decisions whose fair loss is at least that.")
@click.option("--decisions", "of_decisions", is_flag=True, help="The dearest decisions, not the records.")
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="No more than N.")
@library_option
@json_option
def list_command(
    name: str | None,
    seat: Seat | None,
    rules: str | None,
    phase: str | None,
    loss: float | None,
    of_decisions: bool,
    limit: int,
    path: Path | None,
    as_json: bool,
) -> None:
    """The records, newest first; or the decisions of those reviewed, the dearest first."""
    if seat is not None and name is None and not (of_decisions or phase or loss is not None):
        raise click.UsageError("--seat without --name, --phase, --loss or --decisions (every record has all seats)")
    if loss is not None and not isfinite(loss):
        raise click.UsageError(f"--loss: {loss} (expected tricks, such as 0.3)")
    rules = None if rules is None else rules_text(parse_rules(rules))
    wanted = Query(name, seat, rules, None if phase is None else Phase(phase), loss, sys.maxsize)
    with to_read(path) as library:
        if of_decisions or phase or loss is not None:
            lost = [each for each in library.decisions(wanted) if not each.forced]
            dear, more = with_reviews(library, lost[:limit]), len(lost[limit:])
            value: Document = LibraryDecisionsObject([decision_object(*each) for each in dear], more)
            table = decisions_table(dear)
        else:
            records = library.records(wanted)
            more = len(records[limit:])
            value = LibraryRecordsObject([record_object(stored) for stored in records[:limit]], more)
            table = records_table(records[:limit])
    if as_json:
        print_json(value)
    elif table.rows:
        console().print(table)
        if more:
            click.echo(f"and {more} more (--limit N shows more)")
    else:
        click.echo("none")


@library.command()
@click.argument("id", metavar="ID")
@fair_worlds_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the worlds drawn.")
@library_option
@threads_option
@memory_option
@json_option
def review(
    id: str, fair_worlds: int, seed: int, path: Path | None, threads: int | None, memory: int, as_json: bool
) -> None:
    """Review the record ID and keep what is found.  Prints each player's grade; `progress` sums them."""
    limits = Limits(None, fair_worlds, seed, threads, memory * MEBIBYTE)
    with to_read(path) as library:
        stored = library.record(id)
        match = stored_match(stored)
        with at_work("reviewing") as progress:
            found = reviewed(match, limits, progress)
        library.add_review(stored.id, review_key(fair_worlds, seed), found)
    value = review_object(found, stored.event)
    if as_json:
        print_json(with_words(value, match))
    else:
        console().print(grades_table({who(match, seat): value.seats[seat.word] for seat in Seat}))


@library.command()
@click.argument("id", metavar="ID")
@library_option
def show(id: str, path: Path | None) -> None:
    """Print the record ID as it was added."""
    with to_read(path) as library:
        click.echo(library.record(id).text, nl=False)


@library.command()
@click.argument("name", metavar="NAME")
@library_option
@json_option
def progress(name: str, path: Path | None, as_json: bool) -> None:
    """How the player NAME does in the reviewed records: by phase, and match by match in the order added."""
    with to_read(path) as library:
        name = library.player(name)
        found = library.progress(name)
        if not found.by_record:
            id = library.records(Query(name, limit=1))[0].id
            raise LibraryError(f"no record of {quoted(name)} is reviewed (expected one: library review {id})")
        matches = of_matches(library, found.by_record)
    if as_json:
        print_json(progress_object(found, matches))
        return
    out = console()
    out.print(phases_table(found.by_phase))
    out.print(matches_table(matches))


@library.command("export")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@force_option
@library_option
def export_command(file: Path, force: bool, path: Path | None) -> None:
    """Write a copy of the library to FILE.  --force overwrites another library, but no other file."""
    with to_read(path) as library:
        library.export_to(file, force)


@library.command("import")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@library_option
@json_option
def import_command(file: Path, path: Path | None, as_json: bool) -> None:
    """Add what the library FILE has and yours has not; what yours has stays as it is."""
    with open_library(path) as library:
        counts = library.import_from(file)
    if as_json:
        print_json(LibraryImportObject(counts))
    else:
        click.echo("added: " + ", ".join(f"{kind} {number}" for kind, number in counts.items()))
