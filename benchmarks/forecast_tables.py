"""Forecasts against results, in tables: bias, the chance of the contract, bands, losses, what was hardly possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import log
from typing import TypeAlias

import numpy as np

from benchmarks.clusters import joint_test, mean_of
from benchmarks.report import figure, head, row
from benchmarks.told import TRICKS_ASKED, Forecast
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules import TRICKS

Forecasts: TypeAlias = Sequence[Forecast]
Measure: TypeAlias = Callable[[Forecast], float]
EXCHANGE = {"no": False, "yes": True}
BINS = 10
FEWEST = 20  # forecasts in a cell of a joint test
BANDS = (0.68, 0.95)
LEAST_CHANCE = 0.001  # for the logarithm; and what is given less is hardly possible
NOTHING = "-"


def show(found: Forecasts) -> None:
    """Print all tables."""
    show_bias(found)
    show_contracts(found)
    show_losses(found)


def mean_over(found: Forecasts, measure: Measure, variance: Measure | None = None) -> Estimate | None:
    """The mean of a measure, with its error; None if there are no forecasts.  variance: what it has at least."""
    variances = [variance(each) for each in found] if variance else None
    return mean_of([measure(each) for each in found], clusters_of(found), variances) if found else None


def clusters_of(found: Forecasts) -> list[int]:
    """The number of each forecast's match."""
    return [each.at.cluster for each in found]


def by_seat(found: Forecasts) -> list[tuple[str, Forecasts]]:
    """The forecasts for each seat."""
    return [(seat.word, [each for each in found if each.at.seat is seat]) for seat in Seat]


def by_exchange(found: Forecasts) -> list[tuple[str, Forecasts]]:
    """The forecasts of deals without an exchange and with one, if there are both."""
    parts = [(name, [each for each in found if each.at.exchanged is there]) for name, there in EXCHANGE.items()]
    return [*parts] if all(rows for _, rows in parts) else []


def difference(found: Estimate | None) -> str:
    """A difference in a table."""
    return figure(found) if found else NOTHING


def unsigned(found: Estimate | None) -> str:
    """A figure in a table that cannot be below zero."""
    return figure(found).lstrip("+") if found else NOTHING


# The tricks.


def bias(each: Forecast) -> float:
    """By how much a forecast is too high."""
    return each.tricks - each.won


def show_bias(found: Forecasts) -> None:
    """Print the bias by seat, trick and exchange, the joint test of these cells, and the sum of a deal's forecasts."""
    head("forecast - won", "exchange", *(f"trick {trick}" for trick in TRICKS_ASKED), "all", "forecasts")
    for seat, of_seat in by_seat(found):
        for exchange, rows in [("both", of_seat), *by_exchange(of_seat)]:
            of_tricks = ([each for each in rows if each.at.trick == trick] for trick in TRICKS_ASKED)
            row(seat, exchange, *(difference(mean_over(some, bias)) for some in (*of_tricks, rows)), len(rows))
    cells = numbered((each.at.seat, each.at.trick, each.at.exchanged) for each in found)
    test = joint_test([bias(each) for each in found], cells, clusters_of(found))
    print(f"\nall cells of seat, trick and exchange: {test or 'too few deals'}")
    if excess := mean_over([each for each in found if each.at.trick == 1], bias):
        seats = len(Seat)
        total = Estimate(TRICKS + seats * excess.mean, seats * excess.standard_error, excess.n)
        print(f"the forecasts of the three seats at trick 1 add up to {unsigned(total)} of {TRICKS} tricks\n")


def numbered(keys: Iterable[object]) -> list[int]:
    """Each different key as a number."""
    numbers = dict[object, int]()
    return [numbers.setdefault(key, len(numbers)) for key in keys]


# The chance of the contract.


def too_likely(each: Forecast) -> float:
    """By how much the chance of the contract is too high."""
    return each.make - each.made


def chance_varies(each: Forecast) -> float:
    """The variance of whether the contract is made, if the chance is right."""
    return each.make * (1 - each.make)


