"""The spread of a few sampled values."""

from __future__ import annotations

from ninefivetwo.sets import Floats

PRIOR_WORLDS = 3  # what is thought of a spread before any world is seen counts as so many worlds


def variance(values: Floats, prior: float) -> float:
    """The variance of values, of which few are seen and a spread is thought likely: so no error is ever 0 by chance."""
    return float((PRIOR_WORLDS * prior**2 + ((values - values.mean()) ** 2).sum()) / (PRIOR_WORLDS + len(values) - 1))
