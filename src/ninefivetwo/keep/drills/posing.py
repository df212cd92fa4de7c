"""A problem made of any position in which a seat has a choice, evaluated by advice; and whether one can be posed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isfinite

from ninefivetwo.cards import Seat
from ninefivetwo.errors import DrillError, NineFiveTwoError, quoted
from ninefivetwo.game import CallTurn, DealView, DiscardTurn, GiveTurn, Match, PlayTurn, Turn
from ninefivetwo.keep.drills.problem import EASIEST, EQUAL, PlaceQuestion, Problem, ProblemChoice, problem_of_text
from ninefivetwo.keep.drills.themes import theme_of
from ninefivetwo.think.advise import AnyAdvice, Limits, Question, advise
from ninefivetwo.think.heuristics import heuristic_action

#: Tricks by which the best choice must lead all wrong ones, by kind.
MARGINS = {"call": 0.5, "discard": 0.2, "give": 0.2, "play": 0.25, "know": 0.0}
ERRORS = 2.5  # standard errors by which it must lead, too
SENSIBLE = 4  # margins that the least wrong choice may lose at most: one that a player may think of
MOST_RIGHT = {"call": 3, "discard": 4, "give": 4, "play": 3}  # choices as good as the best, itself among them
FURTHER = (3, 1.5)  # margins by which a lead is easy to see, and less easy
LIMITS = Limits(worlds=1000)

#: The kind of problem that a turn poses.
KIND_OF_TURN: dict[type[Turn], str] = {
    CallTurn: "call",
    DiscardTurn: "discard",
    GiveTurn: "give",
    PlayTurn: "play",
}


def advised_choices(advice: AnyAdvice) -> list[ProblemChoice]:
    """The choices of an advice: the recommended one, then the others by regret."""
    return by_regret([ProblemChoice.of(choice) for choice in advice.evaluations])


def by_regret(choices: Sequence[ProblemChoice]) -> list[ProblemChoice]:
    """The first choice, then the others by regret."""
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def is_clear(kind: str, choices: Sequence[ProblemChoice], margin: float, errors: float = ERRORS) -> bool:
    """Does the best choice, with the few that are as good, lead all others by the margin and by so many errors?

    And is it worth asking: is there a wrong choice that one may think of?
    """
    wrong = [choice.regret for choice in choices[1:] if not choice.is_as_good(kind)]
    return (
        bool(wrong)
        and min(choice.regret.mean for choice in choices) >= -EQUAL
        and len(choices) - len(wrong) <= MOST_RIGHT[kind]
        and all(regret.mean >= max(margin, errors * regret.standard_error) for regret in wrong)
        and min(regret.mean for regret in wrong) <= SENSIBLE * margin
    )


def difficulty(kind: str, view: DealView, choices: Sequence[ProblemChoice], margin: float) -> int:
    """From `EASIEST` to `HARDEST`: harder the smaller the lead, and by two where the plain rules go wrong."""
    lead = min((choice.regret.mean for choice in choices if not choice.is_as_good(kind)), default=0.0)
    level = EASIEST + sum(lead < further * margin for further in FURTHER)
    plain = heuristic_action(view)
    return level + 2 * (not any(choice.includes(plain) for choice in choices if choice.is_as_good(kind)))


def problem_with(kind: str, match: Match, choices: Sequence[ProblemChoice], source: str) -> Problem:
    """The problem that the present position of a match's deal poses, with these choices, the best first."""
    best, margin = choices[0].action, MARGINS[kind]
    view = match.deal.seen_by(best.seat)
    return Problem.at(
        match,
        best.seat,
        kind,
        theme=theme_of(view, best),
        difficulty=difficulty(kind, view, choices, margin),
        source=source,
        margin=margin,
        choices=choices,
    )


def problem_at(match: Match, seat: Seat, source: str, limits: Limits = LIMITS) -> Problem:
    """The problem that the present position of a match's deal poses to the seat whose turn it is.

    Raises DrillError if that seat has no such choice, SearchStopped.
    """
    view = match.deal.seen_by(seat)
    turn = view.turn
    if turn is None or turn.seat is not seat or type(turn) not in KIND_OF_TURN:
        raise DrillError(f"no problem: {seat.word} has nothing to choose")
    advice = advise(Question(view, limits))
    return problem_with(KIND_OF_TURN[type(turn)], match, advised_choices(advice), source)


# Problems that come from elsewhere: a library may hold rows of another's library, or damaged ones.

REMEMBERED = 4096  # texts whose answer is kept
ROUNDING = 0.02  # that chances may be off from 1 together


def checked_problem(text: str) -> Problem:
    """The problem that a text holds, everything in it checked.  Raises DrillError for one that cannot be posed."""
    try:
        problem = problem_of_text(text)
        _check_position(problem)
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


def _check_position(problem: Problem) -> None:
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
    for choice in problem.choices:
        if fault := problem.view.refusal(choice.action):
            raise DrillError(f"no problem: {fault}")
        if not all(map(isfinite, (choice.tricks.mean, choice.regret.mean, choice.make, problem.margin))):
            raise DrillError("no problem: a figure that is no number")
    if len({choice.action for choice in problem.choices}) < len(problem.choices):
        raise DrillError("no problem: a choice twice")


def _check_question(problem: Problem, question: PlaceQuestion) -> None:
    """Can the truth be told, and are the chances chances?"""
    if problem.kind != "know" or problem.truth is None:
        raise DrillError("no problem: where the card lies is not known")
    if question.place not in question.chances:
        raise DrillError(f"no problem: no chance of {quoted(question.place.name.lower())}")
    chances = [chance.weighed.mean for chance in question.chances.values()]
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > ROUNDING:
        raise DrillError("no problem: chances that do not sum to 1")
