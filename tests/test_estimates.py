"""What sampled worlds say of candidates: estimates by definition, honest errors and promises, by simulation."""

from math import inf, sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from ninefivetwo.evaluation import Estimate
from ninefivetwo.think.playouts.values import Choice, estimate, halves_of_worlds, world_means

RUNS = 4000


def even(n):
    return np.full(n, 1 / n)


def test_of_worlds_that_weigh_alike_it_is_the_plain_mean_and_its_error():
    values = np.random.default_rng(1).normal(size=40)
    found, plain = estimate(values, even(40)), Estimate.of(values.tolist())
    assert (found.mean, found.standard_error, found.n) == pytest.approx((plain.mean, plain.standard_error, 40))


def test_of_worlds_that_weigh_unlike_it_is_by_definition():
    values, shares = [3.0, 5.0, 4.0], [0.5, 0.3, 0.2]
    centre = sum(v * s for v, s in zip(values, shares, strict=True))
    error = sqrt(sum((s * (v - centre)) ** 2 for v, s in zip(values, shares, strict=True)) / (1 - 0.25 - 0.09 - 0.04))
    assert estimate(np.array(values), np.array(shares)) == Estimate(pytest.approx(centre), pytest.approx(error), 3)


def test_one_world_tells_no_error_and_all_worlds_have_none():
    assert estimate(np.array([7.0]), np.array([1.0])) == Estimate(7.0, inf, 1)
    assert estimate(np.array([7.0, 9.0]), np.array([0.25, 0.75]), exact=True) == Estimate(8.5, 0.0, 2)


def test_halves_weigh_alike():
    random = np.random.default_rng(2)
    for n in (2, 3, 10, 101):
        shares = random.exponential(size=n)
        half = halves_of_worlds(shares / shares.sum())
        assert abs(int((half == 0).sum()) - int((half == 1).sum())) <= 1
        assert abs(shares[half == 0].sum() - shares[half == 1].sum()) <= 2 * shares.max()


def taken(random, weights, number):
    """So many steps through the weights, as `Knowledge.sample` takes worlds from its pool: the members and shares."""
    steps = (np.arange(number) + random.random()) / number * weights.sum()
    members, copies = np.unique(np.searchsorted(np.cumsum(weights), steps), return_counts=True)
    return members, copies / number


@pytest.mark.parametrize("sharpness", [0.0, 1.0, 2.0])
def test_errors_cover_what_they_should_in_samples_of_a_weighed_pool(sharpness):
    """In 68 and 95 % of samples the mean lies within one and two errors, however sharp the weights.

    At sharpness 2 the 2,500 worlds of the pool are worth 60, and an error that takes copies for fresh worlds fails.
    """
    random, within, naive = np.random.default_rng(3), [], []
    for _ in range(1500):
        values, weights = random.normal(size=2500), np.exp(sharpness * random.normal(size=2500))
        members, shares = taken(random, weights, 100)
        found = estimate(values[members], shares)
        within.append((abs(found.mean) < found.standard_error, abs(found.mean) < 2 * found.standard_error))
        copied = np.repeat(values[members], np.rint(shares * 100).astype(int))
        naive.append(abs(found.mean) < copied.std(ddof=1) / sqrt(100))
    one, two = np.mean(within, axis=0)
    assert one == pytest.approx(0.68, abs=0.04) and two == pytest.approx(0.95, abs=0.02)
    assert bool(np.mean(naive) < 0.6) is (sharpness == 2.0)


def test_worlds_that_are_equal_by_chance_are_not_copies():
    """Where there are few worlds, evenly drawn ones are often alike, and each is a draw of its own."""
    random, within = np.random.default_rng(6), []
    for _ in range(RUNS):
        values = random.choice([1.0, 2.0, 6.0], size=60)
        found = estimate(values, even(60))
        within.append(abs(found.mean - 3.0) < found.standard_error)
    assert np.mean(within) == pytest.approx(0.68, abs=0.04)


