"""The grade: 100 for no loss, never higher for more of it, club players at 80; levels named when that is clear."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.grades import FEWEST_DECISIONS, accuracy, calibration, level_chances, plays_like
from ninefivetwo.think.players import PLAYERS

LEVELS = list(calibration().losses)


def loss(mean, decisions, error=0.0):
    return Estimate(mean, error, decisions)


def test_no_loss_is_100_and_a_club_players_is_80():
    """Nothing lost is 100; what a club player loses in the long run is 80; of few decisions there is no grade."""
    assert accuracy(loss(0.0, 12)).mean == 100
    assert accuracy(loss(100 * calibration().losses["club"], 100)).mean == pytest.approx(80, abs=1)
    assert accuracy(loss(0.0, 0)) is None and accuracy(loss(0.0, FEWEST_DECISIONS - 1)) is None
    assert accuracy(loss(0.0, FEWEST_DECISIONS)) is not None
    assert accuracy(loss(-0.3, 12)).mean == 100


@given(st.floats(-2, 30), st.floats(0, 5), st.integers(FEWEST_DECISIONS, 200))
def test_a_lower_loss_never_lowers_the_grade(lost, more, decisions):
    one, other = (accuracy(loss(each, decisions)).mean for each in (lost, lost + more))
    assert 0 <= other <= one <= 100
    levels = [
        max(chances, key=chances.get) for chances in (level_chances(loss(x, decisions)) for x in (lost, lost + more))
    ]
    assert LEVELS.index(levels[1]) <= LEVELS.index(levels[0])


@given(st.floats(0, 20), st.floats(0.01, 1), st.integers(FEWEST_DECISIONS, 60))
def test_the_error_is_that_of_the_losses(lost, error, decisions):
    """As far as one standard error more or less would move the grade, to the first order."""
    found = accuracy(loss(lost, decisions, error))
    step = error / 100
    slope = (accuracy(loss(lost + step, decisions)).mean - found.mean) / step
    assert found.standard_error == pytest.approx(-slope * error, rel=0.05, abs=1e-6)


def test_levels_are_those_of_the_players_and_each_loses_less_than_the_last():
    assert LEVELS == [name for name in PLAYERS if name != "random"]
    lost = list(calibration().losses.values())
    assert lost == sorted(lost, reverse=True) and lost[-1] >= 0


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_is_named_from_many_decisions_and_not_from_few(level):
    """A player who loses what a level loses is found to be of it in the end; three decisions tell of nobody's level."""
    each = calibration().losses[level]
    assert plays_like(loss(4000 * each, 4000)) == level
    assert sum(level_chances(loss(3 * each, 3)).values()) == pytest.approx(1)
    assert plays_like(loss(3 * each, 3)) is None
