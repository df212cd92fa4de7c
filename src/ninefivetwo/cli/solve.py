"""`ninefivetwo solve`: what each seat can guarantee."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import closing

import click

from ninefivetwo.cards import Card, Denomination, Seat, parse_cards
from ninefivetwo.cli.answers import Answer, Job, answers_object, show
from ninefivetwo.cli.options import (
    MEBIBYTE,
    SEAT,
    json_option,
    memory_option,
    print_json,
    seconds_option,
    threads_option,
    trump_option,
)
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.errors import CardError, LayoutError, PositionError, quoted
from ninefivetwo.files import display_name, read_lines
from ninefivetwo.layout import MOST_TRICKS, Position
from ninefivetwo.solve import ask_batch


@click.command()
@click.argument("layout", nargs=-1)
@click.option("-f", "--file", "path", metavar="FILE", help="Layouts from a file, one a line; - for stdin.")
@trump_option
@click.option(
    "--lead", type=SEAT, default="left", show_default=True, help="Who leads, or led to the trick in progress."
)
@click.option(
    "--table", "table", default="", metavar="CARDS", help='The trick in progress, in the order played: "SA S2".'
)
@click.option("--moves", is_flag=True, help="The value of every card the seat to move may play.")
@click.option("--line", is_flag=True, help="One line of best play for --seat, card by card.")
@click.option(
    "--target",
    type=click.IntRange(0, MOST_TRICKS),
    metavar="N",
    help="Can --seat force N tricks?  Cheaper than the exact value.",
)
@click.option("--seat", type=SEAT, help="Whose line or target it is.")
@threads_option
@memory_option
@seconds_option
@json_option
def solve(
    layout: tuple[str, ...],
    path: str | None,
    denominations: tuple[Denomination, ...],
    lead: Seat,
    table: str,
    moves: bool,
    line: bool,
    target: int | None,
    seat: Seat | None,
    threads: int | None,
    memory: int,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Solve a layout with all cards seen: the tricks each seat can guarantee.

    LAYOUT is "D:hand hand hand", a hand being spades.hearts.diamonds.clubs, as `deal` prints it.  Without LAYOUT,
    layouts are read from --file or stdin, one a line, and answered in order.
    """
    if bool(layout) == bool(path) and (layout or sys.stdin.isatty()):
        raise click.UsageError("give one LAYOUT, or layouts with --file or on stdin")
    if (moves + line + (target is not None)) > 1:
        raise click.UsageError("--moves, --line and --target go one at a time")
    if (line or target is not None) != (seat is not None):
        raise click.UsageError("--line and --target need --seat, and nothing else does")
    job = Job(denominations or tuple(Denomination), moves, line, target, seat, seconds)
    reader = None if layout else Lines(path or "-")
    batch = ask_batch(
        reader or [" ".join(layout)],
        [job.question(d) for d in job.denominations],
        lead=lead,
        table=cards_on_table(table),
        threads=threads,
        memory=memory * MEBIBYTE,
        ahead=reader.ahead if reader else None,
    )
    try:
        with closing(batch):
            print_all(batch, job, as_json)
    except (LayoutError, PositionError) as error:
        if reader is None:
            raise
        raise type(error)(f"{reader.place()}: {error}") from error


def cards_on_table(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise PositionError(f"--table: {error}") from error


def print_all(batch: Iterator[tuple[Position, list[Answer]]], job: Job, as_json: bool) -> None:
    """Print each answer as it comes; meanwhile, on a terminal, show that work is going on."""
    out = console()
    while True:
        with working():
            found = next(batch, None)
        if found is None:
            return
        position, answers = found[0], dict(zip(job.denominations, found[1], strict=True))
        if as_json:
            print_json(answers_object(position, job, answers))
        else:
            show(out, position, job, answers)


class Lines:
    """Layouts from a file, one a line; empty lines and comments (% or #) are passed over.

    Raises OSError if the file cannot be read, LayoutError where a line is no text or there is no layout at all.
    """

    def __init__(self, path: str) -> None:
        self._name = display_name(path)
        self._source = sys.stdin.buffer if path == "-" else open(path, "rb")
        self._line = 0  # the last one read, so the one at fault if any is
        regular = stat.S_ISREG(os.fstat(self._source.fileno()).st_mode)
        self.ahead = None if regular else 1  # whoever writes to a pipe may want each answer before he goes on

    def __iter__(self) -> Iterator[str]:
        found = False
        with self._source:
            for line in read_lines(self._name, self._source):
                self._line += 1
                try:
                    text = line.decode("utf-8-sig").strip()
                except UnicodeDecodeError as error:
                    raise LayoutError(f"no text: {quoted(repr(line))} (expected a layout)") from error
                if text and text[0] not in "%#":
                    found = True
                    yield text
        if not found:
            raise LayoutError("no layout (expected one a line)")

    def place(self) -> str:
        return f"{self._name}, line {self._line}" if self._line else self._name
