"""Records and decisions of a library, as tables for people and objects for programs."""

from __future__ import annotations

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.library import DecisionRow, Library, RecordSummary
from ninefivetwo.study import DecisionNode, decision_nodes
from ninefivetwo.study.schema import DecisionObject
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.figures import figure
from ninefivetwo.words.grade_words import grade_text
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.schema.library import LibraryDecisionObject, LibraryRecordObject

SHORT = 8  # digits of an id that tables show; any beginning that no other id has is enough

#: A decision as the library keeps it, as the record has it, and as its review has it; None for an outdated review.
FoundDecision = tuple[DecisionRow, DecisionNode, DecisionObject | None]


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
        rows.append([row.id[:SHORT], row.event, str(row.number), players, graded, row.rules, f"{row.added:%Y-%m-%d}"])
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
    found = []
    for row in rows:
        review = reviews[row.record]
        decision = None if review is None else review.decisions[row.index]
        found.append((row, nodes[row.record][row.index], decision))
    return found


def decisions_table(decisions: list[FoundDecision]) -> TextTable:
    """A row for each decision: where, whose, what it was, and what it lost."""
    rows = []
    for row, node, _ in decisions:
        moment = row.phase.value if node.trick is None else f"trick {node.trick}"
        chosen = f"{action_words(node.action)} {row.mark}".strip()
        loss = "" if row.loss is None else figure(Estimate(row.loss, row.error or 0.0, 0))
        prices = [str(tricks or "") for tricks in (row.own_cost, row.conceded)]
        rows.append([row.record[:SHORT], moment, PHASES[row.phase], row.name, chosen, loss, *prices])
    columns = [Column("when"), Column("phase", fold=8, drop=1), Column("who", fold=6), Column("chosen", fold=8)]
    return TextTable([Column("record"), *columns, *figures("fair loss", "cost", "gave", drop={"gave": 2})], rows)


def decision_object(row: DecisionRow, node: DecisionNode, decision: DecisionObject | None) -> LibraryDecisionObject:
    """The decision in JSON."""
    loss = None if row.loss is None else Estimate(row.loss, row.error or 0.0, 0)
    return LibraryDecisionObject(
        record=row.record,
        index=row.index,
        name=row.name,
        seat=row.seat.word,
        phase=row.phase.value,
        trick=node.trick,
        chosen=action_object(node.action),
        fair_loss=loss if decision is None else decision.fair_cost,
        own_cost=row.own_cost,
        conceded=row.conceded,
        findable=row.findable,
        mark=row.mark,
    )
