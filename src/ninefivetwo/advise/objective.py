"""What a player wants of a deal, and how much of it a forecast is worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Seat
from ninefivetwo.models.distribution import distribution, make
from ninefivetwo.models.match_equity import MatchScore, chances
from ninefivetwo.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats


class Utility(Enum):
    """What is maximised: tricks on average, the chance of making the contract, or the score.

    The score of one deal is the tricks beyond the contract, so it asks for the same as tricks.  Of a match whose score
    is known it is the chance of winning the match.
    """

    TRICKS = "tricks"
    MAKE = "make"
    SCORE = "score"


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
