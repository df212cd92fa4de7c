"""A review as tables for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefivetwo.cards import Seat
from ninefivetwo.cli.terminal import say
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.game import Match, Play
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import plural
from ninefivetwo.render.figures import figure
from ninefivetwo.render.matches import by_seat, ending, name_of, who
from ninefivetwo.render.review import PHASES, several, turning_point, unused, when
from ninefivetwo.render.review_rows import errors, grade_cells, grade_columns, ledger_rows, luck_rows
from ninefivetwo.review import Decision, Grade, Luck, Phase, Review
from ninefivetwo.rules import rules_text

if TYPE_CHECKING:
    from rich.console import Console


def show(out: Console, review: Review, title: str) -> None:
    """Print the review of one deal."""
    match = review.match
    say(out, f"{title}, {rules_text(match.rules)}: " + ending(match, review.deal).split("\n")[0])
    say(out, "score before: " + by_seat(match, match.score))
    if review.deal.viewer is not None:
        viewer = name_of(match, review.deal.viewer)
        say(out, f"the hands of others are not known: only {viewer}'s decisions, no hindsight")
    shown = [decision for decision in review.unforced if worth_a_row(decision)]
    quiet = len(review.unforced) - len(shown)
    if shown:
        out.print(decisions_table(review, shown))
    say(out, f"{quiet_words(review, quiet)}; {len(review.decisions) - len(review.unforced)} were forced")
    for decision in review.turning_points:
        say(out, turning_point(match, decision))
    for told in filter(None, (unused(review, seat) for seat in Seat)):
        say(out, told)
    if review.linked:
        out.print(ledger_table(review))
    if review.luck is not None:
        out.print(luck_table(match, review.luck))
        say(out, "luck's error: hands ± {:.1f}, kitty ± {:.1f}, exchange ± {:.1f}".format(*errors(review.luck)))
    elif not review.deal.over:
        say(out, "the deal is not over, so its result is not split into luck and skill")
    out.print(grades_table({who(match, seat): review.grades(seat) for seat in Seat}))
    if review.worlds:
        sampled = f"up to {review.worlds} worlds for a decision, seed {review.seed}"
        say(out, f"fair figures: {sampled}; ± is one standard error")


def quiet_words(review: Review, number: int) -> str:
    """What there is to say of the decisions that get no row."""
    more = plural(number, "more decision")
    if review.deal.viewer is None:
        return f"{more} cost and gave nothing"
    return f"{more} in which nothing better could be found" if review.worlds else f"{more}, not judged"


def worth_a_row(decision: Decision) -> bool:
    """Is there something to say of it?"""
    return bool(decision.price) or decision.findable or not isinstance(decision.node.action, Play)


GRADES = {"hindsight cost": 1, "gave": 1, "unforced": 2}  # what is dropped where room is short
DECISIONS = (
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


def decisions_table(review: Review, decisions: list[Decision]) -> TextTable:
    """A row a decision: what it cost its player and gave the others, and what could be known of it."""
    rows = []
    for decision in decisions:
        sight, fair, seat = decision.hindsight, decision.fair, decision.seat
        gifts = [f"{other.letter}+{n}" for other, n in (decision.conceded or {}).items() if n]
        rows.append(
            [
                when(decision),
                who(review.match, seat),
                f"{action_words(decision.node.action)}{decision.mark and ' ' + decision.mark}",
                several(sight.best, 1) if sight and decision.own_cost else "",
                str(sight.before[seat]) if sight else "",
                str(decision.own_cost or "") if sight else "",
                " ".join(gifts),
                figure(fair.loss) if fair else "",
                action_words(fair.best.action) if fair and fair.best.action != decision.node.action else "",
            ]
        )
    return TextTable(DECISIONS, rows)


def ledger_table(review: Review) -> TextTable:
    """Who was paid by whom: a row a giver, a column a receiver; its own losses on the diagonal."""
    rows = ledger_rows(review)
    return TextTable(
        [Column("gave to", fold=18), *players(review.match)], [*rows[: len(Seat)], None, *rows[len(Seat) :]]
    )


def players(match: Match) -> list[Column]:
    """A column of figures for each seat."""
    return [Column(who(match, seat), right=True, fold=8) for seat in Seat]


def luck_table(match: Match, luck: Luck) -> TextTable:
    """The terms of each seat's result, which sum to it."""
    rows: list[list[str] | None] = [
        [name, *(f"{value:+.2f}" if name != "par" else f"{value:.2f}" for value in values)]
        for name, values in luck_rows(match, luck)
    ]
    result = ["result", *(str(luck.result[seat]) for seat in Seat)]
    return TextTable([Column("tricks by", fold=18), *players(match)], [*rows, None, result])


def grades_table(grades: dict[str, tuple[Grade, dict[Phase, Grade]]]) -> TextTable:
    """A row a player, then one for each phase: decisions, tricks lost in hindsight, fair losses, marks."""
    fair = any(grade.loss is not None and grade.decisions for grade, _ in grades.values())
    rows = []
    for name, (whole, phases) in grades.items():
        rows.append([name, *grade_cells(whole, fair)])
        rows += [["  " + PHASES[phase], *grade_cells(part, fair)] for phase, part in phases.items()]
    return TextTable([Column("", fold=24), *figures(*grade_columns(fair), drop=GRADES)], rows)
