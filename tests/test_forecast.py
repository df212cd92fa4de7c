"""The forecast: it sums to the tricks, is nearly sure where all is sure, and right on average in other deals."""

import sys
from itertools import product
from pathlib import Path
from statistics import mean, stdev

import pytest

from ninefivetwo import Denomination, Hand, Seat
from ninefivetwo.models.forecast import KINDS, Forecast, forecasts, kind_of

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))
import fit_forecast


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tricks", range(1, 17))
def test_forecasts_sum_to_the_tricks(kind, tricks):
    for sure in product(range(0, tricks + 1, 3), repeat=3):
        if sum(sure) <= tricks:
            found = forecasts(dict(zip(Seat, sure, strict=True)), tricks, kind)
            assert sum(f.mean for f in found.values()) == pytest.approx(tricks, abs=2e-3)
            assert all(f.spread >= 0 for f in found.values())


@pytest.mark.parametrize("kind", KINDS)
def test_who_can_guarantee_more_is_forecast_more(kind):
    for tricks in (16, 12, 8):
        found = [forecasts({Seat.DEALER: n, Seat.LEFT: 1, Seat.RIGHT: 1}, tricks, kind) for n in range(tricks // 2)]
        means = [f[Seat.DEALER].mean for f in found]
        assert means == sorted(means)
        assert found[0][Seat.DEALER].spread > 0.4


def test_little_is_left_open_where_the_guarantees_take_all():
    found = forecasts({Seat.DEALER: 6, Seat.LEFT: 1, Seat.RIGHT: 1}, 8, "own")
    assert abs(found[Seat.DEALER].mean - 6) < 0.1 and found[Seat.DEALER].spread < 0.5


def test_bands():
    assert Forecast(5.0, 1.0).covers(6, 0.70) and not Forecast(5.0, 1.0).covers(6, 0.68)
    assert Forecast(5.0, 0.0).covers(5, 0.5)


def test_kinds_of_denominations():
    hand = Hand.parse("AKQJT.98765.432.AKQ")
    assert [kind_of(d, hand) for d in Denomination] == ["own", "own", "other", "other", "none"]


@pytest.mark.parametrize("kind", KINDS)
def test_forecasts_are_right_on_average(kind, count):
    """In a few deals of a seed of their own; the whole check is the benchmark's."""
    errors = {seat: [] for seat in Seat}
    for number in range(count(5, 50)):
        left, *row = fit_forecast.played(4, (number, kind))["rows"][0]
        found = forecasts(dict(zip(Seat, row[:3], strict=True)), left, kind)
        for seat in Seat:
            errors[seat].append(row[3 + seat] - found[seat].mean)
    for found in errors.values():
        assert abs(mean(found)) < 4 * stdev(found) / len(found) ** 0.5
