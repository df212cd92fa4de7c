"""Match equity (a term from backgammon), which is the chance of winning the match after a deal.

If a match goes on after a result, players are assumed to be equally strong and to ignore the score when playing. A
match is modelled as a Markov chain. The chain's state is the score and the result of the last deal, which determines
the next exchange. The chances of the next result come from `deal_results`. If the number of deals is not fixed, the
chances of winning are the solution of a linear system, found by GMRES (Saad and Schultz 1986). With a fixed number of
deals, the chances are computed backwards from the last deal.

The table of next results after each result (153 x 153) is approximated by a matrix of rank `RANK`, so that only `RANK`
numbers are stored for each score. Scores outside the lattice are moved to its rim. If a match is too long for a lattice
of all scores, `long_match` is used instead.
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
from ninefivetwo.think.models.linear import BLOCK, parted, solve_linear
from ninefivetwo.think.models.long_match import long_match, reach, reachable
from ninefivetwo.think.models.match_ends import ChancesAt, a_deal_later, ends


class MatchScore(Struct, frozen=True):
    """The score of a match before a deal, in points, and the number of the deal, counted from 1.

    `score` is in the order of the seats in this deal. Raises AdviceError if no match can have this score.
    """

    score: tuple[int, int, int] = (0, 0, 0)
    number: int = 1

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)
        if sum(self.score) or self.number < 1:
            raise AdviceError(
                f"invalid match score {self.score} before deal {self.number} (expected a sum of 0, and deal 1 or later)"
            )


def check_match_score(rules: RuleSet, match_score: MatchScore) -> None:
    """Check that a deal can be played at this score under these rules.

    Raises AdviceError if the match is over or if the score cannot be reached in the deals played so far. Before deal 1,
    any score is valid, because deal 1 also stands for a deal with an unknown number.
    """
    score, number = match_score.score, match_score.number
    most = TRICKS * (number - 1)
    if number > 1 and (far := max(map(abs, score))) > most:
        raise AdviceError(
            f"impossible score before deal {number}: {far} points (expected at most {most}, {TRICKS} a deal)"
        )
    if not winners_of(rules, score, (0, 0, 0), (0, 0, 0), number - 1):
        return
    if rules.target is not None and max(score) >= rules.target:
        seat, limit = Seat(score.index(max(score))), f"below {rules.target:+}"
    elif rules.floor is not None and min(score) <= rules.floor:
        seat, limit = Seat(score.index(min(score))), f"above {rules.floor:+}"
    else:
        tied = "" if rules.tie is Tie.SHARE else ", or a tie for the highest score"
        fault, expected = f"{rules.name} has {rules.deals} deals", f"{{}} 1 to {rules.deals}{tied}"
        raise AdviceError(fault, "number", expected=expected)
    raise AdviceError(f"the match is over: {seat.word} has {score[seat]:+} (expected {limit})")


@lru_cache(maxsize=64)
def chances(rules: RuleSet, match_score: MatchScore, seat: Seat) -> Floats:
    """Return a seat's chances of winning the match, indexed by its own tricks and the next seat's tricks.

    Impossible combinations of tricks have a chance of 0. A win shared by n players counts as 1/n.
    """
    table = np.zeros((TRICKS + 1, TRICKS + 1))
    table[OUTCOMES[:, seat], OUTCOMES[:, seat.next]] = _by_outcome(rules, match_score)[:, seat]
    return table


def chance(rules: RuleSet, match_score: MatchScore, won: tuple[int, int, int], seat: Seat) -> float:
    """Return a seat's chance of winning the match after a deal with these tricks. A shared win counts as a fraction."""
    return float(_by_outcome(rules, match_score)[index_of(won[Seat.DEALER], won[Seat.LEFT]), seat])


@lru_cache(maxsize=64)
def _by_outcome(rules: RuleSet, match_score: MatchScore) -> Floats:
    """Return each seat's chance of winning the match after each outcome of a deal, with shape (outcomes, seats)."""
    results = OUTCOMES - np.array(rules.contracts)
    totals = results + np.array(match_score.score)
    to_come = None if rules.deals is None else max(rules.deals - match_score.number, 0)
    over, shares = ends(rules, totals, results, OUTCOMES, to_come == 0)
    if over.all():
        return shares
    return np.where(over[:, None], shares, _going_on(rules, match_score, totals, to_come))


def _going_on(rules: RuleSet, match_score: MatchScore, totals: Integers, to_come: int | None) -> Floats:
    dealer, left, right = match_score.score
    near = left, right, dealer  # the score in the order of the next deal's seats
    rules = reachable(rules, near, to_come)
    span = _span(rules)
    if span <= MOST_POINTS and (to_come is None or span or to_come <= MOST_DEALS):
        deals = None if rules.deals is None else min(rules.deals, MOST_DEALS_TO_POINTS if span else MOST_DEALS + 1)
        later = solved_match(replace(rules, deals=deals)).chances(to_come)
    else:
        later = long_match(rules, to_come, near)
    return a_deal_later(rules, totals, to_come is not None and to_come <= 1, later)


def _span(rules: RuleSet) -> int:
    """Return the distance between the two scores from `reach`, which is 0 without a target or floor."""
    low, high = reach(rules.target, rules.floor)
    return high - low


EQUITY_RANK = 24  # rank of the approximation to the table of results
RIM, RIM_DEALS = 30, 9  # if no score ends the match: rim of the lattice in points; number of deals covered by this rim
TIE_POINTS = 8  # width of the lattice's rim in points if the score matters only after two players have swept
MOST_POINTS, MOST_DEALS = 64, 12  # for more points between the ends, or more deals left, `long_match` is used
MOST_DEALS_TO_POINTS = 48  # maximum number of deals considered in a match to points; longer matches are very rare


