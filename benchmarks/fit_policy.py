"""Fits the learned policy by expert iteration: `python benchmarks/fit_policy.py play|fit ...`.

play   deals are played by players who choose by rollouts of a policy; each decision leaves a row in FOLDER, in Parquet
       files; run again, it goes on where it was stopped
fit    fits a network to the rows of folders and writes its weights; rows of one deal of twenty are held out, and what
       the policy concedes on them is told after every epoch, and for the weights as the engine reads them

A round is `play` with the policy that won the last one, `fit`, and a match against that policy (`benchmarks/table.py`).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import fields
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt
from policy_flat import Flat, Layers, Settings, flatten, held_out, kinds, quantised, regrets, restored
from policy_play import Job, play
from policy_rows import Rows, read_folders

from ninefivetwo.files import check_output
from ninefivetwo.playouts.policies import LEARNED, Weights, read_weights, write_weights
from ninefivetwo_solver.playout import Policy, choose


def run_play(asked: argparse.Namespace) -> None:
    policy, name = inner_policy(asked.policy)
    company = {name: policy for policy, name in map(inner_policy, asked.company)}
    job = Job(policy, name, asked.worlds, asked.random, asked.seed, company)
    play(job, asked.output, asked.deals, asked.threads)


def inner_policy(text: str) -> tuple[Policy, str]:
    """The policy that an option means, and a name that no other policy has: its weights' sum is in it."""
    if text == "plain":
        return Policy.plain(), text
    weights = read_weights(LEARNED if text == "learned" else text)
    return weights.policy, f"{weights.name} {sha256(weights.values.tobytes()).hexdigest()[:12]}"


def run_fit(asked: argparse.Namespace) -> None:
    import torch
    from policy_network import Network, fit, scores_of

    torch.set_num_threads(asked.threads)
    check_output(str(asked.output), force=True)
    settings = Settings(**{each.name: getattr(asked, each.name) for each in fields(Settings)})
    rows = read_folders(asked.rows, asked.most)
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    player = jobs.add_parser("play", help="play deals and write rows", formatter_class=_Defaults)
    player.add_argument("--policy", default="plain", help="of the rollouts: plain, learned, or a file of weights")
    player.add_argument(
        "--company",
        nargs="+",
        default=[],
        metavar="POLICY",
        help="of the others in rollouts (default: the same policy)",
    )
    player.add_argument("--worlds", type=int, default=30, help="worlds of a rollout")
    player.add_argument("--deals", type=int, required=True, help="deals in all, rounded up to whole files")
    player.add_argument("--seed", type=int, default=1)
    player.add_argument("--random", type=float, default=0.05, help="chance of a random card")
    player.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    player.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    player.set_defaults(run=run_play)
    add_fit(jobs)
    return parser.parse_args(arguments)


def add_fit(jobs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    fitter = jobs.add_parser("fit", help="fit weights to rows", formatter_class=_Defaults)
    fitter.add_argument("rows", type=Path, nargs="+", metavar="FOLDER", help="of rows, those of later rounds first")
    fitter.add_argument("--most", type=int, help="rows read at most, give or take a file (default: all)")
    fitter.add_argument("--start", type=Path, help="weights to go on from")
    fitter.add_argument("--threads", type=int, default=1, help="of torch; more than one gains little")
    for each in fields(Settings):
        name = f"--{each.name.replace('_', '-')}"
        fitter.add_argument(name, type=type(each.default), default=each.default, help="see policy_flat.Settings")
    fitter.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="weights")
    fitter.set_defaults(run=run_fit)


class _Defaults(argparse.ArgumentDefaultsHelpFormatter):
    """Options with their defaults."""


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parsed(arguments)
    try:
        asked.run(asked)
    except ValueError as error:
        sys.exit(f"fit_policy.py: {error}")


if __name__ == "__main__":
    main()
