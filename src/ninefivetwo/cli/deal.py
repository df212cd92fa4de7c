"""`ninefivetwo deal`: random deals."""

from __future__ import annotations

import json
import secrets
from itertools import islice

import click

from ninefivetwo.cards import Hand, Suit
from ninefivetwo.cli.options import json_option
from ninefivetwo.dealing import random_deals
from ninefivetwo.layout import Layout

SIGNS = "♠♥♦♣"
COLUMN = 24


@click.command()
@click.option("-n", "number", type=click.IntRange(1, 10**9), default=1, show_default=True, help="How many deals.")
@click.option("--seed", type=click.IntRange(0), help="Deal these again.  [default: drawn, and told on stderr]")
@click.option("--picture", is_flag=True, help="Draw the three hands and the kitty.")
@json_option
def deal(number: int, seed: int | None, picture: bool, as_json: bool) -> None:
    """Deal sixteen cards to each seat and four to the kitty, at random.

    Prints one layout a line, as `solve` reads them.  The same seed gives the same deals everywhere.
    """
    if picture and as_json:
        raise click.UsageError("--picture and --json go one at a time")
    if seed is None:
        seed = secrets.randbits(32)
        click.echo(f"seed {seed}", err=True)
    deals = islice(random_deals(seed), number)
    if as_json:
        layouts = [str(layout) for layout in deals]
        click.echo(json.dumps({"schema": "ninefivetwo.deal/1", "seed": seed, "layouts": layouts}))
        return
    for i, layout in enumerate(deals):
        if picture:
            click.echo(("\n" if i else "") + draw(layout))
        else:
            click.echo(str(layout))


def draw(layout: Layout) -> str:
    """The three hands as they sit at the table, seen from above with the dealer at the bottom."""
    lines = [
        f"{a:<{COLUMN * 3 // 2}}{b}" for a, b in zip(box("left", layout.left), box("right", layout.right), strict=True)
    ]
    middle = [" " * (COLUMN * 3 // 4) + line for line in box("dealer", layout.dealer)]
    if layout.out is not None:
        lines += [" " * (COLUMN * 3 // 4) + "kitty  " + " ".join(str(card) for card in layout.out)]
    return "\n".join(line.rstrip() for line in [*lines, *middle])


def box(name: str, hand: Hand) -> list[str]:
    """A hand as five lines: whose it is, then a suit a line."""
    return [name, *(f"{SIGNS[suit]} {' '.join(hand.suit(suit)) or '-'}" for suit in Suit)]
