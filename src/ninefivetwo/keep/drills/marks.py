"""Part marks: how many of ten points an answer deserves.

What is as good as the best, as far as can be told, has all ten, and is right; anything else has nine at most.  Of a
choice every tenth of a trick that it loses costs a point, of a chance every five per cent that it is off; so ten points
are lost with a whole trick, or with a chance that is off by a half.
"""

from __future__ import annotations

from math import ceil

from ninefivetwo.keep.drills.choices import ProblemChoice, as_good
from ninefivetwo.keep.drills.problem import NEAR, Problem

FULL = 10
PASSED = 5  # an answer with so many comes back sooner than a right one, but it was not wrong altogether
TRICKS, CHANCE = 0.1, 0.05  # that cost a point
HAIR = 1e-9  # far above the errors of adding up


def choice_mark(problem: Problem, choice: ProblemChoice) -> int:
    """The points for a choice: all where it is the best, or not to be told from it."""
    regret = choice.regret
    cannot_be_told = regret.mean < problem.margin and regret.mean <= regret.standard_error
    if as_good(choice, problem.kind) or cannot_be_told:
        return FULL
    return _less(regret.mean / TRICKS)


def chance_mark(answer: float, known: float) -> int:
    """The points for a chance, where another could be known."""
    off = abs(answer - known)
    return FULL if off <= NEAR + HAIR else _less(off / CHANCE)


def _less(points: float) -> int:
    """What is left of all points less so many, and at least one; a part of a point counts as one."""
    return max(FULL - max(ceil(points - HAIR), 1), 0)
