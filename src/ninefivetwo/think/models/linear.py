"""Low-rank factors of a table of chances, and a linear solver that uses GMRES (Saad and Schultz 1986)."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from ninefivetwo.sets import Floats

SOLVER_STEPS = 60  # maximum number of steps of the linear solver
PRECISE = 1e-4
SELDOM = 3e-4  # chances up to this limit count as zero


def parted(table: Floats, weights: Floats, rank: int) -> tuple[Floats, Floats]:
    """Return two factors, with `rank` columns and `rank` rows, whose product approximates a table of chances.

    The approximation uses singular vectors and is best for rows with high chances (`weights`). The first column is all
    ones, and the first row is the weighted mean of all rows. Each row of the product sums to 1.
    """
    mean, sizes = weights @ table, np.sqrt(weights + SELDOM)[:, None]
    scaled = sizes * (table - mean)
    _, vectors = np.linalg.eigh(scaled @ scaled.T)
    main = vectors[:, 1 - rank :]
    return np.column_stack([np.ones(len(table)), main / sizes]), np.vstack([mean, main.T @ scaled])


BLOCK = 64  # number of columns per product; BLAS would split more among threads, which is slow on a busy machine


def product(table: Floats, columns: Floats) -> Floats:
    """Return the matrix product of two tables, computed in blocks of columns."""
    return np.concatenate([table @ columns[:, i : i + BLOCK] for i in range(0, columns.shape[1], BLOCK)], axis=1)


def solve_linear(apply: Callable[[Floats], Floats], right_side: Floats, precise: float = PRECISE) -> Floats:
    """Solve x - apply(x) = right_side for x by GMRES. `apply` must be linear.

    The iteration stops when the residual, relative to the right-hand side, is below `precise`.
    """
    size = sqrt(_dot(right_side, right_side))
    basis, columns = [right_side / size], np.zeros((SOLVER_STEPS + 1, SOLVER_STEPS))
    for step in range(SOLVER_STEPS):
        new = basis[step] - apply(basis[step])
        for i, vector in enumerate(basis):
            columns[i, step] = _dot(vector, new)
            new -= columns[i, step] * vector
        columns[step + 1, step] = rest = sqrt(_dot(new, new))
        target = np.zeros(step + 2)
        target[0] = size
        weights, missing, *_ = np.linalg.lstsq(columns[: step + 2, : step + 1], target, rcond=None)
        if not len(missing) or missing[0] < (precise * size) ** 2 or rest < PRECISE:
            break
        basis.append(new / rest)
    return sum((weight * vector for weight, vector in zip(weights, basis, strict=False)), np.zeros_like(right_side))


def _dot(one: Floats, other: Floats) -> float:
    """Return the dot product without using BLAS, which would start threads."""
    return float(np.einsum("i,i->", one.ravel(), other.ravel()))
