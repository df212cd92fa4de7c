"""Fits the estimate: `python benchmarks/fit_estimate.py solve|fit|check [--deals N] [--seed S] [--rows FILE]`.

solve   deals, calls and throws N times at random from the seed, and writes the hands and the three guarantees, a deal a
        line; run again, it goes on where it was stopped
fit     fits src/ninefivetwo/advise/estimate.json to the rows
check   holds the estimate to rows that it was not fitted on: bias, spread, and the share of the variance explained

Of five calls two are the dealer's longest suit, two another suit and one no-trump; the dealer throws at random, the
more willingly the more what he keeps is worth by the plain rules.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from math import exp
from pathlib import Path
from random import Random

from fit_forecast import read

from ninefivetwo import Denomination, Hand, Layout, Position, Seat, Solver
from ninefivetwo.cards import Suit
from ninefivetwo.dealing import random_deals
from ninefivetwo.plain import best_call, worth

WILL = 0.5  # tricks: throws are e times as likely for each that they keep


def solved(seed: int, number: int) -> dict[str, object]:
    """One deal, called, thrown and solved."""
    random = Random(f"{seed} {number}")
    layout = next(random_deals(random.getrandbits(62)))
    assert layout.dealer is not None and layout.left is not None and layout.right is not None
    suits = [Denomination(suit) for suit in Suit]
    own = best_call(layout.dealer, suits)
    others = [suit for suit in suits if suit is not own]
    trump = [own, own, random.choice(others), random.choice(others), Denomination.N][number % 5]
    twenty = layout.dealer | (layout.out or Hand())
    throws = [Hand.of(cards) for cards in combinations(twenty, 4)]
    wills = [exp(kept_worth(twenty - throw, trump) / WILL) for throw in throws]
    dealer = twenty - random.choices(throws, wills)[0]
    sure = Solver().guarantees(Position(Layout(dealer, layout.left, layout.right)), trump)
    hands = [hand.cards for hand in (dealer, layout.left, layout.right)]
    return {"deal": number, "trump": int(trump), "hands": hands, "sure": [sure[seat] for seat in Seat]}


def kept_worth(hand: Hand, trump: Denomination) -> float:
    return sum(worth(sorted(hand.only(suit)), int(suit) == int(trump), trump) for suit in Suit)


def solve(path: Path, deals: int, seed: int) -> None:
    done = {row["deal"] for row in read(path)} if path.exists() else set()
    jobs = [number for number in range(deals) if number not in done]
    with ProcessPoolExecutor() as pool, path.open("a") as file:
        for found in pool.map(partial(solved, seed), jobs, chunksize=4):
            file.write(json.dumps(found) + "\n")
            file.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=("solve", "fit", "check"))
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, default=Path("estimate-rows.jsonl"))
    asked = parser.parse_args()
    if asked.job == "solve":
        solve(asked.rows, asked.deals, asked.seed)
