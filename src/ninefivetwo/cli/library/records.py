"""`library add`, `list`, `show` and `delete`: the records."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from math import isfinite
from pathlib import Path

import click

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.cli.library.opening import library_option, open_library, run_told, to_read
from ninefivetwo.cli.options import SEAT, complete_rules, force_option, json_option, print_json
from ninefivetwo.cli.record_file import check_not_json
from ninefivetwo.cli.terminal import console
from ninefivetwo.codec import Document
from ninefivetwo.errors import LibraryError, RecordError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.files import MEBIBYTE, display_name, read_text
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.keep.daily import slot_of
from ninefivetwo.keep.library import TERMINAL, DecisionRow, Incoming, Library, Query, RecordSummary, Sort
from ninefivetwo.keep.library.records import SHORT_ID
from ninefivetwo.study import Decision, DecisionNode, Phase, decision_nodes
from ninefivetwo.words.figures import Column, TextTable, figure, figures, plural
from ninefivetwo.words.grade_words import grade_text
from ninefivetwo.words.kept import merged_words
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.schema.library import (
    LibraryAddObject,
    LibraryDecisionObject,
    LibraryDecisionsObject,
    LibraryImportObject,
    LibraryRecordObject,
    LibraryRecordsObject,
)
from ninefivetwo.words.speaker import action_words

SORT = "Newest, most lost, most accurate or by names; of the player named, if one is.  [default: date]"
MOST = 200 * MEBIBYTE  # bytes of a file
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
    check_text(file)
    text, name = read_text(file, MOST), click.format_filename(display_name(file))
    check_not_json(file, text)
    try:
        last = run_told(incoming.read(text, name), f"deals of {name}")
    except RecordError as error:
        raise RecordError(f"{display_name(file)}{', ' if str(error).startswith('line ') else ': '}{error}") from error
    return 0 if last is None else last.done


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
@click.option("--sort", type=click.Choice([sort.value for sort in Sort]), default=Sort.DATE.value, help=SORT)
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
    sort: str,
    limit: int,
    path: Path | None,
    as_json: bool,
) -> None:
    """The records, the decisions of those reviewed, the costliest first.

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
    query = query if of_decisions else replace(query, limit=limit, sort=Sort(sort))
    with to_read(path) as library:
        if of_decisions:
            rows = [row for row in library.decisions(query) if not row.forced]
            decisions, more = with_reviews(library, rows[:limit]), len(rows[limit:])
            value: Document = LibraryDecisionsObject([decision_object(*found) for found in decisions], more)
            table = decisions_table(decisions)
        else:
            listing = library.listing(query)
            more = max(0, listing.total - limit)
            value = LibraryRecordsObject([record_object(record) for record in listing.records], more)
            table = records_table(listing.records)
            for why in listing.skipped:
                click.echo(f"left out: {why}", err=True)
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
            click.echo(f"{record.id[:SHORT_ID]}  {record.event}: {', '.join(record.names)}")
        if not yes:
            click.confirm(f"delete {plural(len(records), 'record')} with all reviews?", abort=True)
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


#: A decision as the library keeps it, as the record has it, and as its review has it; None for an outdated review.
FoundDecision = tuple[DecisionRow, DecisionNode, Decision | None]


def records_table(records: list[RecordSummary]) -> TextTable:
    """A row for each record; each player with the tricks won, where the deal was played out, and accuracies."""
    rows = []
    for summary in records:
        row = summary.row
        players = ", ".join(
            f"{player.name} {'' if player.won is None else player.won}".strip() for player in summary.players
        )
        players += "" if row.over else " (not over)"
        grades = [grade_text(player.grade).partition(" ")[0] or "–" for player in summary.players]
        graded = ", ".join(grades) if any(player.grade for player in summary.players) else ""
        rows.append(
            [row.id[:SHORT_ID], row.event, str(row.number), players, graded, row.rules, f"{row.added:%Y-%m-%d}"]
        )
    columns = [Column("event", fold=12), *figures("deal"), Column("dealer, left, right: tricks", fold=16)]
    return TextTable(
        [
            Column("id"),
            *columns,
            Column("accuracy", drop=1),
            Column("rules", fold=12, drop=3),
            Column("added", drop=2),
        ],
        rows,
    )


def record_object(summary: RecordSummary) -> LibraryRecordObject:
    """The record in JSON."""
    stored, players = summary.row, summary.players
    won = [player.won for player in players if player.won is not None]
    return LibraryRecordObject(
        id=stored.id,
        event=stored.event,
        rules=stored.rules,
        players=by_seat(stored.names),
        deal=stored.number,
        over=stored.over,
        tricks=by_seat(won) if len(won) == len(Seat) else None,
        added=stored.added.isoformat(),
        source=stored.source,
        reviewed=summary.reviewed,
        accuracy=by_seat(player.grade for player in players),
    )


def with_reviews(library: Library, rows: list[DecisionRow]) -> list[FoundDecision]:
    """Each decision with what its record and its review say of it."""
    ids = {row.record for row in rows}
    nodes = {id: decision_nodes(library.record(id).match.deal) for id in ids}
    reviews = {id: library.review(id) for id in ids}
    decisions = []
    for row in rows:
        review = reviews[row.record]
        decision = None if review is None else review.decisions[row.index]
        decisions.append((row, nodes[row.record][row.index], decision))
    return decisions


def decisions_table(decisions: list[FoundDecision]) -> TextTable:
    """A row for each decision: where, whose, what it was, and what it lost."""
    rows = []
    for row, node, _ in decisions:
        moment = row.phase.value if node.trick is None else f"trick {node.trick}"
        chosen = f"{action_words(node.action)} {row.mark}".strip()
        loss = "" if row.loss is None else figure(Estimate(row.loss, row.error or 0.0, 0))
        prices = [str(tricks or "") for tricks in (row.own_cost, row.conceded)]
        rows.append([row.record[:SHORT_ID], moment, PHASES[row.phase], row.name, chosen, loss, *prices])
    columns = [Column("when"), Column("phase", fold=8, drop=1), Column("who", fold=6), Column("chosen", fold=8)]
    return TextTable([Column("record"), *columns, *figures("fair loss", "cost", "gave", drop={"gave": 2})], rows)


def decision_object(row: DecisionRow, node: DecisionNode, decision: Decision | None) -> LibraryDecisionObject:
    """The decision in JSON."""
    loss = None if row.loss is None else Estimate(row.loss, row.error or 0.0, 0)
    return LibraryDecisionObject(
        record=row.record,
        index=row.index,
        name=row.name,
        seat=row.seat,
        phase=row.phase,
        trick=node.trick,
        chosen=action_object(node.action),
        fair_loss=loss if decision is None else decision.fair_cost,
        own_cost=row.own_cost,
        conceded=row.conceded,
        findable=row.findable,
        mark=row.mark,
    )
