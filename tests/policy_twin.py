"""The fit of `benchmarks/policy_network.py` in plain numpy: the same loss, its gradient by hand, and plain steps."""

from types import SimpleNamespace

import numpy as np

from benchmarks.policy_flat import STARTS, Flat, Layers, Settings, choices_of
from ninefivetwo_solver.playout import CONTEXT, ROWS

RATE = 3.0  # of steps along the gradient; a few thousand decisions are then enough to learn from


class Network:
    """A network and the scores that it gives the choices of some decisions."""

    def __init__(self, layers: Layers, flat: Flat, decisions: np.ndarray) -> None:
        index, self.of, _ = choices_of(flat, decisions)
        own = flat.own[index] + STARTS[CONTEXT:]
        self.layers, self.values = layers, flat.values[index].astype(float)
        self.rows = np.hstack([flat.context[decisions][self.of] + STARTS[:CONTEXT], own])
        self.first = np.maximum(layers.table[self.rows].sum(axis=1), 0)
        self.second = np.maximum(self.first @ layers.second.T + layers.bias, 0)
        self.scores = self.second @ layers.out

    def loss(self, start: np.ndarray, kl: float) -> tuple[float, Layers]:
        """The loss and its gradient; `start` has the scores of the policy to stay near."""
        logs = self._log_chances(self.scores)
        chances, costs = np.exp(logs), kl * (logs - self._log_chances(start)) - self.values
        cost = self._total(chances * costs)
        loss = (cost + self._total(self.values) / np.bincount(self.of)).mean()
        by_score = chances * (costs - cost[self.of]) / len(cost)
        by_second = np.outer(by_score, self.layers.out) * (self.second > 0)
        by_first = by_second @ self.layers.second * (self.first > 0)
        by_table = np.zeros(self.layers.table.shape)
        np.add.at(by_table, self.rows, by_first[:, None])
        return loss, Layers(by_table, by_second.T @ self.first, by_second.sum(axis=0), by_score @ self.second)

    def _log_chances(self, scores: np.ndarray) -> np.ndarray:
        return scores - np.log(self._total(np.exp(scores)))[self.of]

    def _total(self, numbers: np.ndarray) -> np.ndarray:
        return np.bincount(self.of, numbers)


def moved(layers: Layers, by: float, gradient: Layers) -> Layers:
    return Layers(*(weights + np.float64(by) * vars(gradient)[name] for name, weights in vars(layers).items()))


def random_layers(hidden: int, second: int, seed: int, size: float = 0.2) -> Layers:
    random = np.random.default_rng(seed)
    shapes = (ROWS, hidden), (second, hidden), (second,), (second,)
    return Layers(*(random.normal(0, size, shape).astype(np.float32) for shape in shapes))


def fit(flat: Flat, settings: Settings, start: Layers | None, each) -> Layers:
    """Stands in for the function with torch, but starts from any `start` and keeps `kl` and the rate."""
    layers = start or random_layers(settings.hidden, settings.second, settings.seed)
    order = np.random.default_rng(settings.seed)
    for epoch in range(1, settings.epochs + 1):
        for decisions in np.array_split(order.permutation(len(flat)), -(-len(flat) // settings.batch)):
            network = Network(layers, flat, decisions)
            near = Network(start, flat, decisions).scores if start else np.zeros_like(network.scores)
            layers = moved(layers, -RATE, network.loss(near, settings.kl)[1])
        each(epoch, SimpleNamespace(layers=lambda: layers))  # noqa: B023 - is called at once
    return layers
