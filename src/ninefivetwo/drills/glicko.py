"""Glicko-2: a rating, how well it is known, and how it moves with results.

Mark E. Glickman, "Example of the Glicko-2 system" (2013), whose step numbers and letters are used here.  Of the
packages for it one takes the rating for its deviation in step 5, and another has a single release; hence these lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, log, pi, sqrt

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
