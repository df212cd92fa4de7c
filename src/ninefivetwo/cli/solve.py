"""The command `solve`, which finds the tricks that each seat can guarantee with all hands open."""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninefivetwo.cards import Card, Seat, Trump, by_seat, parse_cards
from ninefivetwo.cli.options import (
    SEAT,
    after_option,
    complete_file,
    deal_option,
    json_option,
    memory_option,
    print_json,
    seconds_option,
    threads_option,
    trump_option,
)
from ninefivetwo.cli.sources import Arguments, Lines, layouts_of, position_in_record
from ninefivetwo.cli.terminal import awaited, console, draw, print_prose, print_texts, seats, trick_cells
from ninefivetwo.errors import CardError, LayoutError, PositionError, raised_as
from ninefivetwo.exact import Guarantees, Moves, PositionQuestion, Solution, Solver, ask_batch, max_n_range
from ninefivetwo.layout import MOST_TRICKS, Position, tricks_of
from ninefivetwo.words.figures import Column, TextTable, figures
from ninefivetwo.words.solving import AFTER_EACH_CARD, BEST_LINE, explanation, force_words, turn_words
from ninefivetwo.words.template import WORDS, Name, Term, grouped, say

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.words.documents import SolveObject, SolveTargetObject

SEAT_WORDS = tuple(seat.word for seat in Seat)
MAX_N_TRICKS = 9  # maximum length of an ending, as strict max^n would take too long

PlayedCards = list[tuple[Seat, Card]]
#: For each seat, the tricks if the other two break ties against this seat, and if they break ties in its favour.
MaxN = Mapping[Seat, tuple[int, int]]


