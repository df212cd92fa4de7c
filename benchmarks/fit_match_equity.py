"""The chances of winning a match by its score: fitted, and checked.

Run as `python benchmarks/fit_match_equity.py [--matches N]`.

Plain players play whole matches under several rule sets; after every deal but the last the score is known, and who won
in the end.  The scale of `ninefivetwo.models.match_equity` is the best of a grid by the logarithm of the winner's
chance. Printed: the best of the grid, what is in use, and of the latter how often those who were given some chance did
win.
"""

from __future__ import annotations

import argparse
from itertools import product
from math import exp, log, sqrt

from ninefivetwo.cards import Seat
from ninefivetwo.models import match_equity
from ninefivetwo.players import Table, play_rounds
from ninefivetwo.rules import RuleSet, parse_rules

RULES = ("bga", "wikipedia", "nine-two-five", "catalan")
DecisionNode = tuple[
    RuleSet, int, tuple[int, ...], list[float]
]  # rules, deals played, score, each player's share of the win
Scale = tuple[float, float, float]


def decision_nodes(name: str, matches: int, seed: int) -> list[DecisionNode]:
    """Every score of matches that went on, and who won."""
    rules, found = parse_rules(name), []
    table = Table(("rule", "rule", "rule"), rules, seed, matches=True)
    for played in play_rounds(table, range(matches)):
        last = played.deals[-1]
        winners = [last.names[seat] for seat in last.winners()]
        for match in played.deals[:-1]:
            shares = [(match.names[seat] in winners) / max(len(winners), 1) for seat in Seat]
            found.append((rules, match.number, match.total, shares))
    return found


def chances(point: DecisionNode, scale: Scale) -> list[float]:
    """What the model says of each seat."""
    rules, number, total, _ = point
    steady, by_deal, pace = scale
    match_equity.PACE = pace
    width = sqrt(steady**2 + by_deal * match_equity.to_go(rules, total, number))
    weights = [exp((score - max(total)) / width) for score in total]
    return [weight / sum(weights) for weight in weights]


def fit(points: list[DecisionNode], scale: Scale) -> float:
    """The mean logarithm of the winner's chance."""
    return sum(
        sum(share * log(chance) for chance, share in zip(chances(p, scale), p[3], strict=True)) for p in points
    ) / len(points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=150, help="under each rule set")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    used = match_equity.STEADY, match_equity.BY_DEAL, match_equity.PACE
    points = [point for name in RULES for point in decision_nodes(name, asked.matches, asked.seed)]
    grid = list(product((1.0, 2.0, 3.0), (5.0, 7.0, 10.0, 14.0), (0.7, 1.0, 1.5)))
    best = max(grid, key=lambda scale: fit(points, scale))
    print(f"{len(points)} scores; the best of the grid, and what is in use:")
    print(*(f"{scale}: {fit(points, scale):.4f}" for scale in (best, used)))
    pairs = [pair for p in points for pair in zip(chances(p, used), p[3], strict=True)]
    for low in range(0, 100, 20):
        here = [pair for pair in pairs if low <= 100 * pair[0] < low + 20 or (low == 80 and pair[0] == 1)]
        given, won = (sum(pair[i] for pair in here) / max(len(here), 1) for i in (0, 1))
        print(f"given {low} to {low + 20} %: {len(here)} times, on average {100 * given:.0f} %; won {100 * won:.0f} %")


if __name__ == "__main__":
    main()
