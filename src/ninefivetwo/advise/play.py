"""Advice in the play: what each legal card is worth over the deals that could be.

This is *determinisation*, or perfect information Monte Carlo: the hidden cards are drawn, each drawn world is solved
with all cards seen, and the values are averaged (Ginsberg, GIB, Journal of Artificial Intelligence Research 14, 2001).
It supposes that all hands become known after this card, so it sees no value in hiding or finding out (Frank and Basin,
Artificial Intelligence 100, 1998).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np

from ninefivetwo.advise.advice import (
    CLEAR,
    DEFAULT_ASSUMPTIONS,
    DEFAULT_LIMITS,
    Advice,
    Assumptions,
    CardDetails,
    CardEvaluation,
    Limits,
)
from ninefivetwo.advise.choices import due
from ninefivetwo.advise.figures import variance
from ninefivetwo.advise.objective import DEFAULT_OBJECTIVE, Objective, Utility
from ninefivetwo.advise.valuer import CardValues, Valuer, values_in_worlds
from ninefivetwo.cards import Seat
from ninefivetwo.errors import AdviceError, SearchStopped
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import DealView, Play, PlayTurn
from ninefivetwo.heuristics import best_by, heuristic_action
from ninefivetwo.knowledge import Knowledge, effective
from ninefivetwo.models.distribution import make
from ninefivetwo.sets import Floats, Sets

LISTED = 300  # worlds, up to which all are looked at and none is drawn
FORCED = 16  # worlds looked at for what the only card is worth
PRIOR_SPREAD = 0.3  # tricks, and PRIOR_MAKE chances: spreads of differences expected before any world is seen
PRIOR_MAKE = 0.1


def advise_play(
    view: DealView,
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
    valuer: Valuer | None = None,
) -> Advice[CardEvaluation]:
    """The card to play, for the seat whose view this is, and whose turn it must be.

    valuer: to work in this thread with its tables, in place of threads of their own.  Raises AdviceError where no card
    is due, KnowledgeError for a contradiction, SearchStopped when time is up before any world is valued.
    """
    start, turn = time.monotonic(), view.turn
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(view)} (expected a card to play)")
    if turn.count() == 1:
        limits = replace(limits, worlds=min(limits.worlds, FORCED))
    worlds = _worlds(view, limits, assumptions)
    if limits.seconds is not None:  # drawing worlds is part of the time, but does not take all of it
        left = limits.seconds - (time.monotonic() - start)
        limits = replace(limits, seconds=max(left, limits.seconds / 4))
    values, stopped = list[CardValues](), None
    try:
        for by_card in values_in_worlds(view, worlds.sets, limits, valuer):
            values.append(by_card)
            if limits.progress is not None:
                limits.progress(len(values))
    except (KeyboardInterrupt, SearchStopped) as error:
        stopped = error
    if not values:
        raise stopped or SearchStopped("no world valued in the time given (expected more --seconds)")
    return _Tally(view, turn, worlds, values, objective).advice(limits.seed, stopped is not None)


@dataclass(frozen=True)
class _WeighedWorlds:
    """Worlds to look at: all of them with their probabilities, or drawn ones."""

    sets: Sets
    chances: Floats | None
    effective: float


def _worlds(view: DealView, limits: Limits, assumptions: Assumptions) -> _WeighedWorlds:
    knowledge = Knowledge(view, hints=assumptions.hints)
    if listed := knowledge.weighed(min(LISTED, limits.worlds), assumptions.likelihood):
        sets, chances = listed
        order = np.random.default_rng(limits.seed).permutation(len(sets))  # so that any first few will do
        return _WeighedWorlds(sets[order], chances[order], effective(chances))
    sample = knowledge.sample(limits.worlds, limits.seed, assumptions.likelihood)
    return _WeighedWorlds(sample.sets, None, sample.effective)


class _Tally:
    """The values of cards over worlds, and the advice that follows."""

    def __init__(
        self, view: DealView, turn: PlayTurn, worlds: _WeighedWorlds, values: list[CardValues], objective: Objective
    ) -> None:
        self.view, self.seat, self.worlds, self.objective = view, turn.seat, worlds, objective
        self.cards = list(turn.legal())
        means = np.array([[by_card[card][0] for card in self.cards] for by_card in values])  # world, card, seat
        self.means = means + np.array(view.won)
        self.spreads = np.array([[by_card[card][1] for card in self.cards] for by_card in values])
        self.n = len(values)
        self.exact = worlds.chances is not None and self.n == len(worlds.chances)
        chances = worlds.chances if worlds.chances is not None else np.ones(self.n)
        self.chances = chances[: self.n] / chances[: self.n].sum()
        self.contract, won = view.rules.contracts[self.seat], view.won[self.seat]
        self.open = won < self.contract <= won + len(view.hands[self.seat])  # neither made already nor out of reach

    def advice(self, seed: int, stopped: bool) -> Advice[CardEvaluation]:
        worths = np.array([self.worths(card) for card in range(len(self.cards))]).T
        totals = self.chances @ worths
        if self.objective.in_chances:  # of cards that do it as often, the one that wins more
            totals = totals + 1e-6 * (self.chances @ self.means[:, :, self.seat])
        best = self.cards.index(best_by(dict(zip(self.cards, totals, strict=True)), self.view))
        groups = sorted(self._equal_cards(), key=lambda group: (best not in group, -totals[group[0]]))
        evaluations = tuple(self._evaluation(group, best, worths) for group in groups)
        return Advice(
            self.view,
            self.objective,
            evaluations,
            others=0,
            clear=all(each.regret.mean > CLEAR * each.regret.standard_error for each in evaluations[1:]),
            heuristic=heuristic_action(self.view),
            exact=self.exact,
            worlds=self.n,
            effective=self.worlds.effective,
            seed=seed,
            stopped=stopped,
        )

    def mean(self, values: Floats, prior: float = PRIOR_SPREAD) -> Estimate:
        """The mean over the worlds; its error counts draws that are alike, as the likelihood let few worlds through."""
        mean = float(values @ self.chances)
        if self.exact:
            return Estimate(mean, 0.0, self.n)
        share = float((self.chances**2).sum()) + max(1 / self.worlds.effective - 1 / len(self.worlds.sets), 0)
        return Estimate(mean, (variance(values, prior) * share) ** 0.5, self.n)

    def makes(self, card: int) -> Floats:
        """The chance of the contract after a card, by world: 0 or 1 where it is made already, or out of reach."""
        if not self.open:
            return np.full(self.n, float(self.view.won[self.seat] >= self.contract))
        return make(self.means[:, card, self.seat], self.spreads[:, card], self.contract)

    def worths(self, card: int) -> Floats:
        """What a card is worth, by world."""
        if self.objective.utility is Utility.MAKE:
            return self.makes(card)
        return self.objective.worth(self.view.rules, self.seat, self.means[:, card], self.spreads[:, card])

    def _equal_cards(self) -> list[list[int]]:
        """The cards by number; those together that follow each other in a suit and are always worth the same."""
        groups: list[list[int]] = []
        for number, card in enumerate(self.cards):
            last = groups[-1][-1] if groups else None
            if last is not None and self.cards[last].suit is card.suit and self._equal(last, number):
                groups[-1].append(number)
            else:
                groups.append([number])
        return groups

    def _equal(self, one: int, other: int) -> bool:
        return bool(np.allclose(self.means[:, one], self.means[:, other], rtol=0, atol=1e-9))

    def _evaluation(self, group: list[int], best: int, worths: Floats) -> CardEvaluation:
        first = group[0]
        own = self.means[:, first, self.seat]
        tricks = self.mean(own)
        chance = self.mean(self.makes(first), PRIOR_MAKE if self.open else 0.0)
        value = {Utility.TRICKS: tricks, Utility.MAKE: chance}.get(self.objective.utility)
        others = [seat for seat in Seat if seat is not self.seat]
        prior = 0.0 if best in group else PRIOR_SPREAD
        conceded = {s: self.mean(self.means[:, first, s] - self.means[:, best, s], prior) for s in others}
        return Evaluation(
            Play(self.seat, self.cards[best if best in group else first]),
            value or self.mean(worths[:, first], PRIOR_MAKE if self.objective.in_chances else PRIOR_SPREAD),
            self.mean(worths[:, best] - worths[:, first], prior),
            CardDetails(
                tricks,
                chance,
                tuple(self.cards[number] for number in group),
                float(own.min()),
                conceded,
            ),
        )
