"""Choices evaluated by playouts: all in the same worlds, with most of the work for those that may be best.

A long list of choices is shortened in stages: many gifts first by playouts of the plain rules, which cost a microsecond
or two, then by those of the learned policy in few worlds, and in more.  What is left is played out in fresh worlds, so
that no reported figure also picked its choice.  This is successive halving (Karnin, Koren and Somekh, Almost optimal
exploration in multi-armed bandits, ICML 2013) with common random numbers.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil
from typing import Generic, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Trump
from ninefivetwo.errors import SearchStopped
from ninefivetwo.evaluation import Bound, Estimate, Evaluation
from ninefivetwo.game import Action, Call, Discard, Give, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.advice import FEWEST_WORLDS, SHOWN, Advice, Prospects, Watch
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import effective
from ninefivetwo.think.knowledge.proof import Threats, proved_tricks
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.values import (
    DistinctWorlds,
    Rollouts,
    RolloutValues,
    chance,
    estimate,
    several_times,
    world_means,
)

Choice = TypeVar("Choice", bound=Action)
Details = TypeVar("Details", bound=Prospects)

LISTED = 300  # worlds, up to which all are evaluated and none is drawn
LISTABLE = 100_000  # ways that the deal can have gone, up to which listing is tried: many may lead to one world
PLAYED = 600  # times in all that listed worlds are played out, at least, if that may go in different ways
FIRST, LARGEST = 64, 512  # worlds played out before the time is checked, at first and at most
CLEARLY = 2.5  # standard errors by which a recommendation leads all others if it is called clear


class Stage(Struct, frozen=True):
    """A look at many choices by a policy's playouts in so many worlds, after which so many are kept."""

    policy: str
    worlds: int
    keep: int


class DrawnWorlds(Struct, frozen=True):
    """Worlds to evaluate choices in, and how many evenly drawn ones they are worth."""

    worlds: DistinctWorlds
    effective: float


def drawn_worlds(question: Question, number: int, offset: int = 0) -> DrawnWorlds:
    """All possible worlds if they are few, shuffled; otherwise so many, drawn by the question's seed plus an offset.

    Raises KnowledgeError for a contradiction.
    """
    return listed_worlds(question, min(LISTED, number), offset) or sampled_worlds(question, number, offset)


def listed_worlds(question: Question, most: int, offset: int = 0) -> DrawnWorlds | None:
    """All possible worlds, shuffled; None if there are more than `most`.  Raises KnowledgeError for a contradiction.

    If they may be played in different ways, each is there several times, and they are no longer exact.
    """
    knowledge = question.knowledge
    listed = knowledge.weighed(most, question.assumptions.weighing) if knowledge.count() <= LISTABLE else None
    if listed is None:
        return None
    sets, chances = listed
    worlds, even = DistinctWorlds(sets, chances, exact=True), effective(chances)
    if question.varied:
        worlds, even = several_times(worlds, times := ceil(PLAYED / len(sets))), times * even
    return DrawnWorlds(_shuffled(worlds, question, offset), even)


def sampled_worlds(question: Question, number: int, offset: int = 0, pool: int | None = None) -> DrawnWorlds:
    """So many worlds drawn; pool: as in `Knowledge.sample`.  Raises KnowledgeError for a contradiction."""
    likelihood, seed = question.assumptions.weighing, question.limits.seed + offset
    sample = question.knowledge.sample(number, seed, likelihood, pool)
    return DrawnWorlds(_shuffled(sample.distinct, question, offset), sample.effective)


def _shuffled(worlds: DistinctWorlds, question: Question, offset: int) -> DistinctWorlds:
    """In another order, so that any first few will do."""
    order = np.random.default_rng(question.limits.seed + offset).permutation(len(worlds.sets))
    return worlds._replace(sets=worlds.sets[order], shares=worlds.shares[order])


class Clock:
    """The time that limits leave, counted from when this was made."""

    def __init__(self, seconds: float | None) -> None:
        self.interrupted, self._end = False, None if seconds is None else time.monotonic() + seconds

    @property
    def over(self) -> bool:
        """Is the time up, or has the user interrupted?"""
        return self.interrupted or (self._end is not None and time.monotonic() > self._end)


