"""Fit the learned policy by expert iteration (extra `fit`).

    n52 survey run surveys/fit_policy.toml -o rows/1
    python -m benchmarks fit_policy rows/1 --output p1.json

The survey has deals played by players who choose by rollouts of a policy; each decision leaves a row.  A network is
fitted to the rows of surveys, and its weights are written.  Rows of one deal of twenty are held out, and what the
policy concedes on them is told after every epoch, and for the weights as the engine reads them.

A round is a survey with the policy that won the last one, a fit, and a match against that policy (`table.py`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.policy_flat import (
    Flat,
    Layers,
    Rows,
    Settings,
    flatten,
    held_out,
    kinds,
    quantised,
    read_surveys,
    regrets,
    restored,
)
from ninefivetwo.files import check_output
from ninefivetwo.think.playouts.policies import Weights, read_weights, write_weights
from ninefivetwo_solver.playout import Policy, choose


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
    tau: float = Settings.tau,
    regret: float = Settings.regret,
    seed: int = Settings.seed,
) -> None:
    """
    folders: of surveys, the latest round first
    output: weights
    start: weights to go on from
    most: rows read at most, up to a batch more
    threads: of torch; more than one gains little
    """
    import torch

    from benchmarks.policy_network import Network, fit, scores_of

    torch.set_num_threads(threads)
    check_output(str(output), force=True)
    settings = Settings(hidden, second, epochs, batch, rate, last_rate, tau, regret, seed)
    rows = read_surveys(folders, most)
    out = held_out(rows)
    held, learned = (Rows(rows.deals[which], rows.views[which], rows.values[which]) for which in (out, ~out))
    print(f"{len(learned)} rows to learn from, {len(held)} held out", file=sys.stderr)
    tell("plain rules", held, regrets(held, choose(Policy.plain(), held.views)))
    flat, held_flat = flatten(learned), flatten(held)

    def each(epoch: int, network: Network) -> None:
        chosen = best_cards(held_flat, scores_of(held_flat, network))
        tell(f"epoch {epoch}", held, regrets(held, chosen))

    layers = fit(flat, settings, None if start is None else start_of(start, hidden, second), each)
    weights = Weights(output.stem, hidden, second, quantised(layers))
    tell("as integers", held, regrets(held, choose(weights.policy, held.views)))
    write_weights(output, weights)


def start_of(path: Path, hidden: int, second: int) -> Layers:
    """The weights to go on from.  Raises ValueError where their sizes are not those asked for."""
    weights = read_weights(path)
    if (weights.hidden, weights.second) != (hidden, second):
        raise ValueError(f"{path}: layers of {weights.hidden} and {weights.second} (expected {hidden} and {second})")
    return restored(weights.values, hidden, second)


def best_cards(flat: Flat, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """The card with the highest score of each decision."""
    order = np.lexsort((-scores, np.repeat(np.arange(len(flat)), flat.counts)))
    return flat.cards[order[flat.starts]]


def tell(who: str, held: Rows, conceded: npt.NDArray[np.float32]) -> None:
    """A line on stderr: mean tricks conceded a decision, in all and by kind, and how often the best card was chosen."""
    parts = [f"{name} {conceded[which].mean():.4f}" for name, which in kinds(held).items() if which.any()]
    agree = (conceded < 1e-6).mean()
    print(f"{who}: regret {conceded.mean():.4f}, best {agree:.1%}; {'; '.join(parts)}", file=sys.stderr, flush=True)
