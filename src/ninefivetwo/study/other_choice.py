"""What if: at a moment of a deal another choice is made, and the deal goes on.

From then on everybody, the player himself too, chooses as a club player does (`advise.learned_action`), each by what
his seat can see.  So the end tells where the other choice may lead; what it is worth its price tells.
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
    """Another choice in the place of the one that was made in a decision, its price, and the deal as it then went.

    `node` is the decision as it was made, `action` the other choice.  `before`, `after` and `after_made` are what each
    seat was sure of before the decision, after the other choice and after the one made: exact, None where not all hands
    are known.  `gain` is how many tricks more the other choice is worth than the one made, by what the player could
    know, below zero if it is worth less; None where that was left out.  `played` is the deal played on to its end; None
    where not all hands are known.
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
        """Whose choice it is."""
        return self.action.seat


def what_if(
    node: DecisionNode,
    action: Action,
    limits: Limits | None = None,
    actual: Sequence[Action] = (),
    judge: Judge | None = None,
) -> WhatIf:
    """What another choice in a decision would have brought.

    limits: of the price by what could be known; None leaves it out.  actual: all decisions of the deal, by which a gift
    is priced (`hindsight`).  judge: to use in place of a new one, so that its table stays warm.  Raises
    GameError for an illegal choice, SearchStopped where the judge's token or that of the limits is cancelled.
    """
    other = DecisionNode(node.before, action, node.before.after(action))
    before = after = after_made = played = None
    if not isinstance(node.before, DealView):
        priced, made = (judge or Judge()).hindsights([other, node], actual)
        before, after, after_made = made.before, priced.after, made.after
        played = played_by_policy(other.after, lambda turn: False)  # to its end
    gain = None if limits is None else fair_gain(node, action, limits)
    return WhatIf(node, action, before, after, after_made, gain, played)


def fair_gain(node: DecisionNode, action: Action, limits: Limits) -> Estimate:
    """How many tricks more a choice is worth than the one made, over the deals that its player could not tell apart.

    Both meet the same worlds, which chose neither, so no best of several is too lucky here.
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
    """Is a card priced among these, which touch?"""
    return isinstance(choice, Play) and choice.card in Hand.of(details.cards)
