"""How long advice takes, and how sure it is then: `python benchmarks/advice_speed.py [--hands N] [--seed S]`.

Calls in 5 seconds, discards in 3, a card of the first trick in 2 and of the ninth in 0.5, as the commands do: on all
cores, until it is decided or time is up.  The error is that of the difference between the recommendation and the next
best.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from ninefivetwo.advise import Limits, advise_before_play, advise_play
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Call, Deal, DealView, Discard, Play
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.rules import parse_rules

JOBS = (
    ("call", Call, 16, 5.0),
    ("discard", Discard, 20, 3.0),
    ("card, trick 1", Play, 16, 2.0),
    ("card, trick 9", Play, 8, 0.5),
)


def view_of(seed: int, kind: type, cards: int) -> DealView:
    """A deal of the plain players at the first such choice from so many cards."""
    deal = Deal.start(parse_rules("wikipedia"), next(random_deals(seed)))
    while (turn := deal.turn) is None or turn.kind is not kind or len(turn.held) > cards or turn.count() < 2:
        assert turn is not None
        deal = deal.after(heuristic_action(deal.seen_by(turn.seat)))
    return deal.seen_by(turn.seat)


def asked(view: DealView, seconds: float, seed: int) -> tuple[float, float]:
    """Seconds that the advice took, and the error of its lead."""
    start, limits = time.perf_counter(), Limits(seconds, seed=seed)
    if view.turn is not None and view.turn.kind is Play:
        lead = advise_play(view, limits).lead
    else:
        lead = advise_before_play(view, limits).lead
    error = lead.standard_error if lead else 0.0
    return time.perf_counter() - start, error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=25)
    parser.add_argument("--seed", type=int, default=9000)
    args = parser.parse_args()
    print("| choice | n | seconds: median | p90 | worst | error of the lead: median | p90 | worst |")
    print("|---|---|---|---|---|---|---|---|")
    for name, kind, cards, limit in JOBS:
        found = [asked(view_of(args.seed + i, kind, cards), limit, i) for i in range(args.hands)]
        figures = [
            (median(column), sorted(column)[len(column) * 9 // 10], max(column)) for column in zip(*found, strict=True)
        ]
        print(
            f"| {name} | {args.hands} | " + " | ".join(f"{figure:.2f}" for three in figures for figure in three) + " |"
        )


if __name__ == "__main__":
    main()
