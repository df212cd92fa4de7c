"""Figures, as people read them: sampled ones with or without their errors, chances, small numbers as words."""

from __future__ import annotations

from math import isfinite

from ninefivetwo.evaluation import Estimate

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


def rounded(amount: float, error: float) -> str:
    """An amount that is not below zero, with one decimal where its error leaves the second without meaning."""
    return f"{max(amount, 0.0) + 0.0:.{1 if error > ROUGH else 2}f}"


def number_word(number: int) -> str:
    """A small number in words: nine; a larger one in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)
