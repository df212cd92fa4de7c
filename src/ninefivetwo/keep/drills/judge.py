"""Answers to problems, and what each was worth."""

from __future__ import annotations

from dataclasses import dataclass

from ninefivetwo.cards import Card, Seat
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.keep.drills.choices import ProblemChoice, is_choice, kept
from ninefivetwo.keep.drills.explain import best_play, chance_words, choice_words
from ninefivetwo.keep.drills.marks import FULL, chance_mark, choice_mark
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, SeatName
from ninefivetwo.think.advise import Limits, Question, price_choices
from ninefivetwo.words.actions import action_of

LIMITS = Limits(worlds=500)  # for an answer that is not among the choices


@dataclass(frozen=True)
class Verdict:
    """What an answer was worth.

    `mark` is its points, of ten (`marks`).  `loss` is the regret in tricks; for a chance it is the Brier score
    (p - truth)², 0 at best, without error.  `words` say why, from the figures.  `best` is the best choice and `own` the
    one made; both are None for a chance.  `line` is a line of best play after the best choice, in the deal itself;
    empty where none was worked out.
    """

    mark: int
    loss: Estimate
    words: list[str]
    best: ProblemChoice | None
    own: ProblemChoice | None
    line: tuple[tuple[Seat, Card], ...] = ()

    @property
    def right(self) -> bool:
        """Is it as good as the best, as far as can be told?"""
        return self.mark == FULL


def verdict(problem: Problem, answer: object, limits: Limits = LIMITS, name: SeatName = str) -> Verdict:
    """What an answer is worth: an action in JSON, or for "know" a chance from 0 to 1.

    `limits` are for a discard, gift or call that has not been evaluated yet; `name` is what a seat is called.  Raises
    DrillError for what is no answer or breaks a rule.
    """
    if problem.question is not None:
        return _chance_verdict(problem, problem.question, _chance_of(answer), name)
    try:
        turn = problem.view.due_turn
        action = action_of(turn.kind, turn.seat, answer)
    except GameError as error:
        raise DrillError(str(error)) from error
    if fault := problem.view.refusal(action):
        raise DrillError(fault)
    own = next((choice for choice in problem.choices if is_choice(choice, action)), None)
    if own is None:
        own = _evaluated(problem, action, limits)
    words = list(choice_words(problem, own, name))
    return Verdict(choice_mark(problem, own), own.regret, words, problem.best, own, best_play(problem))


def is_right(problem: Problem, choice: ProblemChoice) -> bool:
    """Is a choice the best, or not to be told from it?"""
    return choice_mark(problem, choice) == FULL


def _evaluated(problem: Problem, action: Action, limits: Limits) -> ProblemChoice:
    """A choice that is not among the problem's, compared with the best of these."""
    _, own = price_choices(Question(problem.view, limits), [problem.choices[0].action, action])
    return kept(own)


def _chance_of(answer: object) -> float:
    if isinstance(answer, bool) or not isinstance(answer, (int, float)) or not 0 <= answer <= 1:
        raise DrillError(f"no chance: {quoted(str(answer))} (expected a number from 0 to 1)")
    return float(answer)


def _chance_verdict(problem: Problem, question: PlaceQuestion, answer: float, name: SeatName) -> Verdict:
    """By the Brier score: it is proper, so on average nobody does better than by answering what he believes."""
    assert problem.truth is not None
    loss = Estimate((answer - problem.truth) ** 2, 0.0, 1)
    words = list(chance_words(problem, question, answer, name))
    return Verdict(chance_mark(answer, question.chance.weighed.mean), loss, words, None, None)
