"""The judge: which of two players wins more tricks at the table, and is that more than luck?

    python -m benchmarks table rollout:plain:30 plain --company mixed --seed 11
    python -m benchmarks table club rule --company rule,beginner --most 800
    python -m benchmarks table rollout:plain:4 --false-alarms 100 --most 1600

Every deal is played again and again: each of the two sits in each seat, with the same company and the same random
numbers.  A deal's difference is the mean over the seats of what the first player won more than the second.  The test
is sequential (`sequential.py`).  Beside every figure stands its control: the first player against himself with other
random numbers, in the same deals.  A claim needs cards that were never used before: give it a seed of its own.

Players: `named_players.py`.  Company: one name; several, of whom two are drawn for each deal; or `mixed`.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.comparison import Comparison, against_itself
from benchmarks.duplicate import Room, Stack
from benchmarks.named_players import MIXED, policy
from benchmarks.sequential import FIRST, MOST, count_clear, judge
from benchmarks.verdicts import format_estimate, in_words, power
from ninefivetwo.rules import parse_rules
from ninefivetwo.sets import Floats


def main() -> None:
    asked = arguments()
    try:
        kinds = MIXED if asked.company == "mixed" else tuple(asked.company.split(","))
        for name in (asked.one, asked.other, *kinds):
            policy(name)
        stack = Stack(parse_rules(asked.rules), asked.seed, asked.no_trump, kinds)
        with Room(asked.cores) as room:
            if asked.false_alarms:
                runs = against_itself(asked.one, room.judged, stack, asked.most)
                found = count_clear(runs, asked.false_alarms, asked.first, asked.most)
                print(f"{found} false alarms in {asked.false_alarms} judgements of {asked.one} against itself")
            else:
                compare(Comparison(asked.one, asked.other, room.judged, stack), asked.first, asked.most)
    except ValueError as error:
        sys.exit(f"Error: {error}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", help="a player")
    parser.add_argument("other", nargs="?", default="plain", help="the player he is compared with (default: plain)")
    parser.add_argument("--company", default="plain", help="who sits in the two other seats (default: plain)")
    parser.add_argument("--rules", default="wikipedia", help="a rule set: its contracts, lead and order count")
    parser.add_argument("--no-trump", type=float, default=0, metavar="SHARE", help="of the deals (default: 0)")
    parser.add_argument("--seed", type=int, default=952, help="of the cards")
    parser.add_argument("--first", type=int, default=FIRST, help="deals at the first look; as --most: a single look")
    parser.add_argument("--most", type=int, default=MOST, help="deals at most")
    parser.add_argument("--cores", type=int)
    parser.add_argument("--false-alarms", type=int, metavar="RUNS", help="judge ONE against itself so many times")
    return parser.parse_args()


def compare(comparison: Comparison[str], first: int, most: int) -> None:
    """Judge two players, the state after each look on stderr, and print the verdict and its figures."""

    def differences(numbers: range) -> Floats:
        found = comparison.differences(numbers)
        print(
            f"after {numbers.stop} deals: {format_estimate(comparison.figures()[-1].gain)}", file=sys.stderr, flush=True
        )
        return found

    verdict = judge(differences, first, most)
    figures = comparison.figures()
    print(in_words(comparison.one, comparison.other, verdict, figures[-1].control))
    print("\n| trump | seat | deals | tricks a deal | control |\n|---|---|---|---|---|")
    for each in figures:
        estimates = f"{format_estimate(each.gain)} | {format_estimate(each.control)}"
        print(f"| {each.trump} | {each.seat} | {each.gain.n} | {estimates} |")
    print(f"\n{power(verdict)}")


if __name__ == "__main__":
    main()
