"""`ninefivetwo solve`: what each seat can guarantee."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninefivetwo.cards import Card, Seat, Trump, by_seat
from ninefivetwo.cli.options import (
    MEBIBYTE,
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
from ninefivetwo.cli.sources import Arguments, Lines, cards_on_table, layouts_of, position_in_record
from ninefivetwo.cli.terminal import awaited, console, draw, say, seats, trick_cells
from ninefivetwo.errors import LayoutError, PositionError
from ninefivetwo.exact import Guarantees, Moves, PositionQuestion, Solution, Solver, ask_batch, max_n_range
from ninefivetwo.layout import MOST_TRICKS, Position, tricks_of
from ninefivetwo.words.card_words import WORDS, grouped
from ninefivetwo.words.figures import Column, TextTable, count, figures

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.words.documents import SolveObject, SolveTargetObject

SEATS = tuple(seat.word for seat in Seat)
MAX_N_TRICKS = 9  # an ending of so many tricks is solved by strict max^n in a moment

PlayedCards = list[tuple[Seat, Card]]
#: A seat's tricks if the others spite it, and if they spare it.
MaxN = Mapping[Seat, tuple[int, int]]


@click.command()
@click.argument("layouts", metavar="[LAYOUT]...", nargs=-1)
@click.option(
    "-f",
    "--file",
    "path",
    metavar="FILE",
    shell_complete=complete_file,
    help="File of layouts, one per line, or a record; - for stdin.",
)
@trump_option
@click.option("--lead", type=SEAT, help="Seat that leads, or led to the current trick.  [default: left]")
@click.option("--table", metavar="CARDS", help='The trick in progress, in the order played: "SA S2".')
@deal_option
@after_option
@click.option("--moves", is_flag=True, help="Show the value of every legal card.")
@click.option("--line", is_flag=True, help="Show a line of best play for --seat.")
@click.option(
    "--target",
    type=click.IntRange(0, MOST_TRICKS),
    metavar="N",
    help="Ask whether --seat can force N tricks (faster).",
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

    LAYOUT is "D:hand hand hand" for dealer, left and right, as `deal` prints it.  A hand is its spades, hearts,
    diamonds and clubs with a dot after each suit but the last: AK3.QT2.A.98 is S AK3, H QT2, D A, C 98, and - is a
    suit without cards.  Without LAYOUT, layouts are read from --file or stdin, one a line, and answered in order.

    Of a record (.n52) the position at the end of a deal is solved, or after N cards of its play.

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
    if layouts and path or not layouts and path is None and sys.stdin.isatty():
        raise click.UsageError("give LAYOUT, or layouts with --file or on stdin")
    check_options(moves, line, target, seat, explain, picture, as_json)
    line_of = seat if line else None
    aim = None if target is None or seat is None else (seat, target)
    task = SolveTask(trumps or tuple(Trump), moves, line_of, aim, seconds, explain, picture)
    source: Arguments | Lines = Arguments(layouts_of(layouts)) if layouts else Lines(path or "-")
    cards = cards_on_table(table or "")
    try:
        if isinstance(source, Lines) and source.is_record():
            if lead is not None or table is not None:
                raise click.UsageError("--lead and --table are for layouts: a record tells them")
            position, trump = position_in_record(source, number, after)
            task = replace(task, trumps=trumps or (trump,))
            source, lead, cards = Arguments([position.layout]), position.lead, position.table
        elif number is not None or after is not None:
            raise click.UsageError("--deal and --after are for a record")
        batch = ask_batch(
            source,
            [task.question(d) for d in task.trumps],
            lead=Seat.LEFT if lead is None else lead,
            table=cards,
            threads=threads,
            memory=memory * MEBIBYTE,
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
    """Raises UsageError for options that contradict each other."""
    if (moves + line + (target is not None)) > 1:
        raise click.UsageError("--moves, --line and --target go one at a time")
    if (line or target is not None) != (seat is not None):
        raise click.UsageError("--line and --target need --seat, and nothing else does")
    if as_json and (explain or picture):
        raise click.UsageError("--explain and --picture are for people, --json for programs")
    if explain and target is not None:
        raise click.UsageError("--explain needs the exact values, which --target leaves out")


def print_all(batch: Generator[tuple[Position, list[SolveResult]]], task: SolveTask, as_json: bool) -> None:
    """Print each answer as it comes; meanwhile, on a terminal, show that work is going on."""
    out = None if as_json else console()
    for position, answers in awaited(batch):
        results = dict(zip(task.trumps, answers, strict=True))
        if out is None:
            print_json(document_of(position, task, results))
        else:
            show(out, position, task, results)


# What is asked of a position, and what is found.


@dataclass(frozen=True)
class SolveTask:
    """What is asked of every position, for each of the denominations, and how it is shown.

    line_of: whose line of best play is asked for.  target: who is to take how many tricks.
    """

    trumps: tuple[Trump, ...]
    moves: bool
    line_of: Seat | None
    target: tuple[Seat, int] | None
    seconds: float | None
    explain: bool
    picture: bool

    def question(self, trump: Trump) -> PositionQuestion[SolveResult]:
        """The question to put to a solver."""

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
        """Each seat's tricks by strict max^n, for an explanation of an ending."""
        if not self.explain or position.tricks > MAX_N_TRICKS:
            return None
        return {seat: max_n_range(position, trump, seat, seconds=self.seconds) for seat in Seat}


