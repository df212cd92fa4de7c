"""`ninefivetwo solve`: what each seat can guarantee."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path

import click

from ninefivetwo.cards import Denomination, Seat
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
from ninefivetwo.cli.solve.source import Arguments, Lines, cards_on_table, layouts_of, position_in_record
from ninefivetwo.cli.solve.tables import show
from ninefivetwo.cli.solve.task import SolveResult, SolveTask, document_of
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.errors import LayoutError, PositionError
from ninefivetwo.exact import ask_batch
from ninefivetwo.layout import MOST_TRICKS, Position


@click.command()
@click.argument("layouts", metavar="[LAYOUT]...", nargs=-1)
@click.option(
    "-f",
    "--file",
    "path",
    metavar="FILE",
    shell_complete=complete_file,
    help="Layouts, one a line, or a record; - for stdin.",
)
@trump_option
@click.option("--lead", type=SEAT, help="Who leads, or led to the trick in progress.  [default: left]")
@click.option("--table", metavar="CARDS", help='The trick in progress, in the order played: "SA S2".')
@deal_option
@after_option
@click.option("--moves", is_flag=True, help="The value of every card the seat to move may play.")
@click.option("--line", is_flag=True, help="One line of best play for --seat, card by card.")
@click.option(
    "--target",
    type=click.IntRange(0, MOST_TRICKS),
    metavar="N",
    help="Can --seat force N tricks?  Cheaper than the exact value.",
)
@click.option("--seat", type=SEAT, help="Whose line or target it is.")
@click.option("--explain", is_flag=True, help="Say what the figures mean for this position.")
@click.option("--picture", is_flag=True, help="Draw the hands.")
@threads_option
@memory_option
@seconds_option
@json_option
def solve(
    layouts: tuple[str, ...],
    path: str | None,
    denominations: tuple[Denomination, ...],
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
    """Solve layouts with all cards seen: the tricks each seat can guarantee.

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
    task = SolveTask(denominations or tuple(Denomination), moves, line, target, seat, seconds, explain, picture)
    source: Arguments | Lines = Arguments(layouts_of(layouts)) if layouts else Lines(path or "-")
    cards = cards_on_table(table or "")
    try:
        if isinstance(source, Lines) and source.is_record():
            if lead is not None or table is not None:
                raise click.UsageError("--lead and --table are for layouts: a record tells them")
            position, trump = position_in_record(source, number, after)
            task = task.of(denominations or (trump,))
            source, lead, cards = Arguments([position.layout]), position.lead, position.table
        elif number is not None or after is not None:
            raise click.UsageError("--deal and --after are for a record")
        batch = ask_batch(
            source,
            [task.question(d) for d in task.denominations],
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
    while True:
        with working():
            answer = next(batch, None)
        if answer is None:
            return
        position, results = answer[0], dict(zip(task.denominations, answer[1], strict=True))
        if out is None:
            print_json(document_of(position, task, results))
        else:
            show(out, position, task, results)
