"""What is told of a deal against what then happened: the benchmark's arithmetic, and that forecasts are true."""

from collections import Counter

import numpy as np
import pytest

from benchmarks.clusters import f_tail, joint_test, mean_of
from benchmarks.forecast_tables import (
    bias,
    by_seat,
    hardly_possible,
    in_band,
    log_loss,
    mean_over,
    rank_score,
    surprise,
)
from benchmarks.played import Company, matches_in
from benchmarks.report import figure
from benchmarks.runner import run
from benchmarks.told import TRICKS_ASKED, Asked, Forecast, Position, deals_in, forecasts, nodes_asked
from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Discard, Give
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.think.advise import advise_play
from ninefivetwo.think.players import PLAYERS

RULES = parse_rules("wikipedia")


def forecast(distribution, won, contract=1, cluster=0):
    """A forecast of 0, 1, ... tricks."""
    chances = np.zeros(17)
    chances[: len(distribution)] = distribution
    make = float(chances[contract:].sum())
    return Forecast(
        Position(cluster, Seat.LEFT, 1, False), float(chances @ np.arange(17)), make, chances, contract, won
    )


# Clusters.


def test_the_error_of_a_mean_counts_clusters_not_values():
    values = [0.0, 1.0, 4.0, 7.0]
    assert mean_of(values, range(4)) == Estimate.of(values)
    twice = mean_of(values * 2, [0, 1, 2, 3] * 2)
    assert twice.standard_error == pytest.approx(Estimate.of(values).standard_error) and twice.n == 8


def test_what_has_not_varied_yet_has_the_variance_that_chances_tell():
    assert mean_of([0.01] * 50, range(50), [0.01 * 0.99] * 50).standard_error == pytest.approx((0.0099 / 50) ** 0.5)
    assert mean_of([0.0, 1.0], range(2), [0.01] * 2).standard_error == pytest.approx(0.5)


@pytest.mark.parametrize(("f", "cells", "beyond"), [(4.9646, 1, 10), (3.0729, 12, 9), (161.448, 1, 1)])
def test_fishers_f_is_as_in_tables(f, cells, beyond):
    assert f_tail(f, cells, beyond) == pytest.approx(0.05, rel=1e-4)


def test_a_joint_test_of_nothing_is_called_right_and_a_shift_is_found():
    random = np.random.default_rng(952)
    clusters, cells = np.repeat(range(40), 6), np.tile(range(6), 40)

    def p(shift):
        values = (random.standard_normal((40, 1)) + random.standard_normal((40, 6)) + shift).ravel()
        return joint_test(values, cells, clusters).p

    assert 0.02 <= np.mean([p(0) < 0.05 for _ in range(400)]) <= 0.08
    assert all(p([0, 0, 1, 0, 0, 0]) < 0.01 for _ in range(10))
    assert joint_test([1.0, 2.0], [0, 1], [0, 1]) is None


# The measures of a forecast.


def test_the_measures_of_a_forecast():
    half = forecast([0.5, 0.5], won=1)
    assert bias(half) == -0.5 and rank_score(half) == 0.25 and log_loss(half) == pytest.approx(np.log(2))
    assert in_band(half, 0.68) == pytest.approx(0.68) and in_band(forecast([0.5, 0.5], won=3), 0.68) == 0
    assert in_band(forecast([0.1, 0.8, 0.1], won=1), 0.68) == pytest.approx(0.68 / 0.8)
    rare = forecast([0.9995, 0.0005], won=1)
    assert surprise(rare) and hardly_possible(rare) == pytest.approx(0.0005) and not surprise(half)
    assert log_loss(forecast([1.0], won=3)) == pytest.approx(-np.log(0.001))


# The deals, and what is told of them.


def test_deals_are_played_as_asked():
    """Every second deal has an exchange; players change seats; the discarder's discards are those of his kind."""
    company = Company.of("rule,club,expert", RULES, 31, "N", "random")
    texts = [company.match(number) for number in range(3)]
    assert matches_in("\n".join(texts)) == texts and company.match(1) == texts[1]
    deals = [deals_in(text) for text in texts]
    assert [deal.deal.trump for match in deals for deal in match] == [Denomination.N] * 6
    assert not any(isinstance(event, Give) for first, _ in deals for event in first.deal.events)
    assert all(second.previous_results == second.deal.previous_results for _, second in deals)
    assert Counter(first.names[0] for first, _ in deals) == {"rule 0": 1, "club 1": 1, "expert 2": 1}
    plain = Company.of("rule", RULES, 31, "suits", "rule")
    for match in deals_in(plain.match(0)):
        discard = next(step for step in match.deal.steps if isinstance(step[1], Discard))
        assert discard[1] == PLAYERS["rule"](0).act(discard[0].seen_by(Seat.DEALER))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--company club,expert", "2 players in 'club,expert' (expected one for all seats, or three)"),
        ("--discarder nobody", "no player: 'nobody'"),
        ("--rules catalan --trump N", "no-trump cannot be called under catalan (expected --trump suits or any)"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, message):
    with pytest.raises(SystemExit, match="Error: ") as error:
        run("calibration", *arguments.split())
    assert message in str(error.value)


def test_forecasts_are_what_advice_tells_of_the_card_that_was_played():
    text, asked = Company.of("club", RULES, 31, "suits", None).match(0), Asked(20, 7)
    found, matches = [*forecasts(5, text, asked)], deals_in(text)
    assert Counter(each.at.trick for each in found) == dict.fromkeys(TRICKS_ASKED, 3 * len(matches))
    assert {each.at.cluster for each in found} == {5}
    node = nodes_asked(matches[1])[4]
    advice = advise_play(node.before.seen_by(node.seat), asked.limits(5, 1, 4))
    (told,) = [each.details for each in advice.evaluations if node.action.card in each.details.cards]
    one = found[3 * len(TRICKS_ASKED) + 4]
    assert (one.tricks, one.make) == (told.tricks.mean, told.make.mean) and one.won == matches[1].deal.won[node.seat]
    assert one.at == Position(5, node.seat, node.trick, exchanged=any(matches[1].previous_results))


@pytest.mark.long
@pytest.mark.parametrize("trump", ["suits", "N"])
def test_forecasts_are_not_off_by_a_fifth_of_a_trick(trump, seed):
    """Of any seat, over all its cards asked about; and at none of them by its standard error more than that."""
    company, asked = Company.of("club", RULES, seed, trump, None), Asked(200, seed)
    found = [each for number in range(200) for each in forecasts(number, company.match(number), asked)]
    for seat, rows in by_seat(found):
        assert abs(mean_over(rows, bias).mean) < 0.2, f"{seat}: forecast - won = {figure(mean_over(rows, bias))}"
        for trick in TRICKS_ASKED:
            off = mean_over([each for each in rows if each.at.trick == trick], bias)
            assert abs(off.mean) < 0.2 + off.standard_error, f"{seat}, trick {trick}: forecast - won = {figure(off)}"
