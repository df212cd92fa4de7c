"""A review as tables for a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ninefivetwo.cards import Seat
from ninefivetwo.cli.terminal import say
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.game import Match
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import plural
from ninefivetwo.render.figures import figure
from ninefivetwo.render.matches import by_seat, ending, name_of, who
from ninefivetwo.render.review import PHASES, player, price, several, turning_point, unused_chances, when
from ninefivetwo.render.review_rows import grade_cells, grade_columns, ledger_rows, luck_note, luck_rows
from ninefivetwo.render.schema.review import DecisionObject, GradeObject, LedgerObject, LuckObject, ReviewObject
from ninefivetwo.review import Phase

if TYPE_CHECKING:
    from rich.console import Console


def show(out: Console, review: ReviewObject, match: Match, title: str) -> None:
    """Print the review of one deal; `match` is what was reviewed."""
    say(out, f"{title}, {review.rules}: " + ending(match, match.deal).split("\n")[0])
    say(out, "score before: " + by_seat(match, match.score))
    if match.deal.viewer is not None:
        viewer = name_of(match, match.deal.viewer)
        say(out, f"the hands of others are not known: only {viewer}'s decisions, no hindsight")
    unforced = [decision for decision in review.decisions if not decision.forced]
    shown = [decision for decision in unforced if worth_a_row(decision)]
    if shown:
        out.print(decisions_table(review, shown))
    quiet = quiet_words(review, len(unforced) - len(shown))
    say(out, f"{quiet}; {len(review.decisions) - len(unforced)} were forced")
    for index in review.turning_points:
        say(out, turning_point(review, review.decisions[index]))
    for chance in unused_chances(review):
        say(out, chance)
    if review.ledger is not None:
        out.print(ledger_table(review, review.ledger))
    if review.luck is not None:
        out.print(luck_table(review, review.luck))
        say(out, luck_note(review.luck))
    elif review.result is None:
        say(out, "the deal is not over, so its result is not split into luck and skill")
    out.print(grades_table({who(match, seat): review.seats[seat.word] for seat in Seat}))
    if review.fair_worlds:
        sampled = f"up to {review.fair_worlds} worlds for a decision, seed {review.seed}"
        say(out, f"fair figures: {sampled}; ± is one standard error")


def quiet_words(review: ReviewObject, number: int) -> str:
    """What there is to say of the decisions that get no row."""
    more = plural(number, "more decision")
    if review.viewer is None:
        return f"{more} cost and gave nothing"
    return f"{more} in which nothing better could be found" if review.fair_worlds else f"{more}, not judged"


def worth_a_row(decision: DecisionObject) -> bool:
    """Is there something to say of it?"""
    return bool(price(decision)) or decision.findable or decision.trick is None


GRADES = {"hindsight cost": 1, "gave": 1, "unforced": 2}  # what is dropped where room is short
DECISIONS = (
    Column("N", right=True),
    Column("when", fold=8),
    Column("who", fold=6),
    Column("chosen", fold=8),
    Column("best", fold=8),
    Column("sure of", right=True, drop=3),
    Column("cost", right=True),
    Column("gave", right=True, fold=3),
    Column("fair loss", right=True),
    Column("fair best", right=True, fold=8, drop=2),
)

SEEN = 0.005  # tricks: a loss that is shown as none, or was measured below zero, has nothing better beside it


def decisions_table(review: ReviewObject, decisions: list[DecisionObject]) -> TextTable:
    """A row a decision: what it cost its player and gave the others, and what could be known of it."""
    rows = []
    for decision in decisions:
        fair, before = decision.fair, decision.before
        loss = decision.fair_cost.estimate if decision.fair_cost else None
        gave = [f"{seat[0].upper()}+{n}" for seat, n in (decision.conceded or {}).items() if n]
        rows.append(
            [
                str(decision.index),
                when(decision),
                player(review, decision.seat),
                f"{action_words(decision.chosen)} {decision.mark}".strip(),
                several(decision, 1) if decision.own_cost else "",
                "" if before is None else str(before[decision.seat]),
                str(decision.own_cost or ""),
                " ".join(gave),
                "" if loss is None else figure(replace(loss, mean=max(loss.mean, 0.0))),
                action_words(fair.best) if fair and loss and loss.mean >= SEEN and fair.best != decision.chosen else "",
            ]
        )
    return TextTable(DECISIONS, rows)


def ledger_table(review: ReviewObject, ledger: LedgerObject) -> TextTable:
    """Who was paid by whom: a row a giver, a column a receiver; its own losses on the diagonal."""
    rows = ledger_rows(review, ledger)
    return TextTable([Column("gave to", fold=18), *players(review)], [*rows[: len(Seat)], None, *rows[len(Seat) :]])


def players(review: ReviewObject) -> list[Column]:
    """A column of figures for each seat."""
    return [Column(who(review, seat), right=True, fold=8) for seat in Seat]


def luck_table(review: ReviewObject, luck: LuckObject) -> TextTable:
    """The terms of each seat's result, which sum to it."""
    result = ["result", *map(str, review.result or ())]
    return TextTable([Column("tricks by", fold=18), *players(review)], [*luck_rows(review, luck), None, result])


def grades_table(grades: Mapping[str, GradeObject]) -> TextTable:
    """A row a player, then one for each phase: decisions, tricks lost in hindsight, fair losses, marks."""
    fair = any(grade.fair_loss is not None and grade.unforced for grade in grades.values())
    rows = []
    for name, grade in grades.items():
        rows.append([name, *grade_cells(grade, fair)])
        rows += [["  " + PHASES[Phase(phase)], *grade_cells(part, fair)] for phase, part in grade.phases.items()]
    return TextTable([Column("", fold=24), *figures(*grade_columns(fair), drop=GRADES)], rows)
