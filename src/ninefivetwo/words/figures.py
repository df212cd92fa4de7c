"""Figures, as people read them: sampled ones with or without their errors, chances, small numbers as words."""

from __future__ import annotations

from math import isfinite

from ninefivetwo.evaluation import Estimate

HAIR = 1e-9  # far above the errors of adding up, far below any figure
ROUGH = 0.1  # of a trick: with a larger error the second decimal says nothing
NUMBERS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)


def figure(estimate: Estimate) -> str:
    """A sampled figure and its standard error; a single world gives no error."""
    error = f"{estimate.standard_error:.2f}" if isfinite(estimate.standard_error) else "?"
    return f"{estimate.mean + 0.0:.2f} ± {error}".replace("-0.00", "0.00")


def per_cent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def chance_words(chance: Estimate) -> str:
    """A sampled chance, in per cent."""
    error = f"{100 * chance.standard_error:.0f}" if isfinite(chance.standard_error) else "?"
    return f"{per_cent(chance.mean)} ± {error}"


def is_certain(chance: float) -> bool:
    """Is it 1 but for rounding?"""
    return chance > 1 - 1e-6


def share(chance: float) -> str:
    """A chance in per cent, of which only what is certain is 0 % or 100 %."""
    if 0.995 <= chance and not is_certain(chance):
        return ">99 %"
    if chance <= 0.005 and not is_certain(1 - chance):
        return "<1 %"
    return per_cent(abs(chance))


def tricks_with_error(tricks: Estimate) -> str:
    """A figure in tricks, and its standard error unless that is nothing."""
    return _with_error(fixed(tricks.mean, 2), f"{tricks.standard_error:.2f}")


def chance_with_error(chance: Estimate) -> str:
    """A chance in per cent, and its standard error unless that is nothing."""
    words = share(chance.mean)
    return words if words[0] in "<>" else _with_error(words, f"{100 * chance.standard_error:.0f}")


def _with_error(words: str, error: str) -> str:
    """An error that rounds to nothing is left out; that of a single deal is not known."""
    if not error.strip("0."):
        return words
    return f"{words} ± {error.replace('inf', '?')}"


def rounded(amount: float, error: float) -> str:
    """An amount that is not below zero, with one decimal where its error leaves the second without meaning."""
    return fixed(max(amount, 0.0), 1 if error > ROUGH else 2)


def fixed(amount: float, digits: int) -> str:
    """An amount with so many decimals.  Equal sums that were added up differently read alike; no zero is negative."""
    return f"{round(amount + HAIR, digits) + 0.0:.{digits}f}"


def signed_tenths(amount: float) -> str:
    """An amount with its sign and one decimal; no zero is negative."""
    return f"{round(amount + HAIR, 1) + 0.0:+.1f}"


def number_word(number: int) -> str:
    """A small number in words: nine; a larger one in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
