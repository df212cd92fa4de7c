"""Grade answers to problems: compute the loss of an answer, and points from 0 to 10.

An answer is right and gets ten points if it cannot be distinguished from the best answer. Any other answer gets at most
nine points. A choice loses one point for each tenth of a trick of regret. An estimated chance loses one point for each
five percentage points of error.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from ninefivetwo.cards import Card, Seat
from ninefivetwo.errors import DrillError, GameError, quoted, raised_as
from ninefivetwo.evaluation import HAIR, Estimate
from ninefivetwo.exact import Solver
from ninefivetwo.game.events import action_of
from ninefivetwo.keep.drills.kinds import DRILL_KINDS, NEAR
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, ProblemChoice
from ninefivetwo.think.advise import Limits, Question, price_choices

ANSWER_LIMITS = Limits(worlds=500)  # limits for evaluating an answer that is not among the problem's choices
FULL = 10
PASSED = 5  # minimum points for a partly right answer; the problem then returns later than after a wrong answer
TRICKS_A_POINT, CHANCE_A_POINT = 0.1, 0.05
LINE_TRICKS = 11  # with more tricks left, searching for a line of best play takes too long


@dataclass(frozen=True)
class Verdict:
    """The grade of an answer.

    `mark` is the number of points, from 0 to 10. `loss` is the regret in tricks or, for a chance, the Brier score (p -
    truth)², without a standard error. `own` is the player's choice, or None for a chance. `chance` is the player's
    estimate of a chance, or None for a choice. `line` has the cards of double-dummy play in the real deal after the
    best choice, and is empty if not computed.
    """

    mark: int
    loss: Estimate
    own: ProblemChoice | None = None
    chance: float | None = None
    line: tuple[tuple[Seat, Card], ...] = ()

    @property
    def right(self) -> bool:
        """True if the answer cannot be distinguished from the best answer."""
        return self.mark == FULL


def verdict(problem: Problem, answer: object, limits: Limits = ANSWER_LIMITS) -> Verdict:
    """Grade an answer, which is an action in JSON or, for a question, a chance from 0 to 1.

    `limits` apply to the evaluation of a discard, gift or call that the problem does not list. Raises DrillError if the
    answer is invalid or illegal.
    """
    if problem.question is not None:
        return _chance_verdict(problem, problem.question, answer)
    with raised_as(DrillError, caught=GameError):
        turn = problem.view.due_turn
        action = action_of(turn.kind, turn.seat, answer)
    if fault := problem.view.refusal(action):
        raise DrillError(fault)
    own = next((choice for choice in problem.choices if choice.includes(action)), None)
    if own is None:  # An answer that is not listed is compared with the best listed choice.
        _, priced = price_choices(Question(problem.view, limits), [problem.choices[0].action, action])
        own = ProblemChoice.of(priced)
    return Verdict(choice_mark(problem, own), own.regret, own, line=best_play(problem))


def _chance_verdict(problem: Problem, question: PlaceQuestion, answer: object) -> Verdict:
    """Grade a chance by the Brier score, under which an honest answer is best on average."""
    if isinstance(answer, bool) or not isinstance(answer, (int, float)) or not 0 <= answer <= 1:
        raise DrillError(f"invalid chance: {quoted(str(answer))} (expected a number from 0 to 1)")
    assert problem.truth is not None
    loss = Estimate((answer - problem.truth) ** 2, 0.0, 1)
    return Verdict(chance_mark(answer, question.chance.weighed.mean), loss, chance=float(answer))


def choice_mark(problem: Problem, choice: ProblemChoice) -> int:
    """Return the points for a choice, from 0 to 10."""
    regret = choice.regret
    cannot_be_told = regret.mean < problem.margin and regret.mean <= regret.standard_error
    if choice.is_as_good(problem.kind) or cannot_be_told:
        return FULL
    return _less(regret.mean / TRICKS_A_POINT)


def chance_mark(answer: float, known: float) -> int:
    """Return the points for a player's estimate of a chance, given the computed chance."""
    off = abs(answer - known)
    return FULL if off <= NEAR + HAIR else _less(off / CHANCE_A_POINT)


def _less(points: float) -> int:
    """Return ten points minus `points`, rounded to a whole number from 0 to 9."""
    return max(FULL - max(ceil(points - HAIR), 1), 0)


def is_right(problem: Problem, choice: ProblemChoice) -> bool:
    """Return whether a choice cannot be distinguished from the best choice."""
    return choice_mark(problem, choice) == FULL


def best_play(problem: Problem) -> tuple[tuple[Seat, Card], ...]:
    """Return a line of double-dummy play in the real deal, or () if the deal is unknown or too many tricks are left."""
    deal, best = problem.deal, problem.best
    if deal is None or best is None or not DRILL_KINDS[problem.kind].searched:
        return ()
    after = deal.after(best.action)
    if after.position is None or after.trump is None or after.position.tricks > LINE_TRICKS:
        return ()
    return tuple(Solver().best_line(after.position, after.trump, problem.seat))


def guarantees_after(problem: Problem, choices: list[ProblemChoice]) -> list[int]:
    """Return the seat's guaranteed tricks in the real deal after each choice, or [] if the deal is unknown."""
    if problem.deal is None or not DRILL_KINDS[problem.kind].searched:
        return []
    solver, seat, guarantees = Solver(), problem.seat, list[int]()
    for choice in choices:
        after = problem.deal.after(choice.action)
        left = 0
        if after.position is not None and after.trump is not None:
            left = solver.guarantee(after.position, after.trump, seat)
        guarantees.append(after.won[seat] + left)
    return guarantees
