"""Accuracy: what the decisions of a player lost by what he could know, as a grade of 0 to 100, and as a level of play.

The grade is 100 where nothing was lost, and falls with the fair loss of a decision: 100 exp(-loss / scale).  The scale
is such that the club player gets 80 in the long run.  A lower loss never gets a lower grade.

`plays_like` names the level of the computer players whose losses these could be.  Losses are taken for so many mistakes
of one size (`spread`, in tricks), which happen by chance: a level that loses m tricks in a decision, on average,
makes m / spread mistakes (a quasi-Poisson model; McCullagh and Nelder, Generalized Linear Models, 1989).
All numbers were fitted to reviews of deals played by these players (`accuracy.json`, benchmarks/fit_accuracy.py).
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import exp, log

import msgspec

from ninefivetwo.evaluation import Estimate

FEW = 5  # decisions: of fewer there is no grade, for one gift would make or mar it
CLEAR = 0.75  # the chance of a level, from which on it is named


class Calibration(msgspec.Struct, frozen=True):
    """What was fitted: the scale, the mean fair loss of a decision of each level, and the spread, all in tricks."""

    scale: float
    losses: dict[str, float]
    spread: float


@cache
def calibration() -> Calibration:
    """The numbers of accuracy.json."""
    text = files("ninefivetwo.study").joinpath("accuracy.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=Calibration)


def accuracy(loss: Estimate, decisions: int) -> Estimate | None:
    """The grade of decisions that were not forced, from the sum of their fair losses; None of fewer than `FEW`.

    Its standard error comes from those of the losses: it says how far off another review of the same decisions might
    be, not how well the same player will do in the next deal.
    """
    if decisions < FEW:
        return None
    scale = calibration().scale * decisions
    mean = 100 * exp(-max(loss.mean, 0.0) / scale)
    return Estimate(mean, mean * loss.standard_error / scale, decisions)


def level_chances(loss: Estimate, decisions: int) -> dict[str, float]:
    """How likely each level is to be the one that made these decisions, all levels being as likely before."""
    known = calibration()
    mistakes = max(loss.mean, 0.0) / known.spread
    logs = {level: mistakes * log(mean) - decisions * mean / known.spread for level, mean in known.losses.items()}
    weights = {level: exp(each - max(logs.values())) for level, each in logs.items()}
    return {level: weight / sum(weights.values()) for level, weight in weights.items()}


def plays_like(loss: Estimate, decisions: int) -> str | None:
    """The level that made these decisions, as far as their losses tell; None while that is not clear."""
    chances = level_chances(loss, decisions)
    level = max(chances, key=lambda each: chances[each])
    return level if chances[level] >= CLEAR else None
