"""What a fit of a policy rests on, without a library for it: choices made flat, weights made integers, gains.

A policy scores a choice by out . relu(bias + W2 . relu(sum of the rows of its features)); the engine has the same
with integers (`ninefivetwo_solver.playout.Policy.learned`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
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
HELD_OUT = 20  # one deal of so many is not learned from
#: The first row of each feature in the table of weights.
STARTS = np.cumsum([0] + [number for _, number in FEATURES])[:-1].astype(np.int16)

Array32 = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Settings:
    """How to fit: the sizes of the two layers, epochs, decisions of a step, learning rate first and last (a cosine
    between), the weight of the divergence from the starting policy first and last (a line between), and the seed of
    everything random."""

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
    """Decisions: numbers of deals (n,), what was seen (n,) and what the choices brought (n, CHOICES; -1: none)."""

    deals: npt.NDArray[np.int32]
    views: np.ndarray
    values: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, which: npt.NDArray[np.generic] | slice) -> Rows:
        return Rows(self.deals[which], self.views[which], self.values[which])

    @staticmethod
    def of(rows: Columns, first: int = 0) -> Rows:
        """Of rows `decisions`; first: the number of their first deal."""
        return Rows(first + rows["deal"].astype(np.int32), views_of(rows), rows["values"].astype(np.int8))

    @staticmethod
    def joined(parts: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        deals, views, values = ([getattr(part, name) for part in parts] for name in ("deals", "views", "values"))
        return Rows(np.concatenate(deals), np.concatenate(views), np.concatenate(values))


def read_surveys(folders: Sequence[Path], most: int | None = None) -> Iterable[Rows]:
    """The rows of surveys in turn, batch by batch, until there are `most` or more; deals are numbered throughout.

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
    """Decisions with the features of their choices, one below the other.

    context (n, CONTEXT) and own (choices, rest): the values of features; counts (n,): choices of each decision; values
    (choices,): tricks that they brought.
    """

    context: Bytes
    own: Bytes
    counts: Bytes
    values: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.counts)

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each decision's choices begin."""
        ends = self.counts.cumsum(dtype=np.int64)
        return ends - self.counts

    @staticmethod
    def joined(parts: Sequence[Flat]) -> Flat:
        """All decisions, in order."""
        return Flat(*(np.concatenate([getattr(part, name) for part in parts]) for name in Flat.__dataclass_fields__))


def flatten(rows: Rows) -> Flat:
    """The features of all choices, without the room of choices that are not there."""
    _, found = features(rows.views)
    there = rows.values >= 0
    if not np.array_equal(there, found[:, :, 0] >= 0):
        raise ValueError("rows whose values are not those of the choices (made by another engine; play them again)")
    context, own = found[:, 0, :CONTEXT] - STARTS[:CONTEXT], found[there][:, CONTEXT:] - STARTS[CONTEXT:]
    counts = there.sum(axis=1, dtype=np.uint8)
    return Flat(context.astype(np.uint8), own.astype(np.uint8), counts, rows.values[there])


def choices_of(flat: Flat, decisions: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """The choices of some decisions: their indices, the place of each one's decision among these, its own in that."""
    counts = flat.counts[decisions].astype(np.int64)
    of = np.repeat(np.arange(len(decisions)), counts)
    place = np.arange(len(of)) - np.repeat(counts.cumsum() - counts, counts)
    return flat.starts[decisions][of] + place, of, place


def held_out(rows: Rows) -> npt.NDArray[np.bool_]:
    """Which rows are not learned from: all of a deal, or none."""
    return rows.deals % HELD_OUT == HELD_OUT - 1


def gains(rows: Rows, chosen: Bytes) -> Floats:
    """The tricks that the card chosen for each row brought more than its choices on average."""
    cards, _ = features(rows.views)
    there = rows.values >= 0
    index = _class_of(cards, there, chosen)
    return about_means(rows.values, there)[np.arange(len(rows)), index]


def about_means(numbers: npt.NDArray[np.generic], there: npt.NDArray[np.bool_]) -> Floats:
    """The numbers less their row's mean; 0 where there is none."""
    known = np.where(there, numbers, 0)
    found: Floats = np.where(there, known - known.sum(axis=1, keepdims=True) / there.sum(axis=1, keepdims=True), 0)
    return found


def _class_of(cards: Bytes, there: npt.NDArray[np.bool_], chosen: Bytes) -> npt.NDArray[np.int64]:
    """The column of each chosen card: its class is named by its lowest card, the highest such that is not above it."""
    below = there & (cards <= chosen[:, None])
    if not below.any(axis=1).all():
        raise ValueError(f"row {int(below.any(axis=1).argmin())}: a card chosen that is no choice")
    return cards.shape[1] - 1 - below[:, ::-1].argmax(axis=1)


def kinds(rows: Rows) -> dict[str, npt.NDArray[np.bool_]]:
    """The rows by kind of trump."""
    none = rows.views["trump"] == NO_TRUMP
    return {"all": np.ones(len(rows), bool), "suits": ~none, "no-trump": none}


@dataclass(frozen=True)
class Layers:
    """Layers as they were fitted: table (ROWS, hidden), second layer (second, hidden), its bias, output (second,)."""

    table: Array32
    second: Array32
    bias: Array32
    out: Array32


def bounded(layers: Layers) -> Layers:
    """The same function with sums that the engine's 16 bits hold.

    A hidden unit whose sum could grow too large is scaled down and what reads it up (relu(c x) = c relu(x), c > 0).
    """
    limit = (MOST16 - len(FEATURES)) / SCALE  # each rounded weight may be half a step larger
    factor = np.maximum(largest_sums(layers.table) / limit, 1.0)
    return Layers(layers.table / factor, layers.second * factor, layers.bias, layers.out)


def largest_sums(table: npt.NDArray[np.generic]) -> np.ndarray:
    """The largest absolute sum of each hidden unit: of each feature its largest weight."""
    return np.maximum.reduceat(np.abs(table), STARTS, axis=0).sum(axis=0)


def quantised(layers: Layers) -> npt.NDArray[np.int16]:
    """The weights as the engine reads them: int16, flat.  Raises ValueError where they do not fit."""
    parts = [np.rint(each * SCALE).astype(np.int64) for each in _arrays(bounded(layers))]
    table, second, *_ = parts
    if (most := max(int(np.abs(part).max(initial=0)) for part in parts)) > MOST16:
        raise ValueError(f"weights of up to {most / SCALE:.1f} (expected at most {MOST16 / SCALE:.1f})")
    largest = np.abs(second) @ largest_sums(table) + (MOST16 + 1) * SCALE  # the bias's share
    if (most := int(largest.max(initial=0))) > MOST32:
        raise ValueError(f"sums of the second layer of up to {most} (expected at most {MOST32})")
    return np.concatenate([part.reshape(-1) for part in parts]).astype(np.int16)


def restored(flat: npt.NDArray[np.int16], hidden: int, second: int) -> Layers:
    """Layers to go on from, out of what `quantised` made.  Raises ValueError for another number of weights."""
    ends = np.cumsum([0, ROWS * hidden, second * hidden, second, second])
    if len(flat) != ends[-1]:
        raise ValueError(f"{len(flat)} weights (expected {ends[-1]} for layers of {hidden} and {second})")
    table, second_, bias, out = (flat[i:j].astype(np.float32) / SCALE for i, j in zip(ends, ends[1:], strict=False))
    return Layers(table.reshape(ROWS, hidden), second_.reshape(second, hidden), bias, out)


def _arrays(layers: Layers) -> tuple[Array32, ...]:
    return layers.table, layers.second, layers.bias, layers.out
