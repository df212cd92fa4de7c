"""Records and decisions of a library, as tables for people and objects for programs."""

from __future__ import annotations

from typing import Any

from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match
from ninefivetwo.library import DecisionRow, Library, RecordRow
from ninefivetwo.record import read_file
from ninefivetwo.render.figures import figure
from ninefivetwo.render.review import PHASES
from ninefivetwo.render.review_object import by_word

#: A decision, and the step of its review's page that tells it in words.
Told = tuple[DecisionRow, dict[str, Any]]


def stored_match(stored: RecordRow) -> Match:
    return read_file(stored.text).records[0].match


def records_table(records: list[RecordRow]) -> TextTable:
    """A row a record."""
    rows = []
    for stored in records:
        over = "" if stored.over else " (not played out)"
        added = f"{stored.added:%Y-%m-%d}"
        rows.append([stored.id, stored.event + over, stored.rules, ", ".join(stored.names), added])
    folded = [Column("event", fold=12), Column("rules", fold=12, drop=2), Column("dealer, left, right", fold=14)]
    return TextTable([Column("id"), *folded, Column("added", drop=1)], rows)


def record_object(stored: RecordRow) -> dict[str, Any]:
    return {
        "id": stored.id,
        "event": stored.event,
        "rules": stored.rules,
        "players": by_word(stored.names),
        "over": stored.over,
        "added": stored.added.isoformat(),
        "source": stored.source,
    }


def with_pages(library: Library, decisions: list[DecisionRow]) -> list[Told]:
    """Each decision with its step of the page."""
    steps = {}
    for record in {lost.record for lost in decisions}:
        page = library.review_page(record)
        steps[record] = {step["decision"]: step for step in page["steps"]} if page else {}
    return [(lost, steps[lost.record].get(lost.index, {})) for lost in decisions]


def decisions_table(decisions: list[Told]) -> TextTable:
    """A row a decision: where, whose, what it was, and what it lost."""
    rows = []
    for lost, step in decisions:
        chosen = f"{step.get('chosen', '')} {lost.mark}".strip()
        loss = "" if lost.loss is None else figure(Estimate(lost.loss, lost.error or 0.0, 0))
        prices = [str(tricks or "") for tricks in (lost.own_cost, lost.conceded)]
        rows.append([lost.record, step.get("when", ""), PHASES[lost.phase], lost.name, chosen, loss, *prices])
    texts = [Column("when"), Column("phase", fold=8, drop=1), Column("who", fold=6), Column("chosen", fold=8)]
    return TextTable([Column("record"), *texts, *figures("fair loss", "cost", "gave", drop={"gave": 2})], rows)


def decision_object(lost: DecisionRow, step: dict[str, Any]) -> dict[str, Any]:
    return {
        "record": lost.record,
        "index": lost.index,
        "name": lost.name,
        "seat": lost.seat.word,
        "phase": lost.phase.value,
        "when": step.get("when"),
        "chosen": step.get("chosen"),
        "fair_loss": None if lost.loss is None else {"mean": round(lost.loss, 4), "se": round(lost.error or 0, 4)},
        "own_cost": lost.own_cost,
        "gifts": lost.conceded,
        "findable": lost.findable,
        "mark": lost.mark,
    }
