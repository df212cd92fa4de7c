"""The choices of a decision that a fair price looks at, and what playouts of them bring its player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ninefivetwo.exact import QuantalSolver
from ninefivetwo.game import Action, Call, DealView, Discard, Give, GiveTurn, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.advise.choices import likely_choices
from ninefivetwo.think.advise.following import Following
from ninefivetwo.think.advise.objective import DEFAULT_OBJECTIVE
from ninefivetwo.think.advise.play import card_choices
from ninefivetwo.think.advise.pricing import Budget, Stage, shortlist
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts.estimates import DistinctWorlds
from ninefivetwo.think.playouts.values import card_values

#: The looks at a list of choices before the play; the best of them are then looked at as cards are.
STAGES = {
    Call: (),
    Discard: (Stage("learned", 40, 8),),
    Give: (Stage("plain", 60, 40), Stage("learned", 40, 8)),
}

#: The tricks that some choices bring their player in some worlds: worlds, choices.
PriceChoices = Callable[[Sequence[Action], DistinctWorlds], Floats]


class FairCandidates(NamedTuple):
    """The choices looked at, each with all that are the same as it (touching cards), and how they are priced."""

    choices: tuple[tuple[Action, ...], ...]
    price: PriceChoices


def candidates(view: DealView, chosen: Action, worlds: DistinctWorlds, limits: Limits) -> FairCandidates:
    """The choices of a seat at its turn, the chosen one among them.

    worlds: in which a long list of choices before the play is made short.
    """
    turn = view.due_turn
    if isinstance(turn, PlayTurn):
        return _cards(view, turn, limits)
    return _before_play(view, chosen, worlds, limits)


def _cards(view: DealView, turn: PlayTurn, limits: Limits) -> FairCandidates:
    rollouts, solver = Budget(limits).rollouts("learned"), QuantalSolver(token=limits.token)

    def price(choices: Sequence[Action], worlds: DistinctWorlds) -> Floats:
        cards = [choice.card for choice in choices if isinstance(choice, Play)]
        return card_values(view, worlds, cards, rollouts, solver=solver).tricks[:, :, turn.seat]

    groups = card_choices(view, turn).items()
    alike = (dict.fromkeys([card, *same]) for card, same in groups)  # the card that stands for them first
    return FairCandidates(tuple(tuple(Play(turn.seat, card) for card in same) for same in alike), price)


def _before_play(view: DealView, chosen: Action, worlds: DistinctWorlds, limits: Limits) -> FairCandidates:
    budget, worth, turn = Budget(limits), partial(DEFAULT_OBJECTIVE.worths, view.rules), view.due_turn
    wanted = list(dict.fromkeys([chosen, heuristic_action(view)]))
    if isinstance(turn, GiveTurn) and not turn.must:
        wanted = list(dict.fromkeys([*wanted, Give.of(turn.seat, {})]))
    choices = list(dict.fromkeys([*wanted, *likely_choices(view)]))
    following = Following.of(view, choices, worlds, worth, budget)
    short = shortlist(choices, wanted, following.price, worth, worlds, STAGES[type(chosen)], budget)

    def price(choices: Sequence[Action], worlds: DistinctWorlds) -> Floats:
        return following.price(choices, worlds, budget.rollouts("learned")).tricks[:, :, turn.seat]

    return FairCandidates(tuple((choice,) for choice in short), price)
