"""What a player wants of a deal, and how much of it a forecast is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Seat
from ninefivetwo.models.match_equity import MatchScore, chances
from ninefivetwo.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats

_GRID = np.linspace(-6.0, 6.0, 2401)
_BELOW = np.array([NormalDist().cdf(z) for z in _GRID])


class Utility(Enum):
    """What is maximised: tricks on average, the chance of making the contract, or the score.

    The score of one deal is the tricks beyond the contract, so it asks for the same as tricks.  Of a match whose score
    is known it is the chance of winning the match.
    """

    TRICKS = "tricks"
    MAKE = "make"
    SCORE = "score"


def distribution(mean: npt.ArrayLike, spread: npt.ArrayLike) -> Floats:
    """The chance of each number of tricks, 0 to 16, in the last axis: a normal forecast, rounded to whole tricks."""
    ends = np.arange(1, TRICKS + 1) - 0.5
    below = np.interp(
        (ends - np.asarray(mean)[..., None]) / np.maximum(np.asarray(spread), 1e-6)[..., None], _GRID, _BELOW
    )
    zeros, ones = np.zeros_like(below[..., :1]), np.ones_like(below[..., :1])
    return np.diff(np.concatenate([zeros, below, ones], axis=-1))


def make(mean: npt.ArrayLike, spread: npt.ArrayLike, tricks: int) -> Floats:
    """The chance of winning at least so many tricks."""
    z = (np.asarray(mean) + 0.5 - tricks) / np.maximum(np.asarray(spread), 1e-6)
    return np.ones_like(z) if tricks <= 0 else np.interp(z, _GRID, _BELOW)


@dataclass(frozen=True)
class Objective:
    """What a player wants of a deal.

    `match_score` is the match before this deal; with it, `Utility.SCORE` is the chance of winning the match.
    """

    utility: Utility = Utility.TRICKS
    match_score: MatchScore | None = None

    @property
    def in_chances(self) -> bool:
        """Is the unit a chance?  Otherwise it is tricks or points."""
        return self.utility is Utility.MAKE or (self.utility is Utility.SCORE and self.match_score is not None)

    def worth(self, rules: RuleSet, seat: Seat, means: Floats, spread: npt.ArrayLike) -> Floats:
        """What forecasts are worth to a seat.

        means: the tricks of dealer, left and right in the last axis.  spread: the standard deviation of the seat's own.
        """
        own, contract = means[..., seat], rules.contracts[seat]
        if self.utility is Utility.MAKE:
            return make(own, spread, contract)
        if self.utility is Utility.SCORE:
            if self.match_score is None:
                return own - contract
            return _chance_of_match(chances(rules, self.match_score, seat), seat, means, spread)
        return own


DEFAULT_OBJECTIVE = Objective()


def _chance_of_match(by_tricks: Floats, seat: Seat, means: Floats, spread: npt.ArrayLike) -> Floats:
    """The chance of winning the match, from that by the tricks of the seat and of the next (`match_equity.chances`).

    The other two share the tricks that the seat does not win as they do on average.  Between two whole numbers of
    tricks the chance is interpolated linearly.
    """
    after, other = means[..., seat.next], means[..., seat.after(2)]
    share = np.clip(after / np.maximum(after + other, 1e-9), 0, 1)
    own = np.arange(TRICKS + 1)
    theirs = share[..., None] * (TRICKS - own)
    below = np.minimum(theirs.astype(int), TRICKS - own)
    above = np.minimum(below + 1, TRICKS - own)
    part = theirs - below
    by_own = by_tricks[own, below] * (1 - part) + by_tricks[own, above] * part
    worth: Floats = (distribution(means[..., seat], spread) * by_own).sum(axis=-1)
    return worth
