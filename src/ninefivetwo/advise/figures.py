"""Sampled figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True)
class Mean:
    """A sampled figure: its mean, the standard error of that, and how many independent values it comes from."""

    mean: float
    se: float | None  # None where one value tells nothing of the spread
    n: int

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
