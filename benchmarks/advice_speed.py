"""How long advice takes, and how sure it is then: `python -m benchmarks advice_speed [--hands N] [--seed S]`.

Whole commands of `n52 advise`, a process each with its start-up, and the same advice asked for in this process; on all
cores, within the limits that both have if nothing is said.  Processor seconds are those of all cores together, which
other work on the machine hardly changes.  The error is that of the lead: of the difference between the recommended
choice and the next best.  Each line ends with what was aimed at.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median
from typing import Any

from benchmarks.adviser import advice_on
from benchmarks.moments import Moments
from benchmarks.versions import text_of
from ninefivetwo import Denomination, Seat
from ninefivetwo.advise import Limits
from ninefivetwo.game import Call, DealView, Discard, Give, GiveTurn, Play
from ninefivetwo.rules import parse_rules

WIKIPEDIA = parse_rules("wikipedia")

#: What is asked, at which moments, and the aims: seconds of the command, errors at the median and for nine in ten.
JOBS: dict[str, tuple[Any, str]] = {
    "call": ({"kind": Call}, "1.0 s; 0.05, 0.10"),
    "discard": ({"kind": Discard}, "1.0 s; 0.05, 0.10"),
    "discard, no-trump": ({"kind": Discard, "trump": Denomination.N}, "1.0 s; 0.05, 0.10"),
    "gift of one": ({"kind": Give, "previous": (1, -1, 0)}, "1.0 s; 0.05, 0.10"),
    "gifts, two and one": ({"kind": Give, "previous": (3, -2, -1)}, "1.0 s; 0.05, 0.10"),
    "card, trick 1": ({"kind": Play, "held": (16,)}, "0.5 s; 0.04"),
    "card, trick 9": ({"kind": Play, "held": (8,)}, "0.2 s; 0.02"),
}


def command_of(view: DealView) -> tuple[list[str], str]:
    """The command that asks for advice on what is due, and what it reads."""
    turn = view.due_turn
    hand = str(turn.held)
    if turn.kind is Call:
        return ["trump", hand], ""
    if turn.kind is Discard:
        return ["discard", hand, "--trump", view.called.name], ""
    if isinstance(turn, GiveTurn):
        give = ",".join(f"{seat.word}={number}" for seat, number in zip(Seat, turn.owed, strict=True) if number)
        return ["exchange", hand, "--seat", turn.seat.word, "--give", give], ""
    return ["play", "-"], text_of(view)


def asked(view: DealView) -> tuple[float, float, float, float]:
    """Seconds of the command, its processor seconds, seconds of the call, the error of the lead."""
    words, record = command_of(view)
    start, used = time.perf_counter(), processor_seconds()
    done = subprocess.run(
        [sys.executable, "-m", "ninefivetwo", "advise", *words, "--json"], input=record, capture_output=True, text=True
    )
    seconds, used = time.perf_counter() - start, processor_seconds() - used
    if done.returncode:
        raise SystemExit(f"Error: n52 advise {' '.join(words)}: {done.stderr.strip()}")
    start = time.perf_counter()
    advice_on(view, Limits())
    return seconds, used, time.perf_counter() - start, error_of_lead(json.loads(done.stdout))


def processor_seconds() -> float:
    """Of all processes that this one has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def error_of_lead(told: dict[str, Any]) -> float:
    """Of advice in JSON: that of the least regret beside the recommended choice's own; 0 where there is no other."""
    choices = told.get("candidates") or told.get("cards") or [*told["denominations"].values()]
    regrets = [(each["regret"]["mean"], each["regret"]["se"]) for each in choices]
    regrets.remove((0, 0))
    return min(regrets, default=(0, 0.0))[1]


def spread(figures: Sequence[float]) -> str:
    """Median, nine in ten, worst."""
    ordered = sorted(figures)
    return " | ".join(f"{each:.2f}" for each in (median(ordered), ordered[len(ordered) * 9 // 10], ordered[-1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="WHAT", help=f"of: {'; '.join(JOBS)} (default: all)")
    parser.add_argument("--hands", type=int, default=20, help="of each")
    parser.add_argument("--seed", type=int, default=9000)
    args = parser.parse_args()
    if unknown := [each for each in args.jobs if each not in JOBS]:
        parser.error(f"nothing to time: {unknown[0]!r} (expected one of {'; '.join(JOBS)})")
    print("| what | n | command, s: median | p90 | worst | processor, s: median | p90 | worst ", end="")
    print("| call, s: median | p90 | worst | error of the lead: median | p90 | worst | aim |\n" + "|---" * 15 + "|")
    for name in args.jobs or JOBS:
        what, aim = JOBS[name]
        moments = Moments(rules=WIKIPEDIA, seed=args.seed, times=1, company=("plain",), **what)
        found = [asked(moments.moment(number).view) for number in range(args.hands)]
        figures = " | ".join(map(spread, zip(*found, strict=True)))
        print(f"| {name} | {args.hands} | {figures} | {aim} |", flush=True)


if __name__ == "__main__":
    main()
