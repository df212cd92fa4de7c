"""A sequential paired test of two players.

The mean of the differences is tested after 100, 200, 400, ... deals. The test stops as soon as the mean is further from
zero than `THRESHOLDS` standard errors, or at the largest size. Repeated tests make a chance result more likely, so the
threshold grows with their number (Pocock, Biometrika 1977, who tests at equal intervals). JOURNAL.md has the results of
simulated runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from benchmarks.report import estimate_of, figure
from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

FIRST = 100  # deals before the first test
MOST = 6400

#: Thresholds in standard errors by the number of tests, from one. Equal players exceed them in 2.5 of 100 runs.
#: They were computed by recursive integration for normal means, with the sample doubled for each test (Armitage,
#: McPherson and Rowe, Journal of the Royal Statistical Society A, 1969). The rate is 2.5 so that 100 runs rarely show
#: more than 5 false alarms.
THRESHOLDS = (2.241, 2.449, 2.575, 2.666, 2.737, 2.795, 2.844, 2.886, 2.924, 2.957, 2.986, 3.013)

#: A function that returns the differences of the deals with these numbers, one per deal.
Differences = Callable[[range], Floats]


@dataclass(frozen=True)
class Verdict:
    """The result of a run: the mean difference, whether it is clearly not zero, and the threshold in standard
    errors."""

    gain: Estimate
    clear: bool
    threshold: float
    spread: float  # standard deviation of a deal's difference, in tricks
    most: int

    def detectable(self, power: float = 0.8) -> float:
        """Return the gain per deal that is found with this probability at the largest size; earlier tests add a little
        to it.
        """
        return (self.threshold + NormalDist().inv_cdf(power)) * self.spread / sqrt(self.most)


def looks(first: int, most: int) -> Iterator[int]:
    """Yield the sizes at which the differences are tested: each is double the previous one, and the last is the
    largest.

    >>> list(looks(100, 700)), list(looks(100, 60))
    ([100, 200, 400, 700], [60])
    """
    while first < most:
        yield first
        first *= 2
    yield most


def judge(differences: Differences, first: int = FIRST, most: int = MOST, progress: bool = False) -> Verdict:
    """Request the differences of more and more deals, numbered from 0, until their mean is clearly not zero.

    If `progress` is true, each mean is printed on stderr. Raises ValueError if `most` is below two deals or requires
    more tests than there are thresholds.
    """
    if min(first, most) < 2 or most > first << len(THRESHOLDS) - 1:
        raise ValueError(f"tests from {first} to {most} deals (expected 2 or more, {len(THRESHOLDS)} tests at most)")
    sizes = list(looks(first, most))
    threshold = THRESHOLDS[len(sizes) - 1]
    found = np.empty(0)
    for size in sizes:
        found = np.append(found, differences(range(len(found), size)))
        gain = estimate_of(found)
        if progress:
            print(f"after {size}: {figure(gain)}", file=sys.stderr, flush=True)
        if clear := abs(gain.mean) > threshold * gain.standard_error:
            break
    return Verdict(gain, clear, threshold, gain.standard_error * sqrt(gain.n), most)


def count_clear(differences_of_run: Callable[[int], Differences], runs: int, first: int, most: int) -> int:
    """Return how many of a number of runs end with a clear difference; for equal players these are false alarms."""
    return sum(judge(differences_of_run(run), first, most).clear for run in range(runs))


def in_words(one: str, other: str, verdict: Verdict, control: Estimate) -> str:
    """Return a sentence that names the better player or says that no difference is shown, with the control."""
    gain = f"{figure(verdict.gain)} tricks a deal in {verdict.gain.n} deals"
    beside = f"control {figure(control)}"
    if abs(control.mean) > verdict.threshold * control.standard_error:
        beside += ", which is itself not zero: do not believe it"
    if not verdict.clear:
        return f"no difference can be shown: {one} over {other} {gain}; {beside}"
    winner = one if verdict.gain.mean > 0 else other
    return f"{winner} wins: {one} over {other} {gain}; {beside}"


def power(verdict: Verdict) -> str:
    """Return a sentence about the smallest gain that the test can find, and its rate of false alarms."""
    return (
        f"A difference is clear at {verdict.threshold:.2f} standard errors, which equals reach in 2.5 of 100 runs. "
        f"With {verdict.most} deals, of a spread of {verdict.spread:.2f}, a gain of {verdict.detectable():.3f} is "
        f"found in 8 of 10 runs, one of {verdict.detectable(0.5):.3f} in 5."
    )
