"""What a seat wants of a deal, and how likely each number of tricks is, when a forecast is a mean with a spread."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist
from typing import Any

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.models.match_equity import MatchScore, chances
from ninefivetwo.rules import RuleSet
from ninefivetwo.sets import Floats

MOST = 16  # tricks of a deal
_GRID = np.linspace(-6.0, 6.0, 2401)
_BELOW = np.array([NormalDist().cdf(z) for z in _GRID])


class Utility(Enum):
    """What is to be made large: tricks on average, the chance of making the contract, or the score.

    The score of one deal is tricks over the contract, so it asks for what tricks ask for; of a match whose match_score
    is told, it is the chance of winning that.
    """

    TRICKS = "tricks"
    MAKE = "make"
    SCORE = "score"


def distribution(mean: Any, spread: Any) -> Floats:
    """The chance of each number of tricks, 0 to 16, in the last axis: a normal forecast, rounded to whole tricks."""
    ends = np.arange(1, MOST + 1) - 0.5
    below = np.interp(
        (ends - np.asarray(mean)[..., None]) / np.maximum(np.asarray(spread), 1e-6)[..., None], _GRID, _BELOW
    )
    zeros, ones = np.zeros_like(below[..., :1]), np.ones_like(below[..., :1])
    return np.diff(np.concatenate([zeros, below, ones], axis=-1))


def make(mean: Any, spread: Any, tricks: int) -> Floats:
    """The chance of winning at least so many tricks."""
    z = (np.asarray(mean) + 0.5 - tricks) / np.maximum(np.asarray(spread), 1e-6)
    return np.ones_like(z) if tricks <= 0 else np.interp(z, _GRID, _BELOW)


@dataclass(frozen=True)
class Objective:
    """What one seat wants of a deal, and how much of it a forecast is worth."""

    utility: Utility
    rules: RuleSet
    seat: Seat
    match_score: MatchScore | None = None

    @property
    def contract(self) -> int:
        return self.rules.contracts[self.seat]

    @property
    def in_chances(self) -> bool:
        """Is worth a chance, or else tricks and points?"""
        return self.utility is Utility.MAKE or (self.utility is Utility.SCORE and self.match_score is not None)

    def worth(self, means: Floats, spread: Any) -> Floats:
        """What forecasts are worth: means by seat in the last axis, and the spread of the own tricks."""
        own = means[..., self.seat]
        if self.utility is Utility.MAKE:
            return make(own, spread, self.contract)
        if self.utility is Utility.SCORE:
            return own - self.contract if self.match_score is None else self._winning(means, spread)
        return own

    def _winning(self, means: Floats, spread: Any) -> Floats:
        """The chance of winning the match.

        What the seat does not win the two others share as they do on average; between two whole numbers of tricks the
        chance is taken to run straight.
        """
        assert self.match_score is not None
        table = chances(self.rules, self.match_score, self.seat)
        after, other = means[..., self.seat.next], means[..., self.seat.after(2)]
        share = np.clip(after / np.maximum(after + other, 1e-9), 0, 1)
        own = np.arange(MOST + 1)
        theirs = share[..., None] * (MOST - own)
        below = np.minimum(theirs.astype(int), MOST - own)
        above = np.minimum(below + 1, MOST - own)
        part = theirs - below
        by_tricks = table[own, below] * (1 - part) + table[own, above] * part
        found: Floats = (distribution(means[..., self.seat], spread) * by_tricks).sum(axis=-1)
        return found
