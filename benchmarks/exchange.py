"""The fitted choices before the play against the plain rules', at the table.

    python benchmarks/exchange.py discards rollout:plain:20 --no-trump 0.5 --deals 6400 --seed 77002
    python benchmarks/exchange.py calls club --company mixed --deals 800 --seed 77003

Every deal is played twice with the same random numbers, once after each of the two choices; only the dealer's tricks
count.  After a call both sides discard as fitted.  Beside the gain stands a control: the fitted choice against itself
with other random numbers.
Dealer: one of `named_players.py`.  Company: nothing (all three seats are the same), names, or `mixed`.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from comparison import Comparison, TricksOf
from duplicate import Caller, Discarder, Room, Stack
from named_players import MIXED, policy
from verdicts import format_estimate

from ninefivetwo.heuristics import tables
from ninefivetwo.models import exchange
from ninefivetwo.rules import TRICKS, RuleSet, parse_rules
from ninefivetwo.sets import Sets


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
    with Room(asked.cores) as room:
        compared = compare(asked.what, room, asked.dealer, stack)
        compared.differences(range(asked.deals))
    print("| trump | deals | tricks a deal | control |\n|---|---|---|---|")
    for each in compared.figures():
        print(f"| {each.trump} | {each.gain.n} | {format_estimate(each.gain)} | {format_estimate(each.control)} |")


def compare(what: str, room: Room, dealer: str, stack: Stack) -> Comparison[Discarder] | Comparison[Caller]:
    """The fitted choice and the plain rules'."""
    if what == "discards":
        return Comparison(exchange.discards, tables.discards, discarded(room, dealer), stack)
    return Comparison(fitted_calls(stack.rules), plain_calls(stack.rules), called(room, dealer), stack)


def fitted_calls(rules: RuleSet) -> Caller:
    return lambda hands: exchange.best_calls(hands, rules.denominations(), kitty_seen(hands))


def plain_calls(rules: RuleSet) -> Caller:
    return lambda hands: tables.best_calls(hands, rules.denominations())


def kitty_seen(hands: Sets) -> bool:
    return bool((np.bitwise_count(hands) > TRICKS).any())


def discarded(room: Room, dealer: str) -> TricksOf[Discarder]:
    """The dealer's tricks after discards, in the deals' company."""
    return lambda choose, deals, seed: room.with_dealer(dealer, deals.discarding(choose), seed)


def called(room: Room, dealer: str) -> TricksOf[Caller]:
    """The dealer's tricks after calls and the fitted discards."""
    return lambda call, deals, seed: room.with_dealer(dealer, deals.calling(call).discarding(exchange.discards), seed)


if __name__ == "__main__":
    main()
