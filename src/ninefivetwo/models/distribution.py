"""From a forecast's mean and spread to chances: normal, rounded to whole tricks."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from ninefivetwo.rules import TRICKS
from ninefivetwo.sets import Floats

_GRID = np.linspace(-6.0, 6.0, 2401)
_BELOW = np.array([NormalDist().cdf(z) for z in _GRID])


def distribution(mean: npt.ArrayLike, spread: npt.ArrayLike) -> Floats:
    """The chance of each number of tricks, 0 to 16, in the last axis: a normal forecast, rounded to whole tricks."""
    ends = np.arange(1, TRICKS + 1) - 0.5
    below = np.interp(
        (ends - np.asarray(mean)[..., None]) / np.maximum(np.asarray(spread), 1e-6)[..., None], _GRID, _BELOW
    )
    zeros, ones = np.zeros_like(below[..., :1]), np.ones_like(below[..., :1])
    return np.diff(np.concatenate([zeros, below, ones], axis=-1))


def make(mean: npt.ArrayLike, spread: npt.ArrayLike, tricks: int) -> Floats:
    """The chance of winning at least so many tricks."""
    z = (np.asarray(mean) + 0.5 - tricks) / np.maximum(np.asarray(spread), 1e-6)
    return np.ones_like(z) if tricks <= 0 else np.interp(z, _GRID, _BELOW)
