"""Is a problem that comes from elsewhere one that can be posed?

A library may hold rows of another's library, or damaged ones; one that cannot be posed is passed over, and is not taken
in with another library.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

from ninefivetwo.errors import DrillError, NineFiveTwoError, quoted
from ninefivetwo.keep.drills.encoding import problem_of_text
from ninefivetwo.keep.drills.posing import KIND_OF_TURN
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem

REMEMBERED = 4096  # texts whose answer is kept
SUM = 0.02  # that chances may be off from 1 together, by rounding


def checked_problem(text: str) -> Problem:
    """The problem that a text holds, everything in it looked at.  Raises DrillError for one that cannot be posed."""
    try:
        problem = problem_of_text(text)
        _check_moment(problem)
    except DrillError:
        raise
    except (NineFiveTwoError, ValueError, LookupError) as error:
        raise DrillError(f"no problem: {error}") from error
    if problem.question is not None:
        _check_question(problem, problem.question)
    else:
        _check_choices(problem)
    return problem


@lru_cache(REMEMBERED)
def problem_fault(id: str, text: str) -> str | None:
    """Why the problem of an id, which a text holds, cannot be posed, in one line; None if it can."""
    try:
        problem = checked_problem(text)
    except DrillError as error:
        return str(error)
    return None if problem.id == id else f"no problem: {quoted(id)} is another one's row (expected {problem.id})"


def _check_moment(problem: Problem) -> None:
    """Is it the turn of the seat whose view the record is, and does the whole deal look so from there?"""
    turn, deal = problem.view.turn, problem.deal
    if turn is None or turn.seat is not problem.seat:
        raise DrillError(f"no problem: it is not the turn of {problem.seat.word}, whose view its record is")
    if problem.question is None and KIND_OF_TURN.get(type(turn)) != problem.kind:
        raise DrillError(f"no problem: no {problem.kind} is due")
    if deal is not None and (deal.viewer is not None or deal.seen_by(problem.seat) != problem.view):
        raise DrillError("no problem: its whole deal is not the one that its player sees")


def _check_choices(problem: Problem) -> None:
    """Are the choices legal, each once, the best first?"""
    if not problem.choices:
        raise DrillError(f"no problem: nothing to choose (expected choices of a {problem.kind})")
    actions = [choice.action for choice in problem.choices]
    for choice in problem.choices:
        if fault := problem.view.refusal(choice.action):
            raise DrillError(f"no problem: {fault}")
        figures = (choice.value.mean, choice.regret.mean, choice.details.make.mean, problem.margin)
        if not all(map(isfinite, figures)):
            raise DrillError("no problem: a figure that is no number")
    if len(set(actions)) < len(actions):
        raise DrillError("no problem: a choice twice")


def _check_question(problem: Problem, question: PlaceQuestion) -> None:
    """Can the truth be told, and are the chances chances?"""
    if problem.kind != "know" or problem.truth is None:
        raise DrillError("no problem: where the card lies is not known")
    chances = [chance.weighed.mean for chance in question.chances]
    if question.place not in [chance.place for chance in question.chances]:
        raise DrillError(f"no problem: no chance of {quoted(question.place.name.lower())}")
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > SUM:
        raise DrillError("no problem: chances that do not sum to 1")
