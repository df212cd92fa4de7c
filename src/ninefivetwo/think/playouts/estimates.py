"""What sampled worlds say of several candidates: means, paired differences, and a promise for the one that is chosen.

*Worlds* come with shares that sum to 1.  A world taken several times from a weighed pool is one draw with a larger
share, not several draws: copies say nothing new.  A mean is the sum of share * value, and its standard error follows
from the spread of these terms, as in self-normalised importance sampling (Owen, Monte Carlo theory, methods and
examples, 2013, section 9.2).  Where all worlds that there can be are listed, there is no error of sampling.  What is so
rare that no drawn world shows it is in no error either.

The best of several candidates looks better than it is: the *winner's curse* (Smith and Winkler, The Optimizer's Curse,
Management Science 52, 2006).  So the worlds are split in two halves.  In each half the candidate counts that is best in
the other half, and what these two bring is the promise of the choice (cross-fitting).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats, Sets

DECIMALS = 9  # of means
Numbers = npt.NDArray[np.int64]


class DistinctWorlds(NamedTuple):
    """Different worlds (`Sample.sets`) and their shares, which sum to 1; `exact`: all the worlds that there can be."""

    sets: Sets
    shares: Floats
    exact: bool = False


def world_means(values: Floats, shares: Floats) -> Floats:
    """The means of figures over worlds.  values: worlds, then whatever else.

    Processors add numbers in different orders, so the last bits of a sum differ from machine to machine.  Means are
    rounded, far below all errors, so that figures that are level come out equal, and choices by them the same, on each;
    no zero has a sign.
    """
    return np.round(shares @ values, DECIMALS) + 0.0


def estimate(values: Floats, shares: Floats, exact: bool = False) -> Estimate:
    """The mean of a figure over worlds with its standard error.

    values, shares: one of each world.  exact: are these all the worlds that there can be?
    """
    mean, n = float(world_means(values, shares)), len(values)
    if exact:
        return Estimate(mean, 0.0, n)
    if n == 1:
        return Estimate(mean, inf, 1)
    if (values == values[0]).all():
        return Estimate(float(values[0]), 0.0, n)  # what is certain, without the rounding of the sum
    squares = shares**2
    return Estimate(mean, sqrt(float(squares @ (values - mean) ** 2) / (1 - float(squares.sum()))), n)


def halves(shares: Floats) -> Numbers:
    """0 or 1 for each world, so that the halves weigh nearly alike: by share, the worlds go to 0, 1, 1, 0 and so on."""
    found = np.empty(len(shares), dtype=np.int64)
    order = np.argsort(-shares, kind="stable")
    found[order] = np.resize([0, 1, 1, 0], len(shares))
    return found


@dataclass(frozen=True)
class Choice:
    """Which candidate is best, and which counts in each world once luck is taken out of the choice.

    best: its number.  picked: for each world the candidate that is best in the worlds of the other half; where nothing
    is sampled (`exact`), or there is one world only, the best one.
    """

    best: int
    picked: Numbers

    @classmethod
    def of(cls, worths: Floats, shares: Floats, exact: bool = False) -> Choice:
        """The choice by worths (worlds, candidates); of equals the first."""
        best = int(np.argmax(world_means(worths, shares)))
        if exact or len(shares) == 1:
            return cls(best, np.full(len(shares), best))
        half = halves(shares)
        by_half = [int(np.argmax(world_means(worths, shares * (half == part)))) for part in (0, 1)]
        return cls(best, np.where(half == 0, by_half[1], by_half[0]))

    def promised(self, values: Floats) -> Floats:
        """Of a figure (worlds, candidates, ...) what the choice brings, by world."""
        found: Floats = values[np.arange(len(self.picked)), self.picked]
        return found
