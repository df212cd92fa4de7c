"""From a forecast's mean and spread to chances: normal, rounded to whole tricks."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from ninefivetwo.game.rules import TRICKS
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


def bounded(mean: Floats, spread: npt.ArrayLike, least: int, most: int) -> Floats:
    """The same where no fewer than `least` and no more than `most` can be won, of exactly this mean.

    What the normal forecast gives to numbers that cannot be goes to the nearest that can.  Then as much as the mean
    asks for moves up, or down, by a trick.
    """
    found = distribution(mean, spread)
    found[..., least] += found[..., :least].sum(axis=-1)
    found[..., most] += found[..., most + 1 :].sum(axis=-1)
    part = found[..., least : most + 1]
    for _ in range(least, most):
        off = np.clip(mean, least, most) - (part @ np.arange(least, most + 1))
        _move(part, np.clip(off, 0, None))
        _move(part[..., ::-1], np.clip(-off, 0, None))
    chances = np.zeros_like(found)
    chances[..., least : most + 1] = part
    return chances


def _move(chances: Floats, tricks: Floats) -> None:
    """Move so much of each chance but the last to the next number that the mean rises by so many tricks, at most 1."""
    share = np.minimum(tricks / np.maximum(1 - chances[..., -1], 1e-12), 1)
    moved = chances[..., :-1] * share[..., None]
    chances[..., :-1] -= moved
    chances[..., 1:] += moved
