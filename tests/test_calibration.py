"""What is told of a deal against what then happened: the benchmark's arithmetic, and that forecasts are true."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import calibration, told_drills
from benchmarks.clusters import f_tail, joint_test, mean_of
from benchmarks.figure_tables import by_seat, show_kinds, show_questions
from benchmarks.forecast_tables import bias, hardly_possible, in_band, log_loss, mean_over, rank_score, surprise
from benchmarks.played import Company, matches_in
from benchmarks.report import figure
from benchmarks.runner import run
from benchmarks.told import TRICKS_ASKED, Asked, Figure, Forecast, Position, advice_in, deals_in, name_of
from benchmarks.told_drills import questions
from benchmarks.told_forecasts import forecasts, forecasts_before_play
from benchmarks.told_holdings import HONOURS, NUMBER, holdings
from benchmarks.told_luck import usual_play
from benchmarks.told_reasons import can_beat, reasons
from ninefivetwo.cards import Seat, Trump
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Discard, Give, Place
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.study.nodes import decision_nodes
from ninefivetwo.think.advise import Question, advise
from ninefivetwo.think.advise.reasons import LikelyVoid
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, PEOPLE, Level, Opponents

RULES = parse_rules("wikipedia")


def forecast(distribution, won, contract=1, cluster=0):
    """A forecast of 0, 1, ... tricks."""
    chances = np.zeros(17)
    chances[: len(distribution)] = distribution
    make = float(chances[contract:].sum())
    at = Position(cluster, Seat.LEFT, "trick 1", exchanged=False)
    return Forecast(at, float(chances @ np.arange(17)), make, tuple(chances), contract, won)


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


def test_each_measure_of_a_forecast_is_what_it_is_called():
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
    company = Company.of("rule,club,expert", RULES, 31, "suits", "random")
    texts = [company.match(number) for number in range(3)]
    assert matches_in("\n".join(texts)) == texts and company.match(1) == texts[1]
    deals = [deals_in(text) for text in texts]
    assert Trump.NO_TRUMP not in {deal.deal.trump for match in deals for deal in match}
    at_no_trump = deals_in(Company.of("rule", RULES, 31, "N", None).match(0))
    assert {deal.deal.trump for deal in at_no_trump} == {Trump.NO_TRUMP}
    assert not any(isinstance(event, Give) for first, _ in deals for event in first.deal.events)
    assert all(second.previous_results == second.deal.previous_results for _, second in deals)
    assert Counter(first.names[0] for first, _ in deals) == {"rule 1": 1, "club 2": 1, "expert 3": 1}
    plain = Company.of("rule", RULES, 31, "suits", "rule")
    for match in deals_in(plain.match(0)):
        discard = next(step for step in match.deal.steps if isinstance(step[1], Discard))
        assert discard[1] == PLAYERS["rule"](0).act(discard[0].seen_by(Seat.DEALER))


@pytest.fixture(scope="module")
def text():
    """The records of a match that club players play."""
    return Company.of("club", RULES, 31, "suits", None).match(0)


ASKED = Asked(20, 7)


def test_forecasts_are_what_advice_tells_of_the_card_that_was_played(text):
    found, matches = [*forecasts(5, text, ASKED)], deals_in(text)
    whens = [name_of(trick) for trick in TRICKS_ASKED]
    assert Counter(each.at.when for each in found) == dict.fromkeys(whens, 3 * len(matches))
    nodes = decision_nodes(matches[1].deal)
    index = next(i for i, node in enumerate(nodes) if node.trick == 4 and node.seat is Seat.LEFT)
    advice = advise(Question(nodes[index].before.seen_by(Seat.LEFT), ASKED.limits(5, 1, index)))
    (told,) = [each.details for each in advice.evaluations if nodes[index].action.card in each.details.cards]
    at = Position(5, Seat.LEFT, "trick 4", exchanged=any(matches[1].previous_results))
    (one,) = [each for each in found if each.at == at]
    assert (one.tricks, one.make, one.distribution) == (told.tricks.mean, told.make.mean, told.distribution)
    assert one.won == matches[1].deal.won[Seat.LEFT] and one.contract == RULES.contracts[Seat.LEFT]


def test_advice_is_asked_for_as_users_get_it_or_as_told(text):
    view = decision_nodes(deals_in(text)[0].deal)[-1].before.seen_by(Seat.LEFT)
    assert ASKED.question(view, CLUB_PLAYERS).assumptions == Question(view).assumptions
    assert replace(ASKED, slip=0.3).question(view, CLUB_PLAYERS).assumptions.likelihood.slip == 0.3
    assert replace(ASKED, opponents=Level.MIXED).question(view, CLUB_PLAYERS).assumptions.opponents == PEOPLE


def test_the_others_are_taken_as_they_are_or_as_asked():
    matches = Company.of("beginner,expert,rule", RULES, 31, "suits", None).match(0)
    of_each, as_asked = (
        [told.advice.opponents for told in advice_in(0, matches, asked) if told.node.trick == 4]
        for asked in (ASKED, replace(ASKED, opponents=Level.CLUB))
    )
    names = [name.rpartition(" ")[0] for name in deals_in(matches)[0].names]
    assert of_each[0] == Opponents(*map(Level, names))
    assert set(as_asked) == {CLUB_PLAYERS}
    of_one = [told.match.names[told.node.seat] for told in advice_in(0, matches, replace(ASKED, of="rule"))]
    assert set(of_one) == {"rule 3"} and len(of_one) == len(TRICKS_ASKED) * len(deals_in(matches))


def test_forecasts_before_the_play_are_of_what_was_chosen(text):
    found = [*forecasts_before_play(0, text, ASKED)]
    assert Counter(each.at.when for each in found) >= Counter(call=2, discard=2)
    assert {each.at.seat for each in found if each.at.when != "exchange"} == {Seat.DEALER}


def test_holdings_are_chances_of_what_a_seat_does_not_know(text):
    """An honour's chances sum to 1 over the places where it may be, and it is at one of them."""
    honours = [each for each in holdings(0, text, ASKED) if each.of.startswith("honour ")]
    for told in advice_in(0, text, ASKED):
        rows = [each for each in honours if each.at == told.at]
        knowledge = Knowledge(told.node.before.seen_by(told.node.seat))
        unsure = [
            card for card in HONOURS if sum(card in knowledge.may_be(place) for place in [*Place][: Place.PLAYED]) > 1
        ]
        assert sum(each.told for each in rows) == pytest.approx(len(unsure))
        assert sum(each.true for each in rows) == len(unsure)
    voids = [each for each in holdings(0, text, ASKED) if each.of == "dealer void in a side suit"]
    assert voids and Seat.DEALER not in {each.at.seat for each in voids}
    (discarded,) = {each.true for each in holdings(0, text.partition("\n\n")[0], ASKED) if each.of == NUMBER}
    first = deals_in(text)[0].deal
    assert discarded == len(first.discarded & HONOURS)


