"""What was found about a position, printed for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.cli.drawing import trick_cells
from ninefivetwo.cli.solve.task import Line, MaxN, SolveResults, SolveTask, solution_of
from ninefivetwo.cli.terminal import say
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.exact import Moves, Solution
from ninefivetwo.layout import Position, tricks_of
from ninefivetwo.words.cards import WORDS, count, grouped

if TYPE_CHECKING:
    from rich.console import Console


def explanation(solution: Solution, denomination: Denomination, max_n: MaxN | None) -> Iterator[str]:
    """A guarantee, the slack and a range, explained by the figures of one denomination.

    With `max_n` also what three players win who each play for themselves: a range, for it is no value.
    """
    guarantee, slack = solution.guarantee[denomination], solution.slack(denomination)
    sure = ", ".join(f"{seat.word} {guarantee[seat]}" for seat in Seat)
    yield f"{WORDS[denomination]}: sure, whatever the other two do, even together: {sure}."
    if not slack:
        yield "  That is every trick, so nobody can gain unless somebody makes a mistake."
        return
    yield f"  The other {count(slack)} are the slack: they go to whom the play favours."
    ranges = ", ".join("{} {} to {}".format(seat.word, *solution.range(denomination, seat)) for seat in Seat)
    yield f"  While nobody gives away what he is sure of: {ranges}."
    yield "  A guarantee is no forecast."
    if max_n is not None:
        spans = ", ".join("{} {} to {}".format(seat.word, *wins) for seat, wins in max_n.items())
        yield "  If each plays for his own tricks alone (strict max^n), ties decide: from what a seat wins"
        yield f"  if the others spite it to what it wins if they spare it, {spans}."


SEATS = tuple(seat.word for seat in Seat)


def show(console: Console, position: Position, task: SolveTask, results: SolveResults) -> None:
    """Print what was found about a position."""
    show_position(console, position, task.picture)
    if task.target is not None and task.seat is not None:
        for d, result in results.items():
            can = "can" if result.can_force else "cannot"
            say(console, f"{WORDS[d]}: {task.seat.word} {can} force {count(task.target)}")
    else:
        solution = solution_of(position, results)
        say(console, "tricks guaranteed – at most, if the others take what they are sure of")
        console.print(guarantee_table(solution))
        if task.explain:
            for d, result in results.items():
                for line in explanation(solution, d, result.max_n):
                    say(console, line)
    for d, result in results.items():
        if result.moves:
            say(console, f"{WORDS[d]}: guarantees after each card {position.mover.word} may play, * costs him nothing")
            console.print(moves_table(result.moves))
        if result.line and task.seat is not None:
            say(console, f"{WORDS[d]}: a line of best play for {task.seat.word}; > leads, * wins")
            console.print(line_table(position, d, result.line))
    console.print()


def show_position(console: Console, position: Position, picture: bool) -> None:
    """Print the layout, as one line or as a picture, and whose turn it is."""
    if picture:
        from ninefivetwo.cli.drawing import draw, seats

        console.print(draw({seat: position.layout[seat] for seat in Seat}, position.layout.out, seats()) + "\n")
    else:
        console.print(str(position.layout), soft_wrap=True, highlight=False)
    turn = f"{position.lead.word} led {' '.join(map(str, position.table))}, " if position.table else ""
    say(console, f"{turn}{position.mover.word} to {'play' if turn else 'lead'}, {count(position.tricks)} left")


def guarantee_table(solution: Solution) -> TextTable:
    """A row a denomination: what each seat can guarantee, the most it can end with, and the slack."""
    rows = []
    for d in solution.guarantee:
        ranges = [solution.range(d, seat) for seat in Seat]
        rows.append([WORDS[d], *(f"{least:2} – {most:2}" for least, most in ranges), str(solution.slack(d))])
    return TextTable([Column("trump"), *figures(*SEATS, "slack")], rows)


def moves_table(moves: Moves) -> TextTable:
    """A row a group of touching cards: the three guarantees after it; a star for what costs the mover nothing."""
    rows = []
    for group in moves.groups():
        star = "*" if group[0] in moves.best else " "
        values = moves.after[group[0]]
        rows.append([f"{star} {grouped(group)}", *(str(values[seat]) for seat in Seat)])
    return TextTable([Column("card"), *figures(*SEATS)], rows)


def line_table(position: Position, denomination: Denomination, line: Line) -> TextTable:
    """A row a trick, each card in its player's column."""
    tricks = tricks_of(position.lead, [*position.table, *(card for _, card in line)], denomination)
    rows = [[str(number), *trick_cells(trick)] for number, trick in enumerate(tricks, 1)]
    return TextTable([Column(name) for name in ("trick", *SEATS)], rows)
