"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

The best of several choices in some sampled worlds is in part only the luckiest in these worlds, so its lead there is
too large: the *winner's curse*.  So each half of the worlds measures the choice that the other half picks
(`playouts.estimates`).  A loss then comes out a little too small rather than too large, and may come out below zero.
"""

from __future__ import annotations

from dataclasses import dataclass

from ninefivetwo.advise import AnyAdvice, Assumptions, CardDetails, Limits, advise_before_play, advise_play
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Play
from ninefivetwo.playouts.estimates import Choice, estimate
from ninefivetwo.review.decision_nodes import DecisionNode

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found

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
    """The fair price of a decision that is not forced, in `limits.worlds` worlds."""
    view, assumptions = node.before.seen_by(node.seat), assumptions or Assumptions()
    advice: AnyAdvice
    if isinstance(node.action, Play):
        advice = advise_play(view, limits, assumptions=assumptions)
    else:
        advice = advise_before_play(view, limits, assumptions=assumptions, also=[node.action])
    tricks, (_, shares, exact) = advice.outcomes.tricks[:, :, node.seat], advice.outcomes.worlds
    choice, chosen = Choice.of(tricks, shares, exact), _number(advice, node.action)
    same = chosen == choice.best
    promise, found = tricks[:, chosen] if same else choice.promised(tricks), tricks[:, chosen]
    loss = estimate(promise - found, shares, exact or same)
    best = node.action if same else advice.evaluations[choice.best].action
    return Fair(
        Evaluation(best, estimate(promise, shares, exact), Estimate(0.0, 0.0, loss.n), None),
        Evaluation(node.action, estimate(found, shares, exact), loss, None),
        exact,
    )


def _number(advice: AnyAdvice, action: Action) -> int:
    """The place of an action among the evaluations; of a card, that of the cards that it touches."""
    for number, each in enumerate(advice.evaluations):
        if each.action == action or (
            isinstance(action, Play) and isinstance(each.details, CardDetails) and action.card in each.details.cards
        ):
            return number
    raise ValueError(f"{action}: not among the choices")
