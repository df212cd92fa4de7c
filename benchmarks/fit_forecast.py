"""Fits the forecast: `python benchmarks/fit_forecast.py play|fit|check [--deals N] [--seed S] [--rows FILE]`.

play    plays N deals of each kind with three club players, from the seed, and writes for every second trick the three
        guarantees and the tricks then still won, a deal a line; run again, it goes on where it was stopped
fit     fits src/ninefivetwo/solve/forecast.json to the rows
check   holds the forecast to rows that it was not fitted on: bias by seat, spread, and how often its bands hold

Kinds: `own`, trump is the dealer's longest suit; `other`, another suit at random; `none`, no-trump.  The dealer throws
by the plain rules for that trump.  Fitted on seed 1 and checked on seed 2, then, for use, fitted on both.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np

from ninefivetwo import Denomination, Seat, Solver
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Call, Deal, Play
from ninefivetwo.plain import best_call
from ninefivetwo.players import ClubPlayer
from ninefivetwo.rules import parse_rules
from ninefivetwo.solve import forecast

RULES = parse_rules("wikipedia")
RIDGE = 10.0  # on slopes of tricks, against some thousand rows
TABLE = Path(forecast.__file__).with_name("forecast.json")


def played(seed: int, job: tuple[int, str]) -> dict[str, Any]:
    """One deal, played: for each second trick left the guarantees and the tricks won from there."""
    number, kind = job
    random = Random(f"{seed} {number} {kind}")
    deal = Deal.start(RULES, next(random_deals(random.getrandbits(62))))
    deal = deal.after(Call(Seat.DEALER, called(deal, kind, random)))
    players = [ClubPlayer(random.getrandbits(62)) for _ in Seat]
    solver, rows = Solver(), []
    while not deal.over:
        left = 16 - sum(deal.won)
        if deal.turn is not None and deal.turn.kind is Play and not deal.table and left % 2 == 0:
            position, trump = deal.position, deal.trump
            assert position is not None and trump is not None
            sure = solver.guarantees(position, trump)
            rows.append([left, *(sure[seat] for seat in Seat), *deal.won])
        assert deal.turn is not None
        deal = replace(deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat))), past=None)
    found = [[*row[:4], *(deal.won[seat] - row[4 + seat] for seat in Seat)] for row in rows]
    return {"deal": number, "kind": kind, "rows": found}


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


def by_kind(path: Path) -> dict[tuple[str, int], list[list[int]]]:
    """The rows of each kind and number of tricks left."""
    found: dict[tuple[str, int], list[list[int]]] = {}
    for deal in read(path):
        for row in deal["rows"]:
            found.setdefault((deal["kind"], row[0]), []).append(row[1:])
    return found


def fitted(rows: list[list[int]], left: int) -> dict[str, list[float]]:
    """Each seat's coefficients (`forecast.COLUMNS`) for one kind and number of tricks left.

    Over its guarantee and a third of the slack a seat wins what a ridge regression on all three guarantees says; the
    same for every seat but for what it won, so that the three forecasts sum to the tricks.
    """
    even = [row for row in rows if sum(row[:3]) == left]
    loose = np.array([row for row in rows if sum(row[:3]) < left], dtype=float).reshape(-1, 6)
    sure, slack = loose[:, :3], left - loose[:, :3].sum(axis=1)
    middle = sure.mean(axis=0) if len(loose) else np.zeros(3)
    seats = {}
    for seat in Seat:
        over = loose[:, 3 + seat] - sure[:, seat] - slack / 3
        base = float(over.mean()) if len(loose) else 0.0
        x = sure - middle
        slopes = np.linalg.solve(x.T @ x + RIDGE * np.eye(3), x.T @ (over - base)) if len(loose) else np.zeros(3)
        squares = (over - base - x @ slopes) ** 2
        still, more = spread_of(slack, squares)
        errors = [float(row[3 + seat] - row[seat]) for row in even] or [0.0]
        square = mean(error * error for error in errors)
        values = [mean(errors), square, base - float(middle @ slopes), *map(float, slopes), still, more]
        seats[seat.word] = [round(value, 4) for value in values]
    return seats


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
    for (kind, left), rows in sorted(by_kind(path).items()):
        table.setdefault(kind, {})[left] = fitted(rows, left)
    deals = sum(deal["kind"] == forecast.KINDS[0] for deal in read(path))
    note = f"fitted by benchmarks/fit_forecast.py to {deals} deals of each kind, three club players"
    kinds = ",\n".join(
        f'  "{kind}": {{\n' + ",\n".join(f'   "{left}": {json.dumps(by_left[left])}' for left in by_left) + "\n  }"
        for kind, by_left in table.items()
    )
    columns = json.dumps(forecast.COLUMNS)
    TABLE.write_text(f'{{\n "note": "{note}",\n "columns": {columns},\n "kinds": {{\n{kinds}\n }}\n}}\n')


def check(path: Path) -> None:
    print("| kind | tricks left | seat | n | bias | standard error | spread | in 68 % band | in 95 % band |")
    print("|---|---|---|---|---|---|---|---|---|")
    for (kind, left), rows in sorted(by_kind(path).items(), key=lambda item: (item[0][0], -item[0][1])):
        told = [forecast.forecasts(dict(zip(Seat, row[:3], strict=True)), left, kind) for row in rows]
        for seat in Seat:
            errors = [row[3 + seat] - f[seat].mean for row, f in zip(rows, told, strict=True)]
            inside = [
                mean(f[seat].covers(row[3 + seat], share) for row, f in zip(rows, told, strict=True))
                for share in (0.68, 0.95)
            ]
            figures = [mean(errors), stdev(errors) / sqrt(len(rows)), sqrt(mean(e * e for e in errors)), *inside]
            row_of = " | ".join(f"{figure:.3f}" for figure in figures)
            print(f"| {kind} | {left} | {seat.word} | {len(rows)} | {row_of} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=("play", "fit", "check"))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=Path, default=Path("forecast-rows.jsonl"))
    asked = parser.parse_args()
    if asked.job == "play":
        play(asked.rows, asked.deals, asked.seed)
    else:
        {"fit": fit, "check": check}[asked.job](asked.rows)
