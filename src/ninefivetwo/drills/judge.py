"""What an answer to a problem was worth."""

from __future__ import annotations

from typing import Any

from ninefivetwo.advise import Limits, price_choices
from ninefivetwo.drills.explain import chance_words, choice_words
from ninefivetwo.drills.price import is_choice
from ninefivetwo.drills.problem import DIGITS, NEAR, Choice, Problem, Verdict, action_of, rounded
from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.render.actions import action_object, action_words

#: For an answer that nobody priced before.
LIMITS = Limits(seconds=None, worlds=12, estimated=1000)


def verdict(problem: Problem, answer: Any, limits: Limits = LIMITS) -> Verdict:
    """What an answer is worth: an action in JSON, or for "know" a chance from 0 to 1.

    limits: for a discard, gift or call that has no price yet.  Raises DrillError for what is no answer or breaks a
    rule.
    """
    if problem.asked is not None:
        return _chance_verdict(problem, _chance_of(answer))
    action = action_of(problem.view, answer)
    own = next((choice for choice in problem.choices if is_choice(choice, action)), None)
    if own is None:
        own = _priced(problem, action, limits)
    return Verdict(is_right(problem, own), own.behind, list(choice_words(problem, own)), problem.best, own)


def is_right(problem: Problem, choice: Choice) -> bool:
    """Is a choice the best, or not to be told from it?"""
    behind = choice.behind
    return choice.as_good(problem.kind) or (behind.mean < problem.margin and behind.mean <= behind.standard_error)


def _priced(problem: Problem, action: Action, limits: Limits) -> Choice:
    """What a choice that is not among the problem's is worth, against the best of these."""
    best = action_of(problem.view, problem.choices[0].action)
    _, price = price_choices(problem.view, [best, action], limits)
    return Choice(
        action_object(action),
        action_words(action),
        rounded(price.details.tricks),
        rounded(price.regret),
        round(price.details.make.mean, DIGITS),
        {},
    )


def _chance_of(answer: Any) -> float:
    if isinstance(answer, bool) or not isinstance(answer, (int, float)) or not 0 <= answer <= 1:
        raise DrillError(f"no chance: {quoted(str(answer))} (expected a number from 0 to 1)")
    return float(answer)


def _chance_verdict(problem: Problem, told: float) -> Verdict:
    """A chance told, by the Brier score: a proper one, best on average for who says what he thinks."""
    assert problem.asked is not None and problem.truth is not None
    right = abs(told - problem.asked.chance.weighed.mean) <= NEAR + 1e-9
    loss = Estimate((told - problem.truth) ** 2, 0.0, 1)
    return Verdict(right, loss, list(chance_words(problem, problem.asked, told)), None, None)
