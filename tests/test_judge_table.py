"""The judge of players at the table: it is seldom wrong about equals, finds what it says it finds, and is fair."""

import subprocess
import sys

import numpy as np
import pytest

from benchmarks import ROOT
from benchmarks.duplicate import Room, Stack
from benchmarks.named_players import player, policy
from benchmarks.runner import run
from benchmarks.sequential import THRESHOLDS, count_clear, judge, looks
from benchmarks.table import Comparison, against_itself
from ninefivetwo import Seat
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.playouts.policies import Weights, write_weights
from ninefivetwo_solver.playout import ROWS

WIKIPEDIA = NAMED["wikipedia"].rules


def draws(random, gain=0.0, spread=2.0):
    """Runs of normal differences."""
    return lambda run: lambda numbers: random.normal(gain, spread, len(numbers))


def few_tricks(random):
    """Runs of whole tricks, nine of ten of them zero, seldom two more and twice as often one fewer: zero on average."""
    return lambda run: lambda numbers: random.choice([2, 0, -1], len(numbers), p=[1 / 30, 9 / 10, 2 / 30])


def boundary_crossed(threshold, looks, points=801):
    """The chance that the mean of equals is ever beyond the threshold, by recursive integration: the density of
    X = sum / sqrt(n), not beyond before, is carried from look to look, where X becomes (X + Z) / sqrt 2.
    """
    x, step = np.linspace(-threshold, threshold, points, retstep=True)
    weight = np.full(points, step)
    weight[[0, -1]] /= 2

    def normal(at):
        return np.exp(-at * at / 2) / np.sqrt(2 * np.pi)

    density, carry = normal(x), normal(np.sqrt(2) * x[:, None] - x[None, :]) * np.sqrt(2)
    for _ in range(looks - 1):
        density = carry @ (density * weight)
    return 1 - density @ weight


@pytest.mark.parametrize("looks", range(1, len(THRESHOLDS) + 1))
def test_each_threshold_is_crossed_by_equals_in_a_fortieth_of_the_runs(looks):
    assert boundary_crossed(THRESHOLDS[looks - 1], looks) == pytest.approx(0.025, abs=1e-4)


@pytest.mark.long
@pytest.mark.parametrize("equals", [draws, few_tricks])
def test_equals_raise_few_false_alarms(equals, count):
    """At 2.5 of 100 on average no more than 4 in 100 show; the seed is fixed, so this is no matter of luck."""
    runs = count(5000)
    assert 0 < count_clear(equals(np.random.default_rng(952)), runs, 100, 3200) <= 0.04 * runs


def test_a_gain_is_found_as_often_as_its_power_says():
    """What is said to be found in 8 of 10 runs is found at least so often, and half of it in far fewer."""
    random = np.random.default_rng(1)
    said = judge(draws(random)(0), 100, 1600).detectable()
    assert said == pytest.approx((2.737 + 0.84) * 2 / 40, rel=0.1)
    assert 225 <= count_clear(draws(random, said), 300, 100, 1600) < 285
    assert count_clear(draws(random, said / 2), 300, 100, 1600) < 120


def test_a_large_gain_is_found_at_once_and_no_deal_asked_twice():
    asked = []

    def differences(numbers):
        asked.append(numbers)
        return np.resize([1.0, 2.0], len(numbers)) if gain else np.resize([1.0, -1.0], len(numbers))

    gain = True
    verdict = judge(differences, 100, 400)
    assert verdict.clear and verdict.gain.mean == 1.5 and asked == [range(100)]
    gain = False
    asked.clear()
    verdict = judge(differences, 100, 350)
    assert not verdict.clear and verdict.gain.n == 350
    assert asked == [range(100), range(100, 200), range(200, 350)]


def test_players_who_never_differ_are_not_told_apart():
    verdict = judge(lambda numbers: np.zeros(len(numbers)), 100, 400)
    assert not verdict.clear and verdict.detectable() < 0.01 and verdict.gain.n == 400


