"""The match_equity: what the results of one deal are worth to a player who wants to win the match.

Where a result ends the match, the rules say who has won.  Where it goes on, the chance of each player is taken from the
score alone: in proportion to exp(score / scale), the scale growing with the deals still to be played.  It was fitted to
matches of plain players (`benchmarks/fit_stakes.py`), who are of equal strength.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.match import winners_of
from ninefivetwo.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats

STEADY, BY_DEAL = 2.0, 10.0  # points, points squared a deal: the square of the scale is STEADY**2 + BY_DEAL * deals
PACE = 0.7  # points by which the leader comes nearer to the end in a deal
LONG = 20  # deals still to be played, where no end of a match can be foreseen


@dataclass(frozen=True)
class MatchScore:
    """A match before one of its deals: the score by the seats of that deal, in points, and its number, from 1.

    Raises AdviceError for what no match can have come to.
    """

    score: tuple[int, int, int] = (0, 0, 0)
    number: int = 1

    def __post_init__(self) -> None:
        if sum(self.score) or self.number < 1:
            raise AdviceError(f"no score of a match: {self.score}, deal {self.number} (expected a sum of 0)")


@lru_cache(maxsize=64)
def chances(rules: RuleSet, match_score: MatchScore, seat: Seat) -> Floats:
    """The seat's chance of winning the match, by its own tricks in this deal and those of the seat after it."""
    found = np.zeros((TRICKS + 1, TRICKS + 1))
    for own in range(TRICKS + 1):
        for after in range(TRICKS + 1 - own):
            won = {seat: own, seat.next: after, seat.after(2): TRICKS - own - after}
            found[own, after] = chance(rules, match_score, (won[Seat.DEALER], won[Seat.LEFT], won[Seat.RIGHT]), seat)
    return found


def chance(rules: RuleSet, match_score: MatchScore, won: tuple[int, int, int], seat: Seat) -> float:
    """A seat's chance of winning the match once these tricks have been won in the deal; a shared win is its share."""
    dealer, left, right = (won[s] - rules.contracts[s] for s in Seat)
    scores, before = (dealer, left, right), match_score.score
    total = before[0] + dealer, before[1] + left, before[2] + right
    winners = winners_of(rules, total, scores, won, match_score.number)
    if winners:
        return (seat in winners) / len(winners)
    scale = (STEADY**2 + BY_DEAL * to_go(rules, total, match_score.number)) ** 0.5
    weights = [np.exp((points - max(total)) / scale) for points in total]
    return float(weights[seat] / sum(weights))


def to_go(rules: RuleSet, total: tuple[int, ...], number: int) -> float:
    """About how many deals are still to be played after one with this number: by the nearest end that can be seen."""
    ends = [float(LONG)]
    if rules.deals is not None:
        ends.append(rules.deals - number)
    if rules.target is not None:
        ends.append((rules.target - max(total)) / PACE)
    if rules.floor is not None:
        ends.append((min(total) - rules.floor) / PACE)
    return max(min(ends), 0.5)
