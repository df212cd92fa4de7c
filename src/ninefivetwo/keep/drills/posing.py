"""Make problems from positions: evaluate the choices, find the theme and difficulty, and check the problem."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isfinite

from ninefivetwo.cards import Seat
from ninefivetwo.codec import decode
from ninefivetwo.errors import DrillError, NineFiveTwoError, quoted, raised_as
from ninefivetwo.game import DealView, Match
from ninefivetwo.keep.drills.kinds import DRILL_KINDS, KIND_OF
from ninefivetwo.keep.drills.problem import EASIEST, EQUAL_WITHIN, PlaceQuestion, Problem, ProblemChoice, read_problem
from ninefivetwo.think.advise import AnyAdvice, Limits, Question, advise
from ninefivetwo.think.heuristics import heuristic_action

POSED_ERRORS = 2.5  # minimum lead of the best choice in standard errors
SENSIBLE = 4  # maximum loss of the best wrong choice, as a multiple of the required lead
FURTHER_STEPS = (3, 1.5)  # multiples of the required lead; a lead below a multiple raises the difficulty by one level
POSING_LIMITS = Limits(worlds=1000)


def advised_choices(advice: AnyAdvice) -> list[ProblemChoice]:
    """Return the choices that advice evaluated: the recommended choice first, then all other choices by regret."""
    return by_regret([ProblemChoice.of(choice) for choice in advice.evaluations])


def by_regret(choices: Sequence[ProblemChoice]) -> list[ProblemChoice]:
    """Sort all choices but the first by regret."""
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def is_clear(kind: str, choices: Sequence[ProblemChoice], margin: float, errors: float = POSED_ERRORS) -> bool:
    """Return whether the best choice leads all wrong choices by `margin` tricks and by `errors` standard errors.

    A clear problem also has few right choices and a plausible wrong choice.
    """
    wrong = [choice.regret for choice in choices[1:] if not choice.is_as_good(kind)]
    return (
        bool(wrong)
        and min(choice.regret.mean for choice in choices) >= -EQUAL_WITHIN
        and len(choices) - len(wrong) <= DRILL_KINDS[kind].most_right
        and all(regret.mean >= max(margin, errors * regret.standard_error) for regret in wrong)
        and min(regret.mean for regret in wrong) <= SENSIBLE * margin
    )


def difficulty(kind: str, view: DealView, choices: Sequence[ProblemChoice]) -> int:
    """Return the difficulty, which is higher if the lead of the best choice is small or the rules of thumb fail."""
    lead = min((choice.regret.mean for choice in choices if not choice.is_as_good(kind)), default=0.0)
    level = EASIEST + sum(lead < further * DRILL_KINDS[kind].margin for further in FURTHER_STEPS)
    plain = heuristic_action(view)
    return level + 2 * (not any(choice.includes(plain) for choice in choices if choice.is_as_good(kind)))


def problem_with(kind: str, match: Match, choices: Sequence[ProblemChoice], source: str) -> Problem:
    """Return a problem made from the current position of a match and the choices, which are sorted best first."""
    view = match.deal.seen_by(choices[0].action.seat)
    return Problem.at(match, kind, difficulty(kind, view, choices), source, choices)


def problem_at(match: Match, seat: Seat, source: str, limits: Limits = POSING_LIMITS) -> Problem:
    """Evaluate the current position of a match, and return a problem for the seat whose turn it is.

    Raises DrillError if the seat has no choice to make. Raises SearchStopped if the evaluation is stopped.
    """
    view = match.deal.seen_by(seat)
    turn = view.turn
    if turn is None or turn.seat is not seat or turn.kind not in KIND_OF:
        raise DrillError(f"no problem here: {seat.word} has nothing to choose")
    advice = advise(Question(view, limits))
    return problem_with(KIND_OF[turn.kind], match, advised_choices(advice), source)


# Problems from a library must be checked, because the library may contain damaged rows.

REMEMBERED_PROBLEMS = 4096  # maximum number of texts whose results are cached
ROUNDING = 0.02  # maximum rounding error in a sum of probabilities


def checked_problem(text: str) -> Problem:
    """Parse a problem and check all its parts. Raises DrillError if the problem is invalid."""
    with raised_as(DrillError, "invalid problem: ", (NineFiveTwoError, ValueError, LookupError)):
        problem = read_problem(decode(text, Problem))
        _check_position(problem)
        if problem.question is not None:
            _check_question(problem, problem.question)
        else:
            _check_choices(problem)
    return problem


@lru_cache(REMEMBERED_PROBLEMS)
def problem_fault(id: str, text: str) -> str | None:
    """Return a one-line reason why a stored problem is invalid, or None if the problem is valid."""
    try:
        problem = checked_problem(text)
    except DrillError as error:
        return str(error)
    return None if problem.id == id else f"invalid problem: {quoted(id)} is the id of another (expected {problem.id})"


def _check_position(problem: Problem) -> None:
    """Raise DrillError if another player is to act, or if the full deal contradicts the view."""
    turn, deal = problem.view.turn, problem.deal
    if turn is None or turn.seat is not problem.seat:
        raise DrillError(f"it is not the turn of {problem.seat.word}, whose view its record is")
    if problem.question is None and turn.kind is not DRILL_KINDS[problem.kind].action:
        raise DrillError(f"no {problem.kind} is due")
    if deal is not None and (deal.viewer is not None or deal.seen_by(problem.seat) != problem.view):
        raise DrillError("the whole deal differs from the player's view")


def _check_choices(problem: Problem) -> None:
    """Raise DrillError if a choice is illegal, occurs twice or has a value that is not finite."""
    if not problem.choices:
        raise DrillError(f"no choices (expected choices of a {problem.kind})")
    for choice in problem.choices:
        if fault := problem.view.refusal(choice.action):
            raise DrillError(fault)
        if not all(map(isfinite, (choice.tricks.mean, choice.regret.mean, choice.make, problem.margin))):
            raise DrillError("a figure is not a finite number")
    if len({choice.action for choice in problem.choices}) < len(problem.choices):
        raise DrillError("duplicate choice")


def _check_question(problem: Problem, question: PlaceQuestion) -> None:
    """Raise DrillError if the question has invalid chances, or no chance for the place in question."""
    if DRILL_KINDS[problem.kind].action is not None or problem.truth is None:
        raise DrillError("the place of the card is unknown")
    if question.place not in question.chances:
        raise DrillError(f"no probability for {quoted(question.place.name.lower())}")
    chances = [chance.weighed.mean for chance in question.chances.values()]
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > ROUNDING:
        raise DrillError("probabilities do not sum to 1")
