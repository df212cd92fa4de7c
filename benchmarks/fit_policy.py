"""Fits the learned policy by expert iteration.

    n52 survey run surveys/fit_policy.toml -o rows/1
    python -m benchmarks fit_policy rows/1 -o p1.json

The survey has deals played by players who choose by rollouts of a policy; each decision leaves a row.  A network is
fitted to the rows of surveys, and its weights are written.  Rows of one deal of twenty are held out, and what the
policy concedes on them is told after every epoch, and for the weights as the engine reads them.

A round is a survey with the policy that won the last one, a fit, and a match against that policy (`table.py`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.policy_flat import Flat, Layers, Settings, flatten, held_out, kinds, quantised, regrets, restored
from benchmarks.policy_rows import Rows, read_surveys
from ninefivetwo.files import check_output
from ninefivetwo.playouts.policies import Weights, read_weights, write_weights
from ninefivetwo_solver.playout import Policy, choose


def run_fit(asked: argparse.Namespace) -> None:
    import torch

    from benchmarks.policy_network import Network, fit, scores_of

    torch.set_num_threads(asked.threads)
    check_output(str(asked.output), force=True)
    settings = Settings(**{each.name: getattr(asked, each.name) for each in fields(Settings)})
    rows = read_surveys(asked.surveys, asked.most)
    out = held_out(rows)
    held, learned = (Rows(rows.deals[which], rows.views[which], rows.values[which]) for which in (out, ~out))
    print(f"{len(learned)} rows to learn from, {len(held)} held out", file=sys.stderr)
    tell("plain rules", held, regrets(held, choose(Policy.plain(), held.views)))
    flat, held_flat = flatten(learned), flatten(held)

    def each(epoch: int, network: Network) -> None:
        chosen = best_cards(held_flat, scores_of(held_flat, network))
        tell(f"epoch {epoch}", held, regrets(held, chosen))

    layers = fit(flat, settings, start_of(asked), each)
    weights = Weights(asked.output.stem, settings.hidden, settings.second, quantised(layers))
    tell("as integers", held, regrets(held, choose(weights.policy, held.views)))
    write_weights(asked.output, weights)


def start_of(asked: argparse.Namespace) -> Layers | None:
    """The weights to go on from.  Raises ValueError where their sizes are not those asked for."""
    if asked.start is None:
        return None
    weights = read_weights(asked.start)
    found, expected = (weights.hidden, weights.second), (asked.hidden, asked.second)
    if found != expected:
        raise ValueError(
            f"{asked.start}: layers of {found[0]} and {found[1]} (expected {expected[0]} and {expected[1]})"
        )
    return restored(weights.values, *found)


def best_cards(flat: Flat, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    """The card with the highest score of each decision."""
    order = np.lexsort((-scores, np.repeat(np.arange(len(flat)), flat.counts)))
    return flat.cards[order[flat.starts]]


def tell(who: str, held: Rows, conceded: npt.NDArray[np.float32]) -> None:
    """A line on stderr: mean tricks conceded a decision, in all and by kind, and how often the best card was chosen."""
    parts = [f"{name} {conceded[which].mean():.4f}" for name, which in kinds(held).items() if which.any()]
    agree = (conceded < 1e-6).mean()
    print(f"{who}: regret {conceded.mean():.4f}, best {agree:.1%}; {'; '.join(parts)}", file=sys.stderr, flush=True)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Defaults)
    parser.add_argument("surveys", type=Path, nargs="+", metavar="FOLDER", help="of a survey, the latest round first")
    parser.add_argument("--most", type=int, help="rows read at most, give or take a batch (default: all)")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--threads", type=int, default=1, help="of torch; more than one gains little")
    for each in fields(Settings):
        name = f"--{each.name.replace('_', '-')}"
        parser.add_argument(name, type=type(each.default), default=each.default, help="see policy_flat.Settings")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="weights")
    return parser.parse_args(arguments)


class _Defaults(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Options with their defaults, and the description as it stands."""


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parsed(arguments)
    try:
        run_fit(asked)
    except ValueError as error:
        sys.exit(f"fit_policy.py: {error}")


if __name__ == "__main__":
    main()
