"""What a player wants of a deal, and how much of it the tricks that are won are worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.match_equity import MatchScore, chances, check_match_score
from ninefivetwo.think.playouts.values import RolloutValues

TIE = 1e-6  # of a chance, for each trick: of choices that do it as often, the one that wins more is taken


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

    def check(self, rules: RuleSet) -> None:
        """Raises AdviceError where no deal is played at the score of the match, because it is over, say."""
        if self.match_score is not None:
            check_match_score(rules, self.match_score)

    def worths(self, rules: RuleSet, values: RolloutValues) -> Floats:
        """What choices are worth to the seat that they are valued for, by world and choice."""
        own, contract = values.tricks[:, :, values.seat], rules.contracts[values.seat]
        if self.utility is Utility.MAKE:
            return _with_ties_broken(values.makes(contract), own)
        if self.utility is Utility.SCORE:
            match = self.match_chances(rules, values)
            return own - contract if match is None else _with_ties_broken(match, own)
        return own

    def match_chances(self, rules: RuleSet, values: RolloutValues) -> Floats | None:
        """The chance of winning the match, by world and choice; None where its score is not known.

        The other two share the tricks that the seat does not win as they do on average in the world.  Between two whole
        numbers of tricks the chance is interpolated linearly.
        """
        if self.match_score is None:
            return None
        by_tricks, seat = chances(rules, self.match_score, values.seat), values.seat
        after, other = values.tricks[:, :, seat.next], values.tricks[:, :, seat.after(2)]
        share = np.clip(after / np.maximum(after + other, 1e-9), 0, 1)
        own = np.arange(TRICKS + 1)
        theirs = share[..., None] * (TRICKS - own)
        below = np.minimum(theirs.astype(int), TRICKS - own)
        above = np.minimum(below + 1, TRICKS - own)
        part = theirs - below
        by_own = by_tricks[own, below] * (1 - part) + by_tricks[own, above] * part
        found: Floats = (values.chances * by_own).sum(axis=-1)
        return found


def _with_ties_broken(chances: Floats, tricks: Floats) -> Floats:
    """The chances, of which those after more tricks are larger by next to nothing, and none is above 1."""
    found: Floats = (1 - TIE * TRICKS) * chances + TIE * tricks
    return found


DEFAULT_OBJECTIVE = Objective()
