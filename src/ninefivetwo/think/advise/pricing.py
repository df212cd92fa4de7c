"""The evaluation of choices by playouts in the same worlds.

A long list of choices is shortened in stages. For gifts, the first stage plays by the rules of thumb, at one or two
microseconds per playout. The remaining choices are played out in new worlds, because figures used to select choices are
biased. The method is successive halving (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits,
ICML 2013) with common random numbers.
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
from ninefivetwo.think.advise.advice import FEWEST_WORLDS, SHOWN_LEAD, Advice, Prospects, Watch
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

LISTED = 300  # if at most this number of worlds is possible, all are evaluated instead of a sample
LISTABLE = 100_000  # maximum number of histories for listing the worlds; several histories may lead to one world
LEAST_PLAYOUTS = 600  # minimum number of playouts over all listed worlds if the opponents' play can vary
FIRST, LARGEST = 64, 512  # initial and maximum number of worlds played out between two checks of the clock
CLEAR_LEAD = 2.5  # minimum lead over every other choice, in standard errors, for a recommendation to be clear


class Stage(Struct, frozen=True):
    """A stage that plays choices out by a policy in `worlds` worlds and keeps the best `keep` choices."""

    policy: str
    worlds: int
    keep: int


class DrawnWorlds(Struct, frozen=True):
    """The worlds in which choices are evaluated, with their effective sample size."""

    worlds: DistinctWorlds
    effective: float


def drawn_worlds(question: Question, number: int, offset: int = 0) -> DrawnWorlds:
    """Return all possible worlds if there are few, or otherwise a sample of `number` worlds, in random order.

    `offset` is added to the question's seed. Raises KnowledgeError if the view is contradictory.
    """
    return listed_worlds(question, min(LISTED, number), offset) or sampled_worlds(question, number, offset)


def listed_worlds(question: Question, most: int, offset: int = 0) -> DrawnWorlds | None:
    """Return all possible worlds in random order, or None if there are more than `most` worlds.

    If the opponents' play can vary, each world is repeated several times, and the figures are not exact.
    """
    knowledge = question.knowledge
    listed = knowledge.weighed(most, question.assumptions.weighing) if knowledge.count() <= LISTABLE else None
    if listed is None:
        return None
    sets, chances = listed
    worlds, even = DistinctWorlds(sets, chances, exact=True), effective(chances)
    if question.varied:
        worlds, even = several_times(worlds, times := ceil(LEAST_PLAYOUTS / len(sets))), times * even
    return DrawnWorlds(_shuffled(worlds, question, offset), even)


def sampled_worlds(question: Question, number: int, offset: int = 0, pool: int | None = None) -> DrawnWorlds:
    """Return a random sample of `number` worlds."""
    likelihood, seed = question.assumptions.weighing, question.limits.seed + offset
    sample = question.knowledge.sample(number, seed, likelihood, pool)
    return DrawnWorlds(_shuffled(sample.distinct, question, offset), sample.effective)


def _shuffled(worlds: DistinctWorlds, question: Question, offset: int) -> DistinctWorlds:
    """Return the worlds in random order, so that the first few worlds are also a random sample."""
    order = np.random.default_rng(question.limits.seed + offset).permutation(len(worlds.sets))
    return worlds._replace(sets=worlds.sets[order], shares=worlds.shares[order])


class Clock:
    """A timer that expires after the given number of seconds, or never if `seconds` is None."""

    def __init__(self, seconds: float | None) -> None:
        self.interrupted, self._end = False, None if seconds is None else time.monotonic() + seconds

    @property
    def over(self) -> bool:
        return self.interrupted or (self._end is not None and time.monotonic() > self._end)


class Choices(ABC, Generic[Choice, Details]):
    """The evaluation of a question's choices. Evaluations that share a `clock` share one time limit."""

    def __init__(self, question: Question, clock: Clock | None = None) -> None:
        self.question, self.view = question, question.view
        self.clock = clock or Clock(question.limits.seconds)
        self._threats = dict[Trump, Threats]()

    @abstractmethod
    def price(self, choices: Sequence[Choice], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        """Return the results of these choices in these worlds for the player who makes the choice."""

    @abstractmethod
    def details(self, choice: Choice, common: Prospects, values: RolloutValues, at: int, best: int) -> Details:
        """Return the figures in `common` with details of the choice."""

    def rollouts(self, name: str = "learned") -> Rollouts:
        """Return playout settings. Every policy except the learned policy plays at all three seats."""
        limits, others = self.question.limits, (policy(name),) * 3
        tables = self.question.assumptions.tables(self.view.due_turn.seat) if name == "learned" else (others,)
        return Rollouts(tables, limits.seed, threads=limits.threads, token=limits.token)

    def shortlist(
        self, choices: Sequence[Choice], kept: Sequence[Choice], worlds: DistinctWorlds, stages: Sequence[Stage]
    ) -> list[Choice]:
        """Return the choices that remain after these stages, always including the choices in `kept`."""
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
        """Return the results of the choices in as many worlds as time allows, and whether the work was interrupted.

        `enough` is called repeatedly with the results so far and can return True to end the work. Raises SearchStopped
        if the work is interrupted before any world is played out.
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
        """Return the evaluations of the choices numbered in `order`, with regrets measured against choice `best`.

        `values` has the results of all choices.
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
        """Return proved bounds on the player's tricks. With one card left, a complete list of worlds is a proof."""
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
        """Return advice on these choices. `legal` is the number of legal choices, and `watch` is as in `advise`."""
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
            and all(regret.mean > max(CLEAR_LEAD * regret.standard_error, SHOWN_LEAD) for regret in regrets),
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
    """Return the expected results of choice number `at`, with sampled figures kept within the proved bounds."""
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
    return proved.at_least is not None and proved.at_least == proved.at_most


def best_first(choices: Sequence[Action], means: Floats) -> list[int]:
    """Return the numbers of the choices by decreasing mean, with the lowest discard or gift first in a tie."""
    return sorted(range(len(choices)), key=lambda number: (-round(float(means[number]), 12), _height(choices[number])))


def _height(action: Action) -> int:
    match action:
        case Discard(cards=cards):
            return sum(card.rank for card in known_cards(cards))
        case Give(cards=given):
            return sum(card.rank for cards in given for card in known_cards(cards))
    return 0


def _part(worlds: DistinctWorlds, rows: range) -> DistinctWorlds:
    """Return the worlds in `rows`, with their shares rescaled to sum to 1."""
    if len(rows) == len(worlds.sets):
        return worlds
    shares = worlds.shares[rows.start : rows.stop]
    return DistinctWorlds(worlds.sets[rows.start : rows.stop], shares / shares.sum())
