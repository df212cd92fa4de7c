"""Advice judged at the table: true deals that look alike, fair comparisons, and figures that tell what is wrong."""

import json
from itertools import product

import pytest
from commands import run

from benchmarks import advice_speed
from benchmarks.advice import Choosing
from benchmarks.duplicate import Room
from benchmarks.moments import KINDS, Moments, Table
from benchmarks.runner import run as judge
from ninefivetwo import Seat, Trump
from ninefivetwo.game import Call, Discard, Give, Play
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.heuristics import heuristic_action

WIKIPEDIA = NAMED["wikipedia"].rules
RESULTS = ((3, -2, -1), (-2, 1, 1))
PLAIN = ("plain",)


@pytest.fixture
def table():
    with Room(1) as room:
        yield Table(room)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize(("kind", "previous"), [*product([Call, Discard], [None, *RESULTS]), *product([Give], RESULTS)])
def test_deals_of_a_moment_look_alike_to_its_seat(kind, name, previous):
    """Its own cards are the same, and all the others' are dealt anew, unless another has done something before."""
    moment = Moments(kind, NAMED[name].rules, 5, 4, previous, company=PLAIN).moment(0)
    assert moment.view.due_turn.kind is kind and len(moment.deals) == 4
    assert all(deal.seen_by(moment.seat) == moment.view for deal in moment.deals)
    alone = all(event.seat is moment.seat for event in moment.view.events)
    others = [seat for seat in Seat if seat is not moment.seat]
    assert all(len({deal.dealt[seat] for deal in moment.deals}) == (4 if alone else 1) for seat in others)


def test_a_moment_follows_from_the_seed_and_its_number():
    some, more, other = (
        Moments(Discard, WIKIPEDIA, seed, times, company=company)
        for seed, times, company in ((1, 2, PLAIN), (1, 8, ("plain", "learned")), (2, 2, PLAIN))
    )
    assert some.moment(3) == some.moment(3) and some.moment(3).deals != some.moment(4).deals
    assert some.moment(3).view == more.moment(3).view != other.moment(3).view
    assert len(set(more.moment(3).company)) > 1


def test_cards_are_asked_for_at_any_place_of_the_trick():
    moments = Moments(Play, WIKIPEDIA, 1, 2, trump=Trump.NO_TRUMP, company=PLAIN, held=(6, 7))
    views = [moments.moment(number).view for number in range(12)]
    assert {len(view.table) for view in views} == {0, 1, 2} and {len(view.due_turn.held) for view in views} == {6, 7}
    assert all(view.trump is Trump.NO_TRUMP and view.due_turn.count() > 1 for view in views)


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_and_game_objects_play_a_choice_out_alike(kind, table):
    """The rule player with game objects wins what the engine's plain rules win, whatever was chosen."""
    previous = (1, -1, 0) if kind == "give" else None
    engine, objects = (
        Moments(KINDS[kind], WIKIPEDIA, 3, 2, previous, company=(name,), held=(5,)).moment(0)
        for name in ("plain", "rule")
    )
    for action in list(engine.view.due_turn.actions())[:3]:
        assert (table.tricks(engine, action) == table.tricks(objects, action)).all()


def test_the_same_choice_wins_the_same_and_a_better_one_more(table):
    moments = Moments(Discard, WIKIPEDIA, 4, 8, company=("rollout:plain:3",))
    moment = moments.moment(0)
    plain = heuristic_action(moment.view)
    assert (table.tricks(moment, plain) == table.tricks(moment, plain)).all()
    equals = Choosing("rule", "plain", moments, table)
    assert not equals.differences(range(10)).any() and not any(each.differ or each.control for each in equals.found)
    drawn = Choosing("plain", "random", moments, table)
    assert drawn.differences(range(10)).mean() > 1 and all(each.differ for each in drawn.found)
    again = Choosing("random", "plain", moments, table)
    assert (again.differences(range(10)) == -drawn.differences(range(10))).all(), "the same random numbers"
    assert any(each.control for each in again.found)


def test_the_verdict_comes_first(capsys):
    company = "--company", "rollout:plain:2", "--first", "20", "--most", "20", "--cores", "1"
    judge("advice", "discard", "plain", "random", *company)
    verdict, _, heading, _, row, *_ = capsys.readouterr().out.splitlines()
    assert verdict.startswith("plain wins: plain over random +") and "control +0.000 ± 0.024" in verdict
    assert heading.startswith("| who chose | trump | moments | differ |") and row.startswith(
        "| dealer | suit | 20 | 20 |"
    )
    judge("advice", "discard", "random", "plain", "--trump", "N", *company)
    assert "| dealer | no-trump | 20 | 20 | -" in capsys.readouterr().out


@pytest.mark.parametrize("name", advice_speed.JOBS)
def test_commands_that_are_timed_ask_what_is_due(name):
    """The command reads the moment and advises on the same hand; its lead has an error."""
    what, _ = advice_speed.JOBS[name]
    view = Moments(rules=WIKIPEDIA, seed=9000, times=1, company=PLAIN, **what).moment(1).view
    words, record = advice_speed.command_of(view)
    done = run("advise", *words, "--json", "--worlds", "2", "--threads", "1", stdin=record)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["hand"] == str(view.due_turn.held) and advice_speed.error_of_lead(told) >= 0


def test_the_error_of_a_lead_is_that_of_the_next_best():
    regrets = [{"mean": 0.0, "se": 0.0}, {"mean": 0.3, "se": 0.2}, {"mean": -0.1, "se": 0.4}]
    assert advice_speed.error_of_lead({"candidates": [{"regret": each} for each in regrets]}) == 0.4
    assert advice_speed.error_of_lead({"cards": [{"regret": regrets[0]}]}) == 0
