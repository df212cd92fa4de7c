"""The fit of a policy: a network of two small layers learns which choices rollouts found best (torch).

The rows of the table of a choice's features are added up, those of the context once a decision; so a step costs about
what its sums cost.  The loss is the cross entropy between the softmax of the scores and that of the values divided by
`tau` tricks, plus what the policy concedes when it chooses by that softmax (expert iteration, Anthony, Tian and Barber
2017, learn from visit counts of a tree search; here it is the values that say how close two choices are).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from benchmarks.policy_flat import Flat, Layers, Settings, choices_of
from ninefivetwo_solver.playout import CHOICES, ROWS

#: float32 scores of the choices of decisions, one below the other
Scores = npt.NDArray[np.float32]


class Network(nn.Module):
    """Scores of choices, as the engine computes them, in float32."""

    def __init__(self, hidden: int, second: int) -> None:
        super().__init__()
        self.table = nn.Parameter(0.1 * torch.randn(ROWS, hidden))
        self.second = nn.Linear(hidden, second)
        self.out = nn.Linear(second, 1, bias=False)

    def forward(self, context: Tensor, own: Tensor, of: Tensor) -> Tensor:
        """Scores (choices,).  context (n, CONTEXT) and own (choices, rest): rows of the table; of: their decisions."""
        shared = embedding_bag(context, self.table, mode="sum")
        sums = embedding_bag(own, self.table, mode="sum") + shared[of]
        return self.out(torch.relu(self.second(torch.relu(sums)))).squeeze(1)

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
    """Some decisions as tensors: `context` has a row a decision, the others one a choice.

    of and place: the decision that a choice belongs to, and which of its choices it is.
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
            torch.from_numpy(flat.context[decisions].astype(np.int32)),
            torch.from_numpy(flat.own[index].astype(np.int32)),
            torch.from_numpy(of),
            torch.from_numpy(place),
            torch.from_numpy(flat.values[index]),
        )

    def in_rows(self, numbers: Tensor) -> Tensor:
        """Numbers of the choices as (n, CHOICES); minus infinity, nearly, where there is none."""
        rows = numbers.new_full((len(self.context), CHOICES), -1e9)
        return rows.index_put((self.of, self.place), numbers)


def loss_of(batch: Batch, scores: Tensor, settings: Settings) -> Tensor:
    values, chances = batch.in_rows(batch.values), torch.log_softmax(batch.in_rows(scores), dim=1)
    wanted = torch.softmax(values / settings.tau, dim=1)
    entropy = -(wanted * chances).sum(dim=1).mean()
    behind = values.max(dim=1, keepdim=True).values - values
    conceded = (chances.exp() * behind).sum(dim=1).mean()
    return entropy + settings.regret * conceded


def fit(flat: Flat, settings: Settings, start: Layers | None, each: Callable[[int, Network], None]) -> Layers:
    """Fit the weights to the decisions, from `start` where it is given; `each` is called after every epoch."""
    torch.manual_seed(settings.seed)
    random = np.random.default_rng(settings.seed)
    network = Network(settings.hidden, settings.second)
    if start is not None:
        network.load(start)
    steps = settings.epochs * -(-len(flat) // settings.batch)
    adam = torch.optim.Adam(network.parameters(), settings.rate)
    falling = torch.optim.lr_scheduler.CosineAnnealingLR(adam, steps, settings.last_rate)
    for epoch in range(1, settings.epochs + 1):
        started, total = time.monotonic(), 0.0
        order = random.permutation(len(flat))
        for first in range(0, len(flat), settings.batch):
            batch = Batch.of_decisions(flat, order[first : first + settings.batch])
            loss = loss_of(batch, network(batch.context, batch.own, batch.of), settings)
            adam.zero_grad()
            loss.backward()
            adam.step()
            falling.step()
            total += loss.item() * len(batch.context)
        took = time.monotonic() - started
        print(f"epoch {epoch}: loss {total / len(flat):.4f}, {took:.1f} s", file=sys.stderr, flush=True)
        each(epoch, network)
    return network.layers()


def scores_of(flat: Flat, network: Network, piece: int = 20_000) -> Scores:
    """The scores of all choices."""
    found = []
    with torch.no_grad():
        for first in range(0, len(flat), piece):
            batch = Batch.of_decisions(flat, np.arange(first, min(first + piece, len(flat))))
            found.append(network(batch.context, batch.own, batch.of).numpy())
    return np.concatenate(found)
