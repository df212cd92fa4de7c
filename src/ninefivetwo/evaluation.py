"""What a choice is worth, and how well that is known: the types that advice, reviews and drills share.

A figure is one of three things, and its type says which:

- a plain number is exact;
- an `Estimate` is sampled: a mean with its standard error and the number of values behind it;
- a `Bound` is a limit: the true figure is at least so much, or at most.

In JSON they are `7`, `{"mean": 8.91, "se": 0.06, "n": 400}`, and `{"at_least": 7}` or `{"at_most": 7}`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled figure: its mean, the standard error of the mean, and the number of values it comes from.

    The standard error is 0 where every case was looked at, and infinite where a single value says nothing about the
    spread.
    """

    mean: float
    standard_error: float
    n: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate | None:
        """The mean of independent values; None where there are none."""
        sample = list(values)
        if not sample:
            return None
        n, mean = len(sample), sum(sample) / len(sample)
        if n == 1:
            return cls(mean, inf, 1)
        return cls(mean, sqrt(sum((value - mean) ** 2 for value in sample) / (n - 1) / n), n)


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit on a figure in tricks that was not worked out: `at_least` or `at_most`, the other being None."""

    at_least: int | None = None
    at_most: int | None = None


Figure = float | Estimate | Bound

Choice = TypeVar("Choice", covariant=True)
Worth = TypeVar("Worth", bound=Figure, covariant=True)
Details = TypeVar("Details", covariant=True)


@dataclass(frozen=True)
class Evaluation(Generic[Choice, Worth, Details]):
    """A choice and what it is worth to the player who makes it.

    `value` is what it is worth, in the unit of what is wanted: tricks, points, or a chance.  `regret` is how much less
    that is than the value of the choice it is compared with, mostly the best.  `details` is what else was found out
    about it; its type depends on the kind of choice and on who evaluates it.
    """

    action: Choice
    value: Worth
    regret: Worth
    details: Details