def test_looks_that_cannot_be_are_refused():
    assert list(looks(100, 400)) == [100, 200, 400]
    for first, most in (1, 100), (0, 100), (100, 1), (2, 100_000):
        with pytest.raises(ValueError, match=f"tests from {first} to {most} deals"):
            judge(lambda numbers: np.zeros(len(numbers)), first, most)


#: Somebody at work in a room: a line is printed once a process there has begun.
AT_WORK = """
import os, time
from benchmarks.duplicate import Room
with Room(1) as room:
    room.processes.submit(os.getpid).result()
    room.processes.submit(time.sleep, 1e6)
    print("begun", flush=True)
    time.sleep(1e6)
"""


def test_the_processes_of_a_killed_benchmark_end_with_it():
    """They share its output, whose end is read only when the last of them is gone."""
    with subprocess.Popen([sys.executable, "-c", AT_WORK], stdout=subprocess.PIPE, cwd=ROOT) as benchmark:
        assert benchmark.stdout.readline() == b"begun\n"
        benchmark.kill()
        assert benchmark.stdout.read() == b""


def test_no_benchmark_makes_a_pool_of_processes_itself():
    assert not [path.name for path in ROOT.glob("benchmarks/*.py") if "ProcessPoolExecutor(" in path.read_text()]


@pytest.fixture
def room():
    with Room(2) as room:
        yield room


def test_a_deal_follows_from_the_seed_and_its_number():
    stack = Stack(WIKIPEDIA, 7, 0.25, ("plain", "rollout:plain:2"))
    some, more = stack.deals(range(8, 12)), stack.deals(range(20))
    assert some.deals == more.deals[8:12] and some.company == more.company[8:12]
    assert more.kinds.count("no-trump") == 5 and len(set(more.company)) == 4
    assert stack.deals(range(4)).deals != Stack(WIKIPEDIA, 8).deals(range(4)).deals


@pytest.mark.parametrize("name", ["wikipedia", "nine-two-five", "sergeant-major"])
def test_the_engine_and_game_objects_play_the_same_deals(name, room, count):
    """The rule player with game objects wins what the engine's plain rules win, also among them; whoever leads."""
    number = count(2, 200)
    deals = Stack(NAMED[name].rules, 11, 0.5 if NAMED[name].rules.notrump else 0.0).deals(range(number))
    engine = room.tricks([("plain",) * 3] * number, deals, 0)
    objects = room.tricks([("rule",) * 3] * number, deals, 0)
    assert (room.tricks([("plain", "rule", "plain")] * number, deals, 0) == objects).all()
    assert (engine == objects).all() and (engine.sum(axis=1) == 16).all()


def test_each_player_is_judged_in_his_seat(room):
    """In each seat a player of rollouts is judged against what he wins there with plain players in the others."""
    deals = Stack(WIKIPEDIA, 3).deals(range(30))
    found = room.judged("rollout:plain:5", deals, 4)
    for seat in Seat:
        three = tuple("rollout:plain:5" if at is seat else "plain" for at in Seat)
        assert (room.tricks([three] * 30, deals, 4)[:, seat] == found[:, seat]).all()
    assert (found != room.judged("plain", deals, 4)).any(axis=0).all()
    assert (found != room.judged("rollout:plain:5", deals, 5)).any()


def test_the_same_numbers_on_any_number_of_cores(room):
    deals = Stack(WIKIPEDIA, 3, 0.5, ("plain", "rollout:plain:3")).deals(range(100))
    with Room(1) as alone:
        assert (alone.judged("rollout:plain:3", deals, 9) == room.judged("rollout:plain:3", deals, 9)).all()


