"""The command `deal`, which deals cards at random."""

from __future__ import annotations

import secrets
from itertools import islice

import click

from ninefivetwo.cli.options import COUNT, force_option, json_option, print_json, rules_option
from ninefivetwo.cli.terminal import awaited, draw, seats, working
from ninefivetwo.files import check_output, write_text
from ninefivetwo.game import UndealtMatch
from ninefivetwo.game.dealing import Condition, deals_where
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.layout import random_deals


@click.command()
@click.option("-n", "number", type=COUNT, default=1, show_default=True, help="Number of deals.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Random seed; the same seed deals the same cards.  [default: random, printed on stderr]",
)
@click.option(
    "--condition", metavar="EXPR", help='Keep only deals that meet a condition: "spades(dealer)>=6 and hcp(left)<10".'
)
@rules_option("Rule set, optionally with changed fields.", kept=False)
@click.option("--picture", is_flag=True, help="Draw the three hands and the kitty.")
@click.option("--record", "as_record", is_flag=True, help="With --rules: print records (.n52).")
@click.option(
    "--paper",
    metavar="FILE",
    help="With --rules: write a printable page with each player's hands, solutions and a score sheet.",
)
@force_option
@json_option
def deal(
    number: int,
    seed: int | None,
    condition: str | None,
    rules_name: str | None,
    picture: bool,
    as_record: bool,
    paper: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Deal cards at random.

    Each line of the output is a layout that n52 solve can read. The same seed gives the same deals on every computer.

    EXPR compares sums and differences of numbers, and can combine comparisons with and, or and not. The functions
    spades, hearts, diamonds, clubs, longest, shortest and hcp (ace 4, king 3, queen 2, jack 1) take dealer, left, right
    or kitty, as in spades(left). count(left, SA, SK) counts the named cards, and has(left, SA) is true or false.

    \b
    Examples:
      n52 deal --seed 952 --picture
      n52 deal -n 3 --condition "spades(dealer)>=6 and hcp(left)<10"
      n52 deal --rules nine-two-five --record --seed 1 > deal.n52
      n52 deal --rules wikipedia -n 2 --paper deals.html
    """
    if picture + as_record + as_json + (paper is not None) > 1:
        raise click.UsageError("--picture, --record, --paper and --json cannot be combined")
    if (as_record or paper) and rules_name is None:
        raise click.UsageError(f"{'--record' if as_record else '--paper'} requires --rules")
    if paper is not None:
        check_output(paper, force)
    rules = None if rules_name is None else parse_rules(rules_name)
    parsed = None if condition is None else Condition.parse(condition)
    if seed is None:
        seed = secrets.randbits(32)
        click.echo(f"seed {seed}", err=True)
    deals = islice(random_deals(seed) if parsed is None else deals_where(parsed, seed), number)
    if paper is not None and rules is not None:
        from ninefivetwo.web.paper import page_of_deals

        source = "; ".join(filter(None, [rules_text(rules), f"seed {seed}", condition]))
        with working():
            page = page_of_deals(source, rules, deals, seed)
        write_text(paper, page, force)
        return
    if as_json:
        from msgspec import UNSET

        from ninefivetwo.words.documents import DealObject

        layouts = list(awaited(deals, "dealing"))
        named = UNSET if rules is None else rules_text(rules)
        print_json(DealObject(seed, layouts, named, UNSET if condition is None else condition))
        return
    for i, layout in enumerate(awaited(deals, "dealing")):
        if as_record and rules is not None:
            record = record_of(UndealtMatch(rules).dealt(layout), {"Event": f"deal {i + 1} of seed {seed}"})
            write_text("-", f"\n{File((record.items,))}" if i else str(File.of([record])))
        elif picture:
            click.echo(("\n" if i else "") + draw(layout.hands, layout.out, seats(rules)))
        else:
            click.echo(str(layout))
