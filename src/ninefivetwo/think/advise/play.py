"""Advice in the play: what each legal card brings over the deals that could be.

Worlds are drawn and each legal card is played out in all of them by the learned policy, every seat acting on what it
can see; in the last tricks quantal values take the place of playouts (`playouts.values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ninefivetwo.cards import Card
from ninefivetwo.errors import AdviceError
from ninefivetwo.exact import QuantalSolver
from ninefivetwo.game import DealView, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.advice import (
    DEFAULT_ASSUMPTIONS,
    DEFAULT_LIMITS,
    Advice,
    Assumptions,
    CardDetails,
    CardEvaluation,
    Limits,
    Prospects,
    Watch,
)
from ninefivetwo.think.advise.choices import due
from ninefivetwo.think.advise.evaluated import advice_of, evaluated
from ninefivetwo.think.advise.objective import DEFAULT_OBJECTIVE, Objective
from ninefivetwo.think.advise.pricing import Budget, drawn_worlds, played_out
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.estimates import DistinctWorlds
from ninefivetwo.think.playouts.values import ENDING, RolloutDetails, Rollouts, RolloutValues, card_values, unlike_cards

ENDING_WORLDS = 200  # at most, where quantal values are worked out: they take longer than playouts
FORCED = 200  # worlds looked at for what the only card is worth


def advise_play(
    view: DealView,
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
    solver: QuantalSolver | None = None,
    prior: int = 0,
    watch: Watch[CardEvaluation] | None = None,
) -> Advice[CardEvaluation]:
    """The card to play, for the seat whose view this is, and whose turn it must be.

    solver: one for endings whose table is warm, in place of a new one.  prior: worlds more as which the learned
    policy's own opinion counts in the choice, and in no figure; for players who look at few worlds.  watch: is shown
    the advice as it stands, and may end it.  Raises AdviceError where no card is due or the match is over,
    KnowledgeError for a contradiction, SearchStopped where the token was cancelled before anything was found out.
    """
    objective.check(view.rules)
    budget, turn = Budget(limits), view.turn
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(view)} (expected a card to play)")
    cards = card_choices(view, turn)
    few = FORCED if len(cards) == 1 else ENDING_WORLDS if len(turn.held) <= ENDING else limits.worlds
    drawn = drawn_worlds(view, min(few, limits.worlds), limits.seed, assumptions)
    endings = solver or QuantalSolver(token=limits.token)

    def price(choices: Sequence[Play], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        return card_values(view, worlds, [choice.card for choice in choices], rollouts, solver=endings)

    def advice(values: RolloutValues, stopped: bool = False) -> Advice[CardEvaluation]:
        opinions = prior * _opinions(view, [group[-1] for group in cards.values()], values, objective) if prior else 0.0
        found = evaluated(choices, values, view.rules, objective, partial(_detailed, cards), opinions)
        return advice_of(view, objective, found, 0, drawn, choices, values, limits.seed, stopped)

    choices = [Play(turn.seat, card) for card in cards]
    enough = None if watch is None else lambda values: watch(advice(values))
    return advice(*played_out(choices, price, drawn.worlds, budget, enough))


def card_choices(view: DealView, turn: PlayTurn) -> dict[Card, tuple[Card, ...]]:
    """The cards to choose from, that of the plain rules first, each with all that it touches, the highest first.

    Of touching cards the lowest stands for all, or the one that the plain rules play.
    """
    legal, lowest = sorted(turn.legal(), reverse=True), unlike_cards(view) if turn.count() > 1 else list(turn.legal())
    groups = {card: tuple(c for c in legal if _stands_for(card, c, lowest)) for card in lowest}
    rule = heuristic_action(view)
    assert isinstance(rule, Play)
    first = next(group for group in groups.values() if rule.card in group)
    return {rule.card: first} | {card: group for card, group in groups.items() if group is not first}


def _opinions(view: DealView, cards: list[Card], values: RolloutValues, objective: Objective) -> Floats:
    """What the policy's opinion adds to the mean of each card if it counts as one world more; nothing in endings.

    cards: of each choice the lowest of those that touch, the only one that the policy knows (`unlike_cards`).  In the
    unit of what is wanted: a trick is worth as much as it is in these worlds (linear regression).
    """
    if len(view.due_turn.held) <= ENDING or values.worlds.exact:
        return np.zeros(len(cards))
    worths, tricks = objective.worths(view.rules, values), values.tricks[:, :, values.seat]
    spread = tricks - tricks.mean()
    slope = float((spread * worths).sum() / max((spread**2).sum(), 1e-9))
    found: Floats = slope / len(tricks) * opinion(policy("learned"), view, cards)
    return found


def _stands_for(low: Card, card: Card, lowest: list[Card]) -> bool:
    """Is this the nearest of the lowest cards, downwards in its suit?"""
    return low.suit is card.suit and low == max(c for c in lowest if c.suit is card.suit and c <= card)


def _detailed(
    groups: dict[Card, tuple[Card, ...]], choice: Play, common: Prospects, found: RolloutDetails
) -> CardDetails:
    figures = common.tricks, common.make, common.distribution, common.match
    return CardDetails(*figures, groups[choice.card], found.conceded)