def test_a_comparison_keeps_its_figures(room):
    """By seat and trump, with one value a deal for all seats; nobody differs from himself with the same numbers."""
    stack = Stack(WIKIPEDIA, 3, 0.5, ("plain", "rollout:plain:3"))
    compared = Comparison("rollout:plain:9", "plain", room, stack)
    found = np.concatenate([compared.differences(range(10)), compared.differences(range(10, 40))])
    figures = compared.figures()
    assert [(each.trump, each.seat) for each in figures[:4]] == [
        ("suits", "dealer"), ("suits", "left"), ("suits", "right"), ("suits", "all three")]  # fmt: skip
    assert len(figures) == 12 and figures[3].gain.n == 20 and figures[-1].gain.n == 40
    assert figures[-1].gain.mean == pytest.approx(found.mean()) and figures[-1].gain.mean > 0.3
    assert figures[-1].gain.standard_error == pytest.approx(found.std(ddof=1) / 40**0.5)
    assert abs(figures[-1].control.mean) < 4 * figures[-1].control.standard_error
    alike = Comparison("rollout:plain:3", "rollout:plain:3", room, stack)
    assert not alike.differences(range(20)).any() and alike.figures()[-1].control.standard_error > 0


def test_whole_deals_are_called_and_given_in_by_those_who_play(room):
    """Every second has an exchange; the tricks are those of a deal played plainly, and equals differ by nothing."""
    deals = Stack(WIKIPEDIA, 5, kinds=("beginner",), whole=True).deals(range(4))
    assert [any(deal.previous_results or ()) for deal in deals.deals] == [False, True, False, True]
    assert set(deals.kinds) == {"whole deals"}
    found = room.tricks([("club", "rule", "beginner")] * 4, deals, 7)
    for number, deal in enumerate(deals.deals):
        players = [
            player(name, (7 * 3 + seat) << 40 | number) for seat, name in enumerate(("club", "rule", "beginner"))
        ]
        while deal.turn is not None:
            deal = deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat)))
        assert found[number].tolist() == [deal.won[seat] for seat in Seat]
    equals = Comparison("rule", "rule", room, Stack(WIKIPEDIA, 5, kinds=("beginner", "random"), whole=True))
    assert not equals.differences(range(3)).any() and [each.seat for each in equals.figures()][-1] == "all three"


@pytest.mark.long
def test_equals_at_the_table_raise_few_false_alarms(room, count):
    runs = count(400)
    equals = against_itself("rollout:plain:2", room, Stack(WIKIPEDIA, 1), 80)
    assert (equals(0)(range(10)) != equals(1)(range(10))).any(), "each run has deals of its own"
    assert count_clear(equals, runs, 20, 80) <= max(2, 0.06 * runs)


def test_the_verdict_comes_first(capsys):
    run("table", "plain", "learned", "--first", "50", "--most", "200", "--company", "mixed")
    verdict, _, heading, *_ = capsys.readouterr().out.splitlines()
    assert verdict.startswith("learned wins: plain over learned -0.")
    assert "control +" in verdict or "control -" in verdict
    assert heading == "| trump | seat | deals | tricks a deal | control |"
    run("table", "rollout:plain:4", "rollout:plain:4", "--first", "20", "--most", "40")
    assert capsys.readouterr().out.startswith("no difference can be shown: rollout:plain:4 over rollout:plain:4 +0.000")
    run("table", "rollout:plain:2", "--false-alarms", "3", "--first", "20", "--most", "20")
    assert "false alarms in 3 judgements of rollout:plain:2 against itself" in capsys.readouterr().out


def test_players_are_named_as_deep_as_one_likes():
    assert policy("rollout:rollout:plain:4:20") is policy("rollout:rollout:plain:4:20")
    assert policy("club") is None
    assert policy("learned") and policy("rollout:learned:3"), "the policy, not the player of that name"


def test_a_policy_plays_from_a_file(tmp_path):
    numbers = np.zeros(16 * ROWS + 16 * 16 + 2 * 16, np.int16)
    write_weights(tmp_path / "none.json", Weights("none", 16, 16, numbers))
    assert policy(f"rollout:file:{tmp_path}/none.json:3") is not None


def test_a_policy_at_a_table_of_game_objects_draws_from_its_seed():
    """By rollouts of three worlds: the same with the same seed, another play with another."""
    (deal,) = Stack(WIKIPEDIA, 3, 1.0).deals(range(1)).deals
    view = deal.seen_by(Seat.LEFT)
    cards = [player("rollout:plain:1", seed).act(view) for seed in [*range(20)] * 2]
    assert cards[:20] == cards[20:] and len(set(cards)) > 1
