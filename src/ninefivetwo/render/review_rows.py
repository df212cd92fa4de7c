"""The tables of a review, as rows of texts."""

from __future__ import annotations

from ninefivetwo.cards import Seat
from ninefivetwo.render.figures import figure
from ninefivetwo.render.matches import who
from ninefivetwo.render.schema.review import LedgerObject, LuckObject, PhaseGradeObject, ReviewObject
from ninefivetwo.review import rounded

LUCK = ("par", "hands", "kitty", "exchange")
MARKS = ("??", "?", "?!")


def ledger_rows(review: ReviewObject, ledger: LedgerObject) -> list[list[str]]:
    """A row a giver, then what each was sure of before, and what it came to."""
    first = review.decisions[ledger.from_decision]
    rows = [
        [who(review, giver), *(f"{tricks:+}" if tricks else "0" for tricks in ledger.gave[giver.word])]
        for giver in Seat
    ]
    rows.append([f"sure before the {first.phase if first.trick is None else 'play'}", *map(str, ledger.sure)])
    return [*rows, ["won" if review.result else "sure of at last", *map(str, ledger.after)]]


def luck_rows(review: ReviewObject, luck: LuckObject) -> list[list[str]]:
    """Par, the luck terms, each player's decisions, with one decimal; a column sums to the result to the last digit."""
    columns = []
    for terms in (luck.dealer, luck.left, luck.right):
        par = round(terms["par"], 1)
        decisions = [sum(t for name, t in terms.items() if name.startswith(f"{player.word} ")) for player in Seat]
        parts = [terms[name] for name in LUCK[1:]] + decisions
        columns.append([f"{par:.1f}", *(f"{t:+.1f}" for t in rounded(parts, round(sum(terms.values())) - par, 1))])
    names = [*LUCK, *(f"{who(review, player)}'s decisions" for player in Seat)]
    return [[name, *cells] for name, *cells in zip(names, *columns, strict=True)]


def luck_note(luck: LuckObject) -> str:
    """How well the terms are known, as a sentence."""
    error = max(luck.errors.values(), default=0.0)
    return f"each term is known to within about {max(error, 0.1):.1f} tricks (one standard error)"


def grade_columns(fair: bool) -> list[str]:
    """What a grade tells, with its fair part or without."""
    columns = ["unforced", "hindsight cost", "gave"]
    return columns + (["fair loss", "‰ a decision", *MARKS] if fair else [])


def grade_cells(grade: PhaseGradeObject, fair: bool) -> list[str]:
    """The cells of a grade under those columns."""
    cells = [str(grade.unforced), *("" if n is None else str(n) for n in (grade.own_cost, grade.conceded))]
    if not fair:
        return cells
    loss = figure(grade.fair_loss.estimate) if grade.fair_loss and grade.unforced else ""
    each = "" if grade.thousandths_each is None else f"{grade.thousandths_each:.0f}"
    return [*cells, loss, each, *(str(grade.marks[sign] or "") for sign in MARKS)]
