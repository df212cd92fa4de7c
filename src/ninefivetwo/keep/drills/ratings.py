"""How strong a player is, and how hard each problem: Glicko-2 of the answers, where a problem is the opponent.

Ratings are kept nowhere: they follow from the answers in a library, so that two libraries made one have one rating.
Only the first answer to a problem counts, for the next ones are of somebody who has seen what is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, hypot, log, pi, sqrt

from ninefivetwo.keep.drills.judge import FULL
from ninefivetwo.keep.library import Answered, ProblemInfo

MIDDLE, UNKNOWN, STEADY = 1500.0, 350.0, 0.06  # of one who has played nothing, as the paper proposes
_SCALE = 173.7178
_TAU = 0.5  # how far volatilities may change; the paper proposes 0.3 to 1.2
_CLOSE = 1e-6


@dataclass(frozen=True)
class Rating:
    """How strong a player is, or how hard a problem.

    `deviation` is the standard deviation of what is known of it, in the same points.  `volatility` is how much it
    changes from one period to the next, on the paper's inner scale.
    """

    rating: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = STEADY

    def rested(self, periods: float) -> Rating:
        """After so many periods without a result: less well known."""
        grown = hypot(self.deviation, _SCALE * self.volatility * sqrt(periods))
        return replace(self, deviation=min(grown, max(UNKNOWN, self.deviation)))

    def after(self, results: Sequence[tuple[Rating, float]]) -> Rating:
        """After a period with these results: of each the opponent, and the score, 0 if lost to 1 if won.

        Nothing but the time has changed after a period without any (step 6).
        """
        if not results:
            return self.rested(1)
        phi = self.deviation / _SCALE
        weights = [_weight(opponent) for opponent, _ in results]
        expected = [_expected(self, opponent) for opponent, _ in results]
        v = 1 / sum(g * g * e * (1 - e) for g, e in zip(weights, expected, strict=True))
        gained = sum(g * (s - e) for g, e, (_, s) in zip(weights, expected, results, strict=True))
        sigma = _new_volatility(self.volatility, phi, v, v * gained)
        phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
        return Rating(self.rating + _SCALE * phi * phi * gained, _SCALE * phi, sigma)


def _weight(opponent: Rating) -> float:
    """g: how much a result counts against an opponent who is known so well."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)


def _expected(own: Rating, opponent: Rating) -> float:
    """E: the score that is to be expected."""
    return 1 / (1 + exp(_weight(opponent) * (opponent.rating - own.rating) / _SCALE))


def _new_volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """Step 5: the zero of f, by the Illinois rule."""
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


PERIOD = timedelta(days=1)  # by which a player who rests is less well known
STEP = 200.0  # points from one difficulty to the next; the middle one is as hard as a new player is strong
GUESSED = 150.0  # deviation of a problem that nobody has answered
ALIKE = 100.0  # points; problems so close to one another are equally fit to be posed next
_MIDDLE_DIFFICULTY = 3


@dataclass(frozen=True)
class Ratings:
    """The player's rating, what it was after each answer, and the ratings of the problems answered, by their ids."""

    player: Rating
    history: tuple[tuple[datetime, Rating], ...]
    problems: Mapping[str, Rating]

    def of_problem(self, problem: ProblemInfo) -> Rating:
        """How hard a problem is: by its answer, or by its difficulty."""
        return self.problems.get(problem.id) or unanswered(problem.difficulty)

    def distance(self, problem: ProblemInfo) -> int:
        """How far a problem is from the player's strength, in steps of `ALIKE` points."""
        return int(abs(self.of_problem(problem).rating - self.player.rating) / ALIKE)


def unanswered(difficulty: int) -> Rating:
    """The rating of a problem that nobody has answered."""
    return Rating(MIDDLE + STEP * (difficulty - _MIDDLE_DIFFICULTY), GUESSED)


def ratings(answers: Iterable[Answered], difficulties: Mapping[str, int], now: datetime) -> Ratings:
    """The ratings by answers, in any order; `difficulties` of problems by their ids, those unknown being middling."""
    player, problems, history = Rating(), dict[str, Rating](), list[tuple[datetime, Rating]]()
    last = None
    for answer in sorted(answers, key=lambda answer: answer.when):
        if answer.problem in problems:
            continue
        if last is not None:
            player = player.rested((answer.when - last) / PERIOD)
        last = answer.when
        problem = unanswered(difficulties.get(answer.problem, _MIDDLE_DIFFICULTY))
        score = _score(answer)
        player, problems[answer.problem] = player.after([(problem, score)]), problem.after([(player, 1 - score)])
        history.append((answer.when, player))
    if last is not None:
        player = player.rested(max(now - last, timedelta(0)) / PERIOD)
    return Ratings(player, tuple(history), problems)


def _score(answer: Answered) -> float:
    """What an answer counts for, from 0 to 1; without points of its own it was right or wrong."""
    return float(answer.right) if answer.mark is None else answer.mark / FULL
