"""Match equity: the chance of winning the match after a deal, as backgammon players call it.

If a result ends the match, the rules say who has won.  If the match goes on, it is solved: players count as equal and
do not look at the score, but a deal's result changes the next exchange.

A match is a Markov chain.  Its state between two deals is the score and the results of the last deal, on which the next
exchange rests; who deals follows from the seats.  The chances of each next result come from `deal_results`, what ends
the match from the rules.  If no number of deals is set, the chances of winning solve a linear system, by GMRES (Saad
and Schultz 1986); deals before a last one follow backwards.

The table of next results by last results (153 x 153) is taken apart into its `RANK` main parts, so that for each score
that many numbers say all.  A score beyond the lattice counts as one at its rim.  Matches that are too long for it are
those of `long_match`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.checks import check_fields
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.match import winners_of
from ninefivetwo.game.rules import TRICKS, RuleSet, Tie
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import OUTCOMES, Integers, index_of, next_results, usual_results
from ninefivetwo.think.models.linear import BLOCK, parted, solve
from ninefivetwo.think.models.long_match import long_match, reach, reachable
from ninefivetwo.think.models.match_ends import ChancesAt, a_deal_later, ends


class MatchScore(Struct, frozen=True):
    """A match before one of its deals: the score in points, by the seats of that deal, and the deal's number from 1.

    Raises AdviceError for a score that no match can have.
    """

    score: tuple[int, int, int] = (0, 0, 0)
    number: int = 1

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)
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
    return np.where(over[:, None], shares, _going_on(rules, match_score, totals, to_come))


def _going_on(rules: RuleSet, match_score: MatchScore, totals: Integers, to_come: int | None) -> Floats:
    """Each seat's chance where the match goes on after a deal: outcomes, seats."""
    dealer, left, right = match_score.score
    near = left, right, dealer  # by the seats of the next deal
    rules = reachable(rules, near, to_come)
    span = _span(rules)
    if span <= MOST_POINTS and (to_come is None or span or to_come <= MOST_DEALS):
        deals = None if rules.deals is None else min(rules.deals, MOST_DEALS_TO_POINTS if span else MOST_DEALS + 1)
        later = solved_match(replace(rules, deals=deals)).chances(to_come)
    else:
        later = long_match(rules, to_come, near)
    return a_deal_later(rules, totals, to_come is not None and to_come <= 1, later)


def _span(rules: RuleSet) -> int:
    """The points from the lowest to the highest score at an end, 0 if none ends a match."""
    low, high = reach(rules.target, rules.floor)
    return high - low


RANK = 24
RIM, RIM_DEALS = 30, 9  # points, to which a score is followed where none ends a match of so many deals
TIES = 8  # the same where it matters only if two have swept
MOST_POINTS, MOST_DEALS = 64, 12  # from end to end, and to the end; what is longer is a `long_match`
MOST_DEALS_TO_POINTS = 48  # to which a match to points as well is followed: more are hardly ever played


@lru_cache(maxsize=4)
def solved_match(rules: RuleSet) -> SolvedMatch:
    """The table of a rule set, made once: in some tenths of a second."""
    return SolvedMatch(rules)


