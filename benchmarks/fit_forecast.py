"""Fits the forecast: `python benchmarks/fit_forecast.py play|fit|check [--deals N] [--seed S] --rows FILE`.

play    plays N deals of each kind with three club players, from the seed, and writes for every second trick the three
        guarantees and the tricks then still won, a deal a line; run again, it goes on where it was stopped
fit     fits src/ninefivetwo/models/forecast.json to the rows
check   holds the forecast to rows that it was not fitted on: bias by seat, spread, and how often its bands hold

Kinds: `own`, trump is the dealer's longest suit; `other`, another suit at random; `none`, no-trump.  The dealer
discards by the plain rules for that trump, in every second deal at random, the more willingly the more he keeps by
those rules.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np

from ninefivetwo import Denomination, Hand, Layout, Seat, Solver
from ninefivetwo.cards import Suit
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Call, Deal, Discard, Play
from ninefivetwo.heuristics import best_call, worth
from ninefivetwo.models import forecast
from ninefivetwo.models.features import features
from ninefivetwo.players import ClubPlayer
from ninefivetwo.rules import parse_rules

RULES = parse_rules("wikipedia")
WILL = 0.5  # tricks: discards are e times as likely for each that they keep
WHOLE = 16  # tricks left before the first card
RIDGE = 10.0  # on slopes of tricks, against some thousand rows
TABLE = Path(forecast.__file__).with_name("forecast.json")


def played(seed: int, job: tuple[int, str]) -> dict[str, Any]:
    """One deal, played: for each second trick left the guarantees and the tricks won from there."""
    number, kind = job
    random = Random(f"{seed} {number} {kind}")
    deal = Deal.start(RULES, next(random_deals(random.getrandbits(62))))
    deal = deal.after(Call(Seat.DEALER, called(deal, kind, random)))
    if number % 2:
        deal = deal.after(Discard(Seat.DEALER, some_discard(deal.hands[Seat.DEALER], deal.trump, random)))
    players = [ClubPlayer(random.getrandbits(62)) for _ in Seat]
    solver, rows, hands = Solver(), [], []
    while not deal.over:
        left = 16 - sum(deal.won)
        if deal.turn is not None and deal.turn.kind is Play and not deal.table and left % 2 == 0:
            position, trump = deal.position, deal.trump
            assert position is not None and trump is not None
            hands = hands or [position.layout[seat].cards for seat in Seat]
            sure = solver.guarantees(position, trump)
            rows.append([left, *(sure[seat] for seat in Seat), *deal.won])
        assert deal.turn is not None
        deal = replace(deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat))), past=None)
    found = [[*row[:4], *(deal.won[seat] - row[4 + seat] for seat in Seat)] for row in rows]
    return {"deal": number, "kind": kind, "trump": int(deal.trump), "hands": hands, "rows": found}


def some_discard(hand: Hand, trump: Denomination, random: Random) -> Hand:
    """Four cards, the more willingly the more what is kept is worth by the plain rules."""
    discards = [Hand.of(cards) for cards in combinations(hand, 4)]
    kept = [sum(worth(sorted((hand - t).only(s)), int(s) == int(trump), trump) for s in Suit) for t in discards]
    return random.choices(discards, [exp(value / WILL) for value in kept])[0]


def called(deal: Deal, kind: str, random: Random) -> Denomination:
    hand = deal.hands[Seat.DEALER]
    suits = [Denomination(suit) for suit in range(4)]
    own = best_call(hand, suits)  # type: ignore[arg-type]
    if kind == "own":
        return own
    return Denomination.N if kind == "none" else random.choice([suit for suit in suits if suit is not own])


def play(path: Path, deals: int, seed: int) -> None:
    done = {(row["deal"], row["kind"]) for row in read(path)} if path.exists() else set()
    jobs = [job for job in product(range(deals), forecast.KINDS) if job not in done]
    with ProcessPoolExecutor() as pool, path.open("a") as file:
        for found in pool.map(partial(played, seed), jobs, chunksize=4):
            file.write(json.dumps(found) + "\n")
            file.flush()


def read(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text().splitlines():
        try:
            yield json.loads(line)
        except ValueError:  # the line that was being written when the run was stopped
            continue


@dataclass(frozen=True)
class Rows:
    """The rows of one kind and number of tricks left: guarantees and tricks won; and the deals they come from."""

    kind: str
    left: int
    rows: list[list[int]]
    deals: list[dict[str, Any]]

    def features(self) -> Any:
        """The features of the deals' hands, a row a deal."""
        each = [np.array([deal["hands"]], dtype=np.uint64) for deal in self.deals]
        return np.array(
            [features(hands, Denomination(d["trump"]))[0] for hands, d in zip(each, self.deals, strict=True)]
        )


def by_kind(path: Path) -> list[Rows]:
    """All rows, those of the earliest tricks first."""
    found: dict[tuple[str, int], Rows] = {}
    for deal in read(path):
        for left, *row in deal["rows"]:
            rows = found.setdefault((deal["kind"], left), Rows(deal["kind"], left, [], []))
            rows.rows.append(row)
            rows.deals.append(deal)
    return [found[key] for key in sorted(found, key=lambda key: (key[0], -key[1]))]


