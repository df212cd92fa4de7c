"""Findings of a review written into a record, as comments and marks that another review replaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ninefivetwo.cards import Seat
from ninefivetwo.cli.review.words import turning_point, verdict
from ninefivetwo.game import Call, Discard, Give, Match
from ninefivetwo.record import Cell, Comment, Item, Record, Tag
from ninefivetwo.review import Decision, Review

OURS = "n52: "  # begins every comment of ours
TAGS = {Give: "exchange", Call: "trump", Discard: "discard"}


def annotated(record: Record, review: Review) -> tuple[Item, ...]:
    """The record's items with what was found; what an earlier review put there is taken out."""
    decisions = {_place(decision): decision for decision in review.decisions if decision.point.trick is not None}
    cards = iter(_cells(review.match))
    found: list[Item] = []
    for item in without_findings(record.items):
        about: list[Decision] = []
        if isinstance(item, Cell):
            place = next(cards)
            about = [decisions[place]] if place in decisions else []
        elif isinstance(item, Tag):
            about = [d for d in review.decisions if TAGS.get(type(d.point.action)) == item.name.lower()]
        told = [finding for decision in about if (finding := _finding(review.match, decision))]
        if isinstance(item, Cell) and about and about[0].mark:
            item = replace(item, mark=about[0].mark)
        found += [item, *(Comment(OURS + text, fresh=False) for text in told)]
    return tuple(found)


def without_findings(items: Iterable[Item]) -> list[Item]:
    """The items without what a review put there: its comments, and the marks of the cards before them."""
    found: list[Item] = []
    for item in items:
        if not (isinstance(item, Comment) and item.text.startswith(OURS)):
            found.append(item)
        elif found and isinstance(found[-1], Cell):
            found[-1] = replace(found[-1], mark="")
    return found


def _place(decision: Decision) -> tuple[int | None, Seat]:
    return decision.point.trick, decision.seat


def _cells(match: Match) -> Iterable[tuple[int | None, Seat]]:
    """Trick and seat of each card of the play section, in which a row is a trick and a column a seat."""
    first = match.rules.lead
    return ((i // len(Seat) + 1, first.after(i % len(Seat))) for i in range(3 * 16 + 3))


def _finding(match: Match, decision: Decision) -> str | None:
    """What there is to say of a decision; None of one that cost nothing."""
    if decision.price:
        return turning_point(match, decision).replace("}", ")")
    return verdict(decision) or None if decision.findable else None
