"""Input and output at the terminal: wrapped text, pictures of hands, progress, and prompts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click
from rich.cells import cell_len, set_cell_size

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.layout import Trick
from ninefivetwo.words.figures import wrapped
from ninefivetwo.words.template import SIGNS, card_text, ranks_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ninefivetwo.game import Cards
    from ninefivetwo.game.rules import RuleSet

Value = TypeVar("Value")

#: The width of output to a pipe or file; it is fixed so that outputs of several computers can be compared.
PIPE_WIDTH = 80

RED_SUITS = r"[♥♦]((10|[AKQJ2-9])\b( (?=(10|[AKQJ2-9])\b))?)*"  # matches "♥Q", "♦A 5 4", or a red suit symbol alone


def console() -> Console:
    """Return a console for the output, which prints brackets and colons in names unchanged.

    The console uses colours only on a terminal, and only if NO_COLOR is not set.
    """
    from rich.console import Console

    return Console(width=_width(), markup=False, emoji=False, highlighter=_highlighted)


def _highlighted(text: str | Text) -> Text:
    """Return a text with its hearts and diamonds in red."""
    from rich.text import Text

    copy = Text(text) if isinstance(text, str) else text.copy()
    copy.highlight_regex(RED_SUITS, "red")
    return copy


def _width() -> int:
    """Return the width of the output: COLUMNS if set, else the width of the terminal, else `PIPE_WIDTH`."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    return (os.get_terminal_size().columns if sys.stdout.isatty() else 0) or PIPE_WIDTH


def print_texts(out: Console, *texts: str) -> None:
    """Print texts, wrapped on a terminal, otherwise each text on one line."""
    for text in texts:
        out.print(text, soft_wrap=not out.is_terminal)


@contextmanager
def working(what: str = "solving") -> Iterator[Callable[[str], None]]:
    """Show on a terminal that work is in progress, and yield a function that changes the text."""
    if not sys.stderr.isatty():
        yield lambda words: None
        return
    from rich.console import Console

    out = Console(stderr=True)
    with out.status(what, spinner="dots" if out.encoding.startswith("utf") else "line") as status:
        yield status.update


def awaited(items: Iterator[Value], what: str = "solving") -> Iterator[Value]:
    """Yield the items, and show on a terminal that the next item is being computed."""
    while True:
        with working(what):
            item = next(items, None)
        if item is None:
            return
        yield item


def print_prose(out: Console, *texts: str) -> None:
    """Print texts, each wrapped to the console's width."""
    print_lines(out, [line for text in texts for line in wrapped(text, out.width)])


def print_lines(out: Console, lines: list[str]) -> None:
    """Print lines unchanged in a single write, so that no line is printed twice after Ctrl-C."""
    if lines:
        with out.capture() as printed:
            out.print("\n".join(lines), soft_wrap=True)
        click.echo(printed.get(), file=out.file, nl=False)


LEAVE = ("q", "quit", "exit")
HELP = ("help", "?")


def typed(out: Console, prompt: Callable[[], str], help: str) -> Iterator[str]:
    """Yield the lines that the user types at a prompt until the user quits, and print the help on request.

    A capital Q means the queen of the suit led.
    """
    while (text := ask(prompt())) is not None and (text == "Q" or text.lower() not in LEAVE):
        if text.lower() in HELP:
            out.print(help, soft_wrap=True)
        else:
            yield text


def ask(prompt: str) -> str | None:
    """Read a line from the user, or return None at the end of the input.

    A line from a pipe is also printed, so that the output looks like a terminal session.
    """
    click.echo(f"{prompt} ", nl=False)
    line = sys.stdin.buffer.readline().decode("utf-8", "replace")
    if not line or not sys.stdin.isatty():
        click.echo(line.strip())
    return line.strip() if line else None


# Pictures of hands and tricks.

COLUMN = 24


def draw(hands: Sequence[Cards], kitty: Cards | None, labels: Sequence[str]) -> str:
    """Draw the three hands and the kitty, with the dealer at the bottom and ? for hidden cards."""
    dealer, left, right = map(box, labels, hands)
    width = max(COLUMN * 3 // 2, *(cell_len(line) + 2 for line in left))
    lines = [set_cell_size(a, width) + b for a, b in zip(left, right, strict=True)]
    if kitty is not None:
        from ninefivetwo.words.speaker import cards_seen  # a slow import that is not needed for a layout

        lines += [" " * (COLUMN * 3 // 4) + "kitty  " + cards_seen(kitty)]
    lines += [" " * (COLUMN * 3 // 4) + line for line in dealer]
    return "\n".join(line.rstrip() for line in lines)


def seats(rules: RuleSet | None = None) -> list[str]:
    """Return the label of each seat, with its contract if rules are given."""
    return [seat.word if rules is None else f"{seat.word} ({rules.contracts[seat]})" for seat in Seat]


def box(name: str, hand: Cards) -> list[str]:
    """Return a hand as five lines: the label, and one line for each suit."""
    if not isinstance(hand, Hand):
        return [name, *(f"{SIGNS[suit]} ?" for suit in Suit)]
    return [name, *(f"{SIGNS[suit]} {ranks_text(hand.only(suit)) or '-'}" for suit in Suit)]


def trick_cells(trick: Trick) -> list[str]:
    """Return each seat's card in a trick as text, with > for the lead and * for the winning card."""
    cards = dict(trick.turns)
    return [
        f"{'>' if seat is trick.lead else ' '}{card_text(cards[seat])}{'*' if seat is trick.winner else ''}"
        if seat in cards
        else ""
        for seat in Seat
    ]