def fitted(rows: Rows, looked: Any) -> tuple[dict[str, list[float]], Any]:
    """Each seat's coefficients (`forecast.COLUMNS`) for one kind and number of tricks left, and those of the features.

    `looked` has a row a deal, perhaps of no feature.  Over its guarantee and a third of the slack a seat wins what a
    ridge regression on all three guarantees and the features says; the same for every seat but for what it won, so that
    the three forecasts sum to the tricks.
    """
    every = np.array(rows.rows, dtype=float)
    slack = rows.left - every[:, :3].sum(axis=1)
    loose = slack > 0
    x = np.hstack([every[:, :3], looked])[loose]
    middle = x.mean(axis=0) if len(x) else np.zeros(x.shape[1])
    spare = len(x) / max(len(x) - x.shape[1] - 1, 1)  # what the fit has taken from the spread
    seats, slopes = {}, []
    for seat in Seat:
        over = (every[:, 3 + seat] - every[:, seat] - slack / 3)[loose]
        base = float(over.mean()) if len(x) else 0.0
        about = x - middle
        slope = np.linalg.solve(about.T @ about + RIDGE * np.eye(x.shape[1]), about.T @ (over - base))
        still, more = spread_of(slack[loose], (over - base - about @ slope) ** 2 * spare)
        errors = (every[:, 3 + seat] - every[:, seat])[~loose]
        even, square = (float(errors.mean()), float((errors**2).mean())) if len(errors) else (0.0, 0.0)
        values = [even, square, base - float(middle @ slope), *map(float, slope[:3]), still, more]
        seats[seat.word] = [round(value, 4) for value in values]
        slopes.append(slope[3:].round(4))
    return seats, np.array(slopes).T


def spread_of(slack: Any, squares: Any) -> tuple[float, float]:
    """The squared error as a line in the slack that is nowhere below 0."""
    if len(slack) < 2 or slack.std() == 0:
        return (float(squares.mean()) if len(slack) else 0.0), 0.0
    more, still = np.polyfit(slack, squares, 1)
    if more < 0:
        return float(squares.mean()), 0.0
    return (float(still), float(more)) if still > 0 else (0.0, float(squares.sum() / slack.sum()))


def fit(path: Path) -> None:
    table: dict[str, dict[int, dict[str, list[float]]]] = {}
    added = {}
    for rows in by_kind(path):
        table.setdefault(rows.kind, {})[rows.left] = fitted(rows, np.zeros((len(rows.rows), 0)))[0]
        if rows.left == WHOLE:
            whole, slopes = fitted(rows, rows.features())
            table.setdefault(f"whole {rows.kind}", {})[WHOLE] = whole
            added[rows.kind] = slopes.tolist()
    deals = sum(deal["kind"] == forecast.KINDS[0] for deal in read(path))
    note = f"fitted by benchmarks/fit_forecast.py to {deals} deals of each kind, three club players"
    kinds = ",\n".join(
        f'  "{kind}": {{\n' + ",\n".join(f'   "{left}": {json.dumps(by_left[left])}' for left in by_left) + "\n  }"
        for kind, by_left in table.items()
    )
    extra = ",\n".join(
        f'  "{kind}": [\n   ' + ",\n   ".join(map(json.dumps, slopes)) + "\n  ]" for kind, slopes in added.items()
    )
    columns = json.dumps(forecast.COLUMNS)
    head = f' "note": "{note}",\n "columns": {columns}'
    TABLE.write_text(f'{{\n{head},\n "kinds": {{\n{kinds}\n }},\n "features": {{\n{extra}\n }}\n}}\n')


def check(path: Path) -> None:
    print("| kind | tricks left | seat | n | bias | standard error | spread | in 68 % band | in 95 % band |")
    print("|---|---|---|---|---|---|---|---|---|")
    for rows in by_kind(path):
        sure = [dict(zip(Seat, row[:3], strict=True)) for row in rows.rows]
        tell(f"{rows.kind} | {rows.left}", rows, [forecast.forecasts(g, rows.left, rows.kind) for g in sure])
        if rows.left == WHOLE:
            wholes = [(Layout(*map(Hand, d["hands"])), Denomination(d["trump"])) for d in rows.deals]
            told = [forecast.forecasts(g, WHOLE, rows.kind, w) for g, w in zip(sure, wholes, strict=True)]
            tell(f"{rows.kind} | {rows.left}, hands too", rows, told)


def tell(name: str, rows: Rows, told: list[dict[Seat, forecast.Forecast]]) -> None:
    """The table's rows for one kind and number of tricks left."""
    for seat in Seat:
        results = [row[3 + seat] for row in rows.rows]
        errors = [won - f[seat].mean for won, f in zip(results, told, strict=True)]
        inside = [
            mean(f[seat].covers(won, band) for won, f in zip(results, told, strict=True)) for band in (0.68, 0.95)
        ]
        figures = [mean(errors), stdev(errors) / sqrt(len(errors)), sqrt(mean(e * e for e in errors)), *inside]
        print(f"| {name} | {seat.word} | {len(errors)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=("play", "fit", "check"))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, required=True)
    asked = parser.parse_args()
    if asked.job == "play":
        play(asked.rows, asked.deals, asked.seed)
    else:
        {"fit": fit, "check": check}[asked.job](asked.rows)
