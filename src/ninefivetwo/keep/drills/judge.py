"""Answers to problems: what each was worth, and how many of ten points it deserves.

What is as good as the best, as far as can be told, has all ten, and is right; anything else has nine at most.  Of a
choice every tenth of a trick that it loses costs a point, of a chance every five per cent that it is off; so ten points
are lost with a whole trick, or with a chance that is off by a half.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from ninefivetwo.cards import Card, Seat
from ninefivetwo.errors import DrillError, GameError, quoted, raised_as
from ninefivetwo.evaluation import HAIR, Estimate
from ninefivetwo.exact import Solver
from ninefivetwo.game.events import action_of
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, ProblemChoice
from ninefivetwo.think.advise import Limits, Question, price_choices

LIMITS = Limits(worlds=500)  # for an answer that is not among the choices
FULL = 10
PASSED = 5  # an answer with so many comes back sooner than a right one, but it was not wrong altogether
TRICKS_A_POINT, CHANCE_A_POINT = 0.1, 0.05
NEAR = 0.1  # a chance that is estimated no further off is right
LINE_TRICKS = 11  # the most tricks left for which a line is searched: a whole deal takes too long
SEEN_THROUGH = ("play", "discard")  # kinds whose choices are followed in the deal itself


@dataclass(frozen=True)
class Verdict:
    """What an answer was worth.

    mark: its points, of ten.  loss: the regret in tricks; for a chance the Brier score (p - truth)², 0 at best, without
    error.  best, own: the best choice and the one made; None for a chance.  chance: the one answered; None for a
    choice.  line: best play after the best choice, in the deal itself; empty if none was worked out.
    """

    mark: int
    loss: Estimate
    best: ProblemChoice | None = None
    own: ProblemChoice | None = None
    chance: float | None = None
    line: tuple[tuple[Seat, Card], ...] = ()

    @property
    def right(self) -> bool:
        """Is it as good as the best, as far as can be told?"""
        return self.mark == FULL


def verdict(problem: Problem, answer: object, limits: Limits = LIMITS) -> Verdict:
    """What an answer is worth: an action in JSON, or for "know" a chance from 0 to 1.

    `limits` are for a discard, gift or call that has not been evaluated yet.  Raises DrillError for what is no answer
    or breaks a rule.
    """
    if problem.question is not None:
        return _chance_verdict(problem, problem.question, answer)
    with raised_as(DrillError, caught=GameError):
        turn = problem.view.due_turn
        action = action_of(turn.kind, turn.seat, answer)
    if fault := problem.view.refusal(action):
        raise DrillError(fault)
    own = next((choice for choice in problem.choices if choice.includes(action)), None)
    if own is None:  # it is compared with the best of those that are
        _, priced = price_choices(Question(problem.view, limits), [problem.choices[0].action, action])
        own = ProblemChoice.of(priced)
    return Verdict(choice_mark(problem, own), own.regret, problem.best, own, line=best_play(problem))


def _chance_verdict(problem: Problem, question: PlaceQuestion, answer: object) -> Verdict:
    """By the Brier score: it is proper, so on average nobody does better than by answering what he believes."""
    if isinstance(answer, bool) or not isinstance(answer, (int, float)) or not 0 <= answer <= 1:
        raise DrillError(f"no chance: {quoted(str(answer))} (expected a number from 0 to 1)")
    assert problem.truth is not None
    loss = Estimate((answer - problem.truth) ** 2, 0.0, 1)
    return Verdict(chance_mark(answer, question.chance.weighed.mean), loss, chance=float(answer))


def choice_mark(problem: Problem, choice: ProblemChoice) -> int:
    """The points for a choice: all if it is the best, or cannot be told from it."""
    regret = choice.regret
    cannot_be_told = regret.mean < problem.margin and regret.mean <= regret.standard_error
    if choice.is_as_good(problem.kind) or cannot_be_told:
        return FULL
    return _less(regret.mean / TRICKS_A_POINT)


def chance_mark(answer: float, known: float) -> int:
    """The points for a chance, if another could be known."""
    off = abs(answer - known)
    return FULL if off <= NEAR + HAIR else _less(off / CHANCE_A_POINT)


def _less(points: float) -> int:
    """What is left of all points less so many, and at least one; a part of a point counts as one."""
    return max(FULL - max(ceil(points - HAIR), 1), 0)


def is_right(problem: Problem, choice: ProblemChoice) -> bool:
    """Is a choice the best, or not to be told from it?"""
    return choice_mark(problem, choice) == FULL


def best_play(problem: Problem) -> tuple[tuple[Seat, Card], ...]:
    """A line of best play for the seat after the best choice, in the deal itself, all cards seen.

    Empty if the deal is not known, or too many tricks are left.
    """
    deal, best = problem.deal, problem.best
    if deal is None or best is None or problem.kind not in SEEN_THROUGH:
        return ()
    after = deal.after(best.action)
    if after.position is None or after.trump is None or after.position.tricks > LINE_TRICKS:
        return ()
    return tuple(Solver().best_line(after.position, after.trump, problem.seat))


def guarantees_after(problem: Problem, choices: list[ProblemChoice]) -> list[int]:
    """The tricks of the whole deal that the seat is sure of after each choice, in the deal itself, all cards seen.

    Empty if the deal is not known.
    """
    if problem.deal is None or problem.kind not in SEEN_THROUGH:
        return []
    solver, seat, guarantees = Solver(), problem.seat, list[int]()
    for choice in choices:
        after = problem.deal.after(choice.action)
        left = 0
        if after.position is not None and after.trump is not None:
            left = solver.guarantee(after.position, after.trump, seat)
        guarantees.append(after.won[seat] + left)
    return guarantees
