"""The part of fitting a policy that needs no library: flat choices, integer weights, and gains.

A policy scores a choice as out . relu(bias + W2 . relu(sum of the table rows of its features)). The engine computes the
same with integers (`ninefivetwo_solver.playout.Policy.learned`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.survey_rows import batches
from ninefivetwo.sets import Floats
from ninefivetwo.survey.decisions import views_of
from ninefivetwo.survey.work import Columns
from ninefivetwo_solver.playout import CONTEXT, FEATURES, ROWS, SCALE, features

MOST16, MOST32 = 2**15 - 1, 2**31 - 1
NO_TRUMP = 4
HELD_OUT = 20  # one deal in this many is held out
#: The first row of each feature in the table of weights.
STARTS = np.cumsum([0] + [number for _, number in FEATURES])[:-1].astype(np.int16)

Array32 = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Settings:
    """The settings of a fit: the sizes of the two layers, the epochs, the decisions per step, learning rates,
    divergence weights and the seed.

    The learning rate falls from the first to the last value along a cosine. The weight of the divergence from the
    starting policy changes linearly.
    """

    hidden: int = 32
    second: int = 16
    epochs: int = 1
    batch: int = 2048
    rate: float = 4e-3
    last_rate: float = 1e-4
    kl: float = 0.05
    last_kl: float = 0.02
    seed: int = 1


@dataclass(frozen=True)
class Rows:
    """Decisions: the number of each deal (n,), the views (n,), and the tricks after each choice (n, CHOICES; -1 for no
    choice).
    """

    deals: npt.NDArray[np.int32]
    views: np.ndarray
    values: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, which: npt.NDArray[np.generic] | slice) -> Rows:
        return Rows(self.deals[which], self.views[which], self.values[which])

    @staticmethod
    def of(rows: Columns, first: int = 0) -> Rows:
        """Convert survey rows of the kind `decisions`; `first` is the number of their first deal."""
        return Rows(first + rows["deal"].astype(np.int32), views_of(rows), rows["values"].astype(np.int8))

    @staticmethod
    def joined(parts: Sequence[Rows]) -> Rows:
        """Return all rows in order."""
        deals, views, values = ([getattr(part, name) for part in parts] for name in ("deals", "views", "values"))
        return Rows(np.concatenate(deals), np.concatenate(views), np.concatenate(values))


def read_surveys(folders: Sequence[Path], most: int | None = None) -> Iterable[Rows]:
    """Yield the rows of surveys batch by batch, until there are at least `most`; deals are numbered across batches.

    Raises SurveyError.
    """
    number, deals = 0, 0
    for batch in batches(folders, "decisions"):
        if most is not None and number >= most:
            break
        yield (found := Rows.of(batch.rows, deals))
        number, deals = number + len(found), deals + batch.info.number


@dataclass(frozen=True)
class Flat:
    """Decisions with the features of all their choices in one long array.

    `context` (n, CONTEXT) and `own` (choices, rest) have the values of the features, `counts` (n,) has the number of
    choices of each decision, and `values` (choices,) has the tricks after each choice.
    """

    context: Bytes
    own: Bytes
    counts: Bytes
    values: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """The index of each decision's first choice."""
        ends = self.counts.cumsum(dtype=np.int64)
        return ends - self.counts

    @staticmethod
    def joined(parts: Sequence[Flat]) -> Flat:
        """Return all decisions in order."""
        return Flat(*(np.concatenate([getattr(part, name) for part in parts]) for name in Flat.__dataclass_fields__))


def flatten(rows: Rows) -> Flat:
    """Compute the features of all choices, without the empty columns of decisions with few choices."""
    _, found = features(rows.views)
    there = rows.values >= 0
    if not np.array_equal(there, found[:, :, 0] >= 0):
        raise ValueError("the values of rows do not match their choices (made by another engine; make the rows again)")
    context, own = found[:, 0, :CONTEXT] - STARTS[:CONTEXT], found[there][:, CONTEXT:] - STARTS[CONTEXT:]
    counts = there.sum(axis=1, dtype=np.uint8)
    return Flat(context.astype(np.uint8), own.astype(np.uint8), counts, rows.values[there])


