"""The command `library list`, which prints records, or decisions from reviewed records."""

from __future__ import annotations

import sys
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Annotated

import click

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.cli.options import (
    COUNT,
    SEAT,
    complete_rules,
    csv_file,
    csv_option,
    force_option,
    json_option,
    library_option,
    options_given,
    print_json,
    to_read,
    write_csv,
)
from ninefivetwo.cli.terminal import console
from ninefivetwo.codec import BySeat, Decimals, Document, Part
from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.game import Action
from ninefivetwo.game.events import holds_actions
from ninefivetwo.game.rules import rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.keep.library import DecisionRow, Library, Query, RecordSummary, Sort
from ninefivetwo.keep.library.records import SHORT_ID
from ninefivetwo.study import Decision, DecisionNode, Phase, decision_nodes
from ninefivetwo.study.fair_price import MarkText
from ninefivetwo.study.grades import acting_in
from ninefivetwo.words.figures import Column, TextTable, figures
from ninefivetwo.words.levels import grade_text
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.speaker import action_words
from ninefivetwo.words.template import Amount, say

SORT = "Sort by date, by the loss or accuracy of the player in --name, or by names.  [default: date]"


class LibraryRecordsObject(Document, frozen=True, tag="ninefivetwo.library-records/1"):
    """The records of a library, newest first (`library list`).

    records: the first records of the list, at most `--limit`
    more: number of records beyond the limit
    """

    records: list[LibraryRecordObject]
    more: int


class LibraryRecordObject(Part, frozen=True):
    """A record in a library.

    id: identifier of the record
    event: title of the record, empty without a title
    rules: the rule set
    players: names of the players
    deal: number of the deal in its match, from 1
    over: whether the deal was played out
    tricks: tricks won by each seat; null if the deal was not played out
    added: time at which the record was added, in ISO 8601, UTC
    source: the file from which the record was added, or `play`
    reviewed: whether this version has reviewed the record
    accuracy: each player's accuracy, 0 to 100; null if the record has no accuracies
    """

    id: str
    event: str
    rules: str
    players: BySeat[str]
    deal: int
    over: bool
    tricks: BySeat[int] | None
    added: str
    source: str
    reviewed: bool
    accuracy: BySeat[Annotated[Estimate, Decimals(1)] | None]


class LibraryDecisionsObject(Document, frozen=True, tag="ninefivetwo.library-decisions/2"):
    """Decisions from reviewed records, costliest first (`library list --decisions`).

    decisions: the first decisions of the list, at most `--limit`
    more: number of decisions beyond the limit
    """

    decisions: list[LibraryDecisionObject]
    more: int


class LibraryDecisionObject(Part, frozen=True):
    """A decision from a reviewed record.

    record: identifier of the record
    index: number of the decision in the review, from 0
    name: the player
    seat: the player's seat
    phase: kind of the decision
    trick: number of the trick, from 1; null before the play
    chosen: the choice
    fair_loss: avoidable loss in tricks, null if the review has no avoidable losses
    own_cost: tricks that the decision lost with all hands open; null if a hand is unknown
    conceded: tricks that the decision gave to the opponents with all hands open; null if a hand is unknown
    avoidable: whether the decision was an avoidable mistake
    mark: the mark for the mistake: `?!`, `?`, `??` or empty
    """

    record: str
    index: int
    name: str
    seat: Seat
    phase: Phase
    trick: int | None
    chosen: Action | None
    fair_loss: Estimate | None
    own_cost: int | None
    conceded: int | None
    avoidable: bool
    mark: MarkText


holds_actions(LibraryDecisionObject, acting_in)