def simulated(random, candidates, n, gap):
    """True values of candidates and what n worlds say of each; what is lucky in a world is so for all, mostly."""
    true = random.normal(scale=gap, size=candidates)
    return true, true + random.normal(size=(n, 1)) + random.normal(size=(n, candidates))


@pytest.mark.parametrize("gap", [0.0, 0.1, 1.0])
def test_promises_are_not_too_high_and_those_of_the_best_mean_are(gap):
    random, promised, naive, errors = np.random.default_rng(4), [], [], []
    for _ in range(RUNS):
        true, values = simulated(random, 8, 30, gap)
        choice = Choice.of(values, even(30))
        promise = estimate(choice.promised(values), even(30))
        promised.append(promise.mean - true[choice.best])
        naive.append(values.mean(axis=0)[choice.best] - true[choice.best])
        errors.append(float(abs(promise.mean - true[choice.picked].mean()) < promise.standard_error))
    error = stdev(promised) / sqrt(RUNS)
    assert mean(promised) < 3 * error
    assert mean(naive) > 3 * error or gap == 1.0
    assert mean(promised) > -0.15  # nor much too low
    assert mean(errors) == pytest.approx(0.68, abs=0.06)  # halves that pick for each other are not independent


def test_differences_to_the_choice_are_unbiased_and_their_errors_cover():
    random, off, within = np.random.default_rng(5), [], []
    for _ in range(RUNS):
        true, values = simulated(random, 5, 40, 0.2)
        choice = Choice.of(values, even(40))
        other = int(random.integers(5))
        regret = estimate(choice.promised(values) - values[:, other], even(40))
        wrong = regret.mean - (true[choice.picked].mean() - true[other])
        off.append(wrong)
        within.append((abs(wrong) <= regret.standard_error, abs(wrong) <= 2 * regret.standard_error))
    assert abs(mean(off)) < 3 * stdev(off) / sqrt(RUNS)
    one, two = np.mean(within, axis=0)
    assert one == pytest.approx(0.68, abs=0.06) and two == pytest.approx(0.95, abs=0.03)


def test_the_choice_is_the_best_mean_and_of_equals_the_first():
    values = np.array([[1.0, 2.0, 2.0], [1.0, 2.0, 2.0], [4.0, 2.0, 2.0], [1.0, 2.0, 2.0]])
    assert Choice.of(values, even(4)).best == 1
    assert Choice.of(values, np.array([0.1, 0.1, 0.7, 0.1])).best == 0


def test_what_is_level_is_equal_in_whatever_order_its_worlds_are_added():
    """The same figures in other orders: their plain sums differ in the last bits, and on another machine otherwise."""
    random = np.random.default_rng(1)
    figures, shares = random.integers(3, 11, 60).astype(float), even(60)
    values = np.stack([random.permutation(figures) for _ in range(8)], axis=1)
    assert len({*(shares @ values).tolist()}) > 1
    assert len({*world_means(values, shares).tolist()}) == 1 and Choice.of(values, shares).best == 0
    assert len({estimate(each, shares).mean for each in values.T}) == 1


def test_each_half_counts_what_is_best_in_the_other():
    values, shares = np.array([[5.0, 0.0], [0.0, 1.0], [5.0, 0.0], [0.0, 1.0]]), np.array([0.3, 0.27, 0.23, 0.2])
    half = halves_of_worlds(shares)
    choice = Choice.of(values, shares)
    for world in range(4):
        others = half != half[world]
        assert choice.picked[world] == np.argmax(shares[others] @ values[others])


def test_of_all_worlds_or_of_one_the_best_counts():
    values = np.array([[1.0, 2.0], [9.0, 1.0]])
    assert Choice.of(values, even(2), exact=True).picked.tolist() == [0, 0]
    assert Choice.of(values[:1], np.ones(1)).picked.tolist() == [1]
