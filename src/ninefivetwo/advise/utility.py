"""What a seat wants of a deal, and how likely each number of tricks is, when a forecast is a mean with a spread."""

from __future__ import annotations

from enum import Enum
from statistics import NormalDist
from typing import Any

import numpy as np

from ninefivetwo.sets import Floats

MOST = 16  # tricks of a deal
_GRID = np.linspace(-6.0, 6.0, 2401)
_BELOW = np.array([NormalDist().cdf(z) for z in _GRID])


class Utility(Enum):
    """What is to be made large: tricks on average, the chance of making the contract, or points on average."""

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


def useful(utility: Utility, mean: Any, spread: Any, contract: int) -> Floats:
    """What a forecast is worth by a utility, in tricks, points, or as a chance.

    Points are tricks over the contract, so what is best for one is best for the other.
    """
    if utility is Utility.MAKE:
        return make(mean, spread, contract)
    return np.asarray(mean) - (contract if utility is Utility.SCORE else 0)