@lru_cache(maxsize=4)
def solved_match(rules: RuleSet) -> SolvedMatch:
    """Return the `SolvedMatch` of a rule set, which takes a few tenths of a second unless it is cached."""
    return SolvedMatch(rules)


class SolvedMatch:
    """The chances of winning a match under a rule set, for players of equal strength who ignore the score."""

    def __init__(self, rules: RuleSet) -> None:
        self.lattice = Lattice(*_rim(rules))
        table = next_results(rules)
        self.after, into = parted(table, usual_results(table), EQUITY_RANK)
        self.first = rules.deals or 1  # the chances are the same from this deal on
        deal = _DealToPlay(rules, self.lattice, self.after, into, rules.deals is not None)
        self.values = {self.first: _settled(deal, into)}
        if self.first > 3:
            deal = _DealToPlay(rules, self.lattice, self.after, into, False)
        for number in range(self.first - 1, 2, -1):
            self.values[number] = deal.won + deal.before(self.values[number + 1])

    def chances(self, to_come: int | None) -> ChancesAt:
        """Return a function that gives the chances after the next deal.

        `to_come` is the number of deals left, including the next deal, or None if the match has no fixed number of
        deals.
        """
        later = 0 if to_come is None else max(to_come - 2, 0)
        values = self.values[max(self.first - later, min(self.values))]

        def found(scores: Integers) -> Floats:
            rows = self.lattice.rows(scores[..., Seat.DEALER], scores[..., Seat.LEFT])
            each = [np.einsum("oaj,oj->oa", part[rows // BLOCK, :, rows % BLOCK], self.after) for part in values]
            return np.stack(each, axis=-1)

        return found


def _rim(rules: RuleSet) -> tuple[int, int]:
    """Return the lowest and the highest score of the lattice, with room for tied matches that go on."""
    if rules.target is not None or rules.floor is not None:
        low, high = reach(rules.target, rules.floor)
        return low - 2, high + 2
    rim = TIE_POINTS if rules.deals is None else RIM + 5 * max(rules.deals - RIM_DEALS, 0)
    return -rim, rim


class Lattice:
    """All combinations of scores from `low` to `high` that sum to 0, with shape (blocks, places, seats).

    The last block may be padded. The row of a score is its index over all blocks.
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
        """Return the row of each score. A score beyond the rim gets the row of a nearby score on the rim."""
        right = -dealer - left
        beyond = np.maximum(np.maximum(dealer, left), right) > self.high
        beyond |= np.minimum(np.minimum(dealer, left), right) < self.low
        found: Integers = self._rows[np.where(beyond, 0, dealer) - self.low, np.where(beyond, 0, left) - self.low]
        found[beyond] = self._rows[tuple(self._nearer(np.stack([dealer, left, right], axis=-1)[beyond]) - self.low)]
        return found

    def _nearer(self, scores: Integers) -> Integers:
        """Return the scores of dealer and left after moving them inside the rim, with shape (seats, scores).

        Low scores are raised first, and the other seats lose the added points in equal parts.
        """
        for limit, excess_of in ((self.low, np.minimum), (self.high, np.maximum)):
            excess = excess_of(scores - limit, 0)
            takes = excess == 0
            scores = scores - excess + takes * (excess.sum(axis=1) // takes.sum(axis=1))[:, None]
            scores[np.arange(len(scores)), takes.argmax(axis=1)] -= scores.sum(axis=1)
        return np.clip(scores[:, : Seat.RIGHT], self.low, self.high).T


class _DealToPlay:
    """The chances of winning a match by the next deal or by a later deal, from each score before the next deal.

    The axes of value arrays are seats in this deal, blocks of scores, parts of the table of results, and places.
    """

    def __init__(self, rules: RuleSet, lattice: Lattice, after: Floats, into: Floats, last: bool) -> None:
        results = (OUTCOMES - np.array(rules.contracts))[:, None]
        totals = lattice.scores[:, None] + results  # axes: blocks, outcomes, places, seats
        ended, shares = ends(rules, totals, results, OUTCOMES[:, None], last)
        self.after, self.into, self.goes_on = after, into, not ended.all()
        self.won = np.stack([into @ shares[..., seat] for seat in Seat])
        rows = lattice.rows(totals[..., Seat.LEFT], totals[..., Seat.RIGHT])  # in the order of the next deal's seats
        places = (rows // BLOCK * len(OUTCOMES) + np.arange(len(OUTCOMES))[:, None]) * BLOCK + rows % BLOCK
        self.follows = np.where(ended, rows.size, places)

    def before(self, values: Floats) -> Floats:
        """Return the chances of winning by a later deal, computed from the values before the next deal."""
        found, later = np.empty_like(self.won), np.zeros(self.follows.size + 1)  # last in `later`: the match is over
        for seat in Seat:
            later[:-1] = (self.after @ values[seat - 1]).ravel()  # next deal: left becomes dealer, dealer becomes right
            found[seat] = self.into @ later[self.follows]
        return found


def _settled(deal: _DealToPlay, into: Floats) -> Floats:
    """Return the values before a deal, by solving a linear system in which all later deals are alike."""
    if not deal.goes_on:
        return deal.won
    even = np.broadcast_to(into.sum(axis=1)[:, None] / len(Seat), deal.won.shape)
    return even + solve_linear(deal.before, deal.won + deal.before(even) - even)
