"""Measure the speed of playouts, and check their results.

The benchmark times a whole deal by a policy, on every path of the engine's arithmetic, the parts of the learned
policy's time, a thousand worlds with sixty discards each, and the likelihood of a thousand worlds. Times are processor
time on one core, as the median of batches. It checks that all tricks are won, that repeated runs agree, and that
networks of any size make the same choices on every path.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice
from statistics import median
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from engine_lab import choose_by_features
from playout_games import small_network

from benchmarks.duplicate import Stack
from benchmarks.report import check, head, row, timed
from ninefivetwo import Seat
from ninefivetwo.game import Deal, DealView, Discard, Play
from ninefivetwo.game.rules import TRICKS, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.sets import Sets
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.knowledge.likelihood import CardModel
from ninefivetwo.think.playouts import games_in, play_out, policy
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import VIEW, choose, rows_of_play

WORLDS, DISCARDS = 1000, 60
SIZES = (16, 8), (32, 16), (64, 32)  # layer sizes of networks
PLAYED = (1, 9, 25)  # cards played before the likelihood is computed
MICRO, MILLI = 1e6, 1e3  # units per second
RULES = parse_rules("wikipedia")


Rows = npt.NDArray[np.void]
Numbers = TypeVar("Numbers", bound=npt.NDArray[Any])


class Timing(NamedTuple):
    """A job with its median seconds, the unit to print, and the target, or None without a target."""

    what: str
    seconds: float
    unit: float
    aim: float | None = None

    def cells(self) -> tuple[str, str, str]:
        word = {MICRO: "µs", MILLI: "ms"}[self.unit]
        aim = "" if self.aim is None else f"{self.aim * self.unit:g} {word}"
        return self.what, aim, f"{self.seconds * self.unit:.3g} {word}"


def main(*, deals: int = 2000, batches: int = 15, seed: int = 952) -> None:
    """
    deals: number of deals in a batch
    batches: number of batches of each job
    """
    head("what", "aim", "reached")
    for timing in timings(seed, deals, batches):
        row(*timing.cells())


def timings(seed: int, deals: int, batches: int) -> Iterator[Timing]:
    """Yield all timings in the order of the table."""
    yield whole_deals("plain", 4e-6, seed, deals, batches)
    for _ in on_each_path():
        yield whole_deals("learned", 100e-6, seed, deals, batches)
    yield from parts(seed, deals, batches)
    yield discards(seed, batches)
    for number in PLAYED:
        yield likelihood(number, seed, batches)


def whole_deals(name: str, aim: float, seed: int, deals: int, batches: int) -> Timing:
    """Time a whole deal in which all three players use this policy."""
    games, three = Stack(RULES, seed).deals(range(deals)).games, (policy(name),) * 3
    seconds, tricks = steady(lambda: play_out(three, games, threads=1), batches)
    check((tricks.sum(axis=1) == TRICKS).all(), f"{name}: not all tricks are won")
    path = "" if name == "plain" else f", path {engine.path()}"
    return Timing(f"a whole deal by the policy `{name}`{path}", seconds / deals, MICRO, aim)


def parts(seed: int, deals: int, batches: int) -> Iterator[Timing]:
    """Time the parts of choosing cards, per deal: features, sums of table rows, and the second layer.

    The second layer is timed by two networks of 64 hidden units, one with twice as many units in the second layer as
    the other. This gives the time for the learned policy's 32 hidden units.
    """
    views = decisions(seed, deals)
    check_choices(views)
    rows = views.view(np.uint8).reshape(len(views), VIEW.itemsize)
    features, _ = steady(lambda: np.array([choose_by_features(rows)]), batches)
    plain, ours, half, whole = (
        steady(partial(choose, chosen, views), batches)[0]
        for chosen in (policy("plain"), policy("learned"), small_network(1, 64, 16), small_network(1, 64, 32))
    )
    layer = (whole - half) / 2
    for what, spent in (("features", features), ("the second layer", layer)):
        yield Timing(f"of it: {what}", spent / deals, MICRO)
    yield Timing("of it: rows of the table added up", (ours - plain - features - layer) / deals, MICRO)


def decisions(seed: int, deals: int) -> Rows:
    """Return the views of seats that have a choice, in deals played by the learned policy."""
    games, seats = Stack(RULES, seed).deals(range(deals)).games, np.zeros((deals, 3))
    return rows_of_play([policy("learned")], games, seats, seats == 0, 0.0)[0]


def on_each_path() -> Iterator[str]:
    """Select each path of the engine's arithmetic in turn, and restore the original path at the end."""
    before = engine.path()
    try:
        for name in engine.paths():
            engine.use_path(name)
            yield name
    finally:
        engine.use_path(before)


def check_choices(views: Rows) -> None:
    """Check that every path chooses the same cards."""
    for hidden, second in SIZES:
        network = small_network(1, hidden, second)
        chosen = {choose(network, views).tobytes() for _ in on_each_path()}
        check(len(chosen) == 1, f"{hidden} hidden units: paths choose other cards")


def discards(seed: int, batches: int) -> Timing:
    """Time the discards of a dealer, with the deals played out by the rules of thumb."""
    view = at(Discard, seed)
    worlds, three = games_in(view, worlds_of(view)), (policy("plain"),) * 3
    fours = islice(combinations([card.index for card in view.hand(Seat.DEALER)], 4), DISCARDS)
    sets = np.array([sum(1 << index for index in four) for four in fours], dtype=np.uint64)
    seconds, tricks = steady(lambda: play_out(three, worlds, discards=sets, threads=1), batches)
    check(tricks.shape == (WORLDS, DISCARDS, 3) and (tricks.sum(axis=2) == TRICKS).all(), "discards: tricks are lost")
    return Timing(f"{WORLDS:,} worlds × {DISCARDS} discards, `plain`", seconds, MILLI, 0.3)


def likelihood(number: int, seed: int, batches: int) -> Timing:
    """Time the likelihood of worlds after a number of cards played, by the learned policy."""
    view = at(Play, seed, number)
    sets = worlds_of(view)
    seconds, logs = steady(lambda: CardModel().log_likelihood(policy("learned"), view, sets), batches)
    check(len(logs) == WORLDS and (logs <= 0).all() and np.isfinite(logs).all(), "chances that are none")
    return Timing(f"likelihood of {WORLDS:,} worlds, cards played: {number}", seconds, MILLI)


def steady(job: Callable[[], Numbers], batches: int) -> tuple[float, Numbers]:
    """Return the median seconds of a job, and its result, which must be the same every time."""
    first, seconds = job(), []
    for _ in range(batches):
        spent, found = timed(job, time.thread_time)
        seconds.append(spent)
        check(np.array_equal(found, first), "not the same numbers twice")
    return median(seconds), first


def worlds_of(view: DealView) -> Sets:
    return Knowledge(view).sample(WORLDS, seed=1).sets


def at(kind: type, seed: int, played: int = 0) -> DealView:
    """Return the view of the seat that has such a choice after a number of cards played."""
    deal = deal_at(kind, seed)
    for _ in range(played):
        deal = deal.after(heuristic_action(deal.seen_by(deal.due_turn.seat)))
    return deal.seen_by(deal.due_turn.seat)


def deal_at(kind: type, seed: int) -> Deal:
    """Return a first deal at the first choice of this kind, with earlier choices made by the rules of thumb."""
    deal = Deal.start(RULES, next(random_deals(seed)))
    while deal.due_turn.kind is not kind:
        deal = deal.after(heuristic_action(deal.seen_by(deal.due_turn.seat)))
    return deal
