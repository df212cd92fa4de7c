"""Fits the estimate: `python benchmarks/fit_estimate.py solve|fit|check [--deals N] [--seed S] --rows FILE`.

solve   deals, calls and discards N times at random from the seed, and writes the hands and the three guarantees, a
        deal a line; run again, it goes on where it was stopped
fit     fits src/ninefivetwo/models/estimate.json to the rows
check   holds the estimate to rows that it was not fitted on: bias, spread, and the share of the variance explained

Of five calls two are the dealer's longest suit, two another suit and one no-trump; the dealer discards at random, the
more willingly the more what he keeps is worth by the plain rules.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from fit_forecast import read, some_discard

from ninefivetwo import Denomination, Hand, Layout, Position, Seat, Solver
from ninefivetwo.cards import Suit
from ninefivetwo.dealing import random_deals
from ninefivetwo.heuristics import best_call
from ninefivetwo.models import estimate
from ninefivetwo.models.features import features
from ninefivetwo.models.forecast import forecasts, kind_of

TABLE = Path(estimate.__file__).with_name("estimate.json")
RIDGE = 3.0


def solved(seed: int, number: int) -> dict[str, object]:
    """One deal, called, discarded and solved."""
    random = Random(f"{seed} {number}")
    layout = next(random_deals(random.getrandbits(62)))
    assert layout.dealer is not None and layout.left is not None and layout.right is not None
    suits = [Denomination(suit) for suit in Suit]
    own = best_call(layout.dealer, suits)
    others = [suit for suit in suits if suit is not own]
    trump = [own, own, random.choice(others), random.choice(others), Denomination.N][number % 5]
    twenty = layout.dealer | (layout.out or Hand())
    dealer = twenty - some_discard(twenty, trump, random)
    sure = Solver().guarantees(Position(Layout(dealer, layout.left, layout.right)), trump)
    hands = [hand.cards for hand in (dealer, layout.left, layout.right)]
    return {"deal": number, "trump": int(trump), "hands": hands, "sure": [sure[seat] for seat in Seat]}


def solve(path: Path, deals: int, seed: int) -> None:
    done = {row["deal"] for row in read(path)} if path.exists() else set()
    jobs = [number for number in range(deals) if number not in done]
    with ProcessPoolExecutor() as pool, path.open("a") as file:
        for found in pool.map(partial(solved, seed), jobs, chunksize=4):
            file.write(json.dumps(found) + "\n")
            file.flush()


def rows_of(path: Path, suit: bool) -> tuple[np.ndarray, np.ndarray]:
    """The features of the deals with a trump suit, or without, and the means that the forecast gives each seat."""
    looked, wanted = [], []
    for row in read(path):
        trump = Denomination(row["trump"])
        if suit is (trump is not Denomination.N):
            looked.append(features(np.array([row["hands"]], dtype=np.uint64), trump)[0])
            kind = kind_of(trump, Hand(row["hands"][0]))
            whole = Layout(*map(Hand, row["hands"])), trump
            found = forecasts(dict(zip(Seat, row["sure"], strict=True)), 16, kind, whole)
            wanted.append([found[seat].mean for seat in Seat])
    return np.array(looked), np.array(wanted)


def fit(path: Path) -> None:
    table = {}
    for name, suit in (("suit", True), ("none", False)):
        x, y = rows_of(path, suit)
        middle = x.mean(axis=0)
        slopes = np.linalg.solve(
            (x - middle).T @ (x - middle) + RIDGE * np.eye(x.shape[1]), (x - middle).T @ (y - y.mean(axis=0))
        )
        base = y.mean(axis=0) - middle @ slopes
        table[name] = {"base": base.round(4).tolist(), "slopes": slopes.round(4).tolist()}
    number = sum(1 for _ in read(path))
    parts = ",\n".join(
        f' "{name}": {{\n  "base": {json.dumps(part["base"])},\n  "slopes": [\n   '
        + ",\n   ".join(map(json.dumps, part["slopes"]))
        + "\n  ]\n }"
        for name, part in table.items()
    )
    TABLE.write_text(f'{{\n "note": "fitted by benchmarks/fit_estimate.py to {number} deals",\n{parts}\n}}\n')


def check(path: Path) -> None:
    print("| trump | seat | n | bias | standard error | spread | variance explained |")
    print("|---|---|---|---|---|---|---|")
    for name, suit in (("suit", True), ("none", False)):
        x, y = rows_of(path, suit)
        table = json.loads(TABLE.read_text())[name]
        wrong = y - np.array(table["base"]) - x @ np.array(table["slopes"])
        for seat in Seat:
            w = wrong[:, seat]
            figures = [w.mean(), w.std() / len(w) ** 0.5, w.std(), 1 - w.var() / y[:, seat].var()]
            print(f"| {name} | {seat.word} | {len(w)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=("solve", "fit", "check"))
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, required=True)
    asked = parser.parse_args()
    if asked.job == "solve":
        solve(asked.rows, asked.deals, asked.seed)
    else:
        {"fit": fit, "check": check}[asked.job](asked.rows)
