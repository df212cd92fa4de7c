"""Forecasts held against what was won: bias, spread, the chance of the contract in ten bins, its logarithmic loss."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import mean
from typing import TypeVar

import numpy as np

from benchmarks.sequential import estimate_of
from benchmarks.verdicts import format_estimate
from ninefivetwo import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats

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


# The forecast and its spread.


def forecast_rows(found: Sequence[Followed]) -> Iterator[str]:
    """By situation and seat: the forecast, what was won more, the spreads, how much of it lies in the bands."""
    yield "| what | seat | moments | told | won − told | spread told | found | in 68 % | in 95 % |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for (situation, seat), rows in grouped(found, lambda each: (each.situation, each.seat)):
        told = mean(each.tricks.mean for each in rows)
        more = estimate_of(np.array([each.won.mean() - each.tricks.mean for each in rows]))
        spreads = sqrt(mean(map(variance, rows))), sqrt(mean(map(squared_error, rows)))
        bands = [mean(in_band(each, band) for each in rows) for band in BANDS]
        cells = f"{told:.2f} | {format_estimate(more)} | {spreads[0]:.2f} | {spreads[1]:.2f}"
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


# The chance of the contract.


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
