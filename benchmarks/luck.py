"""Does skill tell what a player won?  `python benchmarks/luck.py [PLAYER ...] [--deals N] [--seed S]`

Three club players play a deal; then each of them gives his seat to the player named, the same cards again.  By how many
tricks that seat then does better is what the other player is worth there; `skill` says it from his deal alone.  Also
what his decisions brought him by phase, the standard error told of a skill, how far skills of the same deals by other
playouts differ in these errors, and the processor time of `luck`.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean

import numpy as np

from ninefivetwo import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Deal
from ninefivetwo.players import PLAYERS
from ninefivetwo.review import decision_nodes
from ninefivetwo.review.luck import Luck, luck
from ninefivetwo.rules import parse_rules


def played(names: list[str], seed: int) -> Deal:
    """A deal played by players by name, from the dealer on; every second one follows a deal that had results."""
    deal = Deal.start(parse_rules("wikipedia"), next(random_deals(seed)), (-1, 2, -1) if seed % 2 else None)
    players = [PLAYERS[name](10 * seed + i) for i, name in enumerate(names)]
    while (turn := deal.turn) is not None:
        deal = deal.after(players[turn.seat].act(deal.seen_by(turn.seat)))
    return deal


def in_the_place(name: str, seat: Seat, seed: int) -> tuple[int, Luck, Luck, float]:
    """How many tricks more a player wins in a seat; the deal's luck, by two seeds; seconds of one."""
    names = ["club"] * len(Seat)
    base = played(names, seed)
    names[seat] = name
    deal = played(names, seed)
    nodes = decision_nodes(deal)
    start = time.process_time()
    one = luck(nodes, seed)
    seconds = time.process_time() - start
    return deal.won[seat] - base.won[seat], one, luck(nodes, seed + 1), seconds


def line(name: str, seat: Seat, deals: range) -> str:
    """A line of the table."""
    found = [in_the_place(name, seat, seed) for seed in deals]
    skills = [one.skill(seat, seat) for _, one, _, _ in found]
    off = [
        (one.skill(seat, seat) - other.skill(seat, seat)) / np.hypot(one.skill_error(seat), other.skill_error(seat))
        for _, one, other, _ in found
    ]
    cells = [
        *(format_estimate(Estimate.of(values)) for values in ([more for more, *_ in found], skills)),
        f"{np.std(skills):.2f}",
        f"{mean(one.skill_error(seat) for _, one, _, _ in found):.2f}",
        f"{np.sqrt(np.mean(np.square(off))):.2f}",
        f"{mean(seconds for *_, seconds in found):.2f}",
    ]
    return f"| {name} | {seat.word} | {len(found)} | {' | '.join(cells)} |"


def format_estimate(found: Estimate | None) -> str:
    return "" if found is None else f"{found.mean:+.2f} ± {found.standard_error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=["beginner", "rule", "club", "expert"], metavar="PLAYER")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5_000_000)
    asked = parser.parse_args()
    print("| player | seat | deals | won more | skill | spread of it | its error | by other playouts | seconds |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in asked.players:
        for seat in Seat:
            print(line(name, seat, range(asked.seed, asked.seed + asked.deals)), flush=True)


if __name__ == "__main__":
    main()
