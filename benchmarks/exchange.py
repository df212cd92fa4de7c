"""The fitted choices before the play against the plain rules', at the table.

    python benchmarks/exchange.py discards rollout:plain:20 --no-trump 0.5 --deals 6400 --seed 77002
    python benchmarks/exchange.py calls club --company mixed --deals 800 --seed 77003
    python benchmarks/exchange.py gifts rollout:plain:20 --gift left:1-0-0 --deals 3200 --seed 77004

Every deal in which the two choices differ is played twice with the same random numbers, once after each; only the
tricks of the seat that chose count.  What is chosen after it is fitted on both sides.  Beside the gain stands a
control: the same deals after the fitted choice against themselves with other random numbers.
Player: one of `named_players.py`, in the seat that chose.  Company: nothing (all three seats are the same), names, or
`mixed`.  A gift is told by its giver and the cards for dealer, left and right; nobody remembers it in the play.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from duplicate import Deals, Room, Stack
from named_players import MIXED, policy
from sequential import estimate_of
from verdicts import format_estimate

from ninefivetwo import Hand, Seat
from ninefivetwo.heuristics import tables
from ninefivetwo.models import exchange, gifts
from ninefivetwo.rules import TRICKS, DealPhase, RuleSet, parse_rules
from ninefivetwo.sets import Floats, Sets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("discards", "calls", "gifts"))
    parser.add_argument("player", help="who plays the cards of the seat that chose")
    parser.add_argument("--company", help="who sits in the two other seats (default: the same)")
    parser.add_argument("--rules", default="wikipedia", help="a rule set; it is the first deal of a match")
    parser.add_argument("--no-trump", type=float, default=0, metavar="SHARE", help="of the deals, of discards")
    parser.add_argument(
        "--gift", type=gift_asked, default="left:1-0-0", metavar="SEAT:CARDS", help="such as left:1-0-0"
    )
    parser.add_argument("--seed", type=int, default=952, help="of the cards")
    parser.add_argument("--deals", type=int, default=1600)
    parser.add_argument("--cores", type=int)
    asked = parser.parse_args()
    try:
        kinds = MIXED if asked.company == "mixed" else tuple((asked.company or asked.player).split(","))
        for name in (asked.player, *kinds):
            policy(name)
        stack = Stack(parse_rules(asked.rules), asked.seed, asked.no_trump, kinds)
    except ValueError as error:
        sys.exit(f"Error: {error}")
    deals = stack.deals(range(asked.deals))
    seat = asked.gift.seat if asked.what == "gifts" else Seat.DEALER
    one, other = {"discards": discarded, "calls": called, "gifts": partial(given, asked.gift)}[asked.what](deals)
    with Room(asked.cores) as room:
        gains, controls = compare(one, other, room, asked.player, seat)
    print("| trump | deals | differ in | tricks a deal | control | where they differ |\n|---|---|---|---|---|---|")
    for kind, rows in (("suits", ~deals.notrump), ("no-trump", deals.notrump)):
        if rows.any():
            differ = rows & differing(one, other)
            figures = (format_estimate(estimate_of(each)) for each in (gains[rows], controls[rows], gains[differ]))
            print(f"| {kind} | {rows.sum()} | {differ.sum()} | {' | '.join(figures)} |")


class Gift(NamedTuple):
    """Who gives, and how many cards to dealer, left and right."""

    seat: Seat
    owed: tuple[int, int, int]


def gift_asked(text: str) -> Gift:
    seat, _, cards = text.partition(":")
    dealer, left, right = map(int, cards.split("-"))
    return Gift(Seat.parse(seat), (dealer, left, right))


def compare(one: Deals, other: Deals, room: Room, player: str, seat: Seat = Seat.DEALER) -> tuple[Floats, Floats]:
    """What a player in a seat wins more in the first of two versions of each deal, and than in it with other numbers.

    Only deals that differ are played: in the others both are the same, and are not held against themselves either.
    """
    rows = np.flatnonzero(differing(one, other))
    gains, controls = np.zeros((2, len(one.numbers)))
    if len(rows):
        versions = ((one, 0), (other, 0), (one, 1))
        played = [room.in_seat(seat, player, deals.only(rows), seed) for deals, seed in versions]
        gains[rows], controls[rows] = played[0] - played[1], played[2] - played[0]
    return gains, controls


def differing(one: Deals, other: Deals) -> npt.NDArray[np.bool]:
    """Which deals differ in call, discard or hands."""
    hands = np.array([a != b for a, b in zip(one.layouts, other.layouts, strict=True)])
    return hands | (one.trump != other.trump) | (one.discarded != other.discarded)


def discarded(deals: Deals) -> tuple[Deals, Deals]:
    """The deals after the fitted discards, and after the plain rules'."""
    return deals.discarding(exchange.discards), deals.discarding(tables.discards)


def called(deals: Deals) -> tuple[Deals, Deals]:
    """The deals after the fitted calls, and after the plain rules'; the discards are fitted in both."""
    fitted = partial(fitted_calls, deals.rules)

    def plain(hands: Sets) -> npt.NDArray[np.int64]:
        return tables.best_calls(hands, deals.rules.denominations())

    one, other = (deals.calling(call).discarding(exchange.discards) for call in (fitted, plain))
    return one, other


def fitted_calls(rules: RuleSet, hands: Sets) -> npt.NDArray[np.int64]:
    return exchange.best_calls(hands, rules.denominations(), bool((np.bitwise_count(hands) > TRICKS).any()))


def given(gift: Gift, deals: Deals) -> tuple[Deals, Deals]:
    """The deals after the fitted gifts, returns, calls and discards, and the same after the plain rules' gifts."""
    hands = np.array([[layout[seat].cards for seat in Seat] for layout in deals.layouts], np.uint64)
    held = hands[:, gift.seat]
    fitted, plain = gifts.gives(held, *gift), tables.gives(held, gift.owed)
    return _given(gift.seat, fitted, hands, deals), _given(gift.seat, plain, hands, deals)


def _given(giver: Seat, cards: Sets, hands: Sets, deals: Deals) -> Deals:
    """The deals after some gifts, a column a receiver: all are handed over, then each returns."""
    called_first = deals.rules.later.index(DealPhase.TRUMP) < deals.rules.later.index(DealPhase.EXCHANGE)
    after = hands.copy()
    after[:, giver] ^= np.bitwise_or.reduce(cards, axis=1)
    for receiver in Seat:
        after[:, receiver] |= cards[:, receiver]
        back = tables.returns(after[:, receiver], cards[:, receiver])
        after[:, receiver] ^= back
        after[:, giver] |= back
    layouts = [replace(layout, **_hands(row)) for layout, row in zip(deals.layouts, after, strict=True)]
    calling = fitted_calls(deals.rules, (hands if called_first else after)[:, Seat.DEALER])
    return replace(deals, layouts=layouts, trump=calling).discarding(exchange.discards)


def _hands(row: Sets) -> dict[str, Hand]:
    return {seat.word: Hand(int(cards)) for seat, cards in zip(Seat, row, strict=True)}


if __name__ == "__main__":
    main()