@click.command()
@click.argument("layouts", metavar="[LAYOUT]...", nargs=-1)
@click.option(
    "-f",
    "--file",
    "path",
    metavar="FILE",
    shell_complete=complete_file,
    help="File with a record, or one layout per line; - for stdin.",
)
@trump_option
@click.option("--lead", type=SEAT, help="Seat that leads, or that led to the current trick.  [default: left]")
@click.option("--table", metavar="CARDS", help='The trick in progress, in the order played: "SA S2".')
@deal_option
@after_option
@click.option("--moves", is_flag=True, help="Show the value of every legal card.")
@click.option("--line", is_flag=True, help="Show a line of best play for --seat.")
@click.option(
    "--target",
    type=click.IntRange(0, MOST_TRICKS),
    metavar="N",
    help="Check only whether --seat can force N tricks (faster).",
)
@click.option("--seat", type=SEAT, help="Seat for --line or --target.")
@click.option("--explain", is_flag=True, help="Explain the figures in words.")
@click.option("--picture", is_flag=True, help="Draw the hands.")
@threads_option
@memory_option
@seconds_option
@json_option
def solve(
    layouts: tuple[str, ...],
    path: str | None,
    trumps: tuple[Trump, ...],
    lead: Seat | None,
    table: str | None,
    number: int | None,
    after: int | None,
    moves: bool,
    line: bool,
    target: int | None,
    seat: Seat | None,
    explain: bool,
    picture: bool,
    threads: int | None,
    memory: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Solve layouts with all hands open.

    LAYOUT is "D:hand hand hand", with the hands of dealer, left and right, as printed by n52 deal. A hand lists spades,
    hearts, diamonds and clubs, separated by dots. For example, AK3.QT2.A.98 is SAK3 HQT2 DA C98. A void suit is empty
    or -. Without LAYOUT, layouts are read from --file or stdin, one per line.

    For a record (.n52), the last position of a deal is solved, or the position after N cards (--after).

    \b
    Examples:
      n52 solve "D:AQ2... K3.2.. .43.2."
      n52 solve "D:AQ2... K3.2.. .43.2." --trump N --lead D --moves
      n52 solve "D:AQ2... K3.2.. .43.2." --trump S --explain --picture
      n52 solve "D:AQ2... K3.2.. .43.2." --trump S --target 2 --seat D
      n52 solve examples/holiday.n52 --after 30 --moves
      n52 deal -n 2 --seed 1 | n52 solve --trump S --json
    """
    if len(layouts) == 1 and path is None and Path(layouts[0]).is_file():
        path = layouts[0]
        layouts = ()
    if (layouts and path) or (not layouts and path is None and sys.stdin.isatty()):
        raise click.UsageError("missing layouts (expected LAYOUT, --file or stdin)")
    check_options(moves, line, target, seat, explain, picture, as_json)
    line_of = seat if line else None
    aim = None if target is None or seat is None else (seat, target)
    task = SolveTask(trumps or tuple(Trump), moves, line_of, aim, seconds, explain, picture)
    source: Arguments | Lines = Arguments(layouts_of(layouts)) if layouts else Lines(path or "-")
    with raised_as(PositionError, "--table: ", CardError):
        cards = parse_cards(table or "")
    try:
        if isinstance(source, Lines) and source.is_record():
            if lead is not None or table is not None:
                raise click.UsageError("--lead and --table cannot be combined with a record")
            position, trump = position_in_record(source, number, after)
            task = replace(task, trumps=trumps or (trump,))
            source, lead, cards = Arguments([position.layout]), position.lead, position.table
        elif number is not None or after is not None:
            raise click.UsageError("--deal and --after require a record")
        batch = ask_batch(
            source,
            [task.question(d) for d in task.trumps],
            lead=Seat.LEFT if lead is None else lead,
            table=cards,
            threads=threads,
            memory=memory,
            ahead=source.ahead,
        )
        with closing(batch):
            print_all(batch, task, as_json)
    except (LayoutError, PositionError) as error:
        place = source.place()
        if place is None:
            raise
        raise type(error)(f"{place}: {error}") from error
    finally:
        if isinstance(source, Lines):
            source.close()


def check_options(
    moves: bool, line: bool, target: int | None, seat: Seat | None, explain: bool, picture: bool, as_json: bool
) -> None:
    """Raise UsageError for options that cannot be combined."""
    if (moves + line + (target is not None)) > 1:
        raise click.UsageError("--moves, --line and --target cannot be combined")
    if (line or target is not None) != (seat is not None):
        required = "--line and --target require --seat" if seat is None else "--seat requires --line or --target"
        raise click.UsageError(required)
    if as_json and (explain or picture):
        raise click.UsageError("--explain and --picture cannot be combined with --json")
    if explain and target is not None:
        raise click.UsageError("--explain cannot be combined with --target")


def print_all(batch: Generator[tuple[Position, list[SolveResult]]], task: SolveTask, as_json: bool) -> None:
    """Print each answer as soon as it is found."""
    out = None if as_json else console()
    for position, answers in awaited(batch):
        results = dict(zip(task.trumps, answers, strict=True))
        if out is None:
            print_json(document_of(position, task, results))
        else:
            show(out, position, task, results)


# Questions and results.


@dataclass(frozen=True)
class SolveTask:
    """The question about each position, the denominations, and the form of the answer.

    `line_of` is the seat for a line of best play. `target` is a seat and the number of tricks to force.
    """

    trumps: tuple[Trump, ...]
    moves: bool
    line_of: Seat | None
    target: tuple[Seat, int] | None
    seconds: float | None
    explain: bool
    picture: bool

    def question(self, trump: Trump) -> PositionQuestion[SolveResult]:
        """Return the question in the form that the solver expects."""

        def ask(solver: Solver, position: Position) -> SolveResult:
            asked, seconds = (position, trump), self.seconds
            if self.target is not None:
                return SolveResult(can_force=solver.can_force(*asked, *self.target, seconds=seconds))
            moves = solver.moves(*asked, seconds=seconds) if self.moves else None
            guarantee = moves.guarantee if moves else solver.guarantees(*asked, seconds=seconds)
            line = None if self.line_of is None else solver.best_line(*asked, self.line_of, seconds=seconds)
            return SolveResult(guarantee, line, moves, max_n=self._max_n(*asked))

        return ask

    def _max_n(self, position: Position, trump: Trump) -> MaxN | None:
        """Return each seat's tricks by strict max^n if the user asked to explain an ending, else None."""
        if not self.explain or position.tricks > MAX_N_TRICKS:
            return None
        return {seat: max_n_range(position, trump, seat, seconds=self.seconds) for seat in Seat}


@dataclass(frozen=True)
class SolveResult:
    """The result for a denomination; fields that were not requested are None."""

    guarantee: Guarantees | None = None
    line: PlayedCards | None = None
    moves: Moves | None = None
    can_force: bool | None = None
    max_n: MaxN | None = None


SolveResults = Mapping[Trump, SolveResult]


def solution_of(position: Position, results: SolveResults) -> Solution:
    """Return the guarantees from the results for all denominations."""
    return Solution(position, {d: result.guarantee for d, result in results.items() if result.guarantee is not None})


def document_of(position: Position, task: SolveTask, results: SolveResults) -> SolveObject | SolveTargetObject:
    """Return the results as a JSON document."""
    from msgspec import UNSET

    from ninefivetwo.words.documents import LineObject, SolveObject, SolveTargetObject, TargetObject

    table = [*position.table] or UNSET
    if task.target is not None:
        target = TargetObject(*task.target, {d: bool(r.can_force) for d, r in results.items()})
        return SolveTargetObject(position.layout, position.lead, position.tricks, target, table)
    solution = solution_of(position, results)
    moves = {d: result.moves for d, result in results.items() if result.moves}
    lines = {d: result.line for d, result in results.items() if result.line is not None}
    return SolveObject(
        layout=position.layout,
        lead=position.lead,
        tricks=position.tricks,
        guarantee={d: by_seat(sure.values()) for d, sure in solution.guarantee.items()},
        slack={d: solution.slack(d) for d in solution.guarantee},
        range={d: by_seat(solution.range(d, seat) for seat in Seat) for d in solution.guarantee},
        table=table,
        mover=position.mover if moves else UNSET,
        moves={d: {card: by_seat(sure.values()) for card, sure in m.after.items()} for d, m in moves.items()} or UNSET,
        best={d: [*m.best] for d, m in moves.items()} or UNSET,
        line=LineObject(task.line_of, lines) if task.line_of is not None else UNSET,
    )


# Output for people.


def show(console: Console, position: Position, task: SolveTask, results: SolveResults) -> None:
    """Print the results for a position."""
    show_position(console, position, task.picture)
    if task.target is not None:
        seat, tricks = task.target
        for d, result in results.items():
            print_texts(console, force_words(d, seat, tricks, bool(result.can_force)))
        console.print()
    else:
        solution = solution_of(position, results)
        print_prose(console, say("Tricks of each seat: guaranteed – maximum if the other two win their guarantees"))
        console.print(guarantee_table(solution))
        if task.explain:
            for d, result in results.items():
                print_prose(console, *explanation(solution, d, result.max_n))
            console.print()
    for d, result in results.items():
        if result.moves:
            print_prose(console, AFTER_EACH_CARD(trump=Term(WORDS[d]), player=Name(position.mover.word)))
            console.print(moves_table(result.moves))
        if result.line and task.line_of is not None:
            print_prose(console, BEST_LINE(trump=Term(WORDS[d]), player=Name(task.line_of.word)))
            console.print(line_table(position, d, result.line))


def show_position(console: Console, position: Position, picture: bool) -> None:
    """Print the layout as one line or as a picture, and the player to act."""
    if picture:
        console.print(draw(position.layout.hands, position.layout.out, seats()) + "\n")
    else:
        console.print(str(position.layout), soft_wrap=True, highlight=False)
    print_texts(console, turn_words(position))


def guarantee_table(solution: Solution) -> TextTable:
    """Return a table of each seat's guaranteed and maximum tricks, and of the slack, for each denomination."""
    rows = []
    for d in solution.guarantee:
        ranges = [solution.range(d, seat) for seat in Seat]
        rows.append([WORDS[d], *(f"{least:2} – {most:2}" for least, most in ranges), str(solution.slack(d))])
    return TextTable([Column("trump"), *figures(*SEAT_WORDS, "slack")], rows)


def moves_table(moves: Moves) -> TextTable:
    """Return a table of the guarantees after each group of touching cards, with a star if the cards cost nothing."""
    rows = []
    for group in moves.groups():
        star = "*" if group[0] in moves.best else " "
        values = moves.after[group[0]]
        rows.append([f"{star} {grouped(group)}", *(str(values[seat]) for seat in Seat)])
    return TextTable([Column("card"), *figures(*SEAT_WORDS)], rows)


def line_table(position: Position, trump: Trump, line: PlayedCards) -> TextTable:
    """Return a table of tricks, with a column for each player."""
    tricks = tricks_of(position.lead, [*position.table, *(card for _, card in line)], trump)
    rows = [[str(number), *trick_cells(trick)] for number, trick in enumerate(tricks, 1)]
    return TextTable([Column(name) for name in ("trick", *SEAT_WORDS)], rows)
