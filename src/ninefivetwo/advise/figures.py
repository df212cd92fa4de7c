"""Sampled figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from ninefivetwo.sets import Floats

PRIOR_WORLDS = 3  # what is thought of a spread before any world is seen counts as so many worlds


@dataclass(frozen=True)
class Mean:
    """A sampled figure: its mean, the standard error of that, and how many independent values it comes from."""

    mean: float
    se: float | None  # None where one value tells nothing of the spread
    n: int

    @property
    def error(self) -> float:
        """The standard error, 0 where nothing tells it."""
        return self.se or 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean | None:
        """None where there are no values."""
        found = list(values)
        if not found:
            return None
        n, mean = len(found), sum(found) / len(found)
        if n == 1:
            return cls(mean, None, 1)
        return cls(mean, sqrt(sum((value - mean) ** 2 for value in found) / (n - 1) / n), n)


def squared(values: Floats, prior: float) -> float:
    """The variance of values, of which few are seen and a spread is thought likely: so no error is ever 0 by chance."""
    return float((PRIOR_WORLDS * prior**2 + ((values - values.mean()) ** 2).sum()) / (PRIOR_WORLDS + len(values) - 1))
