"""Grades: what each seat lost, on the whole and by phase; its accuracy; and the marks of single decisions.

Accuracy is 100 where nothing was lost by what could be known, and falls with the fair loss of a decision:
100 exp(-loss / scale).  The scale is such that the club player gets 80 in the long run.  A lower loss never gets a
lower grade.

`plays_like` names the level of the computer players whose losses these could be.  Losses are taken for so many mistakes
of one size (`spread`, in tricks), which happen by chance: a level that loses m tricks in a decision, on average,
makes m / spread mistakes (a quasi-Poisson model; McCullagh and Nelder, Generalized Linear Models, 1989).
All numbers were fitted to reviews of deals played by these players (`accuracy.json`, benchmarks/fit_accuracy.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp, hypot, log, sqrt
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ninefivetwo.codec import Decimals, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.decision import Decision
from ninefivetwo.study.fair_price import MARKS, MarkText
from ninefivetwo.study.nodes import Phase

FEWEST_DECISIONS = 5  # decisions: of fewer there is no accuracy, for one gift would make or mar it
APART = 2.5  # standard errors between the losses of two players, beyond which one is said to have played better
NAMED_FROM = 0.75  # the chance of a level, from which on it is named

LevelWord = Annotated[str, Meta(title="level", pattern="^(?:beginner|rule|club|expert|master)$")]


class Grade(Part, frozen=True):
    """What some decisions that were not forced have lost.

    unforced: how many they are
    own_cost: tricks lost in hindsight
    conceded: tricks given to the others in hindsight
    fair_loss: tricks lost by what could be known; null if left out
    thousandths_each: the fair loss of a decision in thousandths of a trick; null without decisions
    marks: how many got each mark
    accuracy: the grade, 0 to 100; absent where fair losses were left out or there was nothing to decide
    """

    unforced: int
    own_cost: int | None
    conceded: int | None
    fair_loss: Estimate | None
    thousandths_each: Annotated[float, Decimals(2)] | None
    marks: dict[MarkText, int]
    accuracy: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET

    @property
    def lost(self) -> float:
        """What was lost, in tricks: of what could have been known, or else with open cards."""
        return float(self.own_cost or 0) if self.fair_loss is None else max(self.fair_loss.mean, 0.0)

    def lost_in(self, number: int) -> Estimate:
        """The same on average over a number of decisions or deals."""
        error = 0.0 if self.fair_loss is None else self.fair_loss.standard_error
        return Estimate(self.lost / number, error / number, number)


class PlayerGrade(Grade, frozen=True, kw_only=True):
    """A player's decisions that were not forced, in all and by phase.

    phases: the same of each phase in which there was something to decide
    plays_like: the level of computer players that it is most like; absent while that is not clear
    """

    phases: dict[Phase, Grade]
    plays_like: LevelWord | UnsetType = UNSET


def grade(decisions: Iterable[Decision]) -> Grade:
    """The grade of those decisions that were not forced."""
    unforced = [decision for decision in decisions if not decision.forced]
    losses = [decision.fair_cost for decision in unforced if decision.fair_cost is not None]
    costs = [decision.own_cost for decision in unforced if decision.own_cost is not None]
    conceded = [sum(decision.conceded.values()) for decision in unforced if decision.conceded is not None]
    marks, number, loss = [decision.mark for decision in unforced], len(unforced), None
    if len(losses) == number:
        error = sqrt(sum(price.standard_error**2 for price in losses))
        loss = Estimate(sum(price.mean for price in losses), error, number)
    found = None if loss is None else accuracy(loss, number)
    return Grade(
        number,
        sum(costs) if len(costs) == number else None,
        sum(conceded) if len(conceded) == number else None,
        loss,
        None if loss is None or not number else 1000 * loss.mean / number,
        {sign: marks.count(sign) for _, sign in MARKS},
        UNSET if found is None else found,
    )


def by_phase(decisions: Iterable[Decision]) -> dict[Phase, Grade]:
    """A grade for each phase in which there was something to decide."""
    decisions = list(decisions)
    phases = [phase for phase in Phase if any(one.phase is phase and not one.forced for one in decisions)]
    return {phase: grade(one for one in decisions if one.phase is phase) for phase in phases}


def player_grade(decisions: Iterable[Decision]) -> PlayerGrade:
    """A player's grade, and that of each phase."""
    own = list(decisions)
    whole = grade(own)
    level = None if whole.fair_loss is None else plays_like(whole.fair_loss, whole.unforced)
    fields = msgspec.structs.asdict(whole)
    return PlayerGrade(**fields, phases=by_phase(own), plays_like=UNSET if level is None else level)


def clearly_less(one: Estimate, other: Estimate) -> bool:
    """Is one loss less than another, by enough that another review would find the same?"""
    return other.mean - one.mean > APART * hypot(one.standard_error, other.standard_error)


def places(losses: Sequence[Estimate]) -> list[int]:
    """The places of players by what each lost, the smallest loss first; those too close to call share a place.

    A place begins where the first of the place before has lost clearly less.
    """
    found = list[int]()
    for at, loss in enumerate(losses):
        shared = bool(found) and not clearly_less(losses[found[-1] - 1], loss)
        found.append(found[-1] if shared else at + 1)
    return found


class Calibration(msgspec.Struct, frozen=True):
    """What was fitted: the scale, the mean fair loss of a decision of each level, and the spread, all in tricks.

    policy: the learned one under which it was.
    """

    scale: float
    losses: dict[str, float]
    spread: float
    policy: str


@cache
def calibration() -> Calibration:
    """The numbers of accuracy.json."""
    text = files("ninefivetwo.study").joinpath("accuracy.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=Calibration)


def accuracy(loss: Estimate, decisions: int) -> Estimate | None:
    """The grade of decisions that were not forced, from the sum of their fair losses; None of too few.

    Its standard error comes from those of the losses: it says how far off another review of the same decisions might
    be, not how well the same player will do in the next deal.
    """
    if decisions < FEWEST_DECISIONS:
        return None
    scale = calibration().scale * decisions
    mean = 100 * exp(-max(loss.mean, 0.0) / scale)
    return Estimate(mean, mean * loss.standard_error / scale, decisions)


def level_chances(loss: Estimate, decisions: int) -> dict[str, float]:
    """How likely each level is to be the one that made these decisions, all levels being as likely before."""
    known = calibration()
    mistakes = max(loss.mean, 0.0) / known.spread
    logs = {level: mistakes * log(mean) - decisions * mean / known.spread for level, mean in known.losses.items()}
    weights = {level: exp(log - max(logs.values())) for level, log in logs.items()}
    return {level: weight / sum(weights.values()) for level, weight in weights.items()}


def plays_like(loss: Estimate, decisions: int) -> str | None:
    """The level that made these decisions, as far as their losses tell; None while that is not clear."""
    chances = level_chances(loss, decisions)
    level = max(chances, key=lambda level: chances[level])
    return level if chances[level] >= NAMED_FROM else None
