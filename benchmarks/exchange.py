"""The fitted choices before the play against the plain rules', at the table.

    python benchmarks/exchange.py discards rollout:plain:20 --no-trump 0.5 --deals 6400 --seed 77002
    python benchmarks/exchange.py calls club --company mixed --deals 800 --seed 77003

Every deal in which the two choices differ is played twice with the same random numbers, once after each; only the
dealer's tricks count.  After a call both sides discard as fitted.  Beside the gain stands a control: the same deals
after the fitted choice against themselves with other random numbers.
Dealer: one of `named_players.py`.  Company: nothing (all three seats are the same), names, or `mixed`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
import numpy.typing as npt
from duplicate import Deals, Room, Stack
from named_players import MIXED, policy
from sequential import estimate_of
from verdicts import format_estimate

from ninefivetwo.heuristics import tables
from ninefivetwo.models import exchange
from ninefivetwo.rules import TRICKS, parse_rules
from ninefivetwo.sets import Floats, Sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("discards", "calls"))
    parser.add_argument("dealer", help="who plays the dealer's cards")
    parser.add_argument("--company", help="who sits in the two other seats (default: the same)")
    parser.add_argument("--rules", default="wikipedia", help="a rule set; it is the first deal of a match")
    parser.add_argument("--no-trump", type=float, default=0, metavar="SHARE", help="of the deals, of discards")
    parser.add_argument("--seed", type=int, default=952, help="of the cards")
    parser.add_argument("--deals", type=int, default=1600)
    parser.add_argument("--cores", type=int)
    asked = parser.parse_args()
    try:
        kinds = MIXED if asked.company == "mixed" else tuple((asked.company or asked.dealer).split(","))
        for name in (asked.dealer, *kinds):
            policy(name)
        stack = Stack(parse_rules(asked.rules), asked.seed, asked.no_trump, kinds)
    except ValueError as error:
        sys.exit(f"Error: {error}")
    deals = stack.deals(range(asked.deals))
    one, other = CHOICES[asked.what](deals)
    with Room(asked.cores) as room:
        gains, controls = compare(one, other, room, asked.dealer)
    print("| trump | deals | differ in | tricks a deal | control | where they differ |\n|---|---|---|---|---|---|")
    for kind, rows in (("suits", ~deals.notrump), ("no-trump", deals.notrump)):
        if rows.any():
            differ = rows & differing(one, other)
            figures = (format_estimate(estimate_of(each)) for each in (gains[rows], controls[rows], gains[differ]))
            print(f"| {kind} | {rows.sum()} | {differ.sum()} | {' | '.join(figures)} |")


def compare(one: Deals, other: Deals, room: Room, dealer: str) -> tuple[Floats, Floats]:
    """What the dealer wins more in the first of two versions of each deal, and than in the same with other numbers.

    Only deals that differ are played: in the others both are the same, and are not held against themselves either.
    """
    rows = np.flatnonzero(differing(one, other))
    gains, controls = np.zeros((2, len(one.numbers)))
    if len(rows):
        played = [room.with_dealer(dealer, deals.only(rows), seed) for deals, seed in ((one, 0), (other, 0), (one, 1))]
        gains[rows], controls[rows] = (played[0] - played[1])[:, 0], (played[2] - played[0])[:, 0]
    return gains, controls


def differing(one: Deals, other: Deals) -> npt.NDArray[np.bool]:
    """Which deals differ in call or discard."""
    return (one.trump != other.trump) | (one.discarded != other.discarded)


def discarded(deals: Deals) -> tuple[Deals, Deals]:
    """The deals after the fitted discards, and after the plain rules'."""
    return deals.discarding(exchange.discards), deals.discarding(tables.discards)


def called(deals: Deals) -> tuple[Deals, Deals]:
    """The deals after the fitted calls, and after the plain rules'; the discards are fitted in both."""
    denominations = deals.rules.denominations()

    def fitted(hands: Sets) -> npt.NDArray[np.int64]:
        return exchange.best_calls(hands, denominations, bool((np.bitwise_count(hands) > TRICKS).any()))

    def plain(hands: Sets) -> npt.NDArray[np.int64]:
        return tables.best_calls(hands, denominations)

    one, other = (deals.calling(call).discarding(exchange.discards) for call in (fitted, plain))
    return one, other


CHOICES = {"discards": discarded, "calls": called}

if __name__ == "__main__":
    main()
