"""A review as tables for a person."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from ninefivetwo.cards import Seat
from ninefivetwo.game import Match, Play
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import plural
from ninefivetwo.render.figures import figure
from ninefivetwo.render.matches import by_seat, ending, name_of, who
from ninefivetwo.render.review import PHASES, several, turning_point, unused, when
from ninefivetwo.render.review_rows import errors, grade_cells, grade_columns, ledger_rows, luck_rows
from ninefivetwo.review import Decision, Grade, Luck, Phase, Review
from ninefivetwo.rules import rules_text


def show(out: Console, review: Review, title: str) -> None:
    """Print the review of one deal."""

    def say(text: str) -> None:
        out.print(text, soft_wrap=True, highlight=False)

    match = review.match
    say(f"{title}, {rules_text(match.rules)}: " + ending(match, review.deal).split("\n")[0])
    say("score before: " + by_seat(match, match.score))
    if review.deal.viewer is not None:
        say(f"the hands of others are not known: only {name_of(match, review.deal.viewer)}'s decisions, no hindsight")
    shown = [decision for decision in review.unforced if worth_a_row(decision)]
    quiet = len(review.unforced) - len(shown)
    if shown:
        out.print(decisions_table(review, shown))
    say(f"{quiet_words(review, quiet)}; {len(review.decisions) - len(review.unforced)} were forced")
    for decision in review.turning_points:
        say(turning_point(match, decision))
    for told in filter(None, (unused(review, seat) for seat in Seat)):
        say(told)
    if review.linked:
        out.print(ledger_table(review))
    if review.luck is not None:
        out.print(luck_table(match, review.luck))
        say("luck's error: hands ± {:.1f}, kitty ± {:.1f}, exchange ± {:.1f}".format(*errors(review.luck)))
    elif not review.deal.over:
        say("the deal is not over, so its result is not split into luck and skill")
    out.print(grades_table({who(match, seat): review.grades(seat) for seat in Seat}))
    if review.worlds:
        say(f"fair figures: up to {review.worlds} worlds for a decision, seed {review.seed}; ± is one standard error")


def quiet_words(review: Review, number: int) -> str:
    """What there is to say of the decisions that get no row."""
    more = plural(number, "more decision")
    if review.deal.viewer is None:
        return f"{more} cost and gave nothing"
    return f"{more} in which nothing better could be found" if review.worlds else f"{more}, not judged"


def worth_a_row(decision: Decision) -> bool:
    """Is there something to say of it?"""
    return bool(decision.price) or decision.findable or not isinstance(decision.node.action, Play)


def decisions_table(review: Review, decisions: list[Decision]) -> Table:
    """A row a decision: what it cost its player and gave the others, and what could be known of it."""
    table = Table("when", box=box.SIMPLE_HEAD)
    for name in ("who", "chosen", "best"):
        table.add_column(name, overflow="fold")
    for name in ("sure of", "cost", "gave", "fair loss", "fair best"):
        table.add_column(name, justify="right")
    for decision in decisions:
        sight, fair, seat = decision.hindsight, decision.fair, decision.seat
        gifts = [f"{other.letter}+{n}" for other, n in (decision.conceded or {}).items() if n]
        table.add_row(
            when(decision),
            who(review.match, seat),
            f"{action_words(decision.node.action)}{decision.mark and ' ' + decision.mark}",
            several(sight.best) if sight and decision.own_cost else "",
            str(sight.before[seat]) if sight else "",
            str(decision.own_cost or "") if sight else "",
            " ".join(gifts),
            figure(fair.loss) if fair else "",
            action_words(fair.best) if fair and fair.best != decision.node.action else "",
        )
    return table


def ledger_table(review: Review) -> Table:
    """Who was paid by whom: a row a giver, a column a receiver; its own losses on the diagonal."""
    table = Table("gave to", box=box.SIMPLE_HEAD)
    for seat in Seat:
        table.add_column(who(review.match, seat), justify="right", overflow="fold")
    for number, row in enumerate(ledger_rows(review)):
        if number == len(Seat):
            table.add_section()
        table.add_row(*row)
    return table


def luck_table(match: Match, luck: Luck) -> Table:
    """The terms of each seat's result, which sum to it."""
    table = Table("tricks by", box=box.SIMPLE_HEAD)
    for seat in Seat:
        table.add_column(who(match, seat), justify="right", overflow="fold")
    for name, values in luck_rows(match, luck):
        table.add_row(name, *(f"{value:+.2f}" if name != "par" else f"{value:.2f}" for value in values))
    table.add_section()
    table.add_row("result", *(str(luck.result[seat]) for seat in Seat))
    return table


def grades_table(grades: dict[str, tuple[Grade, dict[Phase, Grade]]]) -> Table:
    """A row a player, then one for each phase: decisions, tricks lost in hindsight, fair losses, marks."""
    table = Table("", box=box.SIMPLE_HEAD)
    fair = any(grade.loss is not None and grade.decisions for grade, _ in grades.values())
    for name in grade_columns(fair):
        table.add_column(name, justify="right")
    for name, (whole, phases) in grades.items():
        table.add_row(name, *grade_cells(whole, fair))
        for phase, part in phases.items():
            table.add_row("  " + PHASES[phase], *grade_cells(part, fair))
    return table