def choices_of(flat: Flat, decisions: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """Return the choices of some decisions: their indices, the index of each one's decision, and its place in that
    decision.
    """
    counts = flat.counts[decisions].astype(np.int64)
    of = np.repeat(np.arange(len(decisions)), counts)
    place = np.arange(len(of)) - np.repeat(counts.cumsum() - counts, counts)
    return flat.starts[decisions][of] + place, of, place


def held_out(rows: Rows) -> npt.NDArray[np.bool_]:
    """Return which rows are held out: either all rows of a deal or none."""
    return rows.deals % HELD_OUT == HELD_OUT - 1


def gains(rows: Rows, chosen: Bytes) -> Floats:
    """Return the tricks of the card chosen in each row, minus the average over its choices."""
    cards, _ = features(rows.views)
    there = rows.values >= 0
    index = _class_of(cards, there, chosen)
    return about_means(rows.values, there)[np.arange(len(rows)), index]


def about_means(numbers: npt.NDArray[np.generic], there: npt.NDArray[np.bool_]) -> Floats:
    """Subtract the mean of each row from its numbers; entries without a number become 0."""
    known = np.where(there, numbers, 0)
    found: Floats = np.where(there, known - known.sum(axis=1, keepdims=True) / there.sum(axis=1, keepdims=True), 0)
    return found


def _class_of(cards: Bytes, there: npt.NDArray[np.bool_], chosen: Bytes) -> npt.NDArray[np.int64]:
    """Return the column of each chosen card.

    A class of equivalent cards is named by its lowest card, so this is the highest named card that is not above the
    chosen one.
    """
    below = there & (cards <= chosen[:, None])
    if not below.any(axis=1).all():
        raise ValueError(f"row {int(below.any(axis=1).argmin())}: the chosen card is not one of the choices")
    return cards.shape[1] - 1 - below[:, ::-1].argmax(axis=1)


def kinds(rows: Rows) -> dict[str, npt.NDArray[np.bool_]]:
    """Divide the rows by the kind of trump."""
    none = rows.views["trump"] == NO_TRUMP
    return {"all": np.ones(len(rows), bool), "suits": ~none, "no-trump": none}


@dataclass(frozen=True)
class Layers:
    """Fitted layers: the table (ROWS, hidden), the second layer (second, hidden), its bias, and the output weights
    (second,).
    """

    table: Array32
    second: Array32
    bias: Array32
    out: Array32


def bounded(layers: Layers) -> Layers:
    """Return the same function with sums that fit the engine's 16 bits.

    A hidden unit whose sum could grow too large is scaled down, and the weights that read it are scaled up (relu(c x) =
    c relu(x), c > 0).
    """
    limit = (MOST16 - len(FEATURES)) / SCALE  # leaves room for rounding each weight up by half a step
    factor = np.maximum(largest_sums(layers.table) / limit, 1.0)
    return Layers(layers.table / factor, layers.second * factor, layers.bias, layers.out)


def largest_sums(table: npt.NDArray[np.generic]) -> np.ndarray:
    """Return the largest absolute sum of each hidden unit, from the largest weight of each feature."""
    return np.maximum.reduceat(np.abs(table), STARTS, axis=0).sum(axis=0)


def quantised(layers: Layers) -> npt.NDArray[np.int16]:
    """Return the weights in the engine's form: a flat array of int16. Raises ValueError if they do not fit."""
    parts = [np.rint(each * SCALE).astype(np.int64) for each in _arrays(bounded(layers))]
    table, second, *_ = parts
    if (most := max(int(np.abs(part).max(initial=0)) for part in parts)) > MOST16:
        raise ValueError(f"weights of up to {most / SCALE:.1f} (expected at most {MOST16 / SCALE:.1f})")
    largest = np.abs(second) @ largest_sums(table) + (MOST16 + 1) * SCALE  # the second term bounds the bias
    if (most := int(largest.max(initial=0))) > MOST32:
        raise ValueError(f"sums of the second layer of up to {most} (expected at most {MOST32})")
    return np.concatenate([part.reshape(-1) for part in parts]).astype(np.int16)


def restored(flat: npt.NDArray[np.int16], hidden: int, second: int) -> Layers:
    """Return the layers from the result of `quantised`. Raises ValueError for a wrong number of weights."""
    ends = np.cumsum([0, ROWS * hidden, second * hidden, second, second])
    if len(flat) != ends[-1]:
        raise ValueError(f"{len(flat)} weights (expected {ends[-1]} for layers of {hidden} and {second})")
    table, second_, bias, out = (flat[i:j].astype(np.float32) / SCALE for i, j in pairwise(ends))
    return Layers(table.reshape(ROWS, hidden), second_.reshape(second, hidden), bias, out)


def _arrays(layers: Layers) -> tuple[Array32, ...]:
    return layers.table, layers.second, layers.bias, layers.out
