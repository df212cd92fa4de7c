"""Array versions of `winners_of`, and the chances of winning before the next deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ninefivetwo.game.match import end_rank
from ninefivetwo.game.rules import RuleSet, Tie, Winner
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import OUTCOMES, Integers, next_results

Bools = npt.NDArray[np.bool]
#: A function that maps scores to the chances of the three seats (last axis) after each outcome of a deal (first axis).
ChancesAt = Callable[[Integers], Floats]
BELOW_SCORES = -(1 << 30)  # lower than any score
LEAST_END_CHANCE = 1e-6  # minimum chance of winning for each player before the match is over


def a_deal_later(rules: RuleSet, totals: Integers, last: bool, chances: ChancesAt) -> Floats:
    """Return each seat's chance of winning a match that goes on, averaged over the results of the next deal.

    `totals` has the scores before the next deal, with a row for each of `OUTCOMES`, and the result has the same shape.
    `last` is True if the next deal can be the last deal. `chances` gives the chances after the next deal, in the order
    of the following deal's seats.
    """
    results = (OUTCOMES - np.array(rules.contracts))[:, None]
    scores = np.roll(totals, -1, axis=1) + results  # axes: next results, last results, seats of the next deal
    over, shares = ends(rules, scores, results, OUTCOMES[:, None], last)
    found = np.clip(chances(np.roll(scores, -1, axis=-1)), LEAST_END_CHANCE, None)
    found = np.roll(found / found.sum(axis=-1, keepdims=True), 1, axis=-1)
    mean = np.einsum("ab,bas->as", next_results(rules), np.where(over[..., None], shares, found))
    return np.roll(mean, 1, axis=1)


def ends(rules: RuleSet, totals: Integers, results: Integers, won: Integers, last: bool) -> tuple[Bools, Floats]:
    """Return, for many deals, whether the match is over and each seat's share of the win (on the last axis).

    `totals` has the scores after each deal, `results` has the points from the deal, and `won` has the tricks. `last` is
    True if the last deal has been played.
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
    low, high = int(totals.min()), int(totals.max())
    return np.array([end_rank(rules, total) for total in range(low, high + 1)])[totals - low]


def _winners(rules: RuleSet, totals: Integers, swept: Bools, ranks: Integers) -> Bools:
    """Return a mask of the winners, with shape (matches, seats). A tied match that is played on has no winner."""
    sweeps = _over_seats(swept)[:, None]
    furthest = _over_seats(ranks > 0)[:, None] & (rules.winner is Winner.FURTHEST)
    size = np.where(sweeps, np.where(swept, totals, BELOW_SCORES), np.where(furthest, ranks, totals))
    best: Bools = size == _over_seats(size, np.maximum)[:, None]
    alone = best.sum(axis=1, keepdims=True) == 1
    return best & (alone | (rules.tie is Tie.SHARE))


def _over_seats(values: Any, ufunc: np.ufunc = np.logical_or) -> Any:
    """Combine the three seats on the last axis, which is much faster than `ufunc.reduce` for a short axis."""
    return ufunc(ufunc(values[..., 0], values[..., 1]), values[..., 2])


def _reached(values: Integers, limit: int | None) -> Bools:
    return np.full(values.shape, False) if limit is None else values >= limit
