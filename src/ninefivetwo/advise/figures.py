"""The variance of a few sampled values."""

from __future__ import annotations

from ninefivetwo.sets import Floats

PRIOR_WORLDS = 3  # the prior for a spread counts as much as so many worlds


def variance(values: Floats, prior: float) -> float:
    """The variance of a few values, given the spread expected before any was seen; so it is never 0 by chance."""
    return float((PRIOR_WORLDS * prior**2 + ((values - values.mean()) ** 2).sum()) / (PRIOR_WORLDS + len(values) - 1))
