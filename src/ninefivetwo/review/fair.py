"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

The best of several choices in some sampled worlds is in part only the luckiest in these worlds, so its lead there is
too large: the *winner's curse*.  So one sample picks the best choice and another one measures its lead over what was
chosen.  What few worlds pick is not always the very best choice, so a loss comes out a little too small rather than too
large, and may come out below zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot

from ninefivetwo.advise import (
    Advice,
    Assumptions,
    CardEvaluation,
    Limits,
    advise_before_play,
    advise_play,
    price_choices,
)
from ninefivetwo.cards import Card
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Play
from ninefivetwo.review.decision_nodes import DecisionNode

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found
PICKING = 4  # of so many worlds, one is used to pick the best choice before the play

#: A choice by its fair value, in tricks of the whole deal.
FairEvaluation = Evaluation[Action, Estimate, None]


@dataclass(frozen=True)
class Fair:
    """A decision as its player could judge it.

    `best` is what could be known to be best, `chosen` what was chosen; values are tricks of the whole deal.  `exact`:
    were all worlds looked at that there can be?
    """

    best: FairEvaluation
    chosen: FairEvaluation
    exact: bool

    @property
    def loss(self) -> Estimate:
        """How much less what was chosen is worth than the best, in tricks."""
        return self.chosen.regret

    @property
    def findable(self) -> bool:
        """Could the player have found that there was something better?"""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.standard_error


def fair(node: DecisionNode, limits: Limits, assumptions: Assumptions | None = None) -> Fair:
    """The fair price of a decision that is not forced; `limits.worlds` are looked at in all."""
    assumptions = assumptions or Assumptions()
    if isinstance(node.action, Play):
        return _fair_card(node, node.action.card, limits, assumptions)
    view, few = node.before.seen_by(node.seat), max(2, limits.worlds // PICKING)
    picking = replace(limits, worlds=few)
    best = advise_before_play(view, picking, assumptions=assumptions).recommended
    if best.action == node.action:
        same = Evaluation(best.action, best.value, best.regret, None)
        return Fair(same, same, False)
    measuring = replace(picking, worlds=limits.worlds - few, seed=limits.seed + 1)
    pair = price_choices(view, [best.action, node.action], measuring, assumptions=assumptions)
    worth, chosen = (Evaluation(each.action, each.value, each.regret, None) for each in pair)
    return Fair(worth, chosen, False)


def _fair_card(node: DecisionNode, card: Card, limits: Limits, assumptions: Assumptions) -> Fair:
    """The same of a card: two samples, each of which measures the loss from what the other picks as best."""
    view, half = node.before.seen_by(node.seat), replace(limits, worlds=max(2, limits.worlds // 2))
    one = advise_play(view, half, assumptions=assumptions)
    best = one.recommended
    if one.exact:
        chosen = _of_card(one, card)
        return Fair(
            Evaluation(best.action, best.value, best.regret, None),
            Evaluation(node.action, chosen.value, chosen.regret, None),
            True,
        )
    other = advise_play(view, replace(half, seed=limits.seed + 1), assumptions=assumptions)
    loss = _pooled([_regret(other, card, best.action.card), _regret(one, card, other.recommended.action.card)])
    worth = _pooled(_of_card(advice, best.action.card).value for advice in (one, other))
    value = _pooled(_of_card(advice, card).value for advice in (one, other))
    nothing = Estimate(0.0, 0.0, worth.n)
    return Fair(Evaluation(best.action, worth, nothing, None), Evaluation(node.action, value, loss, None), False)


def _regret(advice: Advice[CardEvaluation], chosen: Card, best: Card) -> Estimate:
    """How much less one card is worth than another, by advice that picked neither."""
    worse, better = _of_card(advice, chosen), _of_card(advice, best)
    if better is worse:
        return Estimate(0.0, 0.0, worse.value.n)
    error = hypot(worse.regret.standard_error, better.regret.standard_error)
    return Estimate(worse.regret.mean - better.regret.mean, error, worse.value.n)


def _of_card(advice: Advice[CardEvaluation], card: Card) -> CardEvaluation:
    return next(each for each in advice.evaluations if card in each.details.cards)


def _pooled(estimates: Iterable[Estimate]) -> Estimate:
    """The mean of figures that are independent of each other."""
    parts = list(estimates)
    error = hypot(*(part.standard_error for part in parts)) / len(parts)
    return Estimate(sum(part.mean for part in parts) / len(parts), error, sum(part.n for part in parts))