@click.command("list")
@click.option("--name", metavar="NAME", help="List only the records or decisions of this player.")
@click.option("--seat", type=SEAT, help="List only records with the player in this seat, or decisions of this seat.")
@click.option("--rules", metavar="NAME", shell_complete=complete_rules, help="List only records with this rule set.")
@click.option(
    "--phase", type=click.Choice([phase.value for phase in Phase]), help="List the costliest decisions of this kind."
)
@click.option("--loss", type=float, metavar="TRICKS", help="List decisions with at least this avoidable loss.")
@click.option("--decisions", "of_decisions", is_flag=True, help="List the costliest decisions instead of records.")
@click.option("--sort", type=click.Choice([sort.value for sort in Sort]), default=Sort.DATE.value, help=SORT)
@click.option("--limit", type=COUNT, default=20, show_default=True, metavar="N", help="Maximum number of rows.")
@library_option
@csv_option
@force_option
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
    force: bool,
    as_json: bool,
) -> None:
    """List records, or the costliest decisions in reviewed records.

    NAME can be any part of a player's name, in upper or lower case.

    \b
    Examples:
      n52 library list --name Ann
      n52 library list --phase discard --loss 0.3
    """
    of_decisions = of_decisions or phase is not None or loss is not None
    if of_decisions and options_given("--sort"):
        raise click.UsageError("--sort cannot be combined with --decisions, --phase or --loss (costliest first)")
    if seat is not None and name is None and not of_decisions:
        raise click.UsageError("--seat requires --name, --phase, --loss or --decisions (every record has all seats)")
    if loss is not None and not isfinite(loss):
        raise click.UsageError(f"--loss: not a number of tricks: {loss} (expected such as 0.3)")
    csv_file()
    rules = None if rules is None else rules_text(parse_rules(rules))
    query = Query(name, seat, rules, None if phase is None else Phase(phase), loss, sys.maxsize)
    query = query if of_decisions else replace(query, limit=limit, sort=Sort(sort))
    with to_read(path) as library:
        if of_decisions:
            rows = [row for row in library.decisions(query) if not row.forced]
            decisions, more = with_reviews(library, rows[:limit]), len(rows[limit:])
            value: Document = LibraryDecisionsObject([decision_object(*decision) for decision in decisions], more)
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
        return
    written = write_csv([table])
    if not written:
        console().print(table if table.rows else "none")
    if more:
        click.echo(say("and {number} more (--limit N shows more)", number=Amount(f"{more}")), err=written)


#: A decision in the library, in the record, and in the review.
FoundDecision = tuple[DecisionRow, DecisionNode, Decision]


def records_table(records: list[RecordSummary]) -> TextTable:
    """Return a table of records."""
    rows = []
    for summary in records:
        row = summary.row
        players = ", ".join(
            f"{player.name} {'' if player.won is None else player.won}".strip() for player in summary.players
        )
        players += "" if row.over else " (not over)"
        grades = [grade_text(player.grade).partition(" ")[0] or "–" for player in summary.players]
        graded = ", ".join(grades) if any(player.grade for player in summary.players) else ""
        day = row.played or f"{row.added:%Y-%m-%d}"
        rows.append([row.id[:SHORT_ID], row.event, str(row.number), players, graded, row.rules, day])
    columns = [Column("event", fold=12), *figures("deal"), Column("dealer, left, right: tricks", fold=16)]
    return TextTable(
        [Column("id"), *columns, Column("accuracy", drop=1), Column("rules", fold=12, drop=3), Column("date", drop=2)],
        rows,
    )


def record_object(summary: RecordSummary) -> LibraryRecordObject:
    """Return the JSON form of a record."""
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
    """Return each decision with its forms in the record and in the review."""
    ids = {row.record for row in rows}
    nodes = {id: decision_nodes(library.record(id).match.deal) for id in ids}
    reviews = {id: library.review(id) for id in ids}
    decisions = []
    for row in rows:
        review = reviews[row.record]
        assert review is not None
        decisions.append((row, nodes[row.record][row.index], review.decisions[row.index]))
    return decisions


def decisions_table(decisions: list[FoundDecision]) -> TextTable:
    """Return a table of decisions."""
    rows = []
    for row, node, _ in decisions:
        moment = row.phase.value if node.trick is None else f"trick {node.trick}"
        chosen = f"{action_words(node.action)} {row.mark}".strip()
        loss = "" if row.loss is None else mean_text(Estimate(row.loss, row.error or 0.0, 0))
        prices = [str(tricks or "") for tricks in (row.own_cost, row.conceded)]
        rows.append([row.record[:SHORT_ID], moment, PHASES[row.phase], row.name, chosen, loss, *prices])
    columns = [Column("when"), Column("phase", fold=8, drop=1), Column("who", fold=6), Column("chosen", fold=8)]
    return TextTable([Column("record"), *columns, *figures("avoidable loss", "cost", "gave", drop={"gave": 2})], rows)


def decision_object(row: DecisionRow, node: DecisionNode, decision: Decision) -> LibraryDecisionObject:
    """Return the JSON form of a decision."""
    return LibraryDecisionObject(
        record=row.record,
        index=row.index,
        name=row.name,
        seat=row.seat,
        phase=row.phase,
        trick=node.trick,
        chosen=node.action,
        fair_loss=decision.fair_cost,
        own_cost=row.own_cost,
        conceded=row.conceded,
        avoidable=row.avoidable,
        mark=row.mark,
    )
