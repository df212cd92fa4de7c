"""Types for the value of a choice and its accuracy, used by advice, reviews and drills.

The type of a figure shows whether the figure is exact:

- a plain number is exact;
- an `Estimate` is sampled: a mean with its standard error and the number of values;
- a `Bound` is a limit: the true figure is at least a number, at most a number, or both.

In JSON, the types are written as `7`, `{"mean": 8.91, "se": 0.06, "n": 400}`, and `{"at_least": 7}`.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from math import ceil, floor, hypot, inf, isfinite, log10, sqrt
from operator import add
from typing import Any, Generic, Protocol, TypeVar

MOST_DIGITS = 3  # most decimals shown
HAIR = 1e-9  # a tolerance far above the rounding errors of sums and far below any figure shown
QUANTILE = 1.96  # quantile of the normal distribution for a 95 % interval


def sum_in_order(values: Iterable[float]) -> float:
    """Add numbers from the first to the last.

    `sum` does so only before Python 3.12; the later versions round less, and so break some ties in another way.
    """
    return reduce(add, values, 0)


#: For each class of results that print themselves: functions that return a result as text and as HTML.
TEXTS: dict[type, tuple[Callable[[Any], str], Callable[[Any], str]]] = {}


class Printed:
    """A result that prints itself, as a command prints it; in a notebook, as HTML.

    The package `words`, which knows the sentences, registers its functions in `TEXTS`.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        type.__setattr__(cls, "_repr_pretty_", Printed._repr_pretty_)  # IPython would prefer the __repr__ of a base

    def __str__(self) -> str:
        text, _ = self._printers()
        return text(self)

    def _repr_html_(self) -> str:
        _, html = self._printers()
        return html(self)

    def _repr_pretty_(self, printer: TextPrinter, cycle: bool) -> None:
        printer.text(str(self))

    def _printers(self) -> tuple[Callable[[Any], str], Callable[[Any], str]]:
        return next((TEXTS[kind] for kind in type(self).__mro__ if kind in TEXTS), (repr, repr))


class TextPrinter(Protocol):
    """The printer that IPython passes to `_repr_pretty_`."""

    def text(self, text: str, /) -> None: ...


