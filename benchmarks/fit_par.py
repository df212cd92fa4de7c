"""What a deal comes to on average, fitted: `python benchmarks/fit_par.py [--deals N] [--seed S] [--check]`

Under each kind of rules (`par.measured`) deals at random are called, discarded, given and played as usual
(`playouts.usual`): without kitty, as first deals, and after results such as deals leave, one after another.  What the
exchange adds is fitted by least squares.  Writes `src/ninefivetwo/models/par.json`, which a review measures luck from.
--check: fresh deals against that file in place of fitting: the means of `hands`, `kitty` and `exchange` over them.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ninefivetwo.models.deal_results import features, index_of
from ninefivetwo.models.exchange import Ints, best_calls
from ninefivetwo.models.par import measured, par_of
from ninefivetwo.playouts import games_of_hands, play_out
from ninefivetwo.playouts.usual import usual
from ninefivetwo.rules import NAMED, RuleSet
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.survey.dealt import dealt, ready

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/models/par.json"
STEPS = 4  # deals that follow one another
RARE = 0.3  # of the results before are moved about, so that rare ones are met too


@dataclass
class Deals:
    """Deals played as usual: tricks by seat without kitty, as first deals, and after results (`previous`)."""

    bare: Floats
    first: Floats
    later: Floats
    before: Floats  # the deals of `later` as first deals
    previous: Ints


def deals(rules: RuleSet, number: int, seed: int) -> Deals:
    """So many deals, and `STEPS` times as many that follow them."""
    cards = dealt(number, seed)
    bare = _played(_without_kitty(rules, cards), seed)
    first = won = _played(ready(rules, None, cards).games, seed)
    later, before, previous = [], [], []
    for step in range(1, STEPS + 1):
        results = _moved(rules, np.roll(won - np.array(rules.contracts), -1, axis=1), seed + step)
        cards = dealt(number, seed + step)
        before.append(_played(ready(rules, None, cards).games, seed + step))
        won = _played(ready(rules, results, cards).games, seed + step)
        later.append(won)
        previous.append(results)
    return Deals(bare, first, *map(np.concatenate, (later, before, previous)))


def _played(games: np.ndarray, seed: int) -> Ints:
    return play_out(usual(), games, seed=seed, threads=1).astype(np.int64)


def _without_kitty(rules: RuleSet, cards: Sets) -> np.ndarray:
    trumps = best_calls(cards[:, 0], rules.denominations(), kitty_seen=False)
    return games_of_hands(cards[:, :3], trumps, np.zeros(len(cards), dtype=np.uint64), rules)


def _moved(rules: RuleSet, results: Ints, seed: int) -> Ints:
    """Results by the seats now, some of them with tricks moved from one seat to another, where a deal can end so."""
    random = np.random.default_rng(seed)
    moves = random.integers(-4, 5, results.shape)
    moves[:, 2] = -moves[:, 0] - moves[:, 1]
    moves[random.random(len(results)) > RARE] = 0
    won = results + moves + np.roll(rules.contracts, -1)
    return np.where((won >= 0).all(axis=1)[:, None], results + moves, results)


def moves(rules: RuleSet, previous: Ints) -> Floats:
    """What the exchange is after these results, a row each."""
    dealer, left = previous[:, 2] + rules.contracts[0], previous[:, 0] + rules.contracts[1]
    found: Floats = features(rules)[index_of(dealer, left)]
    return found


def fitted(rules: RuleSet, found: Deals) -> dict[str, object]:
    """A row of the table."""
    columns, added = moves(rules, found.previous), found.later - found.before
    slopes = np.linalg.lstsq(columns, added[:, :2].astype(float), rcond=None)[0]
    wrong = added[:, :2] - columns @ slopes
    spread = np.linalg.inv(columns.T @ columns + 1e-9 * np.eye(columns.shape[1]))
    # the error of the exchange for the results met, beside that of a first deal
    exchange = np.sqrt((np.einsum("ni,ij,nj->n", columns, spread, columns) * wrong.var(axis=0).max()).mean())
    first = found.first.std(axis=0).max() / np.sqrt(len(found.first))
    bare, kitty = found.bare.mean(axis=0), (found.first - found.bare).mean(axis=0)
    return {
        "bare": _summing(bare, 16),
        "kitty": _summing(kitty, 0),
        "exchange": np.round(slopes, 4).tolist(),
        "n": len(found.first),
        "standard error": round(float(np.hypot(first, exchange)), 4),
    }


def _summing(tricks: Floats, total: int) -> list[float]:
    """Rounded so that they still sum to the total."""
    dealer, left = np.round(tricks[:2], 4).tolist()
    return [dealer, left, round(total - dealer - left, 4)]


def check_terms(rules: RuleSet, found: Deals) -> dict[str, Floats]:
    """What `hands`, `kitty` and `exchange` would be in these deals, a row each: dealer, left, right."""
    different, which = np.unique(found.previous, axis=0, return_inverse=True)
    usual_by = [par_of(rules, (dealer, left, right)).exchange for dealer, left, right in different.tolist()]
    par = par_of(rules)
    return {
        "hands": found.bare - np.array(par.bare),
        "kitty": found.first - found.bare - np.array(par.kitty),
        "exchange": found.later - found.before - np.array(usual_by)[which.ravel()],
    }


def line(rules: RuleSet, terms: dict[str, Floats]) -> str:
    """Their means over the deals as a line of a table."""
    cells = []
    for rows in terms.values():
        error = rows.std(axis=0).max() / np.sqrt(len(rows))
        cells.append(" / ".join(f"{mean:+.3f}" for mean in rows.mean(axis=0)) + f" ± {error:.3f}")
    return f"| {' | '.join([rules.name, str(len(terms['hands'])), *cells])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40_000, help="first deals of each kind of rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    different = {measured(named.rules): named.rules for named in NAMED.values()}
    if asked.check:
        print("| rules | deals | hands | kitty | exchange |\n|---|---|---|---|---|")
    table = {}
    for number, (name, rules) in enumerate(different.items()):
        found = deals(rules, asked.deals, asked.seed * 10**6 + 1000 * number)
        if asked.check:
            print(line(rules, check_terms(rules, found)), flush=True)
        else:
            table[name] = fitted(rules, found)
            print(name, {key: value for key, value in table[name].items() if key != "exchange"}, flush=True)
    if table:
        TABLE.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
