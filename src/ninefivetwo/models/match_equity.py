"""Match equity: the chance of winning the match after a deal, as backgammon players call it.

Where a result ends the match, the rules say who has won.  Where the match goes on, each player's chance is taken from
the score alone: it is proportional to exp(score / scale), and the scale grows with the deals still to be played.  It
was fitted to matches between players of equal strength, who go by the plain rules (benchmarks/fit_match_equity.py).
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

STEADY, BY_DEAL = 2.0, 10.0  # points, points squared per deal: the scale squared is STEADY**2 + BY_DEAL * deals
PACE = 0.7  # points by which a match comes nearer to its end with each deal
LONG = 20  # deals still to be played, where no end of a match can be foreseen


@dataclass(frozen=True)
class MatchScore:
    """A match before one of its deals: the score in points, by the seats of that deal, and the deal's number from 1.

    Raises AdviceError for a score that no match can have.
    """

    score: tuple[int, int, int] = (0, 0, 0)
    number: int = 1

    def __post_init__(self) -> None:
        if sum(self.score) or self.number < 1:
            raise AdviceError(f"no score of a match: {self.score}, deal {self.number} (expected a sum of 0)")


@lru_cache(maxsize=64)
def chances(rules: RuleSet, match_score: MatchScore, seat: Seat) -> Floats:
    """A seat's chance of winning the match: a row per number of its tricks, a column per number of the next seat's."""
    table = np.zeros((TRICKS + 1, TRICKS + 1))
    for own in range(TRICKS + 1):
        for after in range(TRICKS + 1 - own):
            won = {seat: own, seat.next: after, seat.after(2): TRICKS - own - after}
            table[own, after] = chance(rules, match_score, (won[Seat.DEALER], won[Seat.LEFT], won[Seat.RIGHT]), seat)
    return table


def chance(rules: RuleSet, match_score: MatchScore, won: tuple[int, int, int], seat: Seat) -> float:
    """A seat's chance of winning the match after a deal with these tricks; a shared win counts for its share."""
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
    """About how many deals are still to be played after the one of this number, by the nearest end in sight."""
    ends = [float(LONG)]
    if rules.deals is not None:
        ends.append(rules.deals - number)
    if rules.target is not None:
        ends.append((rules.target - max(total)) / PACE)
    if rules.floor is not None:
        ends.append((min(total) - rules.floor) / PACE)
    return max(min(ends), 0.5)
