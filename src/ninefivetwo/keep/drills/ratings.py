"""Glicko-2 ratings of a player's strength and of the difficulty of problems, which are treated as opponents.

Ratings are not stored, but computed from the answers in a library. Only the first answer to each problem counts,
because the player then sees the solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, hypot, log, pi, sqrt

from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.keep.drills.judge import FULL
from ninefivetwo.keep.library import Answered, ProblemInfo

MIDDLE, UNKNOWN, STEADY = 1500.0, 350.0, 0.06  # initial rating, deviation and volatility, as proposed for Glicko-2
_SCALE = 173.7178
_TAU = 0.5  # limits changes of the volatility; 0.3 to 1.2 are proposed for Glicko-2
_CLOSE = 1e-6


@dataclass(frozen=True)
class Rating:
    """The rating of a player's strength or of a problem's difficulty.

    `deviation` is the standard deviation of the rating, in rating points. `volatility` is the expected change of the
    rating from one period to the next, on the internal scale of Glicko-2.
    """

    rating: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = STEADY

    def rested(self, periods: float) -> Rating:
        """Return the rating after a number of periods without results."""
        grown = hypot(self.deviation, _SCALE * self.volatility * sqrt(periods))
        return replace(self, deviation=min(grown, max(UNKNOWN, self.deviation)))

    def after(self, results: Sequence[tuple[Rating, float]]) -> Rating:
        """Return the rating after a period. Each of `results` has an opponent and a score from 0 (loss) to 1 (win).

        A period without results only increases the deviation (step 6 of Glicko-2).
        """
        if not results:
            return self.rested(1)
        phi = self.deviation / _SCALE
        weights = [_weight(opponent) for opponent, _ in results]
        expected = [_expected(self, opponent) for opponent, _ in results]
        v = 1 / sum_in_order(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
        gained = sum_in_order(g * (s - e) for g, e, (_, s) in zip(weights, expected, results, strict=True))
        sigma = _new_volatility(self.volatility, phi, v, v * gained)
        phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
        return Rating(self.rating + _SCALE * phi * phi * gained, _SCALE * phi, sigma)


def _weight(opponent: Rating) -> float:
    """Return the weight of a result, called g in Glicko-2."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)


def _expected(own: Rating, opponent: Rating) -> float:
    """Return the expected score against an opponent, called E in Glicko-2."""
    return 1 / (1 + exp(_weight(opponent) * (opponent.rating - own.rating) / _SCALE))


def _new_volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Return the new volatility (step 5 of Glicko-2), which is computed by the Illinois method."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / _TAU**2

    low, high = a, log(delta**2 - phi**2 - v) if delta**2 > phi**2 + v else a - _TAU
    while delta**2 <= phi**2 + v and f(high) < 0:
        high -= _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


PERIOD = timedelta(days=1)  # rating period; the deviation of an inactive player grows with each period
STEP = 200.0  # rating points between levels of difficulty; the middle level has the rating of a new player
GUESSED = 150.0  # deviation of the rating of a problem that nobody has answered
PROVISIONAL = 10  # number of rated answers before a rating is shown, because the first answers move it by hundreds
ALIKE_RATING = 100.0  # problems whose ratings differ by fewer points than this are equally suitable
_MIDDLE_DIFFICULTY = 3


@dataclass(frozen=True)
class Ratings:
    """The player's current rating, the player's ratings after each answer, and the ratings of problems by id."""

    player: Rating
    history: tuple[tuple[datetime, Rating], ...]
    problems: Mapping[str, Rating]

    @property
    def missing(self) -> int:
        """The number of answers to new problems that are needed before the rating is shown."""
        return max(0, PROVISIONAL - len(self.history))

    def of_problem(self, problem: ProblemInfo) -> Rating:
        """Return a problem's rating, based on the first answer or, for an unanswered problem, on the difficulty."""
        return self.problems.get(problem.id) or unanswered(problem.difficulty)

    def distance(self, problem: ProblemInfo) -> int:
        """Return the difference between a problem's and the player's rating, in steps of `ALIKE` points."""
        return int(abs(self.of_problem(problem).rating - self.player.rating) / ALIKE_RATING)


def unanswered(difficulty: int) -> Rating:
    """Return the rating of a problem that has not been answered."""
    return Rating(MIDDLE + STEP * (difficulty - _MIDDLE_DIFFICULTY), GUESSED)


def ratings(answers: Iterable[Answered], difficulties: Mapping[str, int], now: datetime) -> Ratings:
    """Return the ratings after `answers`, in any order. A problem missing in `difficulties` has medium difficulty."""
    player, problems, history = Rating(), dict[str, Rating](), list[tuple[datetime, Rating]]()
    last = None
    for answer in sorted(answers, key=lambda answer: answer.when):
        if answer.problem in problems:
            continue
        if last is not None:
            player = player.rested((answer.when - last) / PERIOD)
        last = answer.when
        problem = unanswered(difficulties.get(answer.problem, _MIDDLE_DIFFICULTY))
        score = answer.mark / FULL
        player, problems[answer.problem] = player.after([(problem, score)]), problem.after([(player, 1 - score)])
        history.append((answer.when, player))
    if last is not None:
        player = player.rested(max(now - last, timedelta(0)) / PERIOD)
    return Ratings(player, tuple(history), problems)
