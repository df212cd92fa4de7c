"""Grades: a player's losses, accuracy and marks, in total and for each phase.

Accuracy is 100 exp(-loss / scale), where the loss is the average fair loss of a decision. The scale is chosen so that
club players score 80 in the long run.

`plays_like` names the level of computer player that matches the losses best. Losses are modeled as a random number of
mistakes of equal size (`spread`, in tricks). A level that loses m tricks per decision on average makes m / spread
mistakes per decision. The model is quasi-Poisson (McCullagh and Nelder, Generalized Linear Models, 1989). All
parameters were fitted to reviews of computer players (`accuracy.json`, benchmarks/fit_accuracy.py).
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
from ninefivetwo.evaluation import Estimate, sum_in_order
from ninefivetwo.study.decision import Decision
from ninefivetwo.study.fair_price import MARK_LIMITS, MarkText
from ninefivetwo.study.nodes import Phase

FEWEST_DECISIONS = 5  # minimum number of decisions for an accuracy; with fewer, a single gift would dominate it
APART = 2.5  # minimum difference between two players' losses, in standard errors, for calling one player better
NAMED_FROM = 0.75  # minimum probability for reporting a level

LevelWord = Annotated[str, Meta(title="level", pattern="^(?:beginner|rule|club|expert|master)$")]


class Grade(Part, frozen=True):
    """The total losses in decisions that were not forced.

    unforced: number of decisions that were not forced
    own_cost: tricks that the player lost, double dummy
    conceded: tricks conceded to the opponents, double dummy
    fair_loss: total fair loss in tricks; null if fair prices were left out
    thousandths_each: average fair loss of a decision, in thousandths of a trick; null without decisions or fair prices
    marks: number of decisions with each mark
    accuracy: accuracy from 0 to 100; absent without fair prices or with too few decisions
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
        """The total fair loss in tricks; without fair prices, the double-dummy loss."""
        return float(self.own_cost or 0) if self.fair_loss is None else max(self.fair_loss.mean, 0.0)

    def lost_in(self, number: int) -> Estimate:
        """Return the average loss over `number` decisions or deals."""
        error = 0.0 if self.fair_loss is None else self.fair_loss.standard_error
        return Estimate(self.lost / number, error / number, number)


class PlayerGrade(Grade, frozen=True, kw_only=True):
    """A player's grade, in total and for each phase.

    phases: the grade for each phase with at least one decision that was not forced
    plays_like: the level of computer player that matches the losses best; absent if no level matches clearly
    """

    phases: dict[Phase, Grade]
    plays_like: LevelWord | UnsetType = UNSET


def grade(decisions: Iterable[Decision]) -> Grade:
    """Return the grade for the decisions that were not forced."""
    unforced = [decision for decision in decisions if not decision.forced]
    losses = [decision.fair_cost for decision in unforced if decision.fair_cost is not None]
    costs = [decision.own_cost for decision in unforced if decision.own_cost is not None]
    conceded = [sum(decision.conceded.values()) for decision in unforced if decision.conceded is not None]
    marks, number, loss = [decision.mark for decision in unforced], len(unforced), None
    if len(losses) == number:
        error = sqrt(sum_in_order(price.standard_error**2 for price in losses))
        loss = Estimate(sum_in_order(price.mean for price in losses), error, number)
    found = None if loss is None else accuracy(loss, number)
    return Grade(
        number,
        sum(costs) if len(costs) == number else None,
        sum(conceded) if len(conceded) == number else None,
        loss,
        None if loss is None or not number else 1000 * loss.mean / number,
        {sign: marks.count(sign) for _, sign in MARK_LIMITS},
        UNSET if found is None else found,
    )


def by_phase(decisions: Iterable[Decision]) -> dict[Phase, Grade]:
    decisions = list(decisions)
    phases = [phase for phase in Phase if any(one.phase is phase and not one.forced for one in decisions)]
    return {phase: grade(one for one in decisions if one.phase is phase) for phase in phases}


def player_grade(decisions: Iterable[Decision]) -> PlayerGrade:
    own = list(decisions)
    whole = grade(own)
    level = None if whole.fair_loss is None else plays_like(whole.fair_loss, whole.unforced)
    fields = msgspec.structs.asdict(whole)
    return PlayerGrade(**fields, phases=by_phase(own), plays_like=UNSET if level is None else level)


def clearly_less(one: Estimate, other: Estimate) -> bool:
    """Whether one loss is clearly smaller than another, given their standard errors."""
    return other.mean - one.mean > APART * hypot(one.standard_error, other.standard_error)


def places(losses: Sequence[Estimate]) -> list[int]:
    """Return the ranks of players from their losses in ascending order.

    A new rank begins at a loss that is clearly larger than the first loss of the current rank.
    """
    found = list[int]()
    for at, loss in enumerate(losses):
        shared = bool(found) and not clearly_less(losses[found[-1] - 1], loss)
        found.append(found[-1] if shared else at + 1)
    return found


class Calibration(msgspec.Struct, frozen=True):
    """The fitted parameters in tricks: the scale, each level's mean fair loss of a decision, and the spread.

    `policy` is the learned policy that was used for the fit.
    """

    scale: float
    losses: dict[str, float]
    spread: float
    policy: str


@cache
def calibration() -> Calibration:
    """Return the fitted parameters from accuracy.json."""
    text = files("ninefivetwo.study").joinpath("accuracy.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=Calibration)


def accuracy(loss: Estimate, decisions: int) -> Estimate | None:
    """Return the accuracy for the total fair loss over a number of decisions that were not forced.

    The result is None for fewer than `FEWEST_DECISIONS` decisions. The standard error shows how much a repeated review
    would differ, but not how much the accuracy varies between deals.
    """
    if decisions < FEWEST_DECISIONS:
        return None
    scale = calibration().scale * decisions
    mean = 100 * exp(-max(loss.mean, 0.0) / scale)
    return Estimate(mean, mean * loss.standard_error / scale, decisions)


def level_chances(loss: Estimate, decisions: int) -> dict[str, float]:
    """Return the probability of each level, given the losses and equal prior probabilities."""
    known = calibration()
    mistakes = max(loss.mean, 0.0) / known.spread
    logs = {level: mistakes * log(mean) - decisions * mean / known.spread for level, mean in known.losses.items()}
    weights = {level: exp(log - max(logs.values())) for level, log in logs.items()}
    return {level: weight / sum_in_order(weights.values()) for level, weight in weights.items()}


def plays_like(loss: Estimate, decisions: int) -> str | None:
    """Return the level that matches the losses best, or None if no level matches clearly."""
    chances = level_chances(loss, decisions)
    level = max(chances, key=lambda level: chances[level])
    return level if chances[level] >= NAMED_FROM else None