def bin_of(each: Forecast) -> int:
    """The number of the bin of the contract's chance."""
    return min(int(each.make * BINS), BINS - 1)


def bin_and_seat(each: Forecast) -> tuple[int, Seat]:
    """The bin by seat."""
    return bin_of(each), each.at.seat


def show_contracts(found: Forecasts) -> None:
    """Print by bin how often contracts were made, and the joint tests of the bins, over all seats and by seat."""
    head("chance told", "forecasts", "told", "made", "told - made", *(seat.word for seat in Seat))
    for number in range(BINS):
        if rows := [each for each in found if bin_of(each) == number]:
            told, made = np.mean([each.make for each in rows]), np.mean([each.made for each in rows])
            parts = [mean_over(some, too_likely, chance_varies) for _, some in [("all", rows), *by_seat(rows)]]
            name = f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}"
            row(name, len(rows), f"{told:.3f}", f"{made:.3f}", *map(difference, parts))
    print(f"\nall bins: {_bins_test(found, bin_of)}; bins by seat: {_bins_test(found, bin_and_seat)}\n")


def _bins_test(found: Forecasts, key: Callable[[Forecast], object]) -> str:
    """The joint test of the bins that have forecasts enough."""
    often = Counter(map(key, found))
    enough = [each for each in found if often[key(each)] >= FEWEST]
    if not enough:
        return "too few forecasts"
    values, variances = ([measure(each) for each in enough] for measure in (too_likely, chance_varies))
    return str(joint_test(values, numbered(map(key, enough)), clusters_of(enough), variances) or "too few deals")


# The distribution.


def log_loss(each: Forecast) -> float:
    """Minus the logarithm of the chance that was told of what happened to the contract."""
    chance = min(max(each.make, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return -log(chance if each.made else 1 - chance)


def rank_score(each: Forecast) -> float:
    """The ranked probability score: the squared errors of the chances of so many tricks at most, summed; 0 is best."""
    below = np.cumsum(each.distribution)
    return float(((below - (np.arange(TRICKS + 1) >= each.won)) ** 2).sum())


def in_band(each: Forecast, band: float) -> float:
    """How much of what was won lies in the middle of the distribution told that has so much of it.

    A number of tricks stands for its whole part of the distribution and may lie in the band in part: the probability
    integral transform of counts (Czado, Gneiting and Held, Biometrics 2009).
    """
    edges = np.concatenate([[0.0], np.cumsum(each.distribution)])
    low, high = edges[each.won], edges[each.won + 1]
    inside = min(high, (1 + band) / 2) - max(low, (1 - band) / 2)
    return float(max(inside, 0) / max(high - low, 1e-9))


def hardly_possible(each: Forecast) -> float:
    """The chance that was told of all numbers of tricks that were given next to none."""
    return float(each.distribution[each.distribution < LEAST_CHANCE].sum())


def surprise(each: Forecast) -> bool:
    """Was the number of tricks that were won given next to no chance?"""
    return bool(each.distribution[each.won] < LEAST_CHANCE)


def show_losses(found: Forecasts) -> None:
    """Print log losses, rank scores and bands by seat, and how often happened what was hardly possible."""
    head("seat", "log loss of the contract", "rank score", *(f"in the {band * 100:.0f} % band" for band in BANDS))
    measures: list[Measure] = [log_loss, rank_score, *(partial(in_band, band=band) for band in BANDS)]
    for name, rows in [*by_seat(found), ("all", found)]:
        row(name, *(unsigned(mean_over(rows, measure)) for measure in measures))
    happened, expected = sum(map(surprise, found)), sum(map(hardly_possible, found))
    if more := mean_over(found, lambda each: surprise(each) - hardly_possible(each)):
        told = f"were told a chance below {LEAST_CHANCE}; {expected:.1f} ± {more.standard_error * len(found):.1f}"
        print(f"\n{happened} of {len(found)} results {told} are expected\n")
