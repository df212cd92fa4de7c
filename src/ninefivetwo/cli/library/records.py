"""`library add`, `list`, `show` and `delete`: the records."""

from __future__ import annotations

import sys
from math import isfinite
from pathlib import Path

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.library.opening import library_option, open_library, to_read
from ninefivetwo.cli.library.tables import (
    SHORT,
    decision_object,
    decisions_table,
    record_object,
    records_table,
    with_reviews,
)
from ninefivetwo.cli.options import SEAT, complete_rules, json_option, print_json
from ninefivetwo.cli.record import file_of, match_of
from ninefivetwo.cli.terminal import console
from ninefivetwo.club_rules import parse_rules
from ninefivetwo.errors import LibraryError
from ninefivetwo.files import display_name
from ninefivetwo.library import Query
from ninefivetwo.render.cards import plural
from ninefivetwo.render.schema.base import Document
from ninefivetwo.render.schema.library import (
    AddedRecordObject,
    LibraryAddObject,
    LibraryDecisionsObject,
    LibraryRecordsObject,
)
from ninefivetwo.review import Phase
from ninefivetwo.rules import rules_text

DATABASE = b"SQLite format 3\0"  # how such a file begins


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
    texts = []
    for file in files:
        check_text(file)
        records = file_of(file)
        for record in records.records:
            match_of(file, record)
        texts.append((click.format_filename(display_name(file)), str(records)))
    with open_library(path) as library:
        added = [(file, library.add_records(text, file)) for file, text in texts]
    if as_json:
        print_json(LibraryAddObject([AddedRecordObject(file, id, new) for file, deals in added for id, new in deals]))
        return
    for file, deals in added:
        click.echo(f"{file}: {plural(len(deals), 'deal')}, {sum(new for _, new in deals)} new")


def check_text(file: str) -> None:
    """Raises LibraryError for a database, which may be another library."""
    if Path(file).is_file():
        with open(file, "rb") as start:
            if start.read(len(DATABASE)) == DATABASE:
                raise LibraryError(f"{file}: a database, no records (expected .n52; a library: library import {file})")


@click.command("list")
@click.option("--name", metavar="NAME", help="In which this player took part; of decisions, who made them.")
@click.option("--seat", type=SEAT, help="In which that player sat there; of decisions, who made them.")
@click.option("--rules", metavar="NAME", shell_complete=complete_rules, help="Under these rules.")
@click.option(
    "--phase", type=click.Choice([phase.value for phase in Phase]), help="The costliest decisions of this phase."
)
@click.option("--loss", type=float, metavar="TRICKS", help="The decisions whose fair loss is at least that.")
@click.option("--decisions", "of_decisions", is_flag=True, help="The costliest decisions, not the records.")
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
    """The records, newest first; or the decisions of those reviewed, the costliest first.

    NAME may be a part of a name, whatever the case.

    \b
    Examples:
      n52 library list --name Ann
      n52 library list --phase discard --loss 0.3
    """
    of_decisions = of_decisions or phase is not None or loss is not None
    if seat is not None and name is None and not of_decisions:
        raise click.UsageError("--seat without --name, --phase, --loss or --decisions (every record has all seats)")
    if loss is not None and not isfinite(loss):
        raise click.UsageError(f"--loss: {loss} (expected tricks, such as 0.3)")
    rules = None if rules is None else rules_text(parse_rules(rules))
    query = Query(name, seat, rules, None if phase is None else Phase(phase), loss, sys.maxsize)
    with to_read(path) as library:
        if of_decisions:
            rows = [row for row in library.decisions(query) if not row.forced]
            decisions, more = with_reviews(library, rows[:limit]), len(rows[limit:])
            value: Document = LibraryDecisionsObject([decision_object(*each) for each in decisions], more)
            table = decisions_table(decisions)
        else:
            records = library.records(query)
            more = len(records[limit:])
            value = LibraryRecordsObject([record_object(record) for record in records[:limit]], more)
            table = records_table(records[:limit])
    if as_json:
        print_json(value)
    elif table.rows:
        console().print(table)
        if more:
            click.echo(f"and {more} more (--limit N shows more)")
    else:
        click.echo("none")


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
@click.option("--yes", is_flag=True, help="Do not ask.")
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
            click.echo(f"{record.id[:SHORT]}  {record.event}: {', '.join(record.names)}")
        if not yes:
            click.confirm(f"delete {plural(len(records), 'record')} with all reviews?", abort=True)
        library.delete_records(records)
    click.echo(f"{plural(len(records), 'record')} deleted")
