"""Match equity: the chance of winning the match after a deal, as backgammon players call it.

Where a result ends the match, the rules say who has won.  Where it goes on, `solved_match` follows it to its end, with
what this deal's result does to the next exchange; the players are taken to be equal, and not to look at the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.match import winners_of
from ninefivetwo.game.rules import TRICKS, RuleSet, Tie
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import OUTCOMES, index_of
from ninefivetwo.think.models.solved_match import ends, solved_match


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


def check_match_score(rules: RuleSet, match_score: MatchScore) -> None:
    """Can a deal be played at this score under these rules?

    Raises AdviceError where the match was over before, and for more points than the deals so far can bring.  Deal 1 may
    have any score: it stands for a deal whose number is not known.
    """
    score, number = match_score.score, match_score.number
    most = TRICKS * (number - 1)
    if number > 1 and (far := max(map(abs, score))) > most:
        raise AdviceError(f"no score before deal {number}: {far} points (expected at most {TRICKS} a deal, {most})")
    if not winners_of(rules, score, (0, 0, 0), (0, 0, 0), number - 1):
        return
    if rules.target is not None and max(score) >= rules.target:
        seat, limit = Seat(score.index(max(score))), f"below {rules.target:+}"
    elif rules.floor is not None and min(score) <= rules.floor:
        seat, limit = Seat(score.index(min(score))), f"above {rules.floor:+}"
    else:
        tied = "" if rules.tie is Tie.SHARE else ", or a tie for the highest score"
        raise AdviceError(f"{rules.name} has {rules.deals} deals (expected --number 1 to {rules.deals}{tied})")
    raise AdviceError(f"the match is over: {seat.word} has {score[seat]:+} (expected {limit})")


@lru_cache(maxsize=64)
def chances(rules: RuleSet, match_score: MatchScore, seat: Seat) -> Floats:
    """A seat's chance of winning the match: a row per number of its tricks, a column per number of the next seat's.

    0 where there are not so many tricks.  A shared win counts for its share.
    """
    table = np.zeros((TRICKS + 1, TRICKS + 1))
    table[OUTCOMES[:, seat], OUTCOMES[:, seat.next]] = _by_outcome(rules, match_score)[:, seat]
    return table


def chance(rules: RuleSet, match_score: MatchScore, won: tuple[int, int, int], seat: Seat) -> float:
    """A seat's chance of winning the match after a deal with these tricks; a shared win counts for its share."""
    return float(_by_outcome(rules, match_score)[index_of(won[Seat.DEALER], won[Seat.LEFT]), seat])


@lru_cache(maxsize=64)
def _by_outcome(rules: RuleSet, match_score: MatchScore) -> Floats:
    """Each seat's chance after each outcome of a deal: outcomes, seats."""
    results = OUTCOMES - np.array(rules.contracts)
    totals = results + np.array(match_score.score)
    to_come = None if rules.deals is None else max(rules.deals - match_score.number, 0)
    over, shares = ends(rules, totals, results, OUTCOMES, to_come == 0)
    if over.all():
        return shares
    return np.where(over[:, None], shares, solved_match(rules).after_deal(totals, to_come))
