"""How far apart the levels of computer players are: `python benchmarks/levels.py [--rounds N] [--seed S] [--deals N]`.

Beginner, club and expert sit at one table, each deal three times with the same cards, every player once in every seat.
Printed are the points a deal that each scores, and the differences, with their standard errors: a round of three deals
is one value.  Then the seconds that an expert takes at the table of `ninefivetwo play`, in so many deals of matches of
their own, where two experts sit with a player by the plain rules.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from statistics import median

from ninefivetwo import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.players import Table, differences, play_rounds, player_results
from ninefivetwo.rules import parse_rules
from ninefivetwo.session import LEVELS, Computers, Due, GameSession

RULES = "wikipedia"


def strength(rounds: int, seed: int) -> None:
    """The three levels at one table, in duplicate."""
    weakest, middle, strongest = LEVELS
    table = Table((strongest, middle, weakest), parse_rules(RULES), seed, duplicate=True)
    start = time.perf_counter()
    found = list(play_rounds(table, range(rounds)))
    print(f"{rounds} deals in three rotations, {RULES}, seed {seed}: {time.perf_counter() - start:.0f} s\n")
    print("| level | points a deal | seconds a decision |\n|---|---|---|")
    for result in player_results(found, table.labels, False):
        print(f"| {result.label} | {format_estimate(result.score)} | {result.seconds:.4f} |")
    print("\n| on the same cards | points a deal | in standard errors |\n|---|---|---|")
    for (one, other), mean in differences(found, table.labels).items():
        assert mean is not None
        print(f"| {one} over {other} | {format_estimate(mean)} | {mean.mean / mean.standard_error:.1f} |")


def format_estimate(mean: Estimate | None) -> str:
    return "-" if mean is None else f"{mean.mean:+.2f} ± {mean.standard_error:.2f}"


def pace(deals: int, seed: int) -> None:
    """Seconds of the expert's decisions at the table, but where there is one legal card only."""
    took = defaultdict[str, list[float]](list)
    computers = Computers()
    for number in range(deals):
        session = GameSession.start(parse_rules(RULES), ("expert", "expert"), Seat(number % 3), seed + number, True)
        while session.due in (Due.PERSON, Due.COMPUTER):
            turn = session.deal.turn
            assert turn is not None
            if session.due is Due.PERSON:
                session = session.act(heuristic_action(session.view))
                continue
            start = time.perf_counter()
            session = session.computer_acts(computers)
            if turn.count() > 1:
                took[turn.kind.name].append(time.perf_counter() - start)
    print(f"\n| the expert in {deals} deals | n | seconds: median | nine in ten | worst |\n|---|---|---|---|---|")
    for name, seconds in took.items():
        seconds.sort()
        tail = seconds[len(seconds) * 9 // 10], seconds[-1]
        print(f"| {name} | {len(seconds)} | {median(seconds):.2f} | {tail[0]:.2f} | {tail[1]:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--seed", type=int, default=952)
    parser.add_argument("--deals", type=int, default=12, help="for the expert's pace")
    args = parser.parse_args()
    strength(args.rounds, args.seed)
    pace(args.deals, args.seed)


if __name__ == "__main__":
    main()
