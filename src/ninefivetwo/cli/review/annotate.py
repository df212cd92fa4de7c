"""Findings of a review written into a record, as comments and marks that another review replaces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from ninefivetwo.cards import Seat
from ninefivetwo.game import Call, Discard, Give, Match
from ninefivetwo.record import Cell, Comment, Item, Record, Tag
from ninefivetwo.render.review import turning_point, verdict
from ninefivetwo.review import Decision, Review

OURS = re.compile(r"n52( [?!]{1,2})?: ")  # begins every comment of ours; the mark, if the card got it from us
TAGS = {Give: "exchange", Call: "trump", Discard: "discard"}


def annotated(record: Record, review: Review) -> tuple[Item, ...]:
    """The record's items with what was found; what an earlier review put there is taken out."""
    decisions = {_place(decision): decision for decision in review.decisions if decision.node.trick is not None}
    first = record.parsed.play.value if record.parsed.play else review.match.rules.lead
    cards = ((i // len(Seat) + 1, first.after(i % len(Seat))) for i in count())  # trick and seat: a row is a trick
    tags = TAGS if record.tag("Exchange") is not None else TAGS | {Give: "deal"}  # a gift declined may have no tag
    found: list[Item] = []
    for item in without_findings(record.items):
        about: list[Decision] = []
        if isinstance(item, Cell):
            place = next(cards)
            about = [decisions[place]] if place in decisions else []
        elif isinstance(item, Tag):
            about = [d for d in review.decisions if tags.get(type(d.node.action)) == item.name.lower()]
        told = [finding for decision in about if (finding := _finding(review.match, decision))]
        ours = ""
        if isinstance(item, Cell) and about and about[0].mark and not item.mark:
            item, ours = replace(item, mark=about[0].mark), f" {about[0].mark}"
        found += [item, *(Comment(f"n52{ours}: {text}", fresh=False) for text in told)]
    return tuple(found)


def without_findings(items: Iterable[Item]) -> list[Item]:
    """The items without what a review put there: its comments, and the marks that these say are ours."""
    found: list[Item] = []
    for item in items:
        ours = OURS.match(item.text) if isinstance(item, Comment) else None
        if ours is None:
            found.append(item)
        elif ours[1] and found and isinstance(found[-1], Cell):
            found[-1] = replace(found[-1], mark="")
    return found


def _place(decision: Decision) -> tuple[int | None, Seat]:
    return decision.node.trick, decision.seat


def _finding(match: Match, decision: Decision) -> str | None:
    """What there is to say of a decision; None of one that cost nothing."""
    if decision.price:
        return turning_point(match, decision).replace("}", ")")
    return verdict(decision) or None if decision.findable else None
