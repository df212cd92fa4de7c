"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

The best of several choices in some sampled worlds is in part only the luckiest in these worlds, so its lead there is
too large: the *winner's curse*.  So each half of the worlds measures the choice that the other half picks
(`playouts.estimates`).  A loss then comes out a little too small rather than too large, and may come out below zero.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ninefivetwo.advise import AnyAdvice, Assumptions, CardDetails, Limits, advise_before_play, advise_play
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Play
from ninefivetwo.playouts.estimates import Choice, estimate
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.sets import Floats

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found

LEVEL = 0.1  # of a trick: a choice that loses no more to the best is as good as it

#: A choice by its fair value, in tricks of the whole deal.
FairEvaluation = Evaluation[Action, Estimate, None]


@dataclass(frozen=True, eq=False)
class PricedChoices:
    """What the choices of a decision bring its player in the same worlds.

    choices: each with all that are the same as it, touching cards.  tricks: of the whole deal; worlds, choices.
    shares: the worlds', which sum to 1.  means: of each choice, as well as it is known.  exact: are these all the
    worlds that there can be?
    """

    choices: tuple[tuple[Action, ...], ...]
    tricks: Floats
    shares: Floats
    means: Floats
    exact: bool

    @cached_property
    def level(self) -> tuple[bool, ...]:
        """Which choices are as good as the best: they lose no more to it than `LEVEL`, or than the loss's error."""
        best = int(np.argmax(self.means))
        errors = [estimate(self.tricks[:, best] - own, self.shares, self.exact).standard_error for own in self.tricks.T]
        lost = self.means[best] - self.means
        return tuple(bool(loss <= max(LEVEL, error)) for loss, error in zip(lost, errors, strict=True))

    def number(self, action: Action) -> int | None:
        """The place of an action; None where it was not priced."""
        return next((i for i, same in enumerate(self.choices) if action in same), None)


@dataclass(frozen=True)
class Fair:
    """A decision as its player could judge it.

    `best` is what could be known to be best, `chosen` what was chosen; values are tricks of the whole deal.  `exact`:
    were all worlds looked at that there can be?  `priced`: the choices
    world by world, while they are at hand.
    """

    best: FairEvaluation
    chosen: FairEvaluation
    exact: bool
    priced: PricedChoices | None = field(default=None, compare=False, repr=False)

    @property
    def loss(self) -> Estimate:
        """How much less what was chosen is worth than the best, in tricks."""
        return self.chosen.regret

    @property
    def findable(self) -> bool:
        """Could the player have found that there was something better?"""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.standard_error


def fair(node: DecisionNode, limits: Limits, assumptions: Assumptions | None = None) -> Fair:
    """The fair price of a decision that is not forced, in `limits.worlds` worlds."""
    view, assumptions = node.before.seen_by(node.seat), assumptions or Assumptions()
    advice: AnyAdvice
    if isinstance(node.action, Play):
        advice = advise_play(view, limits, assumptions=assumptions)
    else:
        advice = advise_before_play(view, limits, assumptions=assumptions, also=[node.action])
    tricks, (_, shares, exact) = advice.outcomes.tricks[:, :, node.seat], advice.outcomes.worlds
    priced = PricedChoices(_alike(advice), tricks, shares, shares @ tricks, exact)
    choice, chosen = Choice.of(tricks, shares, exact), priced.number(node.action)
    assert chosen is not None
    same = chosen == choice.best
    promise, found = tricks[:, chosen] if same else choice.promised(tricks), tricks[:, chosen]
    loss = estimate(promise - found, shares, exact or same)
    best = node.action if same else advice.evaluations[choice.best].action
    return Fair(
        Evaluation(best, estimate(promise, shares, exact), Estimate(0.0, 0.0, loss.n), None),
        Evaluation(node.action, estimate(found, shares, exact), loss, None),
        exact,
        priced,
    )


def _alike(advice: AnyAdvice) -> tuple[tuple[Action, ...], ...]:
    """The evaluations' actions, each with those of the cards that touch it."""
    return tuple(
        tuple(Play(each.action.seat, card) for card in each.details.cards)
        if isinstance(each.details, CardDetails)
        else (each.action,)
        for each in advice.evaluations
    )
