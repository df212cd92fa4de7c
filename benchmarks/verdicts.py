"""A judge's verdict in words: who is better, by how much, beside its control, and what the test can find."""

from __future__ import annotations

from benchmarks.sequential import Verdict
from ninefivetwo.evaluation import Estimate


def in_words(one: str, other: str, verdict: Verdict, control: Estimate) -> str:
    """Who wins, or that no difference can be shown, with the control."""
    gain = f"{format_estimate(verdict.gain)} tricks a deal in {verdict.gain.n} deals"
    beside = f"control {format_estimate(control)}"
    if abs(control.mean) > verdict.threshold * control.standard_error:
        beside += ", which is itself not zero: do not believe it"
    if not verdict.clear:
        return f"no difference can be shown: {one} over {other} {gain}; {beside}"
    winner = one if verdict.gain.mean > 0 else other
    return f"{winner} wins: {one} over {other} {gain}; {beside}"


def power(verdict: Verdict) -> str:
    """What the test can find, and how often it is wrong."""
    return (
        f"A difference is clear at {verdict.threshold:.2f} standard errors, which equals reach in 2.5 of 100 runs. "
        f"With {verdict.most} deals, of a spread of {verdict.spread:.2f}, a gain of {verdict.detectable():.3f} is "
        f"found in 8 of 10 runs, one of {verdict.detectable(0.5):.3f} in 5."
    )


def format_estimate(found: Estimate) -> str:
    return f"{found.mean:+.3f} ± {found.standard_error:.3f}"
