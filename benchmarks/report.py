"""Timing, spreads, tables in Markdown, and checks for benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import mean, median, quantiles
from typing import TypeVar

import numpy as np

from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

Found = TypeVar("Found")


def head(*cells: str) -> None:
    """Print the first two lines of a table."""
    row(*cells)
    print("|---" * len(cells) + "|")


def row(*cells: object) -> None:
    """Print one row of a table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)


def percentile(values: Sequence[float], percent: int) -> float:
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def spread(values: Sequence[float], form: str = ".2f") -> list[str]:
    """Return the mean, the median, the 90th and 99th percentiles, and the maximum as text."""
    found = [mean(values), median(values), percentile(values, 90), percentile(values, 99), max(values)]
    return [format(each, form) for each in found]


SPREAD = ("mean", "median", "p90", "p99", "worst")


def timed(job: Callable[[], Found], clock: Callable[[], float] = time.perf_counter) -> tuple[float, Found]:
    """Run a job and return its seconds and its result."""
    start = clock()
    found = job()
    return clock() - start, found


def check(right: object, wrong: str) -> None:
    """End the run with a message if a condition is false."""
    if not right:
        raise SystemExit(f"wrong: {wrong}")


def estimate_of(values: Floats | Sequence[float]) -> Estimate:
    """Return the mean of values, of which there must be at least one, with its standard error."""
    found = Estimate.of(np.asarray(values, float))
    assert found is not None
    return found


def figure(found: Estimate, digits: int = 3) -> str:
    """Format a mean and its standard error."""
    return f"{found.mean:+.{digits}f} ± {found.standard_error:.{digits}f}"