@dataclass(frozen=True)
class SolveResult:
    """What was asked for of one denomination; the rest is None."""

    guarantee: Guarantees | None = None
    line: PlayedCards | None = None
    moves: Moves | None = None
    can_force: bool | None = None
    max_n: MaxN | None = None


SolveResults = Mapping[Trump, SolveResult]


def solution_of(position: Position, results: SolveResults) -> Solution:
    """The guarantees among the results."""
    return Solution(position, {d: result.guarantee for d, result in results.items() if result.guarantee is not None})


def document_of(position: Position, task: SolveTask, results: SolveResults) -> SolveObject | SolveTargetObject:
    """The results in JSON."""
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


# What was found, printed for a person.


def explanation(solution: Solution, trump: Trump, max_n: MaxN | None) -> Iterator[str]:
    """A guarantee, the slack and a range, explained by the figures of one denomination.

    With `max_n` also what three players win who each play for themselves: a range, for it is no value.
    """
    guarantee, slack = solution.guarantee[trump], solution.slack(trump)
    sure = ", ".join(f"{seat.word} {guarantee[seat]}" for seat in Seat)
    yield f"{WORDS[trump]}: sure, whatever the other two do, even together: {sure}."
    if not slack:
        yield "  That is every trick, so nobody can gain unless somebody makes a mistake."
        return
    yield f"  The other {count(slack)} are the slack: they go to whom the play favours."
    ranges = ", ".join("{} {} to {}".format(seat.word, *solution.range(trump, seat)) for seat in Seat)
    yield f"  While nobody gives away what he is sure of: {ranges}."
    yield "  A guarantee is no forecast."
    if max_n is not None:
        spans = ", ".join("{} {} to {}".format(seat.word, *wins) for seat, wins in max_n.items())
        yield "  If each plays for his own tricks alone (strict max^n), ties decide: from what a seat wins"
        yield f"  if the others spite it to what it wins if they spare it, {spans}."


def show(console: Console, position: Position, task: SolveTask, results: SolveResults) -> None:
    """Print what was found about a position."""
    show_position(console, position, task.picture)
    if task.target is not None:
        seat, tricks = task.target
        for d, result in results.items():
            say(console, f"{WORDS[d]}: {seat.word} {'can' if result.can_force else 'cannot'} force {count(tricks)}")
    else:
        solution = solution_of(position, results)
        say(console, "tricks guaranteed – at most, if the others take what they are sure of")
        console.print(guarantee_table(solution))
        if task.explain:
            for d, result in results.items():
                say(console, *explanation(solution, d, result.max_n))
    for d, result in results.items():
        if result.moves:
            say(console, f"{WORDS[d]}: guarantees after each card {position.mover.word} may play, * costs him nothing")
            console.print(moves_table(result.moves))
        if result.line and task.line_of is not None:
            say(console, f"{WORDS[d]}: a line of best play for {task.line_of.word}; > leads, * wins")
            console.print(line_table(position, d, result.line))
    console.print()


def show_position(console: Console, position: Position, picture: bool) -> None:
    """Print the layout, as one line or as a picture, and whose turn it is."""
    if picture:
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


def line_table(position: Position, trump: Trump, line: PlayedCards) -> TextTable:
    """A row a trick, each card in its player's column."""
    tricks = tricks_of(position.lead, [*position.table, *(card for _, card in line)], trump)
    rows = [[str(number), *trick_cells(trick)] for number, trick in enumerate(tricks, 1)]
    return TextTable([Column(name) for name in ("trick", *SEATS)], rows)
