"""Tables that compare forecasts with results: bias, contracts, bands, losses, and nearly impossible results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log
from typing import TypeAlias

import numpy as np

from benchmarks.clusters import joint_test, mean_of
from benchmarks.figure_tables import by_seat, clusters_of, difference, numbered, show_bins, unsigned, whens_of
from benchmarks.report import head, row
from benchmarks.told import Figure, Forecast, name_of
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules import TRICKS

Forecasts: TypeAlias = Sequence[Forecast]
Measure: TypeAlias = Callable[[Forecast], float]
EXCHANGE = {"no": False, "yes": True}
BANDS = (0.68, 0.95)
LEAST_CHANCE = 0.001  # lower limit for the logarithm; results below it count as nearly impossible


def show(found: Forecasts) -> None:
    """Print all tables."""
    show_bias(found)
    show_contracts(found)
    show_losses(found)


def mean_over(found: Forecasts, measure: Measure) -> Estimate | None:
    """Return the mean of a measure with its standard error, or None if there are no forecasts."""
    return mean_of([measure(each) for each in found], clusters_of(found)) if found else None


def by_exchange(found: Forecasts) -> list[tuple[str, Forecasts]]:
    """Divide the forecasts into deals without and with an exchange, if both exist."""
    parts = [(name, [each for each in found if each.at.exchanged is there]) for name, there in EXCHANGE.items()]
    return [*parts] if all(rows for _, rows in parts) else []


# Tricks


def bias(each: Forecast) -> float:
    """Return the forecast minus the result, in tricks."""
    return each.tricks - each.won


def show_bias(found: Forecasts) -> None:
    """Print the bias by seat, time and exchange, the joint test of these cells, and the sum of a deal's forecasts."""
    whens = whens_of(found)
    head("forecast - won", "exchange", *whens, "all", "forecasts")
    for seat, of_seat in zip(Seat, by_seat(found), strict=True):
        for exchange, rows in [("both", of_seat), *by_exchange(of_seat)]:
            parts = [*([each for each in rows if each.at.when == when] for when in whens), rows]
            row(seat.word, exchange, *(difference(mean_over(part, bias)) for part in parts), len(rows))
    cells = numbered((each.at.seat, each.at.when, each.at.exchanged) for each in found)
    test = joint_test([bias(each) for each in found], cells, clusters_of(found))
    print(f"\nall cells by seat, time and exchange: {test or 'too few deals'}")
    if more := mean_over([each for each in found if each.at.when == name_of(1)], bias):
        total = Estimate(TRICKS + len(Seat) * more.mean, len(Seat) * more.standard_error, more.n)
        print(f"the forecasts of the three seats at trick 1 add up to {unsigned(total)} of {TRICKS} tricks")
    print()


# The chance of the contract


def show_contracts(found: Forecasts) -> None:
    """Print how often contracts were made, by their forecast chance."""
    show_bins([Figure(each.at, "contract", each.make, float(each.made)) for each in found], "made")


# The distribution


def log_loss(each: Forecast) -> float:
    """Return minus the logarithm of the forecast chance of the contract's outcome."""
    chance = min(max(each.make, LEAST_CHANCE), 1 - LEAST_CHANCE)
    return -log(chance if each.made else 1 - chance)


def rank_score(each: Forecast) -> float:
    """Return the ranked probability score: the sum of squared errors of the cumulative chances; 0 is best."""
    below = np.cumsum(each.distribution)
    return float(((below - (np.arange(TRICKS + 1) >= each.won)) ** 2).sum())


def in_band(each: Forecast, band: float) -> float:
    """Return the share of the result within the central band of the forecast distribution that has the given
    probability.

    A number of tricks stands for its whole interval of the distribution, so it can lie in the band in part. This is the
    probability integral transform for counts (Czado, Gneiting and Held, Biometrics 2009).
    """
    edges = np.concatenate([[0.0], np.cumsum(each.distribution)])
    low, high = edges[each.won], edges[each.won + 1]
    inside = min(high, (1 + band) / 2) - max(low, (1 - band) / 2)
    return float(max(inside, 0) / max(high - low, 1e-9))


def hardly_possible(each: Forecast) -> float:
    """Return the total forecast chance of all results that were forecast as nearly impossible."""
    return sum(chance for chance in each.distribution if chance < LEAST_CHANCE)


def surprise(each: Forecast) -> bool:
    """Return whether the result was forecast as nearly impossible."""
    return each.distribution[each.won] < LEAST_CHANCE


def show_losses(found: Forecasts) -> None:
    """Print log losses, rank scores and bands by seat, and how often nearly impossible results happened."""
    head("seat", "log loss of the contract", "rank score", *(f"in the {band * 100:.0f} % band" for band in BANDS))
    measures: list[Measure] = [log_loss, rank_score, *(partial(in_band, band=band) for band in BANDS)]
    for name, rows in zip((*(seat.word for seat in Seat), "all"), (*by_seat(found), found), strict=True):
        row(name, *(unsigned(mean_over(rows, measure)) for measure in measures))
    happened, expected = sum(map(surprise, found)), sum(map(hardly_possible, found))
    if more := mean_over(found, lambda each: surprise(each) - hardly_possible(each)):
        told = f"were told a chance below {LEAST_CHANCE}; {expected:.1f} ± {more.standard_error * len(found):.1f}"
        print(f"\n{happened} of {len(found)} results {told} are expected\n")


def show_against(found: Forecasts, other: Forecasts) -> None:
    """Print how much larger the losses are than those of another version's forecasts for the same deals.

    Raises ValueError if the deals differ.
    """
    pairs = [*zip(found, other, strict=False)]
    if len(found) != len(other) or any((one.at, one.won) != (two.at, two.won) for one, two in pairs):
        raise ValueError("the forecasts of the other version are for other deals (expected the same --kept)")
    head("seat", "log loss, less the other's", "rank score, less the other's")
    for name, seats in [*((seat.word, {seat}) for seat in Seat), ("all", {*Seat})]:
        rows = [(one, two) for one, two in pairs if one.at.seat in seats]
        clusters = [one.at.cluster for one, _ in rows]
        differences = ([measure(one) - measure(two) for one, two in rows] for measure in (log_loss, rank_score))
        row(name, *(difference(mean_of(values, clusters) if values else None) for values in differences))
    print()
