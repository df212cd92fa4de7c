"""Advice that is told while it grows: at once what a club player would do, then what more and more worlds say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ninefivetwo.cards import Card
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Action, DealView, LookTurn, Play, PlayTurn
from ninefivetwo.think.advise.advice import (
    DEFAULT_ASSUMPTIONS,
    DEFAULT_LIMITS,
    FEW,
    LEVEL,
    SHOWN,
    AnyAdvice,
    Assumptions,
    Limits,
)
from ninefivetwo.think.advise.before import advise_before_play
from ninefivetwo.think.advise.choices import due
from ninefivetwo.think.advise.learned import learned_action
from ninefivetwo.think.advise.objective import DEFAULT_OBJECTIVE, Objective
from ninefivetwo.think.advise.play import advise_play, card_choices

SETTLED = 4.0  # standard errors: advice is looked at several times, and ends at the first that seems settled


@dataclass(frozen=True)
class FirstLook:
    """What a club player would choose at once, with no figure behind it.

    `cards` are those that are equal to the card chosen, for they touch, itself among them; empty before the play.
    `decided`: is there nothing to weigh, as there is one choice, or all are equal?  Then no advice can add to it.
    """

    view: DealView
    action: Action
    cards: tuple[Card, ...]
    decided: bool


def advise_gradually(
    view: DealView,
    told: Callable[[FirstLook | AnyAdvice], None],
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> FirstLook | AnyAdvice:
    """What the seat whose view this is, and whose turn it must be, should do.

    told: is shown a first look, then the advice as it stands.  What is returned is the last word: a first look where
    there is nothing to weigh, else advice that is settled, or rests on as many worlds as the limits say.  Raises
    AdviceError where nothing is due from the seat or the match is over, KnowledgeError for a contradiction,
    SearchStopped where the token was cancelled before any world was played out.
    """
    look = first_look(view)
    if look.decided:
        return look
    told(look)

    def watch(advice: AnyAdvice) -> bool:
        if settled(advice):
            return True
        told(advice)
        return False

    if isinstance(view.turn, PlayTurn):
        return advise_play(view, limits, objective, assumptions, watch=watch)
    return advise_before_play(view, limits, objective, assumptions, watch=watch)


def first_look(view: DealView) -> FirstLook:
    """A first look, for the seat whose view this is.  Raises AdviceError where nothing is due from it."""
    turn = view.turn
    if turn is None or turn.seat is not view.viewer:
        raise AdviceError(f"{due(view)} (expected a choice of {view.viewer.word})")
    action = learned_action(view)
    if not isinstance(turn, PlayTurn) or not isinstance(action, Play):
        return FirstLook(view, action, (), isinstance(turn, LookTurn) or turn.count() == 1)
    groups = card_choices(view, turn)
    equal = next(group for group in groups.values() if action.card in group)
    return FirstLook(view, action, equal, len(groups) == 1)


def settled(advice: AnyAdvice) -> bool:
    """Would more worlds tell nothing that matters?  Each other choice is surely worse, or surely as good as the best.

    Never by fewer than `FEW` worlds, unless they are all.
    """
    if advice.exact:
        return True
    level = LEVEL[advice.objective.in_chances]
    regrets = [(each.regret.mean, SETTLED * each.regret.standard_error) for each in advice.evaluations[1:]]
    return advice.effective >= FEW and all(mean - off > SHOWN or mean + off < level for mean, off in regrets)