def least_error(n: float) -> float:
    """Return the minimum standard error of a sample, in tricks or as a chance, for use if all cases agree.

    The minimum is half the width of Wilson's interval for one standard error (JASA 22, 1927). `n` is the effective
    sample size.
    """
    return 1 / (2 * (n + 1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled figure: its mean, the standard error of the mean, and the number of values.

    The standard error is 0 only for a figure that is proved or computed from all cases. The standard error of a sample
    is at least `least_error`. The standard error of a single value is infinite.
    """

    mean: float
    standard_error: float
    n: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Estimate | None:
        """Return the mean of independent values, or None if there are none."""
        sample = list(values)
        if not sample:
            return None
        n, mean = len(sample), sum_in_order(sample) / len(sample)
        if n == 1:
            return cls(mean, inf, 1)
        spread = sqrt(sum_in_order((value - mean) ** 2 for value in sample) / (n - 1) / n)
        return cls(mean, max(spread, least_error(n)), n)

    @classmethod
    def share(cls, share: float, n: float) -> Estimate:
        """Return the chance of an event, estimated from the event's share of `n` cases."""
        return cls(share, max(sqrt(max(share * (1 - share), 0.0) / n), least_error(n)), round(n))

    def __add__(self, other: Estimate) -> Estimate:
        """Return the sum of two figures with independent errors."""
        error = hypot(self.standard_error, other.standard_error)
        return Estimate(self.mean + other.mean, error, self.n + other.n)

    def __neg__(self) -> Estimate:
        return Estimate(-self.mean, self.standard_error, self.n)

    @property
    def certain(self) -> bool:
        """True if this chance is proved to be 1."""
        return self.mean == 1 and not self.standard_error

    def __str__(self) -> str:
        return mean_text(self)


def mean_text(mean: Estimate, sign: bool = False, most: int = MOST_DIGITS) -> str:
    """Return a mean with its error, such as 8.914 ± 0.002, or without an error if the mean is exact.

    `most` is the maximum number of decimals. An error too small for `most` decimals is shown as 1 in the last decimal.
    """
    if not mean.standard_error:
        return fixed(mean.mean, 0 if abs(mean.mean - round(mean.mean)) < HAIR else min(2, most), sign)
    digits = digits_of(mean.standard_error, most)
    return f"{fixed(mean.mean, digits, sign)} ± {error_text(mean.standard_error, digits)}"


def chance_text(chance: Estimate, most: int = MOST_DIGITS) -> str:
    """Return a chance in per cent with its error, such as 87 % ± 2; only a certain chance is shown as 0 % or 100 %.

    If all cases of a sample agree, the text is the 95 % interval (Wilson, JASA 22, 1927), such as 34-100 %. An interval
    above 99 % is shown as >99 %, and an interval below 1 % as <1 %.
    """
    mean, error = chance.mean, chance.standard_error
    if error and min(mean, 1 - mean) < (error / 2 if isfinite(error) else HAIR):
        return _interval_text(mean > 0.5, 1 / (2 * min(error, least_error(1))) - 1)
    text = difference_text(chance, most)
    if float(text.split()[0]) in (0, 100) and HAIR < mean < 1 - HAIR:
        return ">99 %" if mean > 0.5 else "<1 %"
    return text


def difference_text(difference: Estimate, most: int = MOST_DIGITS) -> str:
    """Return a difference of two chances in per cent with its error, such as 0.7 % ± 0.3."""
    scaled = Estimate(100 * difference.mean, 100 * difference.standard_error, difference.n)
    if not (scaled.standard_error and isfinite(scaled.standard_error)):
        most = int(not scaled.standard_error)
    number, *error = mean_text(scaled, most=most).split(" ", 1)
    return " ".join([number, "%", *error])


def _interval_text(all_agree: bool, n: float) -> str:
    """Return the 95 % interval of the chance of an event that happened in all or none of `n` cases, as text."""
    width = QUANTILE**2 / (n + QUANTILE**2)
    if width < 0.01:
        return ">99 %" if all_agree else "<1 %"
    return f"{floor(100 * (1 - width))}-100 %" if all_agree else f"0-{ceil(100 * width)} %"


def fixed(number: float, digits: int, sign: bool = False) -> str:
    """Return a number as text with `digits` decimals. Rounding errors of sums and negative zeros are removed."""
    return f"{round(number + HAIR, digits) + 0.0:{'+' if sign else ''}.{digits}f}"


def digits_of(error: float, most: int = MOST_DIGITS) -> int:
    """Return the number of decimals, up to `most`, that show one or two significant digits of an error."""
    if not error or not isfinite(error):
        return min(1, most) if error else most
    first = floor(log10(error))
    return min(max((round(error / 10.0**first, 9) < 2) - first, 0), most)


def error_text(error: float, digits: int) -> str:
    """Return a standard error as text. An error too small for `digits` decimals is shown as 1 in the last decimal."""
    return fixed(max(error, 10.0**-digits), digits) if isfinite(error) else "?"


@dataclass(frozen=True, slots=True)
class Bound:
    """Limits on a number of tricks. An unknown limit is None."""

    at_least: int | None = None
    at_most: int | None = None


Figure = float | Estimate | Bound

Choice = TypeVar("Choice", covariant=True)
Worth = TypeVar("Worth", bound=Figure, covariant=True)
Details = TypeVar("Details", covariant=True)


@dataclass(frozen=True)
class Evaluation(Generic[Choice, Worth, Details]):
    """A choice and its value to the player.

    `value` is in the unit of the objective: tricks, points, or a chance. `regret` is the value of a reference choice,
    usually the best choice, minus `value`. `details` has further results; its type depends on the kind of choice and on
    the evaluator.
    """

    action: Choice
    value: Worth
    regret: Worth
    details: Details
