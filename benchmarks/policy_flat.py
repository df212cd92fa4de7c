"""What a fit of a policy rests on, without a library for it: choices made flat, weights made integers, regrets.

A policy scores a choice by out . relu(bias + W2 . relu(sum of the rows of its features)); the engine has the same
with integers (`ninefivetwo_solver.playout.Policy.learned`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.survey_rows import batches
from ninefivetwo.survey.decisions import views_of
from ninefivetwo.survey.work import Columns
from ninefivetwo_solver.playout import CONTEXT, FEATURES, ROWS, SCALE, features

MOST16, MOST32 = 2**15 - 1, 2**31 - 1
PIECE = 50_000  # decisions whose features are taken at once
NO_TRUMP = 4
HELD_OUT = 20  # one deal of so many is not learned from

Array32 = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Settings:
    """How to fit: the sizes of the two layers, epochs, decisions of a step, learning rate first and last (a cosine
    between), `tau` in tricks, the weight of the regret in the loss, and the seed of everything random."""

    hidden: int = 32
    second: int = 16
    epochs: int = 12
    batch: int = 1024
    rate: float = 4e-3
    last_rate: float = 1e-4
    tau: float = 0.3
    regret: float = 1.0
    seed: int = 1


@dataclass(frozen=True)
class Rows:
    """Decisions: numbers of deals (n,), what was seen (n,) and what the choices are worth (n, CHOICES; nan: none)."""

    deals: npt.NDArray[np.int32]
    views: np.ndarray
    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.deals)

    @staticmethod
    def of(rows: Columns) -> Rows:
        """Of rows `decisions`."""
        return Rows(rows["deal"].astype(np.int32), views_of(rows), rows["values"].astype(np.float32))

    @staticmethod
    def joined(parts: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        deals, views, values = ([getattr(part, name) for part in parts] for name in ("deals", "views", "values"))
        return Rows(np.concatenate(deals), np.concatenate(views), np.concatenate(values))


def read_surveys(folders: Sequence[Path], most: int | None = None) -> Rows:
    """The rows of surveys in turn, batch by batch, until there are `most` or more.  Raises SurveyError."""
    parts, number = [], 0
    for batch in batches(folders, "decisions"):
        if most is not None and number >= most:
            break
        parts.append(Rows.of(batch.rows))
        number += len(parts[-1])
    return Rows.joined(parts)


@dataclass(frozen=True)
class Flat:
    """Decisions with the features of their choices, one below the other.

    context (n, CONTEXT) and own (choices, rest): rows of the table of weights; counts (n,): choices of each decision;
    cards and values (choices,).
    """

    context: Indices
    own: Indices
    counts: npt.NDArray[np.int64]
    cards: npt.NDArray[np.uint8]
    values: Array32

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each decision's choices begin."""
        return np.concatenate([[0], self.counts.cumsum()[:-1]])


def flatten(rows: Rows) -> Flat:
    """The features of all choices, piece by piece, without the room of choices that are not there."""
    parts = [_flat(Rows(rows.deals[i:j], rows.views[i:j], rows.values[i:j])) for i, j in _pieces(len(rows))]
    joined = (np.concatenate([getattr(part, name) for part in parts]) for name in Flat.__dataclass_fields__)
    return Flat(*joined)


def _pieces(number: int) -> list[tuple[int, int]]:
    return [(i, min(i + PIECE, number)) for i in range(0, number, PIECE)]


def _flat(rows: Rows) -> Flat:
    cards, found = features(rows.views)
    there = ~np.isnan(rows.values)
    if not np.array_equal(there, found[:, :, 0] >= 0):
        raise ValueError("rows whose values are not those of the choices (made by another engine; play them again)")
    return Flat(found[:, 0, :CONTEXT], found[there][:, CONTEXT:], there.sum(axis=1), cards[there], rows.values[there])


def choices_of(flat: Flat, decisions: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], ...]:
    """The choices of some decisions: their indices, the place of each one's decision among these, its own in that."""
    counts = flat.counts[decisions]
    of = np.repeat(np.arange(len(decisions)), counts)
    place = np.arange(len(of)) - np.repeat(counts.cumsum() - counts, counts)
    return flat.starts[decisions][of] + place, of, place


def held_out(rows: Rows) -> npt.NDArray[np.bool_]:
    """Which rows are not learned from: all of a deal, or none."""
    return rows.deals % HELD_OUT == HELD_OUT - 1


def regrets(rows: Rows, chosen: npt.NDArray[np.uint8]) -> Array32:
    """What the card chosen for each row is worth less than the best, in tricks."""
    cards, _ = features(rows.views)
    there = ~np.isnan(rows.values)
    index = _class_of(cards, there, chosen)
    return np.nanmax(rows.values, axis=1) - rows.values[np.arange(len(rows)), index]


def _class_of(cards: npt.NDArray[np.uint8], there: npt.NDArray[np.bool_], chosen: npt.NDArray[np.uint8]) -> np.ndarray:
    """The column of each chosen card: its class is named by its lowest card, the highest such that is not above it."""
    below = there & (cards <= chosen[:, None])
    if not below.any(axis=1).all():
        raise ValueError(f"row {int(below.any(axis=1).argmin())}: a card chosen that is no choice")
    return cards.shape[1] - 1 - below[:, ::-1].argmax(axis=1)


def kinds(rows: Rows) -> dict[str, npt.NDArray[np.bool_]]:
    """The rows by kind of trump and place in the trick, for tables of regrets."""
    none = rows.views["trump"] == NO_TRUMP
    place = (rows.views["table"] > 0).sum(axis=1)
    names = ("lead", "second", "third")
    return {
        f"{name}, {names[i]}": trump & (place == i)
        for name, trump in (("suits", ~none), ("no-trump", none))
        for i in range(3)
    }


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
    starts = np.cumsum([0] + [number for _, number in FEATURES])[:-1]
    return np.maximum.reduceat(np.abs(table), starts, axis=0).sum(axis=0)


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