class SolvedMatch:
    """The chances of winning a match under a rule set, for players of equal strength who do not look at the score."""

    def __init__(self, rules: RuleSet) -> None:
        self.lattice = Lattice(*_rim(rules))
        table = next_results(rules)
        self.after, into = parted(table, usual_results(table), RANK)
        self.first = rules.deals or 1  # from this deal on its number changes nothing
        deal = _DealToPlay(rules, self.lattice, self.after, into, rules.deals is not None)
        self.values = {self.first: _settled(deal, into)}
        if self.first > 3:
            deal = _DealToPlay(rules, self.lattice, self.after, into, False)
        for number in range(self.first - 1, 2, -1):
            self.values[number] = deal.won + deal.before(self.values[number + 1])

    def chances(self, to_come: int | None) -> ChancesAt:
        """The chances after the next deal.  to_come: the deals left with that one, in a match of a number of deals."""
        later = 0 if to_come is None else max(to_come - 2, 0)
        values = self.values[max(self.first - later, min(self.values))]

        def found(scores: Integers) -> Floats:
            rows = self.lattice.rows(scores[..., Seat.DEALER], scores[..., Seat.LEFT])
            each = [np.einsum("oaj,oj->oa", part[rows // BLOCK, :, rows % BLOCK], self.after) for part in values]
            return np.stack(each, axis=-1)

        return found


def _rim(rules: RuleSet) -> tuple[int, int]:
    """The lowest and the highest score of the lattice.  Past a target or a floor a tie may go on: so it has room."""
    if rules.target is not None or rules.floor is not None:
        low, high = reach(rules.target, rules.floor)
        return low - 2, high + 2
    rim = TIES if rules.deals is None else RIM + 5 * max(rules.deals - RIM_DEALS, 0)
    return -rim, rim


class Lattice:
    """The scores from `low` to `high` for each seat, which sum to 0: blocks, places, seats.  The last may be filled up.

    A score's row is its number, counted through the blocks.
    """

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        totals = np.arange(low, high + 1)
        dealer, left = (axis.ravel() for axis in np.meshgrid(totals, totals, indexing="ij"))
        inside = (-dealer - left >= low) & (-dealer - left <= high)
        scores = np.stack([dealer, left, -dealer - left], axis=1)[inside]
        self._rows = np.full((len(totals), len(totals)), -1)
        self._rows[dealer[inside] - low, left[inside] - low] = np.arange(len(scores))
        filling = np.zeros((-len(scores) % BLOCK, len(Seat)), dtype=scores.dtype)
        self.scores: Integers = np.concatenate([scores, filling]).reshape(-1, BLOCK, len(Seat))

    def rows(self, dealer: Integers, left: Integers) -> Integers:
        """The rows of scores; of those beyond the rim the rows of scores near them."""
        right = -dealer - left
        beyond = np.maximum(np.maximum(dealer, left), right) > self.high
        beyond |= np.minimum(np.minimum(dealer, left), right) < self.low
        found: Integers = self._rows[np.where(beyond, 0, dealer) - self.low, np.where(beyond, 0, left) - self.low]
        found[beyond] = self._rows[tuple(self._nearer(np.stack([dealer, left, right], axis=-1)[beyond]) - self.low)]
        return found

    def _nearer(self, scores: Integers) -> Integers:
        """Dealer's and left's scores once what is beyond the rim has been shared out: seats, scores.

        First of what is too low, so that the lead of one of two others over the second stays as it is.
        """
        for limit, excess_of in ((self.low, np.minimum), (self.high, np.maximum)):
            excess = excess_of(scores - limit, 0)
            takes = excess == 0
            scores = scores - excess + takes * (excess.sum(axis=1) // takes.sum(axis=1))[:, None]
            scores[np.arange(len(scores)), takes.argmax(axis=1)] -= scores.sum(axis=1)
        return np.clip(scores[:, : Seat.RIGHT], self.low, self.high).T


class _DealToPlay:
    """A deal after which the match may be over, seen from the scores before it: what is won at once, and the rest.

    Axes of values: seats of this deal, blocks of scores, parts of the table of results, places in the block.
    """

    def __init__(self, rules: RuleSet, lattice: Lattice, after: Floats, into: Floats, last: bool) -> None:
        results = (OUTCOMES - np.array(rules.contracts))[:, None]
        totals = lattice.scores[:, None] + results  # blocks, outcomes, places, seats
        ended, shares = ends(rules, totals, results, OUTCOMES[:, None], last)
        self.after, self.into, self.goes_on = after, into, not ended.all()
        self.won = np.stack([into @ shares[..., seat] for seat in Seat])
        rows = lattice.rows(totals[..., Seat.LEFT], totals[..., Seat.RIGHT])  # by the seats of the next deal
        places = (rows // BLOCK * len(OUTCOMES) + np.arange(len(OUTCOMES))[:, None]) * BLOCK + rows % BLOCK
        self.follows = np.where(ended, rows.size, places)

    def before(self, values: Floats) -> Floats:
        """What is won later, from the values before the next deal."""
        found, later = np.empty_like(self.won), np.zeros(self.follows.size + 1)  # at the end nothing
        for seat in Seat:
            later[:-1] = (self.after @ values[seat - 1]).ravel()  # left is the next dealer, the dealer right
            found[seat] = self.into @ later[self.follows]
        return found


def _settled(deal: _DealToPlay, into: Floats) -> Floats:
    """The values before deals of which each is like the one after; sought from even chances on."""
    if not deal.goes_on:
        return deal.won
    even = np.broadcast_to(into.sum(axis=1)[:, None] / len(Seat), deal.won.shape)
    return even + solve(deal.before, deal.won + deal.before(even) - even)
