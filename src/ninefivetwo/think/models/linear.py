"""A table taken apart into few columns, and linear equations by GMRES (Saad and Schultz 1986)."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

from ninefivetwo.sets import Floats

STEPS = 60  # of the linear solver, at most
PRECISE = 1e-4
SELDOM = 3e-4  # a chance as good as none


def parted(table: Floats, weights: Floats, rank: int) -> tuple[Floats, Floats]:
    """Two tables of so many columns and rows whose product is nearly this one of chances, by its singular vectors.

    weights: of the rows, chances too; where they are large the product is nearest.  The first column is of ones, and
    the first row the mean of the rows, so that the product's rows sum to 1 as well.
    """
    mean, sizes = weights @ table, np.sqrt(weights + SELDOM)[:, None]
    scaled = sizes * (table - mean)
    _, vectors = np.linalg.eigh(scaled @ scaled.T)
    main = vectors[:, 1 - rank :]
    return np.column_stack([np.ones(len(table)), main / sizes]), np.vstack([mean, main.T @ scaled])


BLOCK = 64  # columns that are multiplied at once: BLAS spreads none so small over threads, slow on a busy machine


def product(table: Floats, columns: Floats) -> Floats:
    """The product of two tables of which the second has many columns."""
    return np.concatenate([table @ columns[:, i : i + BLOCK] for i in range(0, columns.shape[1], BLOCK)], axis=1)


def solve(apply: Callable[[Floats], Floats], right_side: Floats, precise: float = PRECISE) -> Floats:
    """The x with x - apply(x) = right_side, by GMRES; apply is linear.

    precise: the error, by the size of the right side, at which it stops.
    """
    size = sqrt(_dot(right_side, right_side))
    basis, columns = [right_side / size], np.zeros((STEPS + 1, STEPS))
    for step in range(STEPS):
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
    """The sum of the products, not by BLAS, which spreads it over threads."""
    return float(np.einsum("i,i->", one.ravel(), other.ravel()))
