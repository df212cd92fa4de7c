"""Means of values that depend on each other within a cluster, such as all forecasts for one match, and tests of them.

The error of a mean comes from the sums over clusters, which do not depend on each other (the cluster-robust variance;
Liang and Zeger, Biometrika 1986).  A joint test asks whether the means of several cells are all zero: Hotelling's T²,
of which the distribution is known for as many clusters as there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, lgamma, sqrt

import numpy as np

from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

TINY = 1e-12  # a variance of what does not vary
STEPS = 20_000  # of an integral


def mean_of(values: Sequence[float], clusters: Sequence[int], variances: Sequence[float] | None = None) -> Estimate:
    """The mean of values, of which there must be some; clusters: the number of each value's.

    variances: what each value's is at least.  Where rare failures have not happened yet, values seem to vary less than
    they do.
    """
    (mean,), covariances = _means(values, [0] * len(values), clusters, variances)
    return Estimate(float(mean), sqrt(float(covariances[0, 0])), len(values))


@dataclass(frozen=True)
class JointTest:
    """Are the means of some cells all zero?  f: Fisher's F for so many cells and so many clusters beyond them."""

    f: float
    cells: int
    beyond: int

    @property
    def p(self) -> float:
        """How likely F is at least as large if all means are zero."""
        return f_tail(self.f, self.cells, self.beyond)

    def __str__(self) -> str:
        return f"F({self.cells}, {self.beyond}) = {self.f:.2f}, p = {self.p:.2g}"


def joint_test(
    values: Sequence[float], cells: Sequence[int], clusters: Sequence[int], variances: Sequence[float] | None = None
) -> JointTest | None:
    """The test for values in cells and clusters with these numbers; None if there are not more clusters than cells.

    variances: as in `mean_of`.
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
    """The mean of each cell, and their covariances; infinite if there is only one cluster."""
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
    """The chance that Fisher's F with these degrees of freedom is at least so large."""
    width = np.arcsin(sqrt(beyond / (beyond + cells * f))) / STEPS
    angles = (np.arange(STEPS) + 0.5) * width
    logs = (beyond - 1) * np.log(np.sin(angles)) + (cells - 1) * np.log(np.cos(angles))
    whole = lgamma((cells + beyond) / 2) - lgamma(cells / 2) - lgamma(beyond / 2)
    return min(1.0, 2 * width * float(np.exp(logs + whole).sum()))
