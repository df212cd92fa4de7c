"""Whether the adviser's forecasts are right: chances, spreads and bias against what is then won.

    python -m benchmarks calibration 2000 --company rollout:learned:30+60 --seed 31
    python -m benchmarks calibration 500 --only card --company learned --moments 150 --times 8

At moments of all kinds the advice is followed in true deals, and others play them out (`moments.py`).  What it said is
held against what the seat then won: the forecast, its spread, the chance of the contract, by seat.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import mean
from typing import TypeVar

import numpy as np

from benchmarks.adviser import advice_on, limits_of
from benchmarks.duplicate import Room
from benchmarks.moments import Kind, Moments, Table
from benchmarks.named_players import company_of, policy
from benchmarks.report import estimate_of, figure
from ninefivetwo import Denomination, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, DealView, Discard, Give, Play, PreviousResults
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise import AnyAdvice

Key = TypeVar("Key")
BINS = 10
LEAST_CHANCE = 0.001  # for the logarithm
BANDS = (0.68, 0.95)


@dataclass(frozen=True)
class Followed:
    """A piece of advice that was followed: what it said, and what the seat won in each deal."""

    situation: str
    seat: Seat
    tricks: Estimate
    make: Estimate
    distribution: tuple[float, ...]
    contract: int
    won: Floats

    @property
    def made(self) -> float:
        """The share of deals in which the contract was made."""
        return float((self.won >= self.contract).mean())


def grouped(found: Sequence[Followed], key: Callable[[Followed], Key]) -> list[tuple[Key, list[Followed]]]:
    """What belongs together, by the key."""
    groups = defaultdict[Key, list[Followed]](list)
    for each in found:
        groups[key(each)].append(each)
    return list(groups.items())


#: By name: what is chosen, after which results of the deal before, at which trump in every deal.
SITUATIONS: dict[str, tuple[Kind, PreviousResults | None, Denomination | None]] = {
    "call": (Call, None, None),
    "discard": (Discard, None, None),
    "discard, no-trump": (Discard, None, Denomination.N),
    "gift of one": (Give, (1, -1, 0), None),
    "gift of two": (Give, (-3, 2, 1), None),
    "gifts, two and one": (Give, (3, -2, -1), None),
    "card": (Play, None, None),
    "card, no-trump": (Play, None, Denomination.N),
}


def advised(task: tuple[DealView, str, int]) -> AnyAdvice:
    view, limits, seed = task
    return advice_on(view, limits_of(limits, seed))


def main(
    limits: str,
    *,
    only: str = "",
    moments: int = 50,
    company: str = "rollout:learned:30+60",
    then: str = "club",
    times: int = 16,
    rules: str = "wikipedia",
    seed: int = 952,
    cores: int | None = None,
) -> None:
    """
    limits: of a piece of advice on one thread: worlds such as 2000, or seconds such as 3s
    only: one situation, such as card or "card, no-trump"
    moments: of each situation
    company: who plays: a name, several, or mixed
    then: who makes the choices left before the play
    times: deals in which each choice is played
    seed: of the cards
    """
    limits_of(limits)
    players = company_of(company)
    for name in (then, *players):
        policy(name)
    if only and only not in SITUATIONS:
        raise ValueError(f"unknown situation: {only!r} (expected one of {'; '.join(SITUATIONS)})")
    found = list[Followed]()
    with Room(cores) as room:
        for situation in [only] if only else SITUATIONS:
            kind, previous, trump = SITUATIONS[situation]
            asked = Moments(kind, parse_rules(rules), seed, times, previous, trump, players)
            found += followed(asked, Table(room, then), situation, limits, moments)
            print(f"{situation}: done", file=sys.stderr, flush=True)
    for rows in (forecast_rows(found), [""], contract_rows(found)):
        print(*rows, sep="\n")
    stated, base = log_losses(found)
    print(f"\nlog loss of the contract: {stated:.3f}; of the share made, by choice and seat: {base:.3f}")


def followed(moments: Moments, table: Table, situation: str, limits: str, number: int) -> Iterator[Followed]:
    """What came of advice at each moment of a situation."""
    every = [moments.moment(i) for i in range(number)]
    tasks = [(moment.view, limits, moment.number) for moment in every]
    for moment, advice in zip(every, table.room.processes.map(advised, tasks), strict=True):
        best, seat = advice.recommended, moment.seat
        stated = best.details.tricks, best.details.make, best.details.distribution
        yield Followed(situation, seat, *stated, moment.view.rules.contracts[seat], table.tricks(moment, best.action))


def forecast_rows(found: Sequence[Followed]) -> Iterator[str]:
    """By situation and seat: the forecast, what was won more, the spreads, how much of it lies in the bands."""
    yield "| what | seat | moments | told | won − told | spread told | found | in 68 % | in 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (situation, seat), rows in grouped(found, lambda each: (each.situation, each.seat)):
        told = mean(each.tricks.mean for each in rows)
        more = estimate_of(np.array([each.won.mean() - each.tricks.mean for each in rows]))
        spreads = sqrt(mean(map(variance, rows))), sqrt(mean(map(squared_error, rows)))
        bands = [mean(in_band(each, band) for each in rows) for band in BANDS]
        cells = f"{told:.2f} | {figure(more)} | {spreads[0]:.2f} | {spreads[1]:.2f}"
        yield f"| {situation} | {seat.word} | {len(rows)} | {cells} | {bands[0]:.0%} | {bands[1]:.0%} |"


def variance(each: Followed) -> float:
    """Of the tricks, as the advice says."""
    tricks = np.arange(len(each.distribution))
    return float(each.distribution @ (tricks - each.distribution @ tricks) ** 2)


def squared_error(each: Followed) -> float:
    """Of the forecast in a deal."""
    return float(((each.won - each.tricks.mean) ** 2).mean())


def in_band(each: Followed, band: float) -> float:
    """How much of what was won lies in the middle of the distribution told that has so much of it.

    A number of tricks stands for its whole part of the distribution and may lie in the band in part: the probability
    integral transform of counts (Czado, Gneiting and Held, Biometrics 2009).
    """
    edges = np.concatenate([[0.0], np.cumsum(each.distribution)])
    low, high = edges[each.won.astype(int)], edges[each.won.astype(int) + 1]
    inside = np.minimum(high, (1 + band) / 2) - np.maximum(low, (1 - band) / 2)
    return float(np.mean(np.clip(inside, 0, None) / np.maximum(high - low, 1e-9)))


def contract_rows(found: Sequence[Followed]) -> Iterator[str]:
    """In ten bins by the chance told: how often the contract was made, and how many errors that is off."""
    yield "| chance told | moments | mean told | made | made − told | in errors |"
    yield "|---|---|---|---|---|---|"
    for number, rows in sorted(grouped(found, lambda each: min(int(each.make.mean * BINS), BINS - 1))):
        told, made = (np.array([figure(each) for each in rows]) for figure in (chance, lambda each: each.made))
        cells = f"{told.mean():.3f} | {made.mean():.3f}"
        more = made.mean() - told.mean()
        error = max(spread_of_mean(made - told), binomial_error(told, rows[0].won.size))
        cells += f" | {more:+.3f} ± {error:.3f} | {more / error:+.1f}"
        yield f"| {number / BINS:.1f} to {(number + 1) / BINS:.1f} | {len(rows)} | {cells} |"


def spread_of_mean(values: Floats) -> float:
    """The standard error of a mean by the spread of its values; 0 where there is but one."""
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else 0.0


def binomial_error(chances: Floats, deals: int) -> float:
    """The least that the error of the share made can be if the chances are right, each tried in so many deals.

    Where nobody fails, or everybody, the spread of what was found says too little.
    """
    return float(np.sqrt((chances * (1 - chances)).sum() / deals) / len(chances)) + 1e-9


def chance(each: Followed) -> float:
    return each.make.mean


def log_losses(found: Sequence[Followed]) -> tuple[float, float]:
    """Of the chances told, and of the share made in each situation and seat, which knows no cards."""
    groups = {key: mean(each.made for each in rows) for key, rows in grouped(found, lambda e: (e.situation, e.seat))}
    told = mean(log_loss(each.make.mean, each.made) for each in found)
    return told, mean(log_loss(groups[each.situation, each.seat], each.made) for each in found)


def log_loss(chance: float, made: float) -> float:
    chance = min(max(chance, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return -made * log(chance) - (1 - made) * log(1 - chance)
