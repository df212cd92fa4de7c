"""The tables of a review, as rows of words."""

from __future__ import annotations

from ninefivetwo.cards import Seat
from ninefivetwo.game import Match, Play
from ninefivetwo.render.matches import who
from ninefivetwo.render.review import when
from ninefivetwo.review import MARKS, Grade, Luck, Review, rounded


def ledger_rows(review: Review) -> list[list[str]]:
    """A row a giver, then what each was sure of before, and what it came to."""
    ledger, first, last = review.ledger, review.linked[0].hindsight, review.linked[-1].hindsight
    assert first is not None and last is not None
    rows = [[who(review.match, giver), *(f"{n:+}" if n else "0" for n in ledger[giver].values())] for giver in Seat]
    rows.append([f"sure before {at_first(review)}", *map(str, first.before)])
    return [*rows, ["won" if review.deal.over else "sure of at last", *map(str, last.after)]]


def at_first(review: Review) -> str:
    """The moment at which the ledger begins."""
    first = review.linked[0]
    return "the play" if isinstance(first.node.action, Play) else f"the {when(first)}"


def luck_rows(match: Match, luck: Luck) -> list[tuple[str, list[float]]]:
    """Par, the luck terms, each player's decisions; a column sums to the result to the last digit."""
    names = ["par", "hands", "kitty", "exchange", *(f"{who(match, seat)}'s decisions" for seat in Seat)]
    columns = []
    for seat in Seat:
        terms = [getattr(luck, name).tricks[seat] for name in names[1:4]]
        terms += [luck.skill(player, seat) for player in Seat]
        par = round(luck.par.tricks[seat], 2)  # the same in every deal, so it takes no part of what rounding leaves
        columns.append([par, *rounded(terms, luck.result[seat] - par)])
    return [(name, [column[i] for column in columns]) for i, name in enumerate(names)]


def errors(luck: Luck) -> tuple[float, float, float]:
    return luck.hands.error, luck.kitty.error, luck.exchange.error


def grade_columns(fair: bool) -> list[str]:
    """What a grade tells, with its fair part or without."""
    columns = ["unforced", "hindsight cost", "gave"]
    return columns + (["fair loss", "‰ a decision", *(sign for _, sign in MARKS)] if fair else [])


def grade_cells(grade: Grade, fair: bool) -> list[str]:
    told = [str(grade.decisions), _number(grade.own_cost), _number(grade.conceded)]
    if not fair:
        return told
    loss = (
        "" if grade.loss is None or not grade.decisions else f"{grade.loss.mean:.2f} ± {grade.loss.standard_error:.2f}"
    )
    each = "" if grade.each is None else f"{grade.each:.0f}"
    return [*told, loss, each, *(str(number or "") for number in grade.marks.values())]


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