def test_a_card_is_beaten_by_a_higher_one_or_a_trump():
    """A higher card of the suit led can, or a trump of a seat that has none; not a card that must not be played."""
    deals = (
        deal for number in range(3) for deal in deals_in(Company.of("club", RULES, 31, "suits", None).match(number))
    )
    tried = 0
    for deal in deals:
        for node in decision_nodes(deal.deal):
            if node.trick and not node.before.table:
                seat = node.seat.next
                after = node.after
                best = {action.card for action in after.due_turn.actions()}
                expected = any(
                    (card.suit is node.action.card.suit and card > node.action.card)
                    or (card.suit is not node.action.card.suit and int(card.suit) == after.trump)
                    for card in best
                )
                assert can_beat(node.before, node.action.card, seat) == expected
                tried += expected
    assert tried > 20


def test_reasons_are_held_against_the_hands(text):
    many = Asked(60, 7)
    found = [*reasons(0, text, many)]
    assert all(0 <= each.told <= 1 and each.true in (0, 1) for each in found)
    told = [each for each in advice_in(0, text, many)]
    voids = [(each, reason) for each in told for reason in each.advice.reasons if isinstance(reason, LikelyVoid)]
    assert voids and [each for each in found if each.of == "likely void"] == [
        Figure(
            each.at, "likely void", reason.chance.mean, float(not each.node.before.hands[reason.seat].only(reason.suit))
        )
        for each, reason in voids
    ]


def test_usual_play_and_par_are_of_sixteen_tricks(text):
    found = [*usual_play(0, text, ASKED)]
    for of, sum_told in (("usual play of the deal", 32), ("par", 32), ("luck: hands", 0), ("luck: all decisions", 0)):
        assert sum(each.told for each in found if each.of == of) == pytest.approx(sum_told, abs=0.01)


def test_questions_of_a_drill_are_told_with_their_truth(monkeypatch, capsys):
    monkeypatch.setattr(told_drills, "BLOCK", 3)
    rows = [*questions(RULES, ASKED, 3)]
    assert [each.at.cluster for each in rows] == [9, 10, 11]
    assert all(0 < each.told < 1 for each in rows) and {each.true for each in rows} == {0.0, 1.0}
    show_questions(rows)
    assert re.search(r"^\| all questions \| 3 \|", capsys.readouterr().out, re.MULTILINE)


def test_a_table_has_errors_no_smaller_than_its_chances_say(capsys):
    """Of chances the error is no smaller than they say."""
    at = [Position(number, seat, "trick 1", exchanged=False) for number in range(10) for seat in Seat]
    show_kinds([Figure(each, "void", 0.1, 0.0) for each in at])
    assert "| void | 30 | 0.100 | 0.000 | +0.100 ± 0.055 | +0.100 ± 0.095 |" in capsys.readouterr().out


def test_losses_are_compared_with_those_of_another_version(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(calibration, "worker_processes", lambda *_: ThreadPoolExecutor(1))
    deals, written = str(tmp_path / "deals.n52"), str(tmp_path / "told.json")
    asked = ["--only", "forecasts", "--company", "rule", "--worlds", "8"]
    run("calibration", *asked, "--deals", "4", "--kept", deals, "--write", written)
    run("calibration", *asked, "--kept", deals, "--against", written)
    assert "| all | +0.000 ± 0.000 | +0.000 ± 0.000 |" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="Error: the forecasts of the other version are for other deals"):
        run("calibration", *asked, "--deals", "2", "--seed", "7", "--against", written)


@pytest.mark.long
@pytest.mark.parametrize("trump", ["suits", "N"])
def test_forecasts_are_not_off_by_a_fifth_of_a_trick(trump, seed):
    """Of any seat, over all its cards asked about; and at none of them by its standard error more than that."""
    company, asked = Company.of("club", RULES, seed, trump, None), Asked(200, seed)
    found = [each for number in range(200) for each in forecasts(number, company.match(number), asked)]
    for seat, rows in zip(Seat, by_seat(found), strict=True):
        off = mean_over(rows, bias)
        assert abs(off.mean) < 0.2, f"{seat.word}: forecast - won = {figure(off)}"
        for trick in map(name_of, TRICKS_ASKED):
            off = mean_over([each for each in rows if each.at.when == trick], bias)
            assert abs(off.mean) < 0.2 + off.standard_error, f"{seat.word}, {trick}: forecast - won = {figure(off)}"
