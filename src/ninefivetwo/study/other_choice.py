"""Replay a deal from one of its decisions with another choice.

After the other choice, all three players choose as club players do (`advise.learned_action`). The rest of the deal is
only one example, so the value of the other choice is measured by its price.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Deal, DealView, Play
from ninefivetwo.study.hindsight import Judge, TricksBySeat
from ninefivetwo.study.nodes import DecisionNode, played_by_policy
from ninefivetwo.think.advise import CardDetails, Limits, advise, is_on_card, price_choices
from ninefivetwo.think.playouts.values import estimate


@dataclass(frozen=True)
class WhatIf:
    """Another choice in a decision, with its price and the rest of the deal.

    `before`, `after` and `after_made` are each seat's guarantees before the decision, after the other choice and after
    the original choice. `gain` is the number of tricks by which the other choice is better, given the player's
    knowledge, or None if the price was left out. `played` is the finished deal after the other choice. The guarantees
    and `played` are None if a hand is unknown.
    """

    node: DecisionNode
    action: Action
    before: TricksBySeat | None
    after: TricksBySeat | None
    after_made: TricksBySeat | None
    gain: Estimate | None
    played: Deal | None

    @property
    def seat(self) -> Seat:
        """The seat that made the decision."""
        return self.action.seat


def what_if(
    node: DecisionNode,
    action: Action,
    limits: Limits | None = None,
    actual: Sequence[Action] = (),
    judge: Judge | None = None,
) -> WhatIf:
    """Evaluate another choice in a decision.

    `limits` apply to the single-dummy price; if `limits` is None, this price is left out. `actual` lists all decisions
    of the deal, which are needed to price a gift. Raises GameError for an illegal choice, and SearchStopped if the
    token of the judge or of the limits is cancelled.
    """
    other = DecisionNode(node.before, action, node.before.after(action))
    before = after = after_made = played = None
    if not isinstance(node.before, DealView):
        priced, made = (judge or Judge()).hindsights([other, node], actual)
        before, after, after_made = made.before, priced.after, made.after
        played = played_by_policy(other.after, lambda turn: False)
    gain = None if limits is None else fair_gain(node, action, limits)
    return WhatIf(node, action, before, after, after_made, gain, played)


def fair_gain(node: DecisionNode, action: Action, limits: Limits) -> Estimate:
    """Return the number of tricks by which a choice is better than the actual choice, given the player's knowledge.

    Neither choice was selected by its results in the sampled worlds, so the difference is unbiased.
    """
    question = node.question(limits)
    if not isinstance(action, Play):
        return price_choices(question, [action, node.action])[1].regret
    advice = advise(question)
    assert is_on_card(advice)
    _, shares, exact = advice.outcomes.worlds
    tricks = advice.outcomes.tricks[:, :, node.seat]
    places = [
        next(i for i, evaluation in enumerate(advice.evaluations) if _stands_for(evaluation.details, choice))
        for choice in (action, node.action)
    ]
    return estimate(tricks[:, places[0]] - tricks[:, places[1]], shares, exact or places[0] == places[1])


def _stands_for(details: CardDetails, choice: Action) -> bool:
    """Whether an action plays one of the touching cards in a group."""
    return isinstance(choice, Play) and choice.card in Hand.of(details.cards)
