"""Rollout values: the results of candidate choices in many worlds, played out by policies.

All candidates are played out in the same worlds with the same random numbers (common random numbers), so differences
between candidates are more precise than the values themselves.

*Worlds* have shares that sum to 1. A world that is drawn several times from a weighted pool counts as one draw with a
larger share, because copies add no information. A mean is the sum of share * value. Its standard error is computed from
the spread of these terms, as in self-normalised importance sampling (Owen, Monte Carlo theory, methods and examples,
2013, section 9.2). A list of all possible worlds has no sampling error. For a sample, the standard error is at least
the effect of one additional world whose result differs by one trick (`least_error`).

The candidate with the best sampled result usually looks better than it is: the *winner's curse* (Smith and Winkler, The
Optimizer's Curse, Management Science 52, 2006). Cross-fitting removes this bias: the worlds are split into two halves,
and each half evaluates the candidate that is best in the other half.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.evaluation import Estimate, least_error
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import DealView
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.playouts.policies import Found, Int8s, Policies, play_out
from ninefivetwo.think.playouts.views import Rows, games_in, view_of
from ninefivetwo_solver.playout import NO_CHOICE, features

DECIMALS = 9  # decimal places to which means are rounded
Numbers = npt.NDArray[np.int64]


class DistinctWorlds(NamedTuple):
    """Distinct worlds (`Sample.sets`) with shares that sum to 1; `exact` is True for a list of all possible worlds."""

    sets: Sets
    shares: Floats
    exact: bool = False


def several_times(worlds: DistinctWorlds, times: int) -> DistinctWorlds:
    """Repeat each world `times` times. The result is not marked as exact, because the play of the copies may differ."""
    return DistinctWorlds(np.repeat(worlds.sets, times, axis=0), np.repeat(worlds.shares, times) / times)


def world_means(values: Floats, shares: Floats) -> Floats:
    """Return weighted means over worlds; the first axis of `values` is the world.

    Processors add numbers in different orders, so the last bits of a sum differ between machines. Means are therefore
    rounded to a precision far below any standard error, so that all machines make the same choices. The result never
    contains -0.0.
    """
    return np.round(shares @ values, DECIMALS) + 0.0


def estimate(values: Floats, shares: Floats, exact: bool = False, effective: float | None = None) -> Estimate:
    """Return the mean of `values` over worlds, with the standard error of the mean.

    `values` and `shares` have one number per world. `exact` is true for a list of all possible worlds. `effective` is
    the effective sample size, by default computed from the shares with Kish's formula.
    """
    mean, n = float(world_means(values, shares)), len(values)
    if exact:
        return Estimate(mean, 0.0, n)
    if n == 1:
        return Estimate(mean, inf, 1)
    least = least_error(effective or 1 / float((shares**2).sum()))
    return Estimate(mean, max(error_by_spread(values, shares), least), n)


def error_by_spread(values: Floats, shares: Floats) -> float:
    """Return the standard error of a mean over sampled worlds, based only on their spread; infinite for one world."""
    if len(values) == 1:
        return inf
    squares, mean = shares**2, float(world_means(values, shares))
    return sqrt(float(squares @ (values - mean) ** 2) / (1 - float(squares.sum())))


def chance(values: Floats, worlds: DistinctWorlds, effective: float) -> Estimate:
    """Return the chance of an outcome of the play, such as making the contract, with its standard error.

    `effective` is the effective sample size of the worlds. Each world is played out only once, so the chance has a
    standard error even for a list of all possible worlds: the minimum for `effective` sampled worlds.
    """
    found = estimate(values, worlds.shares, worlds.exact, effective)
    return Estimate(found.mean, least_error(effective), found.n) if worlds.exact else found


def halves_of_worlds(shares: Floats) -> Numbers:
    """Assign each world to half 0 or half 1, so that both halves have nearly equal weight.

    In order of decreasing share, the worlds get the halves 0, 1, 1, 0, 0, 1, 1, 0 and so on.
    """
    found = np.empty(len(shares), dtype=np.int64)
    order = np.argsort(-shares, kind="stable")
    found[order] = np.resize([0, 1, 1, 0], len(shares))
    return found


class Choice(Struct, frozen=True):
    """The best candidate, and the candidate to evaluate in each world to avoid the winner's curse.

    `best` is the number of the best candidate. `picked` has, for each world, the number of the candidate that is best
    in the other half of the worlds. For exact worlds or a single world, `picked` always equals `best`.
    """

    best: int
    picked: Numbers

    @classmethod
    def of(cls, worths: Floats, shares: Floats, exact: bool = False) -> Choice:
        """Choose the candidate with the highest mean of `worths` (worlds, candidates), the first in a tie."""
        best = int(np.argmax(world_means(worths, shares)))
        if exact or len(shares) == 1:
            return cls(best, np.full(len(shares), best))
        half = halves_of_worlds(shares)
        by_half = [int(np.argmax(world_means(worths, shares * (half == part)))) for part in (0, 1)]
        return cls(best, np.where(half == 0, by_half[1], by_half[0]))

    def promised(self, values: Floats) -> Floats:
        """Return the picked candidate's values in each world; `values` has shape (worlds, candidates, ...)."""
        return values[np.arange(len(self.picked)), self.picked]


