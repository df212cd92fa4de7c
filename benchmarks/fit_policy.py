"""Fit the learned policy to the result of each choice in millions of deals (needs the extra `learn`).

    n52 survey run surveys/fit_policy.toml -o rows/1
    python -m benchmarks fit_policy rows/1 --start src/ninefivetwo/think/playouts/learned.json --output p1.json

The survey contains deals played by a policy among others, with one row per decision. A network is fitted to the rows,
and its weights are written. The rows of one deal in twenty are held out. On these rows the program measures by how many
tricks per decision the cards that the policy chooses beat the average choice.

A round of learning is a survey with the latest policy, a fit, and a match against that policy (`table.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from benchmarks.clusters import mean_of
from benchmarks.policy_flat import (
    Flat,
    Layers,
    Rows,
    Settings,
    about_means,
    flatten,
    gains,
    held_out,
    kinds,
    quantised,
    read_surveys,
    restored,
)
from benchmarks.report import figure, head, row
from ninefivetwo.files import check_output
from ninefivetwo.sets import Floats
from ninefivetwo.think.playouts.policies import Weights, read_weights, write_weights
from ninefivetwo_solver.playout import SCORE_TRICKS, Policy, choose, features, probabilities

SOFT = 0.02  # a scale at which no card's probability is too small for a float


def main(
    folders: tuple[Path, ...],
    *,
    output: Path = Path("policy.json"),
    start: Path | None = None,
    most: int | None = None,
    threads: int = 1,
    hidden: int = Settings.hidden,
    second: int = Settings.second,
    epochs: int = Settings.epochs,
    batch: int = Settings.batch,
    rate: float = Settings.rate,
    last_rate: float = Settings.last_rate,
    kl: float = Settings.kl,
    last_kl: float = Settings.last_kl,
    seed: int = Settings.seed,
) -> None:
    """
    folders: folders of surveys, the latest round first
    output: file for the weights
    start: weights of the policy to stay near; also the starting point of the fit if the layers have the same sizes
    most: largest number of rows to read, up to one batch more
    threads: threads of torch; more than one gains little
    kl: weight of the divergence from the starting policy, or from equal chances
    """
    import torch

    from benchmarks.policy_network import Network, fit

    torch.set_num_threads(threads)
    check_output(str(output), force=True)
    settings = Settings(hidden, second, epochs, batch, rate, last_rate, kl, last_kl, seed)
    before = None if start is None else read_weights(start)
    flat, held = learned_and_held(folders, most)
    print(f"{len(flat)} rows to learn from, {len(held)} held out", file=sys.stderr)
    told = Told(held, Policy.plain() if before is None else before.policy)

    def each(epoch: int, network: Network) -> None:
        told.tell(f"epoch {epoch}", as_weights(output, network.layers()).policy)

    layers = fit(
        flat, settings, None if before is None else restored(before.values, before.hidden, before.second), each
    )
    write_weights(output, rescaled(as_weights(output, layers), held))


def learned_and_held(folders: tuple[Path, ...], most: int | None) -> tuple[Flat, Rows]:
    """Divide the rows into those to learn from, flattened, and those held out."""
    learned, held = [], []
    for rows in read_surveys(folders, most):
        out = held_out(rows)
        learned.append(flatten(rows[~out]))
        held.append(rows[out])
    return Flat.joined(learned), Rows.joined(held)


def as_weights(output: Path, layers: Layers) -> Weights:
    """Return the weights in the engine's form."""
    return Weights(output.stem, layers.table.shape[1], len(layers.second), quantised(layers))


def rescaled(weights: Weights, held: Rows) -> Weights:
    """Add the value in tricks of a score difference of 1, so that the chances of cards are comparable between policies.

    The value is fitted by least squares to the held-out decisions.
    """
    soft = replace(weights, tricks=SOFT * SCORE_TRICKS)
    cards, _ = features(held.views)
    there = held.values >= 0
    index = np.where(there, cards, 0).astype(np.int64)
    chances = np.take_along_axis(probabilities(soft.policy, held.views), index, axis=1)
    scores = np.log(np.where(there, chances, 1)) / SOFT
    x, y = (about_means(numbers, there) for numbers in (scores, held.values))
    return replace(weights, tricks=round(float((x * y).sum() / (x**2).sum()), 4))


class Told:
    """A table of the gains of policies on the held-out rows, beginning with the starting policy."""

    def __init__(self, held: Rows, start: Policy) -> None:
        self.held, self.kinds = held, {name: which for name, which in kinds(held).items() if which.any()}
        head("policy", *self.kinds, *(f"{name}, over the start" for name in self.kinds))
        self.start = gains(held, choose(start, held.views))
        row("start", *self._figures(self.start))

    def tell(self, who: str, policy: Policy) -> None:
        """Print the row of one policy."""
        found = gains(self.held, choose(policy, self.held.views))
        row(who, *self._figures(found), *self._figures(found - self.start))

    def _figures(self, found: Floats) -> list[str]:
        return [figure(mean_of(found[which], self.held.deals[which]), 4) for which in self.kinds.values()]
