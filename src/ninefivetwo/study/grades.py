"""Grades: what each seat lost, on the whole and by phase; and the marks of single decisions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.accuracy import accuracy, plays_like
from ninefivetwo.study.decision_nodes import Phase
from ninefivetwo.study.fair import REAL, Fair

#: Marks by fair loss in tricks, for losses that could have been found: dubious, a mistake, a blunder.
MARKS = ((1.0, "??"), (0.5, "?"), (REAL, "?!"))


@dataclass(frozen=True)
class Grade:
    """What some decisions cost in all, in hindsight and by what could be known; `decisions` of them were not forced.

    `own_cost` and `conceded` are tricks, None where not all hands are known.  `loss` is the sum of the fair losses in
    tricks, None where these were not worked out.  `marks`: how many decisions got each mark.
    """

    decisions: int
    own_cost: int | None
    conceded: int | None
    loss: Estimate | None
    marks: dict[str, int]

    @property
    def each(self) -> float | None:
        """The mean fair loss of a decision, in thousandths of a trick."""
        return None if self.loss is None or not self.decisions else 1000 * self.loss.mean / self.decisions

    @property
    def accuracy(self) -> Estimate | None:
        """The grade of 0 to 100 (`review.accuracy`); None without fair losses, or where too little was decided."""
        return None if self.loss is None else accuracy(self.loss, self.decisions)

    @property
    def plays_like(self) -> str | None:
        """The level of computer players that it is like; None while that is not clear."""
        return None if self.loss is None else plays_like(self.loss, self.decisions)


@dataclass(frozen=True)
class Judged:
    """What a grade needs of a decision that was not forced; None for what was not worked out."""

    phase: Phase
    own_cost: int | None
    conceded: int | None
    fair: Fair | None


def mark(fair: Fair | None) -> str:
    """The mark of a decision; empty where nothing better could be found."""
    if fair is None or not fair.findable:
        return ""
    return next(sign for least, sign in MARKS if fair.loss.mean >= least)


def grade(judged: Iterable[Judged]) -> Grade:
    """The grade of some decisions."""
    decisions = list(judged)
    fairs = [each.fair for each in decisions if each.fair is not None]
    marks = [mark(fair) for fair in fairs]
    costs = [each.own_cost for each in decisions if each.own_cost is not None]
    conceded = [each.conceded for each in decisions if each.conceded is not None]
    error = sqrt(sum(fair.loss.standard_error**2 for fair in fairs))
    loss = Estimate(sum(fair.loss.mean for fair in fairs), error, len(decisions))
    return Grade(
        len(decisions),
        sum(costs) if len(costs) == len(decisions) else None,
        sum(conceded) if len(conceded) == len(decisions) else None,
        loss if len(fairs) == len(decisions) else None,
        {sign: marks.count(sign) for _, sign in MARKS},
    )


def by_phase(judged: Iterable[Judged]) -> dict[Phase, Grade]:
    """A grade for each phase in which there was something to decide."""
    decisions = list(judged)
    phases = [phase for phase in Phase if any(each.phase is phase for each in decisions)]
    return {phase: grade(each for each in decisions if each.phase is phase) for phase in phases}
