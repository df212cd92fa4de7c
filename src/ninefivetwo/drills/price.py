"""Priced choices, and what makes of them a problem with a clear answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ninefivetwo.advise import Advice, CallDetails, CardEvaluation, DealEvaluation, GiftDetails
from ninefivetwo.cards import Card
from ninefivetwo.drills.problem import DIGITS, EASIEST, EQUAL, Choice, rounded
from ninefivetwo.game import Action, DealView, Play
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.render.actions import action_object, action_words
from ninefivetwo.render.cards import grouped

#: By how many tricks the best must lead what is not right, by kind.
MARGINS = {"call": 0.5, "discard": 0.2, "give": 0.2, "play": 0.25, "know": 0.0}
ERRORS = 2.5  # of its errors, by which it must lead too
SENSIBLE = 4  # margins behind, no more: a choice that one may think of
MOST_RIGHT = {"call": 3, "discard": 4, "give": 4, "play": 3}  # choices that are as good as the best, itself among them
FURTHER = (3, 1.5)  # times the margin, from which a lead is easy to see, and less easy


def card_choices(advice: Advice[CardEvaluation]) -> list[Choice]:
    """The cards of an advice, those that are equal together, the best first."""
    return [_card_choice(each) for each in advice.evaluations]


def _card_choice(card: CardEvaluation) -> Choice:
    details = {
        "cards": [str(equal) for equal in card.details.cards],
        "conceded": {seat.word: round(mean.mean, DIGITS) for seat, mean in card.details.conceded.items()},
    }
    make = round(card.details.make.mean, DIGITS)
    action, words = action_object(card.action), grouped(card.details.cards)
    return Choice(action, words, rounded(card.details.tricks), rounded(card.regret), make, details)


def priced_choices(advised: Sequence[DealEvaluation], fresh: Sequence[DealEvaluation]) -> list[Choice]:
    """Calls, discards or gifts with fresh figures, regrets against the first: that one, then the others by regret."""
    choices = [_choice(one, other) for one, other in zip(advised, fresh, strict=True)]
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def advised_choices(advice: Advice[DealEvaluation]) -> list[Choice]:
    """The same with the figures of the advice itself."""
    return priced_choices(advice.evaluations, advice.evaluations)


def _choice(advised: DealEvaluation, fresh: DealEvaluation) -> Choice:
    details: dict[str, Any] = {}
    if isinstance(advised.details, CallDetails) and advised.details.discards:
        details["discards"] = _chances(advised.details.discards)
    if isinstance(advised.details, GiftDetails) and advised.details.returns:
        details["returns"] = {seat.word: _chances(cards) for seat, cards in advised.details.returns.items()}
    return Choice(
        action_object(advised.action),
        action_words(advised.action),
        rounded(fresh.details.tricks),
        rounded(fresh.regret),
        round(fresh.details.make.mean, DIGITS),
        details,
    )


def _chances(chances: Sequence[tuple[Card, float]]) -> dict[str, float]:
    return {str(card): round(chance, DIGITS) for card, chance in chances}


def is_clear(kind: str, choices: Sequence[Choice], margin: float, errors: float = ERRORS) -> bool:
    """Does the best, with the few that are as good, lead all others by the margin and by so many of its errors?

    And is it worth asking: is there a wrong choice that one may think of?
    """
    wrong = [choice.regret for choice in choices[1:] if not choice.as_good(kind)]
    return (
        bool(wrong)
        and min(choice.regret.mean for choice in choices) >= -EQUAL
        and len(choices) - len(wrong) <= MOST_RIGHT[kind]
        and all(regret.mean >= max(margin, errors * regret.standard_error) for regret in wrong)
        and min(regret.mean for regret in wrong) <= SENSIBLE * margin
    )


def difficulty(kind: str, view: DealView, choices: Sequence[Choice], margin: float) -> int:
    """From `EASIEST` to `HARDEST`: harder the smaller the lead, and by two where the plain rules go wrong."""
    lead = min((choice.regret.mean for choice in choices if not choice.as_good(kind)), default=0.0)
    level = EASIEST + sum(lead < further * margin for further in FURTHER)
    right = [choice for choice in choices if choice.as_good(kind)]
    return level + 2 * (not any(is_choice(choice, heuristic_action(view)) for choice in right))


def is_choice(choice: Choice, action: Action) -> bool:
    """Is the action this choice, or one of the cards that are equal to it?"""
    if isinstance(action, Play):
        return str(action.card) in choice.details["cards"]
    return bool(choice.action == action_object(action))
