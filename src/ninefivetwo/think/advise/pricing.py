"""Choices priced by playouts: all in the same worlds, most of the work for those that may be best.

A long list of choices is made short in stages: of many gifts first by playouts of the plain rules, which cost a
microsecond or two, then by those of the learned policy in few worlds, and in more.  What is left is played out in fresh
worlds, so that no figure that is told picked the choices it is told of.  This is successive halving (Karnin, Koren and
Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013) with common random numbers.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ninefivetwo.errors import SearchStopped
from ninefivetwo.game import DealView
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.advice import Assumptions, Limits
from ninefivetwo.think.knowledge import Knowledge, effective
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.estimates import DistinctWorlds, world_means
from ninefivetwo.think.playouts.values import Rollouts, RolloutValues

Choice = TypeVar("Choice")
#: What some choices bring in some worlds.
Price = Callable[[Sequence[Choice], DistinctWorlds, Rollouts], RolloutValues]
#: How much of that is what is wanted, by world and choice.
Worth = Callable[[RolloutValues], Floats]

LISTED = 300  # worlds, up to which all are looked at and none is drawn
LISTABLE = 100_000  # ways that the deal can have gone, up to which it is tried: many may lead to one world
FIRST, LARGEST = 64, 512  # worlds played out before time is looked at, at first and at most


@dataclass(frozen=True)
class Stage:
    """A look at many choices by a policy's playouts in so many worlds, after which so many are kept."""

    policy: str
    worlds: int
    keep: int


@dataclass(frozen=True)
class DrawnWorlds:
    """Worlds to look at, and how many evenly drawn ones they are worth."""

    worlds: DistinctWorlds
    effective: float


class Budget:
    """What is left of some limits, counted from its making."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.interrupted = limits, False
        self._end = None if limits.seconds is None else time.monotonic() + limits.seconds

    @property
    def over(self) -> bool:
        """Is the time up, or has the user interrupted?"""
        return self.interrupted or (self._end is not None and time.monotonic() > self._end)

    def rollouts(self, name: str) -> Rollouts:
        """Playouts by a policy at each seat."""
        found = policy(name)
        return Rollouts((found, found, found), self.limits.seed, threads=self.limits.threads, token=self.limits.token)


def drawn_worlds(view: DealView, number: int, seed: int, assumptions: Assumptions) -> DrawnWorlds:
    """All worlds where they are few, shuffled, else so many drawn.  Raises KnowledgeError for a contradiction."""
    knowledge = Knowledge(view, hints=assumptions.hints)
    listed = listed_worlds(knowledge, min(LISTED, number), seed, assumptions)
    return listed or sampled_worlds(knowledge, number, seed, assumptions)


def listed_worlds(knowledge: Knowledge, most: int, seed: int, assumptions: Assumptions) -> DrawnWorlds | None:
    """All worlds, shuffled; None where they are more.  Raises KnowledgeError for a contradiction."""
    listed = knowledge.weighed(most, assumptions.likelihood) if knowledge.count() <= LISTABLE else None
    if listed is None:
        return None
    sets, chances = listed
    return DrawnWorlds(_shuffled(DistinctWorlds(sets, chances, exact=True), seed), effective(chances))


def sampled_worlds(
    knowledge: Knowledge, number: int, seed: int, assumptions: Assumptions, pool: int | None = None
) -> DrawnWorlds:
    """So many worlds drawn; pool: as in `Knowledge.sample`.  Raises KnowledgeError for a contradiction."""
    sample = knowledge.sample(number, seed, assumptions.likelihood, pool)
    return DrawnWorlds(_shuffled(sample.distinct, seed), sample.effective)


def _shuffled(worlds: DistinctWorlds, seed: int) -> DistinctWorlds:
    """In another order, so that any first few will do."""
    order = np.random.default_rng(seed).permutation(len(worlds.sets))
    return worlds._replace(sets=worlds.sets[order], shares=worlds.shares[order])


def shortlist(
    choices: Sequence[Choice],
    wanted: Sequence[Choice],
    price: Price[Choice],
    worth: Worth,
    worlds: DistinctWorlds,
    stages: Sequence[Stage],
    budget: Budget,
) -> list[Choice]:
    """The choices that are best after some stages, those wanted among them; where time is up, the first ones."""
    left = list(choices)
    for stage in stages:
        if len(left) <= stage.keep:
            continue
        if not budget.over:
            part = _part(worlds, range(min(stage.worlds, len(worlds.sets))))
            try:
                means = world_means(worth(price(left, part, budget.rollouts(stage.policy))), part.shares)
                left = [left[number] for number in np.argsort(-means, kind="stable")]
            except KeyboardInterrupt:
                budget.interrupted = True
        kept = left[: stage.keep]
        missing = [choice for choice in wanted if choice not in kept]
        spare = [choice for choice in kept if choice not in wanted]
        left = [choice for choice in kept if choice not in spare[len(spare) - len(missing) :]] + missing
    return left


def played_out(
    choices: Sequence[Choice],
    price: Price[Choice],
    worlds: DistinctWorlds,
    budget: Budget,
    enough: Callable[[RolloutValues], bool] | None = None,
) -> tuple[RolloutValues, bool]:
    """What the choices bring in all these worlds, or in as many as time allows; and was it stopped?

    enough: asked about what they bring so far, while worlds are left; if it says so, no more are played out.  Raises
    SearchStopped where it is stopped before any world is played out.
    """
    rollouts, found, at, size = budget.rollouts("learned"), list[RolloutValues](), 0, FIRST
    stopped = budget.interrupted
    try:
        while at < len(worlds.sets) and not (found and budget.over):
            rows = range(at, min(at + size, len(worlds.sets)))
            found.append(price(choices, _part(worlds, rows), rollouts))
            at, size = rows.stop, min(2 * size, LARGEST)
            if budget.limits.progress is not None:
                budget.limits.progress(at)
            if enough is not None and at < len(worlds.sets) and enough(_joined(found, _part(worlds, range(at)))):
                break
    except (KeyboardInterrupt, SearchStopped):
        if not found:
            raise
        stopped = True
    return _joined(found, _part(worlds, range(at))), stopped


def _part(worlds: DistinctWorlds, rows: range) -> DistinctWorlds:
    """Some of the worlds, with shares that sum to 1."""
    if len(rows) == len(worlds.sets):
        return worlds
    shares = worlds.shares[rows.start : rows.stop]
    return DistinctWorlds(worlds.sets[rows.start : rows.stop], shares / shares.sum())


def _joined(parts: Sequence[RolloutValues], worlds: DistinctWorlds) -> RolloutValues:
    return RolloutValues(
        parts[0].seat,
        worlds,
        np.concatenate([part.tricks for part in parts]),
        np.concatenate([part.chances for part in parts]),
    )
