"""Times what stands between all cards seen and one hand: `python -m benchmarks seats [knowledge] [worlds] [quantal]`.

knowledge  a seat's knowledge at every moment of played deals with exchanges, rule sets in turn
worlds     worlds drawn at the first trick, by the seat that looks on; every one is checked to fit its hand
quantal    quantal values of endings of played-out dealer deals, each solver cold; checked to sum to the tricks

One thread.  Medians, means, tails; seeds are fixed, so each run has the same questions.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import mean, median

from benchmarks.corpus import read
from ninefivetwo import Denomination, Hand, Position, Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Deal, Play, UndealtMatch
from ninefivetwo.knowledge import Knowledge
from ninefivetwo.rules import NAMED
from ninefivetwo.solve import QuantalSolver


def deals(seed: int, number: int) -> Iterator[Deal]:
    """Every state of matches of random actions, so many deals under each rule set."""
    for name in NAMED:
        random, layouts, undealt = Random(seed), random_deals(seed), UndealtMatch(NAMED[name].rules)
        while undealt.number <= number:
            match = undealt.dealt(next(layouts))
            while not match.deal.over:
                yield match.deal
                match = match.after(match.deal.due_turn.draw(random))
            if match.over:
                break
            undealt = match.following()


def show(name: str, ms: list[float]) -> None:
    ms.sort()
    tail = [ms[len(ms) * p // 100] for p in (90, 99)]
    print(f"| {name} | {len(ms)} | {mean(ms):.3f} | {median(ms):.3f} | {tail[0]:.3f} | {tail[1]:.3f} | {ms[-1]:.3f} |")


def timed(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return (time.perf_counter() - start) * 1e3


def knowledge() -> None:
    knowing, counting = [], []
    for deal in deals(1, 6):
        for seat in Seat:
            view = deal.seen_by(seat)
            knowing.append(timed(lambda view=view: Knowledge(view)))  # type: ignore[misc]
            if len(deal.events) % 8 == 0:
                known = Knowledge(view)
                counting.append(timed(known.count))
    show("knowledge of a view, ms", knowing)
    show("its table of worlds, ms", counting)


def worlds() -> None:
    rates = []
    for deal in deals(2, 6):
        turn = deal.turn
        if turn is None or turn.kind is not Play or sum(deal.won) or deal.table:
            continue
        for seat in Seat:
            known = Knowledge(deal.seen_by(seat))
            known.count()
            start = time.perf_counter()
            found = known._worlds.draw(5000, 1)
            rates.append(5000 / (time.perf_counter() - start) / 1000)
            hand = deal.hands[seat]
            if not (isinstance(hand, Hand) and all(world[seat] == hand.cards for world in found)):
                raise SystemExit(f"a world that does not fit: {deal}")
    show("worlds at the first trick, thousands a second", rates)
    print(f"the slowest of {len(rates)}: {min(rates):.0f} thousand a second")


def endings(tricks: int) -> Iterator[tuple[Position, Denomination]]:
    """Endings of dealer deals, the cards before played at random."""
    for question in read("dealer16"):
        random, position = Random(str(question.layout)), Position(question.layout)
        while position.tricks > tricks or position.table:
            cards = list(position.legal())
            after = position.after(cards[int(random.random() * len(cards))], question.trump)
            assert after is not None
            position = after
        yield position, question.trump


def quantal() -> None:
    for tricks in (6, 8, 9, 10, 11):
        ms = []
        for i, (position, denomination) in enumerate(endings(tricks)):
            if tricks > 9 and i % 4:
                continue
            solver = QuantalSolver()
            values: list[float] = []
            ms.append(timed(lambda: values.extend(solver.values(position, denomination))))  # noqa: B023
            if abs(sum(values) - tricks) > 1e-9:
                raise SystemExit(f"wrong: {values}, {position}")
        show(f"quantal value, {tricks} tricks, ms", ms)


JOBS = {"knowledge": knowledge, "worlds": worlds, "quantal": quantal}

if __name__ == "__main__":
    print("| what | n | mean | median | p90 | p99 | worst |\n|---|---|---|---|---|---|---|")
    for job in sys.argv[1:] or JOBS:
        JOBS[job]()
