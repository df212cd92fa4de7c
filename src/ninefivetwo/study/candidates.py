"""The choices of a decision that a fair price evaluates, and what playouts of them win for its player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ninefivetwo.game import Action, Call, Discard, Give, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise import Question, likely_choices
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.before import DealChoices, kept_choices
from ninefivetwo.think.advise.pricing import Choices, Stage
from ninefivetwo.think.playouts.values import DistinctWorlds

#: The looks at a list of choices before the play; the best of them are then evaluated as cards are.
STAGES = {
    Call: (),
    Discard: (Stage("learned", 40, 8),),
    Give: (Stage("plain", 60, 40), Stage("learned", 40, 8)),
}

#: The tricks that some choices win for their player in some worlds: worlds, choices.
PriceChoices = Callable[[Sequence[Action], DistinctWorlds], Floats]


class FairCandidates(NamedTuple):
    """The choices evaluated, each with all that are the same as it (touching cards), and how they are priced."""

    choices: tuple[tuple[Action, ...], ...]
    price: PriceChoices


def candidates(question: Question, chosen: Action, worlds: DistinctWorlds) -> FairCandidates:
    """The choices of a seat at its turn, the chosen one among them.

    worlds: in which a long list of choices before the play is made short.
    """
    turn = question.view.due_turn
    if isinstance(turn, PlayTurn):
        cards = CardChoices(question, turn)
        alike = (dict.fromkeys([card, *same]) for card, same in cards.groups.items())  # first, the one for all
        return FairCandidates(tuple(tuple(Play(turn.seat, card) for card in same) for same in alike), _price(cards))
    kept = kept_choices(question.view, chosen)
    choices = list(dict.fromkeys([*kept, *likely_choices(question.view)]))
    deals = DealChoices(question, choices, worlds)
    short = deals.shortlist(choices, kept, worlds, STAGES[type(chosen)])
    return FairCandidates(tuple((choice,) for choice in short), _price(deals))


def _price(choices: Choices[Any, Any]) -> PriceChoices:
    """What choices win for the seat whose turn it is."""
    seat, rollouts = choices.view.due_turn.seat, choices.rollouts()
    return lambda some, worlds: choices.price(some, worlds, rollouts).tricks[:, :, seat]