# Playouts in many worlds


class Rollouts(Struct, frozen=True):
    """The settings of playouts: each deal is played out `playouts` times, with random numbers from `seed`.

    Each table has the policies of dealer, left and right. Deals are assigned to the tables in turn. `threads` is the
    number of threads, or None for all cores; it does not affect the results. If `token` is cancelled, the work stops
    and raises SearchStopped.
    """

    tables: tuple[Policies, ...]
    seed: int = 0
    playouts: int = 1
    threads: int | None = None
    token: CancelToken | None = None


class RolloutValues(Struct, frozen=True):
    """The results of each candidate in each world, for one seat.

    `tricks` has each seat's mean tricks in the whole deal, with shape (worlds, candidates, seats). `chances` has the
    shares of playouts in which `seat` wins 0 to 16 tricks, with shape (worlds, candidates, 17).
    """

    seat: Seat
    worlds: DistinctWorlds
    tricks: Floats
    chances: Floats

    @classmethod
    def joined(cls, parts: Sequence[RolloutValues], worlds: DistinctWorlds, axis: int) -> RolloutValues:
        """Join the values of several parts, along the worlds (axis 0) or along the candidates (axis 1)."""
        tricks, chances = [part.tricks for part in parts], [part.chances for part in parts]
        return cls(parts[0].seat, worlds, np.concatenate(tricks, axis), np.concatenate(chances, axis))

    def makes(self, contract: int) -> Floats:
        """Return the chance of winning at least `contract` tricks, with shape (worlds, candidates)."""
        return self.chances[:, :, max(contract, 0) :].sum(axis=2)


def card_values(view: DealView, worlds: DistinctWorlds, cards: Sequence[Card], rollouts: Rollouts) -> RolloutValues:
    """Return the viewer's results from playing each of the legal cards `cards`; it must be the viewer's turn."""
    indices = np.array([card.index for card in cards], dtype=np.uint8)
    return _values(view, view.due_turn.seat, worlds, _played_out(games_in(view, worlds.sets), rollouts, cards=indices))


def unlike_cards(view: DealView) -> list[Card]:
    """Return the next player's choices; a group of touching cards is represented by its lowest card."""
    cards, _ = features(view_of(view))
    return [Card.at(int(index)) for index in cards[0] if index != NO_CHOICE]


def discard_values(
    view: DealView, worlds: DistinctWorlds, discards: Sequence[Hand], rollouts: Rollouts
) -> RolloutValues:
    """Return the dealer's results from each discard; the view must be the dealer's before the discard."""
    sets = np.array([discard.cards for discard in discards], dtype=np.uint64)
    return _values(view, Seat.DEALER, worlds, _played_out(games_in(view, worlds.sets), rollouts, discards=sets))


def deal_values(
    view: DealView, seat: Seat, worlds: DistinctWorlds, deals: Sequence[Rows], rollouts: Rollouts
) -> RolloutValues:
    """Return one seat's results from candidates that lead to different deals, such as calls and gifts.

    `deals` has, for each candidate, a `GAME` array of deals at the start of the play, in the order of the worlds.
    """
    found = [_played_out(games, rollouts) for games in deals]
    return _values(view, seat, worlds, np.stack(found, axis=2))


def _played_out(games: Rows, rollouts: Rollouts, **candidates: Any) -> Int8s:
    """Return each seat's tricks still won in playouts, with shape (worlds, playouts, [candidates,] seats)."""

    def play(table: Policies, rows: Rows) -> Int8s:
        return play_out(table, rows, seed=rollouts.seed, threads=rollouts.threads, token=rollouts.token, **candidates)

    found = at_tables(rollouts.tables, np.repeat(games, rollouts.playouts), play)
    return found.reshape(len(games), rollouts.playouts, *found.shape[1:])


def at_tables(tables: Sequence[Policies], games: Rows, play: Callable[[Policies, Rows], Found]) -> Found:
    """Assign the games to the tables in turn, play each game at its table, and return the results."""
    turn, different = np.arange(len(games)) % len(tables), list(dict.fromkeys(tables))
    which = np.array([different.index(table) for table in tables])[turn]
    parts: list[Found] = [play(table, games[which == i]) for i, table in enumerate(different)]
    found = np.empty((len(games), *parts[0].shape[1:]), parts[0].dtype)
    for i, part in enumerate(parts):
        found[which == i] = part
    return found


def _values(view: DealView, seat: Seat, worlds: DistinctWorlds, found: Int8s) -> RolloutValues:
    """Compute the values from the tricks still won, with shape (worlds, playouts, candidates, seats)."""
    tricks = found + np.array(view.won)
    own = tricks[..., seat, None] == np.arange(TRICKS + 1)
    return RolloutValues(seat, worlds, tricks.mean(axis=1), own.mean(axis=1))
