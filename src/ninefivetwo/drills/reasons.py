"""Why an answer is worse than the best, in the sentences of a review: what differs when the deals that could be are
played out after both, and what punishes the answer as the cards lie."""

from __future__ import annotations

from dataclasses import replace

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Seat
from ninefivetwo.drills.choices import ProblemChoice
from ninefivetwo.drills.problem import Problem, SeatName
from ninefivetwo.evaluation import Evaluation
from ninefivetwo.render.second_person import YOU
from ninefivetwo.render.verdict import verdict_reasons
from ninefivetwo.review import Decision, Fair, FairEvaluation, decision_nodes
from ninefivetwo.review.deal import explained
from ninefivetwo.solve import Solver

LIMITS = Limits(seed=952)


def reasons(problem: Problem, own: ProblemChoice, name: SeatName, limits: Limits = LIMITS) -> list[str]:
    """Sentences on an answer; none where nothing stands a test, or the answer cannot be told from the best.

    name: what the others are called.  limits: seed, threads and token are used.  Raises SearchStopped.
    """
    if problem.best is None:
        return []
    deal = problem.match.deal if problem.deal is None else problem.deal
    dealer, left, right = (YOU if seat is problem.seat else name(seat) for seat in Seat)
    match = replace(problem.match, names=(dealer, left, right), deal=deal.after(own.action))
    decisions = [Decision(index, node, None, None) for index, node in enumerate(decision_nodes(match.deal))]
    fair = Fair(_fair(problem.best), _fair(own), False)
    last = max(decision.index for decision in decisions if decision.seat is problem.seat)
    solver = Solver(token=limits.token)
    decisions[last] = one = explained(replace(decisions[last], fair=fair), solver, limits)
    return verdict_reasons(one, tuple(decisions), match, own.regret.n)


def _fair(choice: ProblemChoice) -> FairEvaluation:
    return Evaluation(choice.action, choice.value, choice.regret, None)
