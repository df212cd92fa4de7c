"""Findings of a review written into a record, as comments and marks that another review replaces."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from ninefivetwo.cards import Seat
from ninefivetwo.game.records import Cell, Comment, Item, Record, Tag
from ninefivetwo.study import Decision, Phase, Review
from ninefivetwo.words.review import advice, turning_point

OURS = re.compile(r"n52( [?!]{1,2})?: ")  # begins every comment of ours; the mark, if the card got it from us
TAGS = {
    Phase.EXCHANGE: "exchange",
    Phase.CALL: "trump",
    Phase.DISCARD: "discard",
}  # of a phase, where its findings stand


def annotated(record: Record, review: Review) -> tuple[Item, ...]:
    """The record's items with what was found; what an earlier review put there is taken out."""
    decisions = {(d.trick, d.seat): d for d in review.decisions if d.trick is not None}
    first = record.parsed.play.value if record.parsed.play else record.match.rules.lead
    places = ((i // len(Seat) + 1, first.after(i % len(Seat))) for i in count())  # a row is a trick
    tags = TAGS if record.tag("Exchange") is not None else TAGS | {Phase.EXCHANGE: "deal"}  # a gift declined has no tag
    found: list[Item] = []
    for item in without_findings(record.items):
        about: list[Decision] = []
        if isinstance(item, Cell):
            place = next(places)
            about = [decisions[place]] if place in decisions else []
        elif isinstance(item, Tag):
            about = [d for d in review.decisions if tags.get(d.phase) == item.name.lower()]
        comments = [finding for decision in about if (finding := _finding(review, decision))]
        ours = ""
        if isinstance(item, Cell) and about and about[0].mark and not item.mark:
            item, ours = replace(item, mark=about[0].mark), f" {about[0].mark}"
        found += [item, *(Comment(f"n52{ours}: {text}", fresh=False) for text in comments)]
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


def _finding(review: Review, decision: Decision) -> str | None:
    """What there is to say of a decision; None of one that cost nothing."""
    said = None
    if decision.findable:
        said = advice(review, decision)
    elif decision.price:
        said = turning_point(review, decision)
    return said and said.replace("}", ")")
