"""What a choice is worth, and how well that is known: the types that advice, reviews and drills share.

A figure is one of three things, and its type says which:

- a plain number is exact;
- an `Estimate` is sampled: a mean with its standard error and the number of values behind it;
- a `Bound` is a limit: the true figure is at least so much, at most so much, or both.

In JSON they are `7`, `{"mean": 8.91, "se": 0.06, "n": 400}`, and `{"at_least": 7}` or `{"at_most": 7}`.

As a text an estimate has one form if it is a mean ("8.91 ± 0.06", `mean_text`) and one if it is a chance ("87 % ± 2",
`chance_text`).  Both have as many digits as the error leaves a meaning.

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, hypot, inf, isfinite, log10, sqrt
from typing import Generic, Protocol, TypeVar

MOST_DIGITS = 3  # after the point
HAIR = 1e-9  # far above the errors of adding up, far below any figure
QUANTILE = 1.96  # of the normal distribution, for an interval of 95 %


def show_text(value: object, printer: TextPrinter, cycle: bool) -> None:
    """What IPython shows of a value that prints, as its `_repr_pretty_`; else it would show every field."""
    printer.text(str(value))


class TextPrinter(Protocol):
    """What IPython gives to whoever shows a value."""

    def text(self, text: str, /) -> None: ...


def least_error(n: float) -> float:
    """The smallest standard error of a sample, in tricks or as a chance: that of one in which all cases agree.

    n: how many evenly drawn cases it is worth.  One more could have come out a trick, or a contract, differently: that
    is half the width of Wilson's interval for one standard error (JASA 22, 1927).
    """
    return 1 / (2 * (n + 1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its error: its mean, the standard error of the mean, and the number of values it comes from.

    The standard error is 0 only for what is proved, or worked out from every case; a sample's is at least
    `least_error`.  It is infinite where a single value says nothing about the spread.
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
        spread = sqrt(sum((value - mean) ** 2 for value in sample) / (n - 1) / n)
        return cls(mean, max(spread, least_error(n)), n)

    @classmethod
    def share(cls, share: float, n: float) -> Estimate:
        """The chance of what happened in a share of n evenly drawn cases."""
        return cls(share, max(sqrt(max(share * (1 - share), 0.0) / n), least_error(n)), round(n))

    def __add__(self, other: Estimate) -> Estimate:
        """The sum of two figures whose errors do not depend on each other."""
        error = hypot(self.standard_error, other.standard_error)
        return Estimate(self.mean + other.mean, error, self.n + other.n)

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, self.standard_error, self.n)

    @property
    def certain(self) -> bool:
        """Of a chance: is it proved to be 1?"""
        return self.mean == 1 and not self.standard_error

    def __str__(self) -> str:
        return mean_text(self)


def mean_text(mean: Estimate, sign: bool = False, most: int = MOST_DIGITS) -> str:
    """A mean with its error: 8.914 ± 0.002; without one if it is exact.

    sign: whether a mean above zero has one.  most: digits after the point; a smaller error is shown as the least that
    they can show.
    """
    if not mean.standard_error:
        return fixed(mean.mean, 0 if abs(mean.mean - round(mean.mean)) < HAIR else min(2, most), sign)
    digits = digits_of(mean.standard_error, most)
    return f"{fixed(mean.mean, digits, sign)} {error_text(mean.standard_error, digits)}"


def chance_text(chance: Estimate, most: int = MOST_DIGITS) -> str:
    """A chance with its error, in per cent: 87 % ± 2; only what is certain is 0 % or 100 %.

    If all or none of a sample agree, the interval of 95 % (Wilson, JASA 22, 1927): 34-100 %; or >99 %, <1 % if all of
    it is beyond these.  most: as in `mean_text`.
    """
    mean, error = chance.mean, chance.standard_error
    if error and min(mean, 1 - mean) < (error / 2 if isfinite(error) else HAIR):
        return _interval_text(mean > 0.5, 1 / (2 * min(error, least_error(1))) - 1)
    text = difference_text(chance, most)
    if float(text.split()[0]) in (0, 100) and HAIR < mean < 1 - HAIR:
        return ">99 %" if mean > 0.5 else "<1 %"
    return text


def difference_text(difference: Estimate, most: int = MOST_DIGITS) -> str:
    """A difference of two chances with its error, in per cent: 0.7 % ± 0.3."""
    scaled = Estimate(100 * difference.mean, 100 * difference.standard_error, difference.n)
    if not (scaled.standard_error and isfinite(scaled.standard_error)):
        most = int(not scaled.standard_error)
    number, *error = mean_text(scaled, most=most).split(" ", 1)
    return " ".join([number, "%", *error])


def _interval_text(all_agree: bool, n: float) -> str:
    """The interval of a chance if all of n cases agree that something happens, or that it does not."""
    width = QUANTILE**2 / (n + QUANTILE**2)
    if width < 0.01:
        return ">99 %" if all_agree else "<1 %"
    return f"{floor(100 * (1 - width))}-100 %" if all_agree else f"0-{ceil(100 * width)} %"


def fixed(number: float, digits: int, sign: bool = False) -> str:
    """A number with so many decimals.  Equal sums that were added up differently read alike; no zero is negative."""
    return f"{round(number + HAIR, digits) + 0.0:{'+' if sign else ''}.{digits}f}"


def digits_of(error: float, most: int = MOST_DIGITS) -> int:
    """Digits after the point, at most so many, that show an error by one digit, or two where the first is 1."""
    if not error or not isfinite(error):
        return min(1, most) if error else most
    first = floor(log10(error))
    return min(max((round(error / 10.0**first, 9) < 2) - first, 0), most)


def error_text(error: float, digits: int) -> str:
    """An error with so many digits after the point; a smaller one as the least that they can show."""
    return f"± {fixed(max(error, 10.0**-digits), digits) if isfinite(error) else '?'}"


@dataclass(frozen=True, slots=True)
class Bound:
    """Limits on a figure in tricks: `at_least`, `at_most`, or both; one that is not known is None."""

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
