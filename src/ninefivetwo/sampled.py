"""A sampled figure: its mean, how far that may be off, and from how many values it comes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Estimate:
    """A sampled figure: its mean, the standard error of that, and how many independent values it comes from."""

    mean: float
    standard_error: float | None  # None where one value tells nothing of the spread
    n: int

    @property
    def error(self) -> float:
        """The standard error, 0 where nothing tells it."""
        return self.standard_error or 0.0

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate | None:
        """None where there are no values."""
        found = list(values)
        if not found:
            return None
        n, mean = len(found), sum(found) / len(found)
        if n == 1:
            return cls(mean, None, 1)
        return cls(mean, sqrt(sum((value - mean) ** 2 for value in found) / (n - 1) / n), n)
