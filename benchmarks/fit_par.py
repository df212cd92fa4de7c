"""Fit par: the average tricks of each seat in a deal.

    n52 survey run surveys/fit_par.toml -o rows/par
    python -m benchmarks fit_par rows/par [--check]

The survey contains deals under each kind of rules (`par_key` of deal_results.py), played by the policy `usual`: first
deals with and without the kitty, and matches. The effect of the exchange, given the previous results, is fitted by
least squares. The table is written to `src/ninefivetwo/think/models/par.json`; reviews measure luck against it. With
--check, nothing is fitted: the program compares the deals, which should be fresh, with the file, and prints the
averages of `hands`, `kitty` and `exchange`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.report import head, row
from benchmarks.survey_rows import Ints, deals_after, shipped_policy, tricks_of, under_each
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.survey.deals import WAYS
from ninefivetwo.survey.work import Columns
from ninefivetwo.think.models.deal_results import features, index_of, par_key, par_of

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/think/models/par.json"
AS_DEALT, NO_KITTY = WAYS.index("as dealt"), WAYS.index("no kitty")


@dataclass
class Deals:
    """Tricks by seat in deals played by the policy `usual`, one row per deal.

    The same cards are played without the kitty and as first deals; the later deals have the previous tricks in
    `before`.
    """

    bare: Ints
    first: Ints
    before: Ints
    later: Ints


def deals(rules: RuleSet, worths: Columns, matches: Columns) -> Deals:
    """Extract the deals from survey rows of two kinds."""
    tricks, way = tricks_of(worths), worths["way"]
    return Deals(tricks[way == NO_KITTY], tricks[way == AS_DEALT], *deals_after(rules, matches))


def fitted(rules: RuleSet, found: Deals) -> dict[str, object]:
    """Return one row of the table."""
    columns, added = features(rules)[index_of(*found.before[:, :2].T)], found.later - found.first.mean(axis=0)
    slopes = np.linalg.lstsq(columns, added[:, :2], rcond=None)[0]
    wrong = added[:, :2] - columns @ slopes
    spread = np.linalg.inv(columns.T @ columns + 1e-9 * np.eye(columns.shape[1]))
    # This is the error of the exchange for the results that occur; the error of a first deal comes on top.
    exchange = np.sqrt((np.einsum("ni,ij,nj->n", columns, spread, columns) * wrong.var(axis=0).max()).mean())
    bare, kitty = found.bare.mean(axis=0), (found.first - found.bare).mean(axis=0)
    return {
        "bare": _summing(bare, 16),
        "kitty": _summing(kitty, 0),
        "exchange": np.round(slopes, 4).tolist(),
        "n": len(found.first),
        "standard error": round(float(np.hypot(_error(found.first), exchange)), 4),
    }


def _error(rows: Floats) -> float:
    """Return the largest standard error among the means of the three seats."""
    return float(rows.std(axis=0).max() / np.sqrt(len(rows)))


def _summing(tricks: Floats, total: int) -> list[float]:
    """Round numbers so that they still add up to the total."""
    dealer, left = np.round(tricks[:2], 4).tolist()
    return [dealer, left, round(total - dealer - left, 4)]


def check_terms(rules: RuleSet, found: Deals) -> dict[str, tuple[Floats, float]]:
    """Return the averages of `hands`, `kitty` and `exchange` in these deals, by dealer, left and right, with their
    error.
    """
    points = np.roll(found.before - np.array(rules.contracts), -1, axis=1)  # points by the seats of the next deal
    different, which = np.unique(points, axis=0, return_inverse=True)
    usual_by = [par_of(rules, (dealer, left, right)).exchange for dealer, left, right in different.tolist()]
    par, kitty = par_of(rules), found.first - found.bare
    exchange = found.later - np.array(usual_by)[which.ravel()]
    return {
        "hands": (found.bare.mean(axis=0) - par.bare, _error(found.bare)),
        "kitty": (kitty.mean(axis=0) - par.kitty, _error(kitty)),
        "exchange": (
            exchange.mean(axis=0) - found.first.mean(axis=0),
            float(np.hypot(_error(exchange), _error(found.first))),
        ),
    }


def main(folders: tuple[Path, ...], *, check: bool = False) -> None:
    """
    folders: folders of surveys
    check: compare the deals, which should be fresh, with the file
    """
    worths, matches = (under_each(par_key, folders, kind) for kind in ("worths", "matches"))
    if check:
        head("rules", "first deals", "later", "hands", "kitty", "exchange")
    table: dict[str, dict[str, object]] = {}
    for name, (rules, rows) in worths.items():
        found = deals(rules, rows, matches[name][1])
        if check:
            terms = check_terms(rules, found).values()
            cells = [f"{' / '.join(f'{mean:+.3f}' for mean in means)} ± {error:.3f}" for means, error in terms]
            row(rules.name, len(found.first), len(found.later), *cells)
        else:
            table[name] = fitted(rules, found)
            print(name, {key: value for key, value in table[name].items() if key != "exchange"}, flush=True)
    if table:
        TABLE.write_text(json.dumps({"policy": shipped_policy()} | table, indent=1) + "\n")
