"""Measure the time that advice takes, and its standard error.

Each command of `n52 advise` runs in a process of its own, whose start-up counts; the same advice is also computed in
this process. Both use all cores and the default limits. Processor seconds are added up over all cores, so that other
work on the machine hardly changes them. The error is that of the difference between the recommended choice and the next
best. With --against DIR, the commands of another checkout run alternately with ours, and the ratio of the times is
printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from benchmarks.adviser import advice_on
from benchmarks.moments import Moments
from benchmarks.report import SPREAD, head, row, spread
from benchmarks.versions import python_of, text_of
from ninefivetwo import Seat, Trump
from ninefivetwo.game import Call, DealView, Discard, Give, GiveTurn, Play
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.think.advise import Limits

WIKIPEDIA = parse_rules("wikipedia")

#: For each question: the positions, and the targets (seconds of the command; errors at the median and 90th percentile).
JOBS: dict[str, tuple[Any, str]] = {
    "call": ({"kind": Call}, "1.0 s; 0.05, 0.10"),
    "discard": ({"kind": Discard}, "1.0 s; 0.05, 0.10"),
    "discard, no-trump": ({"kind": Discard, "trump": Trump.NO_TRUMP}, "1.0 s; 0.05, 0.10"),
    "gift of one": ({"kind": Give, "previous": (1, -1, 0)}, "1.0 s; 0.05, 0.10"),
    "gifts, two and one": ({"kind": Give, "previous": (3, -2, -1)}, "1.0 s; 0.05, 0.10"),
    "card, trick 1": ({"kind": Play, "held": (16,)}, "0.5 s; 0.04"),
    "card, trick 9": ({"kind": Play, "held": (8,)}, "0.2 s; 0.02"),
}


def command_of(view: DealView) -> tuple[list[str], str]:
    """Return the command that asks for advice in a position, and its standard input."""
    turn = view.due_turn
    hand = str(turn.held)
    if turn.kind is Call:
        return ["trump", hand], ""
    if turn.kind is Discard:
        return ["discard", hand, "--trump", view.called.letter], ""
    if isinstance(turn, GiveTurn):
        give = ",".join(f"{seat.word}={number}" for seat, number in zip(Seat, turn.owed, strict=True) if number)
        return ["exchange", hand, "--seat", turn.seat.word, "--give", give], ""
    return ["play", "-"], text_of(view)


def asked(view: DealView) -> tuple[float, float, float, float]:
    """Return the wall-clock and processor seconds of the command, the seconds of the call, and the error of the
    lead."""
    used = processor_seconds()
    seconds, told = commanded(view, sys.executable)
    used = processor_seconds() - used
    start = time.perf_counter()
    advice_on(view, Limits())
    return seconds, used, time.perf_counter() - start, error_of_lead(json.loads(told))


def commanded(view: DealView, python: str) -> tuple[float, str]:
    """Run the command with the Python of some version; return its seconds and its output."""
    words, record = command_of(view)
    start = time.perf_counter()
    done = subprocess.run(
        [python, "-m", "ninefivetwo", "advise", *words, "--json"], input=record, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"Error: n52 advise {' '.join(words)}: {done.stderr.strip()}")
    return time.perf_counter() - start, done.stdout


def by_turns(views: Sequence[DealView], other: str) -> Iterator[tuple[float, float]]:
    """Run each view's command in this Python and in another one, in alternating order, and return the seconds of
    both."""
    for number, view in enumerate(views):
        pythons = (sys.executable, other)[:: 1 if number % 2 else -1]
        seconds = {python: commanded(view, python)[0] for python in pythons}
        yield seconds[sys.executable], seconds[other]


def processor_seconds() -> float:
    """Return the processor seconds of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def error_of_lead(told: dict[str, Any]) -> float:
    """Return the smallest regret's standard error from advice in JSON, without the recommended choice; 0 if there is
    only one.
    """
    choices = told.get("candidates") or told.get("cards") or [*told["denominations"].values()]
    regrets = [(each["regret"]["mean"], each["regret"]["se"]) for each in choices]
    regrets.remove((0, 0))
    return min(regrets, default=(0, 0.0))[1]


def main(*, only: str = "", hands: int = 20, seed: int = 9000, against: str | None = None) -> None:
    """
    only: measure only this kind of advice
    hands: number of hands of each kind
    against: checkout of another version, set up by make .venv/tested
    """
    if only and only not in JOBS:
        raise ValueError(f"unknown kind of advice: {only!r} (expected one of {'; '.join(JOBS)})")
    other = None if against is None else str(python_of(against))
    head("kind", "figure", "n", *SPREAD, "aim")
    for name in [only] if only else JOBS:
        what, aim = JOBS[name]
        moments = Moments(rules=WIKIPEDIA, seed=seed, times=1, company=("plain",), **what)
        views = [moments.moment(number).view for number in range(hands)]
        if other is not None:
            here, there = zip(*by_turns(views, other), strict=True)
            for words, figures in (("command, s", here), ("the other's", there)):
                row(name, words, hands, *spread(figures), "")
            row(name, "ratio", hands, "", f"{median(here) / median(there):.2f}", "", "", "", "")
            continue
        found = zip(*map(asked, views), strict=True)
        for words, figures in zip(("command, s", "processor, s", "call, s", "error of the lead"), found, strict=True):
            row(name, words, hands, *spread(figures), aim)
