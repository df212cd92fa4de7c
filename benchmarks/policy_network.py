"""The fit of a policy with torch: a network of two small layers learns which choices win most tricks.

The loss is linear in the values, so that the luck of single deals averages out. It is the mean tricks of the choices,
minus the expected tricks of a card drawn with the network's probabilities (the policy gradient over all actions; Sutton
and others 2000), plus the divergence from the probabilities of the starting policy, or from equal ones.

The table rows of a choice's features are summed, and those of the context only once per decision, so that the cost of a
step is about that of its sums.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from benchmarks.policy_flat import STARTS, Bytes, Flat, Layers, Settings, choices_of
from ninefivetwo_solver.playout import CHOICES, CONTEXT, ROWS

#: float32 scores, one per choice
Scores = npt.NDArray[np.float32]


class Sums(torch.autograd.Function):
    """Sums of table rows, for each row of indices `rows` (n, k) of type int16.

    The gradient is computed by a stable sort of the 16-bit indices, because torch's own function sorts slowly and adds
    one row at a time.
    """

    @staticmethod
    def forward(ctx: Any, table: Tensor, rows: Tensor) -> Tensor:
        ctx.rows = rows
        return embedding_bag(rows.int(), table, mode="sum")

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        flat, width = ctx.rows.numpy().reshape(-1), ctx.rows.shape[1]
        order = np.argsort(flat, kind="stable") // width
        ends = np.bincount(flat, minlength=ROWS).cumsum()
        starts = np.append(0, ends[:-1])
        return embedding_bag(torch.from_numpy(order), gradient, torch.from_numpy(starts), mode="sum"), None


class Network(nn.Module):
    """Scores of choices in float32, as the engine computes them."""

    def __init__(self, hidden: int, second: int) -> None:
        super().__init__()
        self.table = nn.Parameter(0.1 * torch.randn(ROWS, hidden))
        self.second = nn.Linear(hidden, second)
        self.out = nn.Linear(second, 1, bias=False)

    def forward(self, context: Tensor, own: Tensor, of: Tensor) -> Tensor:
        """Return the scores (choices,) from table rows `context` (n, CONTEXT) and `own` (choices, rest); `of` has the
        decisions.
        """
        shared = Sums.apply(self.table, context)
        sums = Sums.apply(self.table, own) + shared[of]
        return self.out(torch.relu(self.second(torch.relu(sums)))).squeeze(1)

    def scores(self, batch: Batch) -> Tensor:
        return self(batch.context, batch.own, batch.of)

    @classmethod
    def of(cls, layers: Layers) -> Network:
        found = cls(layers.table.shape[1], len(layers.second))
        found.load(layers)
        return found

    def load(self, layers: Layers) -> None:
        with torch.no_grad():
            for parameter, value in zip(self.parameters(), self._in_order(layers), strict=True):
                parameter.copy_(torch.from_numpy(value))

    def layers(self) -> Layers:
        table, second, bias, out = (parameter.detach().numpy().copy() for parameter in self.parameters())
        return Layers(table, second, bias, out[0])

    @staticmethod
    def _in_order(layers: Layers) -> list[np.ndarray]:
        return [layers.table, layers.second, layers.bias, layers.out[None]]


@dataclass(frozen=True)
class Batch:
    """Some decisions as tensors: `context` has one row per decision, and the other tensors have one row per choice.

    `of` has the index of the decision that a choice belongs to, and `place` its position among the choices of that
    decision.
    """

    context: Tensor
    own: Tensor
    of: Tensor
    place: Tensor
    values: Tensor

    @classmethod
    def of_decisions(cls, flat: Flat, decisions: npt.NDArray[np.int64]) -> Batch:
        index, of, place = choices_of(flat, decisions)
        return cls(
            _rows(flat.context[decisions], STARTS[:CONTEXT]),
            _rows(flat.own[index], STARTS[CONTEXT:]),
            torch.from_numpy(of),
            torch.from_numpy(place),
            torch.from_numpy(flat.values[index].astype(np.float32)),
        )

    def in_rows(self, numbers: Tensor, empty: float = 0.0) -> Tensor:
        """Arrange one number per choice as (n, CHOICES); `empty` fills places without a choice."""
        rows = numbers.new_full((len(self.context), CHOICES), empty)
        return rows.index_put((self.of, self.place), numbers)

    def log_chances(self, scores: Tensor) -> Tensor:
        """Return the log probabilities of the choices as (n, CHOICES); places without a choice have nearly zero
        probability.
        """
        return torch.log_softmax(self.in_rows(scores, -1e9), dim=1)


def _rows(values: Bytes, starts: npt.NDArray[np.int16]) -> Tensor:
    return torch.from_numpy(values + starts)


def loss_of(batch: Batch, scores: Tensor, start: Tensor, kl: float) -> Tensor:
    """Return the loss of a batch; `start` has the scores of the policy to stay near."""
    logs, before = batch.log_chances(scores), batch.log_chances(start)
    chances, values, there = logs.exp(), batch.in_rows(batch.values), batch.in_rows(torch.ones_like(batch.values))
    means = values.sum(dim=1) / there.sum(dim=1)
    gain = (chances * values).sum(dim=1) - means
    divergence = (chances * (logs - before)).sum(dim=1)
    return (kl * divergence - gain).mean()


def fit(flat: Flat, settings: Settings, start: Layers | None, each: Callable[[int, Network], None]) -> Layers:
    """Fit the weights to the decisions, near the policy `start` if it is given.

    The fit begins with the weights of `start` if its layers have the requested sizes. `each` is called after every
    epoch.
    """
    torch.manual_seed(settings.seed)
    random = np.random.default_rng(settings.seed)
    network, frozen = Network(settings.hidden, settings.second), None if start is None else Network.of(start)
    if start is not None and start.second.shape == (settings.second, settings.hidden):
        network.load(start)
    steps = settings.epochs * -(-len(flat) // settings.batch)
    adam = torch.optim.Adam(network.parameters(), settings.rate)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps, settings.last_rate)
    weights = iter(np.linspace(settings.kl, settings.last_kl, steps).tolist())
    for epoch in range(1, settings.epochs + 1):
        started, total = time.monotonic(), 0.0
        order = random.permutation(len(flat))
        for first in range(0, len(flat), settings.batch):
            batch = Batch.of_decisions(flat, order[first : first + settings.batch])
            loss = loss_of(batch, network.scores(batch), _start_scores(frozen, batch), next(weights))
            adam.zero_grad()
            loss.backward()
            adam.step()
            falling.step()
            total += loss.item() * len(batch.context)
        took = time.monotonic() - started
        print(f"epoch {epoch}: loss {total / len(flat):.4f}, {took:.1f} s", file=sys.stderr, flush=True)
        each(epoch, network)
    return network.layers()


def _start_scores(frozen: Network | None, batch: Batch) -> Tensor:
    """Return the scores of the policy to stay near, or equal scores if there is none."""
    if frozen is None:
        return torch.zeros_like(batch.values)
    with torch.no_grad():
        return frozen.scores(batch)