class Choices(ABC, Generic[Choice, Details]):
    """The choices of a question, and what each of them wins.  clock: of work that is already in progress."""

    def __init__(self, question: Question, clock: Clock | None = None) -> None:
        self.question, self.view = question, question.view
        self.clock = clock or Clock(question.limits.seconds)
        self._threats = dict[Trump, Threats]()

    @abstractmethod
    def price(self, choices: Sequence[Choice], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        """What some choices win in some worlds, for the seat that asks."""

    @abstractmethod
    def details(self, choice: Choice, common: Prospects, values: RolloutValues, at: int, best: int) -> Details:
        """What all kinds of choices have in common, and what this kind adds; at, best: numbers of choices in values."""

    def rollouts(self, name: str = "learned") -> Rollouts:
        """Playouts by the learned policy against the opponents assumed, or by another policy at each seat."""
        limits, others = self.question.limits, (policy(name),) * 3
        tables = self.question.assumptions.tables(self.view.due_turn.seat) if name == "learned" else (others,)
        return Rollouts(tables, limits.seed, threads=limits.threads, token=limits.token)

    def shortlist(
        self, choices: Sequence[Choice], kept: Sequence[Choice], worlds: DistinctWorlds, stages: Sequence[Stage]
    ) -> list[Choice]:
        """The choices that are best after some stages, and those to be kept; when time is up, the first ones."""
        left = list(choices)
        for stage in stages:
            if len(left) <= stage.keep:
                continue
            if not self.clock.over:
                part = _part(worlds, range(min(stage.worlds, len(worlds.sets))))
                try:
                    values = self.price(left, part, self.rollouts(stage.policy))
                    means = world_means(self.question.worths(values), part.shares)
                    left = [left[number] for number in best_first(left, means)]
                except KeyboardInterrupt:
                    self.clock.interrupted = True
            first = left[: stage.keep]
            missing = [choice for choice in kept if choice not in first]
            spare = [choice for choice in first if choice not in kept]
            left = [choice for choice in first if choice not in spare[len(spare) - len(missing) :]] + missing
        return left

    def played_out(
        self,
        choices: Sequence[Choice],
        worlds: DistinctWorlds,
        enough: Callable[[RolloutValues], bool] | None = None,
    ) -> tuple[RolloutValues, bool]:
        """What the choices win in all these worlds, or in as many as time allows; and was it stopped?

        enough: called with what they win so far, while there are worlds left; if it returns True, no more are played
        out.  Raises SearchStopped if it is stopped before any world is played out.
        """
        rollouts, parts, at, size = self.rollouts(), list[RolloutValues](), 0, FIRST
        stopped, progress = self.clock.interrupted, self.question.limits.progress

        def so_far() -> RolloutValues:
            return RolloutValues.joined(parts, _part(worlds, range(at)), axis=0)

        try:
            while at < len(worlds.sets) and not (parts and self.clock.over):
                rows = range(at, min(at + size, len(worlds.sets)))
                parts.append(self.price(choices, _part(worlds, rows), rollouts))
                at, size = rows.stop, min(2 * size, LARGEST)
                if progress is not None:
                    progress(at)
                if enough is not None and at < len(worlds.sets) and enough(so_far()):
                    break
        except (KeyboardInterrupt, SearchStopped):
            if not parts:
                raise
            stopped = True
        return so_far(), stopped

    def evaluations(
        self, choices: Sequence[Choice], values: RolloutValues, order: Iterable[int], best: int, effective: float
    ) -> tuple[Evaluation[Choice, Estimate, Details], ...]:
        """The choices with these numbers, in this order, with regrets against the best one.

        values: of all choices.  effective: how many evenly drawn worlds the worlds are worth.
        """
        question, (_, shares, exact) = self.question, values.worlds
        worths, match = question.worths(values), question.objective.match_chances(question.view.rules, values)
        proved = [self.proved(choice, values, at) for at, choice in enumerate(choices)]
        settled = [not question.objective.in_chances and is_settled(tricks) for tricks in proved]

        def evaluation(at: int) -> Evaluation[Choice, Estimate, Details]:
            win = None if match is None else chance(match[:, at], values.worlds, effective)
            common = prospects(values, at, question.view.rules.contracts[values.seat], win, proved[at], effective)
            no_error = exact or at == best or (settled[at] and settled[best])
            worth = estimate(worths[:, at], shares, exact or settled[at], effective)
            regret = estimate(worths[:, best] - worths[:, at], shares, no_error, effective)
            details = self.details(choices[at], common, values, at, best)
            return Evaluation(choices[at], worth, regret, details)

        return tuple(map(evaluation, order))

    def proved(self, choice: Choice, values: RolloutValues, at: int) -> Bound:
        """The tricks that a choice leaves proved; if nothing is left to choose, a list of all worlds proves them."""
        if values.worlds.exact and len(self.view.due_turn.held) == 1:
            own = values.tricks[:, at, values.seat]
            return Bound(int(own.min()), int(own.max()))
        trump = choice.trump if isinstance(choice, Call) else self.view.trump
        if trump is None:
            return Bound(0, TRICKS)
        if trump not in self._threats:
            self._threats[trump] = Threats.known(self.question.knowledge, trump)
        return proved_tricks(self.view, choice, self._threats[trump])

    def advice(
        self,
        choices: Sequence[Choice],
        drawn: DrawnWorlds,
        legal: int,
        watch: Watch[Evaluation[Choice, Estimate, Details]] | None = None,
    ) -> Advice[Evaluation[Choice, Estimate, Details]]:
        """Advice on some choices, of so many legal ones, from these worlds; watch: as for `advise`."""
        answer = partial(self._advice, choices, drawn, legal)
        return answer(*self.played_out(choices, drawn.worlds, watch and (lambda values: watch(answer(values)))))

    def _advice(
        self, choices: Sequence[Choice], drawn: DrawnWorlds, legal: int, values: RolloutValues, stopped: bool = False
    ) -> Advice[Evaluation[Choice, Estimate, Details]]:
        question, (_, shares, exact) = self.question, values.worlds
        means = world_means(question.worths(values), shares)
        order = best_first(choices, means)
        best = order[0]
        effective = drawn.effective * len(shares) / len(drawn.worlds.sets)
        evaluations = self.evaluations(choices, values, order, best, effective)
        regrets = [evaluation.regret for evaluation in evaluations[1:]]
        return Advice(
            question.view,
            question.objective,
            evaluations,
            others=legal - len(choices),
            clear=(exact or effective >= FEWEST_WORLDS or not regrets)
            and all(regret.mean > max(CLEARLY * regret.standard_error, SHOWN) for regret in regrets),
            heuristic=heuristic_action(question.view),
            exact=exact,
            opponents=question.assumptions.opponents,
            worlds=len(shares),
            effective=effective,
            seed=question.limits.seed,
            stopped=stopped,
            outcomes=replace(values, tricks=values.tricks[:, order], chances=values.chances[:, order]),
            compared=question.compared,
        )


def prospects(
    values: RolloutValues, at: int, contract: int, match: Estimate | None, proved: Bound, effective: float
) -> Prospects:
    """What the choice with this number will bring; figures that sampled worlds leave beyond what is proved go there."""
    _, shares, exact = values.worlds
    least, most = proved.at_least or 0, TRICKS if proved.at_most is None else proved.at_most
    chances = values.chances[:, at].copy()
    chances[:, least] += chances[:, :least].sum(axis=1)
    chances[:, most] += chances[:, most + 1 :].sum(axis=1)
    chances[:, :least] = chances[:, most + 1 :] = 0.0
    tricks = np.clip(values.tricks[:, at, values.seat], least, most)
    makes = chances[:, max(contract, 0) :].sum(axis=1)
    decided = least >= contract or most < contract
    return Prospects(
        estimate(tricks, shares, exact or least == most, effective),
        estimate(makes, shares, exact=True) if decided else chance(makes, values.worlds, effective),
        tuple(world_means(chances, shares).tolist()),
        match,
        proved,
    )


def is_settled(proved: Bound) -> bool:
    """Is the number of tricks proved?"""
    return proved.at_least is not None and proved.at_least == proved.at_most


def best_first(choices: Sequence[Action], means: Floats) -> list[int]:
    """The numbers of choices by their means; of discards or gifts that are as good, those with the lowest cards first.

    Else in the order in which they come.
    """
    return sorted(range(len(choices)), key=lambda number: (-round(float(means[number]), 12), _height(choices[number])))


def _height(action: Action) -> int:
    """The sum of the ranks that a discard or a gift lets go."""
    match action:
        case Discard(cards=cards):
            return sum(card.rank for card in known_cards(cards))
        case Give(cards=given):
            return sum(card.rank for cards in given for card in known_cards(cards))
    return 0


def _part(worlds: DistinctWorlds, rows: range) -> DistinctWorlds:
    """Some of the worlds, with shares that sum to 1."""
    if len(rows) == len(worlds.sets):
        return worlds
    shares = worlds.shares[rows.start : rows.stop]
    return DistinctWorlds(worlds.sets[rows.start : rows.stop], shares / shares.sum())
