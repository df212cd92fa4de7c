"""Sampled figures, as people read them."""

from __future__ import annotations

from math import isfinite

from ninefivetwo.evaluation import Estimate


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
