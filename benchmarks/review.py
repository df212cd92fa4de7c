"""How long a review takes: `python benchmarks/review.py [--deals N] [--seed S] [--fair]`

Second deals, with their exchanges, of matches that three plain players play under the rules of wikipedia.  Hindsight on
one core; with --fair the fair part alone, at its default limits, on all.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from statistics import median

from ninefivetwo.advise import Limits
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.review import FAIR_WORLDS, decision_nodes, fair, review
from ninefivetwo.rules import parse_rules


def second_deal(seed: int) -> Match:
    """A match at the end of its second deal."""
    first, second = islice(random_deals(seed), 2)
    match = played(UndealtMatch(parse_rules("wikipedia")).dealt(first))
    return played(match.following().dealt(second))


def played(match: Match) -> Match:
    """The match when its deal has been played by the rules of thumb."""
    while not match.deal.over:
        match = match.after(heuristic_action(match.deal.seen_by(match.deal.due_turn.seat)))
    return match


def timed(match: Match, fairly: bool) -> float:
    """Seconds."""
    start = time.perf_counter()
    if not fairly:
        review(match)
    else:
        for number, point in enumerate(decision_nodes(match.deal)):
            if point.before.turn is not None and point.before.turn.count() > 1:
                fair(point, Limits(None, FAIR_WORLDS, number))
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--fair", action="store_true")
    asked = parser.parse_args()
    found = []
    for number in range(asked.seed, asked.seed + asked.deals):
        found.append(timed(second_deal(number), asked.fair))
        print(f"deal {number}: {found[-1]:.1f} s", flush=True)
    found.sort()
    nine = found[min(len(found) * 9 // 10, len(found) - 1)]
    print(f"{len(found)} deals: median {median(found):.1f} s, nine of ten below {nine:.1f}, worst {found[-1]:.1f}")


if __name__ == "__main__":
    main()
