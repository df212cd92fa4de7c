"""Match equity: the chance of winning the match after a deal, as backgammon players call it.

If a result ends the match, the rules say who has won.  If the match goes on, it is solved: players count as equal and
do not look at the score, but a deal's result changes the next exchange.

A match is a Markov chain.  Its state between two deals is the score and the results of the last deal, on which the next
exchange rests; who deals follows from the seats.  The chances of each next result come from `deal_results`, what ends
the match from the rules.  If no number of deals is set, the chances of winning solve a linear system, by GMRES (Saad
and Schultz 1986); deals before a last one follow backwards.

The table of next results by last results (153 x 153) is taken apart into its `RANK` main parts, so that for each score
that many numbers say all.  A score beyond the lattice counts as one at its rim.  Long matches are followed on a coarser
scale: scores divided by a number, deals by its square, as in a random walk.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.match import end_rank, winners_of
from ninefivetwo.game.rules import TRICKS, RuleSet, Tie, Winner
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import OUTCOMES, Integers, index_of, next_results


class MatchScore(Struct, frozen=True):
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


RANK = 24
RIM = 30  # points, to which a score is followed where the rules set no end
TIES = 8  # the same where it matters only if two have swept
MOST_POINTS, MOST_DEALS = 30, 16  # to an end of the match; a longer one is scaled
#: Scores in a product of matrices: BLAS spreads none so small over threads, which cost more on a busy machine.
BLOCK = 64
STEPS = 60  # of the linear solver, at most
PRECISE = 1e-4  # the error, by the size of the solution, at which it stops
LEAST = -(1 << 30)  # below any score

Bools = npt.NDArray[np.bool]


@lru_cache(maxsize=4)
def solved_match(rules: RuleSet) -> SolvedMatch:
    """The table of a rule set, made once: in some tenths of a second."""
    return SolvedMatch(rules)


class SolvedMatch:
    """The chances of winning a match under a rule set, for players of equal strength who do not look at the score."""

    def __init__(self, rules: RuleSet) -> None:
        self.scale = scale_of(rules)
        rules = scaled(rules, self.scale)
        self.lattice = Lattice(*_rim(rules))
        self.after, into = parted(next_results(rules), RANK)
        self.first = rules.deals or 1  # from this deal on its number changes nothing
        deal = _DealToPlay(rules, self.lattice, self.after, into, rules.deals is not None)
        self.values = {self.first: _settled(deal, into)}
        if self.first > 2:
            deal = _DealToPlay(rules, self.lattice, self.after, into, False)
        for number in range(self.first - 1, 1, -1):
            self.values[number] = deal.won + deal.before(self.values[number + 1])

    def after_deal(self, totals: Integers, to_come: int | None) -> Floats:
        """Each seat's chance where the match goes on after a deal: outcomes, seats.

        totals: the score with the deal, a row for each of `OUTCOMES`.  to_come: the deals that are left, of a match
        with a number of deals.
        """
        later = 0 if to_come is None else max(round(to_come / self.scale**2) - 1, 0)
        values = self.values[max(self.first - later, min(self.values))]
        mean = self.after.mean(axis=0)
        after = mean + (self.after - mean) / self.scale
        found = np.zeros(totals.shape)
        for rows, weights in self._rows(totals):
            for seat in Seat:
                here = values[seat - 1, rows // BLOCK, :, rows % BLOCK]  # left is the next dealer, the dealer right
                found[:, seat] += weights * (after * here).sum(axis=1)
        chances = np.clip(found, 1e-6, None)
        return chances / chances.sum(axis=1, keepdims=True)

    def _rows(self, totals: Integers) -> list[tuple[Integers, Floats]]:
        """The rows of the lattice around scores, by the seats of the next deal, and the share of each."""
        dealer, left = totals[:, Seat.LEFT] / self.scale, totals[:, Seat.RIGHT] / self.scale
        found = []
        for one, two in product((0, 1), (0, 1)):
            below = np.floor(dealer).astype(np.int64) + one, np.floor(left).astype(np.int64) + two
            shares = (1 - abs(dealer - below[0])) * (1 - abs(left - below[1]))
            if shares.any():
                found.append((self.lattice.rows(*below), shares))
        return found


def scale_of(rules: RuleSet) -> float:
    """By what the scores of a match are divided."""
    points = max(rules.target or 0, -(rules.floor or 0))
    return max(1, points / MOST_POINTS, sqrt((rules.deals or 0) / MOST_DEALS))


def scaled(rules: RuleSet, scale: float) -> RuleSet:
    """The rules of a match on this scale."""
    target, floor, deals = rules.target, rules.floor, rules.deals
    return replace(
        rules,
        target=None if target is None else max(round(target / scale), 1),
        floor=None if floor is None else min(round(floor / scale), -1),
        deals=None if deals is None else max(round(deals / scale**2), 1),
    )


def _rim(rules: RuleSet) -> tuple[int, int]:
    """The lowest and the highest score of the lattice.  Past a target or a floor a tie may go on: so it has room."""
    high, low = rules.target, rules.floor
    if high is None and low is None and rules.deals is None:
        return -TIES, TIES
    return (-RIM if low is None else low - 2), (RIM if high is None else high + 2)


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
        """Dealer's and left's scores once what is beyond the rim has been shared out: seats, scores."""
        for limit, excess_of in ((self.high, np.maximum), (self.low, np.minimum)):
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


def parted(table: Floats, rank: int) -> tuple[Floats, Floats]:
    """Two tables of so many columns and rows whose product is nearly this one, by its singular vectors."""
    _, vectors = np.linalg.eigh(table @ table.T)
    main = vectors[:, -rank:]
    return main, main.T @ table


def solve(apply: Callable[[Floats], Floats], right_side: Floats) -> Floats:
    """The x with x - apply(x) = right_side, by GMRES; apply is linear."""
    size = sqrt(_dot(right_side, right_side))
    basis, columns = [right_side / size], np.zeros((STEPS + 1, STEPS))
    for step in range(STEPS):
        new = basis[step] - apply(basis[step])
        for i, vector in enumerate(basis):
            columns[i, step] = _dot(vector, new)
            new -= columns[i, step] * vector
        columns[step + 1, step] = rest = sqrt(_dot(new, new))
        target = np.zeros(step + 2)
        target[0] = size
        weights, missing, *_ = np.linalg.lstsq(columns[: step + 2, : step + 1], target, rcond=None)
        if not len(missing) or missing[0] < (PRECISE * size) ** 2 or rest < PRECISE:
            break
        basis.append(new / rest)
    return sum((weight * vector for weight, vector in zip(weights, basis, strict=False)), np.zeros_like(right_side))


def _dot(one: Floats, other: Floats) -> float:
    """The sum of the products, not by BLAS (see `BLOCK`)."""
    return float(np.einsum("abcd,abcd->", one, other))


def ends(rules: RuleSet, totals: Integers, results: Integers, won: Integers, last: bool) -> tuple[Bools, Floats]:
    """`winners_of` for many deals: whether the match is over, and each seat's share of it (last axis: seats).

    totals, results, won: the scores with a deal, its own scores and its tricks.  last: has the number of deals been
    reached?
    """
    swept = _reached(won, rules.sweep) | _reached(results, rules.over)
    ranks = _end_ranks(rules, totals)
    over: Bools = (_over_seats(swept) | _over_seats(ranks > 0) | last) & np.full(totals.shape[:-1], True)
    shares = np.zeros(totals.shape)
    winners = _winners(rules, totals[over], np.broadcast_to(swept, totals.shape)[over], ranks[over])
    number = winners.sum(axis=1)
    shares[over] = winners / np.maximum(number, 1)[:, None]
    over[over] = number > 0
    return over, shares


def _end_ranks(rules: RuleSet, totals: Integers) -> Integers:
    """`end_rank` of many scores."""
    low, high = int(totals.min()), int(totals.max())
    return np.array([end_rank(rules, total) for total in range(low, high + 1)])[totals - low]


def _winners(rules: RuleSet, totals: Integers, swept: Bools, ranks: Integers) -> Bools:
    """Who wins matches that have come to an end, nobody where a tie is played on: ends, seats."""
    sweeps = _over_seats(swept)[:, None]
    furthest = _over_seats(ranks > 0)[:, None] & (rules.winner is Winner.FURTHEST)
    size = np.where(sweeps, np.where(swept, totals, LEAST), np.where(furthest, ranks, totals))
    best: Bools = size == _over_seats(size, np.maximum)[:, None]
    alone = best.sum(axis=1, keepdims=True) == 1
    return best & (alone | (rules.tie is Tie.SHARE))


def _over_seats(values: Any, ufunc: np.ufunc = np.logical_or) -> Any:
    """The three seats, the last axis, taken together; much faster than `reduce` over so short an axis."""
    return ufunc(ufunc(values[..., 0], values[..., 1]), values[..., 2])


def _reached(values: Integers, limit: int | None) -> Bools:
    return np.full(values.shape, False) if limit is None else values >= limit
