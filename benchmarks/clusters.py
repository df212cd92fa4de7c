"""Means and tests of values that depend on each other within a cluster, such as all forecasts for one match.

The standard error of a mean is computed from the sums over clusters, which are independent (the cluster-robust
variance; Liang and Zeger, Biometrika 1986). A joint test examines whether the means of several cells are all zero. It
uses Hotelling's T², whose distribution is known for the given number of clusters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, lgamma, sqrt

import numpy as np

from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

TINY = 1e-12  # smallest variance, for values that are all equal
STEPS = 20_000  # steps of a numerical integral


def mean_of(values: Sequence[float], clusters: Sequence[int], variances: Sequence[float] | None = None) -> Estimate:
    """Return the mean of values in clusters, with its standard error; there must be at least one value.

    `clusters` has the number of each value's cluster. `variances` has a lower limit for the variance of each value. If
    rare failures have not happened yet, the values vary less than they should.
    """
    (mean,), covariances = _means(values, [0] * len(values), clusters, variances)
    return Estimate(float(mean), sqrt(float(covariances[0, 0])), len(values))


@dataclass(frozen=True)
class JointTest:
    """The result of a test of whether the means of some cells are all zero; `f` follows Fisher's F distribution if they
    are.
    """

    f: float
    cells: int
    beyond: int

    @property
    def p(self) -> float:
        """The probability of an F at least as large if all means are zero."""
        return f_tail(self.f, self.cells, self.beyond)

    def __str__(self) -> str:
        return f"F({self.cells}, {self.beyond}) = {self.f:.2f}, p = {self.p:.2g}"


def joint_test(
    values: Sequence[float], cells: Sequence[int], clusters: Sequence[int], variances: Sequence[float] | None = None
) -> JointTest | None:
    """Test whether the means of all cells are zero; return None if there are not more clusters than cells.

    `variances` has the same meaning as in `mean_of`.
    """
    means, covariances = _means(values, cells, clusters, variances)
    number, beyond = len(means), len(set(clusters)) - len(means)
    if beyond <= 0:
        return None
    wald = float(means @ np.linalg.pinv(covariances, hermitian=True) @ means)
    return JointTest(wald * beyond / (number * (number + beyond - 1)), number, beyond)


def _means(
    values: Sequence[float], cells: Sequence[int], clusters: Sequence[int], variances: Sequence[float] | None
) -> tuple[Floats, Floats]:
    """Return the mean of each cell and their covariances, which are infinite if there is only one cluster."""
    columns, rows = (np.unique(each, return_inverse=True)[1] for each in (cells, clusters))
    times, number = np.bincount(columns), rows.max() + 1
    means = np.bincount(columns, values) / times
    if number == 1:
        return means, np.full((len(means), len(means)), inf)
    sums = np.zeros((number, len(times)))
    np.add.at(sums, (rows, columns), np.asarray(values) - means[columns])
    covariances = number / (number - 1) * (sums.T @ sums) / np.outer(times, times)
    if variances is not None:
        found, least = np.diag(covariances), np.bincount(columns, variances) / times**2
        scale = np.sqrt(np.maximum(least / np.maximum(found, TINY), 1))
        covariances = covariances * np.outer(scale, scale)
        np.fill_diagonal(covariances, np.maximum(found, least))
    return means, covariances


def f_tail(f: float, cells: int, beyond: int) -> float:
    """Return the probability that Fisher's F with these degrees of freedom is at least as large as a value."""
    width = np.arcsin(sqrt(beyond / (beyond + cells * f))) / STEPS
    angles = (np.arange(STEPS) + 0.5) * width
    logs = (beyond - 1) * np.log(np.sin(angles)) + (cells - 1) * np.log(np.cos(angles))
    whole = lgamma((cells + beyond) / 2) - lgamma(cells / 2) - lgamma(beyond / 2)
    return min(1.0, 2 * width * float(np.exp(logs + whole).sum()))
