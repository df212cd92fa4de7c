"""Fit the effect of a deal's result on the next deal.

    n52 survey run surveys/fit_match_equity.toml -o rows/match_equity
    python -m benchmarks fit_match_equity rows/match_equity

The survey contains matches under each kind of rules (`deal_results.measured`), played by the learned policy. The model
of `ninefivetwo.think.models.deal_results` is fitted by maximum likelihood and written to `match_equity.json` in
think/models. The program prints how far the means of the model differ from the observed means after each result, beyond
sampling error. `match_equity.py` checks the resulting chances of winning a match.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from benchmarks.survey_rows import deals_after, shipped_policy, under_each
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.survey.work import Columns
from ninefivetwo.think.models.deal_results import (
    EQUITY_FILE,
    OUTCOMES,
    features,
    index_of,
    measured,
    results_by,
    statistics,
)

PATH = Path(__file__).parents[1] / "src/ninefivetwo/think/models" / EQUITY_FILE
RIDGE, RIDGE_MOVES = 2.0, 1e-3  # prior weight of the starting values, in deals


def counts(rules: RuleSet, rows: Columns) -> Floats:
    """Count how often each outcome (columns, `OUTCOMES`) followed each outcome (rows)."""
    before, after = deals_after(rules, rows)
    found = np.zeros((len(OUTCOMES), len(OUTCOMES)))
    np.add.at(found, (index_of(*before[:, :2].T), index_of(*after[:, :2].T)), 1)
    return found


def fit(counts: Floats, features: Floats) -> tuple[Floats, Floats]:
    """Return the weights and moves of the model with the highest likelihood, found by Newton's method."""
    moved, times = statistics(), counts.sum(axis=1)
    start = np.log((counts.sum(axis=0) + 1) / (counts.sum() + len(OUTCOMES)))
    weights, moves = start.copy(), np.zeros((features.shape[1], moved.shape[1]))
    for _ in range(40):
        chances = results_by(weights, moves, features)
        wrong = counts - times[:, None] * chances
        gradient = np.concatenate(
            [wrong.sum(axis=0) - RIDGE * (weights - start), (features.T @ wrong @ moved - RIDGE_MOVES * moves).ravel()]
        )
        step = np.linalg.solve(_curvature(chances, times, features, moved), gradient)
        step *= min(1.0, 2 / np.abs(step).max())
        weights, moves = weights + step[: len(weights)], moves + step[len(weights) :].reshape(moves.shape)
        if np.abs(step).max() < 1e-6:
            break
    return weights, moves


def _curvature(chances: Floats, times: Floats, features: Floats, moved: Floats) -> Floats:
    """Return the negative second derivatives of the log likelihood by weights, then moves."""
    expected, means = times[:, None] * chances, chances @ moved
    number = features.shape[1] * moved.shape[1]
    own = np.diag(expected.sum(axis=0) + RIDGE) - (chances.T * times) @ chances
    mixed = np.stack([(expected * (moved[:, i] - means[:, [i]])).T @ features for i in range(moved.shape[1])], axis=2)
    spread = np.einsum("ao,oi,oj->aij", chances, moved, moved) - means[:, :, None] * means[:, None, :]
    last = np.einsum("a,ai,aj,akl->ikjl", times, features, features, spread).reshape(number, number)
    mixed = mixed.reshape(len(own), number)
    return np.block([[own, mixed], [mixed.T, last + RIDGE_MOVES * np.eye(number)]])


def misfit(counts: Floats, chances: Floats) -> Floats:
    """Return the root mean square error of each seat's mean tricks over the previous results, without sampling
    noise."""
    times = counts.sum(axis=1)
    often = times > 100
    share = times[often] / times[often].sum()
    found, given = (counts @ OUTCOMES)[often] / times[often, None], (chances @ OUTCOMES)[often]
    noise = ((chances @ OUTCOMES**2)[often] - given**2) / times[often, None]
    square: Floats = share @ ((found - given) ** 2 - noise)
    return np.sqrt(np.maximum(square, 0))


def main(folders: tuple[Path, ...]) -> None:
    """
    folders: folders of surveys
    """
    table: dict[str, object] = {"policy": shipped_policy()}
    for kind, (rules, rows) in under_each(measured, folders, "matches").items():
        times, exchanged = counts(rules, rows), features(rules)
        weights, moves = fit(times, exchanged)
        wrong = misfit(times, results_by(weights, moves, exchanged))
        print(f"{kind}: {times.sum():.0f} deals; means wrong by {np.round(wrong, 3).tolist()}", flush=True)
        fitted = {"weights": np.round(weights, 3).tolist(), "moves": np.round(moves, 4).tolist()}
        table[kind] = {**fitted, "n": int(times.sum())}
    PATH.write_text(json.dumps(table, indent=None, separators=(",", ":")).replace('},"', '},\n"') + "\n")
