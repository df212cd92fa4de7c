"""The tables of a review: every decision, who was paid by whom, luck and skill, grades."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ninefivetwo.cli.terminal import print_lines, print_prose, wrapped
from ninefivetwo.study import Decision, Luck, Review
from ninefivetwo.study.deal import DealLedger
from ninefivetwo.study.grades import PlayerGrade
from ninefivetwo.study.match import PlayerSums
from ninefivetwo.words.figures import Column, TextTable, figures, plural, signed_tenths
from ninefivetwo.words.review import (
    LITTLE,
    PHASES,
    choice_words,
    several,
    turning_point,
    unused_chances,
    when,
)
from ninefivetwo.words.review_rows import (
    grade_cells,
    grade_columns,
    ledger_rows,
    luck_note,
    luck_rows,
    short_name,
    short_names,
)
from ninefivetwo.words.speaker import Speaker

if TYPE_CHECKING:
    from rich.console import Console


def show_tables(out: Console, review: Review) -> None:
    """Print every decision of a deal, and the tables."""
    unforced = [decision for decision in review.decisions if not decision.forced]
    if not unforced:
        return
    shown = [decision for decision in unforced if worth_a_row(decision)]

    print_prose(out, "", "Decisions", *decisions_words(review))
    if shown:
        out.print(decisions_table(review, shown))
    quiet = quiet_words(review, len(unforced) - len(shown))
    print_prose(out, f"{quiet}; {len(review.decisions) - len(unforced)} were forced.")
    if review.turning_points:
        print_prose(out, "", "What cost most, with all cards seen")
        for index in review.turning_points:
            print_lines(out, wrapped(turning_point(review, review.decisions[index]), out.width, " - "))
    for chance in unused_chances(review):
        print_lines(out, wrapped(chance, out.width, " - "))
    if review.ledger is not None:
        print_prose(out, "", "Who gave tricks to whom, with all cards seen; what was lost to nobody stands below 0.")
        out.print(ledger_table(review, review.ledger))
    if review.luck is not None:
        print_prose(
            out,
            "How the result came about, in tricks: luck with the hands, the kitty and the exchange, then decisions.",
        )
        out.print(luck_table(review, review.luck))
        print_prose(out, luck_note(review.luck).capitalize() + ".", "")
    print_prose(
        out,
        "Grades: what each lost that could have been known, and with all cards seen"
        if review.fair_worlds
        else "Grades",
    )
    out.print(grades_table(dict(zip(short_names(review), review.seats, strict=True))))
    if review.fair_worlds:
        worlds = f"up to {review.fair_worlds} worlds (deals that could be) for a decision, seed {review.seed}"
        print_prose(out, f"What could be known rests on {worlds}.")


def decisions_words(review: Review) -> list[str]:
    """What the columns of the decisions mean, a line each."""
    words = []
    if review.fair_worlds:
        words += [
            "lost: tricks lost that its player could have known of; in brackets what is too little to tell",
            "?!, ? and ??: 0.25, 0.5 and 1 of these or more",
        ]
    if review.viewer is None:
        words += ["cost, gave: with all cards seen, the tricks that its player lost, and gave to D, L or R"]
    return words


def quiet_words(review: Review, number: int) -> str:
    """What there is to say of the decisions that get no row."""
    more = plural(number, "more decision")
    if review.viewer is None:
        return f"{more} cost and gave nothing"
    return f"{more} in which nothing better could be found" if review.fair_worlds else f"{more}, not judged"


def worth_a_row(decision: Decision) -> bool:
    """Is there something to say of it?"""
    return bool(decision.price) or decision.findable or decision.trick is None


GRADES = {"decisions": 2, "gave": 1, "cost": 1}  # what is dropped where room is short
DECISIONS = (
    Column("N", right=True),
    Column("when", fold=8),
    Column("who", fold=6),
    Column("chosen", fold=8),
    Column("better", fold=8, drop=1),
    Column("lost", right=True),
    Column("cost", right=True),
    Column("gave", right=True),
)


def decisions_table(review: Review, decisions: list[Decision]) -> TextTable:
    """A row a decision: what could be known of it, what it cost its player and gave the others."""
    names, rows = Speaker.of(review).names, []
    for decision in decisions:
        gave = [f"{seat.letter}+{n}" for seat, n in (decision.conceded or {}).items() if n]
        rows.append(
            [
                str(decision.index),
                when(decision),
                short_name(names[decision.seat]),
                f"{choice_words(review, decision.chosen)} {decision.mark}".strip(),
                better_words(review, decision),
                loss_cell(decision),
                str(decision.own_cost or ""),
                " ".join(gave),
            ]
        )
    return TextTable(DECISIONS, rows)


def loss_cell(decision: Decision) -> str:
    """What a decision lost that could have been known; in brackets where that is too little to tell."""
    loss = decision.fair_cost.mean if decision.fair_cost else 0.0
    if loss < LITTLE:
        return ""
    return f"{loss:.1f}" if decision.findable else f"({loss:.1f})"


def better_words(review: Review, decision: Decision) -> str:
    """What could be known to be better; else, with all cards seen, what would have kept what was sure."""
    if loss_cell(decision) and decision.fair is not None and decision.fair.best != decision.chosen:
        return choice_words(review, decision.fair.best)
    return several(review, decision, 1) if decision.own_cost else ""


def ledger_table(review: Review, ledger: DealLedger) -> TextTable:
    """Who was paid by whom: a row a giver, a column a receiver; its own losses on the diagonal."""
    rows = ledger_rows(review, ledger)
    return TextTable([Column("gave to", fold=18), *figures(*short_names(review))], [*rows[:3], None, *rows[3:]])


def luck_table(review: Review, luck: Luck) -> TextTable:
    """The terms of each seat's result, which sum to it."""
    result = ["result", *map(str, review.result or ())]
    return TextTable([Column("", fold=18), *figures(*short_names(review))], [*luck_rows(review, luck), None, result])


def grades_table(grades: Mapping[str, PlayerGrade]) -> TextTable:
    """A row a player, then one for each phase: decisions, what was lost, marks; what all cards show."""
    fair = any(grade.fair_loss is not None and grade.unforced for grade in grades.values())
    rows = []
    for name, grade in grades.items():
        rows.append([short_name(name), *grade_cells(grade, fair)])
        rows += [["  " + PHASES[phase], *grade_cells(part, fair)] for phase, part in grade.phases.items()]
    return TextTable([Column("", fold=24), *figures(*grade_columns(fair), drop=GRADES)], rows)


def show_luck(out: Console, players: Mapping[str, PlayerSums]) -> None:
    """Print how each player's tricks in several deals came about, and the grades."""
    rows = []
    for name, each in players.items():
        if (luck := each.luck) is not None:
            terms = luck.hands, luck.kitty, luck.exchange, luck.own, luck.others
            rows.append([short_name(name), f"{luck.par:.1f}", *map(signed_tenths, terms), str(luck.result)])
    if rows:
        print_lines(
            out,
            [
                "",
                *wrapped(
                    "How their tricks came about: what such seats win on average (par), luck, decisions", out.width
                ),
            ],
        )
        drop = dict.fromkeys(("hands", "kitty", "exchange"), 1)
        names = figures("par", "hands", "kitty", "exchange", "own decisions", "others' decisions", "won", drop=drop)
        out.print(TextTable([Column(""), *names], rows))
    print_lines(out, wrapped("Grades", out.width))
    out.print(grades_table(players))
