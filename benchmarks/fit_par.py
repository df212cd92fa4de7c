"""What a deal comes to on average, with and without the kitty: `python benchmarks/fit_par.py [--deals N] [--seed S]`

Deals at random under each of the rule sets that differ in it; before the play the plain rules choose; each deal is
solved and forecast.  Writes `src/ninefivetwo/models/par.json`, which the review measures luck from.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Deal
from ninefivetwo.models.par import measured
from ninefivetwo.review.hindsight import Judge
from ninefivetwo.review.luck import values
from ninefivetwo.rules import NAMED, RuleSet

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/models/par.json"


def one(rules: RuleSet, seed: int) -> list[list[float]]:
    """What one deal comes to without the kitty, and what the kitty adds."""
    bare, kitty, _ = values(Judge(), Deal.start(rules, next(random_deals(seed))))
    return [list(bare.tricks), [a - b for a, b in zip(kitty.tricks, bare.tricks, strict=True)]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    different = {measured(named.rules): named.rules for named in NAMED.values()}
    table = {}
    with ProcessPoolExecutor() as pool:
        for name, rules in different.items():
            seeds = range(asked.seed * 10**6, asked.seed * 10**6 + asked.deals)
            found = np.array(list(pool.map(one, [rules] * asked.deals, seeds, chunksize=10)))
            bare, kitty = found.mean(axis=0)
            error = (found.std(axis=0) / np.sqrt(asked.deals)).max()
            # rounded so that what is won still sums to all tricks, and what the kitty adds to none
            rows = {"bare": [*np.round(bare[:2], 3).tolist(), 0.0], "kitty": [*np.round(kitty[:2], 3).tolist(), 0.0]}
            for key, total in (("bare", 16), ("kitty", 0)):
                rows[key][2] = round(total - sum(rows[key]), 3)
            table[name] = {**rows, "n": asked.deals, "standard error": round(float(error), 3)}
            print(name, table[name])
    TABLE.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
