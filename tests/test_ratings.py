"""Ratings: Glicko-2 by its author's own example, of a player and the problems that he answers."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from ninefivetwo.keep.drills.drills import Drills, shipped
from ninefivetwo.keep.drills.ratings import Rating, ratings, unanswered
from ninefivetwo.keep.library import Answered, Library, ScheduledProblem

NOON = datetime(2026, 10, 16, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def answered(problem, mark, when=NOON):
    return Answered(problem, "play", "ruff", when, '"SA"', 0.0, mark == 10, mark)


def test_the_paper_s_example_has_its_figures():
    """Its figures, which rest on steps rounded in between: 1464.06, 151.52, 0.05999. If all ratings are higher, the
    volatility is the same, unlike in a package that has a mistake there.
    """
    opponents = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    found = Rating(1500, 200, 0.06).after(opponents)
    assert found.rating == pytest.approx(1464.06, abs=0.011)
    assert (round(found.deviation, 2), round(found.volatility, 5)) == (151.52, 0.06)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)
    higher = [(Rating(rating.rating + 700, rating.deviation), score) for rating, score in opponents]
    other = Rating(2200, 200, 0.06).after(higher)
    assert other.volatility == pytest.approx(found.volatility, abs=1e-9)
    assert other.rating - 700 == pytest.approx(found.rating, abs=1e-6)


def test_a_surprise_moves_the_volatility_and_rest_the_deviation():
    steady = Rating(1500, 60).after([(Rating(1500, 60), 0.5)])
    surprised = Rating(1500, 60).after([(Rating(2700, 60), 1.0)] * 5)
    assert surprised.volatility > 0.06 > steady.volatility
    assert Rating(1500, 60).after([]) == Rating(1500, 60).rested(1) and Rating(1500, 60).rested(0) == Rating(1500, 60)
    assert 60 < Rating(1500, 60).rested(30).deviation < Rating(1500, 60).rested(10_000).deviation == 350


def test_it_finds_out_how_strong_one_is():
    """A player of 1700 points, who answers as his strength says, is found to be about that, and so are the problems."""
    random, strength = Random(952), 1700
    answers, difficulties, hard = [], {}, {}
    for i in range(400):
        difficulty = 1 + i % 5
        rating = unanswered(difficulty).rating + random.gauss(0, 100)
        chance = 1 / (1 + 10 ** ((rating - strength) / 400))
        answers.append(answered(str(i), 10 * (random.random() < chance), NOON + i * timedelta(minutes=9)))
        difficulties[str(i)], hard[str(i)] = difficulty, rating
    found = ratings(answers, difficulties, answers[-1].when)
    assert abs(found.player.rating - strength) < 3 * found.player.deviation < 240
    assert len(found.history) == len(found.problems) == 400 and found.history[-1][1] == found.player
    assert found == ratings(reversed(answers), difficulties, answers[-1].when)


def test_part_marks_count_as_parts():
    marks = {mark: ratings([answered("p", mark)], {"p": 3}, NOON).player.rating for mark in (0, 5, 9, 10)}
    assert marks[0] < 1500 == pytest.approx(marks[5]) and marks[5] < marks[9] < marks[10]
    assert ratings([answered("p", 10)], {"p": 3}, NOON).problems["p"].rating < 1500


def test_only_the_first_answer_to_a_problem_counts():
    first = answered("p", 0)
    again = [answered("p", 10, NOON + i * timedelta(minutes=1)) for i in range(1, 9)]
    alone, both = (ratings(given, {"p": 3}, NOON) for given in ([first], [*again, first]))
    assert alone == both and len(both.history) == 1
    assert ratings([first], {}, NOON + 100 * DAY).player.deviation > alone.player.deviation


def test_problems_begin_from_their_difficulty():
    assert [unanswered(difficulty).rating for difficulty in (1, 3, 5)] == [1100, 1500, 1900]


def test_problems_near_ones_strength_come_next(tmp_path):
    """For one who answers all right they grow harder; for one who answers all wrong, easier."""
    problems = [problem for problem in shipped() if problem.kind == "play"]
    met = {}
    for name, mark in (("strong", 10), ("weak", 0)):
        with Library(tmp_path / name) as library:
            drills, now = Drills(library, problems), NOON
            assert drills.next("play", now).difficulty == 3
            for _ in range(12):
                problem = drills.next("play", now)
                drills.add(problem)
                library.add_answer(answered(problem.id, mark, now), ScheduledProblem(problem.id, "{}", NOON + 9 * DAY))
                now += timedelta(minutes=1)
            met[name] = drills.next("play", now).difficulty
            assert (drills.ratings(now).player.rating > 1500) is (met[name] > 3)
    assert met["strong"] > 3 > met["weak"]
