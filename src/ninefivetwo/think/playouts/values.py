"""Rollout values: what each candidate brings in many worlds when the deal is then played out by policies.

All candidates are played out in the same worlds with the same random numbers (common random numbers), so differences
are sharper than the values themselves.

*Worlds* come with shares that sum to 1.  A world taken several times from a weighed pool is one draw with a larger
share, not several draws: copies say nothing new.  A mean is the sum of share * value, and its standard error follows
from the spread of these terms, as in self-normalised importance sampling (Owen, Monte Carlo theory, methods and
examples, 2013, section 9.2).  Where all worlds that there can be are listed, there is no error of sampling.  Else it is
at least that of one more world which comes out a trick differently (`least_error`).

The best of several candidates looks better than it is: the *winner's curse* (Smith and Winkler, The Optimizer's Curse,
Management Science 52, 2006).  So the worlds are split in two halves.  In each half the candidate counts that is best in
the other half, and what these two bring is the promise of the choice (cross-fitting).
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

DECIMALS = 9  # of means
Numbers = npt.NDArray[np.int64]


class DistinctWorlds(NamedTuple):
    """Different worlds (`Sample.sets`) and their shares, which sum to 1; `exact`: all the worlds that there can be."""

    sets: Sets
    shares: Floats
    exact: bool = False


def several_times(worlds: DistinctWorlds, times: int) -> DistinctWorlds:
    """Each world so often.  What is then drawn for them, such as how they are played, is not all that there can be."""
    return DistinctWorlds(np.repeat(worlds.sets, times, axis=0), np.repeat(worlds.shares, times) / times)


def world_means(values: Floats, shares: Floats) -> Floats:
    """The means of figures over worlds.  values: worlds, then whatever else.

    Processors add numbers in different orders, so the last bits of a sum differ from machine to machine.  Means are
    rounded, far below all errors, so that figures that are level come out equal, and choices by them the same, on each;
    no zero has a sign.
    """
    return np.round(shares @ values, DECIMALS) + 0.0


def estimate(values: Floats, shares: Floats, exact: bool = False, effective: float | None = None) -> Estimate:
    """The mean of a figure over worlds with its standard error.

    values, shares: one of each world.  exact: are these all the worlds that there can be?  effective: how many evenly
    drawn worlds they are worth, if that is not what their shares say (Kish's effective sample size).
    """
    mean, n = float(world_means(values, shares)), len(values)
    if exact:
        return Estimate(mean, 0.0, n)
    if n == 1:
        return Estimate(mean, inf, 1)
    least = least_error(effective or 1 / float((shares**2).sum()))
    return Estimate(mean, max(error_by_spread(values, shares), least), n)


def error_by_spread(values: Floats, shares: Floats) -> float:
    """The standard error of a mean over drawn worlds, as their spread alone tells it: 0 if all agree."""
    if len(values) == 1:
        return inf
    squares, mean = shares**2, float(world_means(values, shares))
    return sqrt(float(squares @ (values - mean) ** 2) / (1 - float(squares.sum())))


def chance(values: Floats, worlds: DistinctWorlds, effective: float) -> Estimate:
    """The chance of a result of the play, such as a contract made, with its standard error.

    A list of all worlds leaves no doubt where the cards are, but still how they are played, which was tried once in
    each: its chances have the error of a sample in which all worlds agree.  effective: how many evenly drawn worlds
    they are worth.
    """
    found = estimate(values, worlds.shares, worlds.exact, effective)
    return Estimate(found.mean, least_error(effective), found.n) if worlds.exact else found


def halves(shares: Floats) -> Numbers:
    """0 or 1 for each world, so that the halves weigh nearly alike: by share, the worlds go to 0, 1, 1, 0 and so on."""
    found = np.empty(len(shares), dtype=np.int64)
    order = np.argsort(-shares, kind="stable")
    found[order] = np.resize([0, 1, 1, 0], len(shares))
    return found


class Choice(Struct, frozen=True):
    """Which candidate is best, and which counts in each world once luck is taken out of the choice.

    best: its number.  picked: for each world the candidate that is best in the worlds of the other half; where nothing
    is sampled (`exact`), or there is one world only, the best one.
    """

    best: int
    picked: Numbers

    @classmethod
    def of(cls, worths: Floats, shares: Floats, exact: bool = False) -> Choice:
        """The choice by worths (worlds, candidates); of equals the first."""
        best = int(np.argmax(world_means(worths, shares)))
        if exact or len(shares) == 1:
            return cls(best, np.full(len(shares), best))
        half = halves(shares)
        by_half = [int(np.argmax(world_means(worths, shares * (half == part)))) for part in (0, 1)]
        return cls(best, np.where(half == 0, by_half[1], by_half[0]))

    def promised(self, values: Floats) -> Floats:
        """Of a figure (worlds, candidates, ...) what the choice brings, by world."""
        return values[np.arange(len(self.picked)), self.picked]


# Playouts in many worlds.


class Rollouts(Struct, frozen=True):
    """How deals are played out: `playouts` times each, with a seed.

    tables: the policies of dealer, left and right; deals take them in turn.  threads: how many (None: all cores); the
    numbers do not depend on it.  token: stops the work, which then raises SearchStopped.
    """

    tables: tuple[Policies, ...]
    seed: int = 0
    playouts: int = 1
    threads: int | None = None
    token: CancelToken | None = None


class RolloutValues(Struct, frozen=True):
    """What candidates bring to one seat, by world.

    tricks: of each seat in the whole deal, a mean over playouts; worlds, candidates, seats.  chances: of each number of
    tricks, 0 to 16, of this seat; worlds, candidates, numbers.
    """

    seat: Seat
    worlds: DistinctWorlds
    tricks: Floats
    chances: Floats

    @classmethod
    def joined(cls, parts: Sequence[RolloutValues], worlds: DistinctWorlds, axis: int) -> RolloutValues:
        """The values of several parts as one: of the worlds (axis 0), or of the candidates (axis 1)."""
        tricks, chances = [part.tricks for part in parts], [part.chances for part in parts]
        return cls(parts[0].seat, worlds, np.concatenate(tricks, axis), np.concatenate(chances, axis))

    def makes(self, contract: int) -> Floats:
        """The chance of so many tricks at least; worlds, candidates."""
        return self.chances[:, :, max(contract, 0) :].sum(axis=2)


def card_values(view: DealView, worlds: DistinctWorlds, cards: Sequence[Card], rollouts: Rollouts) -> RolloutValues:
    """What legal cards bring to the seat whose view this is and whose turn it is."""
    indices = np.array([card.index for card in cards], dtype=np.uint8)
    return _values(view, view.due_turn.seat, worlds, _played_out(games_in(view, worlds.sets), rollouts, cards=indices))


def unlike_cards(view: DealView) -> list[Card]:
    """The cards that the seat to play can choose from: of touching cards, which bring the same, the lowest."""
    cards, _ = features(view_of(view))
    return [Card.at(int(index)) for index in cards[0] if index != NO_CHOICE]


def discard_values(
    view: DealView, worlds: DistinctWorlds, discards: Sequence[Hand], rollouts: Rollouts
) -> RolloutValues:
    """What discards bring to the dealer whose view this is; each is taken out of his twenty cards."""
    sets = np.array([discard.cards for discard in discards], dtype=np.uint64)
    return _values(view, Seat.DEALER, worlds, _played_out(games_in(view, worlds.sets), rollouts, discards=sets))


def deal_values(
    view: DealView, seat: Seat, worlds: DistinctWorlds, deals: Sequence[Rows], rollouts: Rollouts
) -> RolloutValues:
    """What candidates bring from which different deals follow, such as calls and gifts, to a seat.

    deals: for each candidate the deals at the start of the play (`GAME`), one a world, in the order of the worlds.
    """
    found = [_played_out(games, rollouts) for games in deals]
    return _values(view, seat, worlds, np.stack(found, axis=2))


def _played_out(games: Rows, rollouts: Rollouts, **candidates: Any) -> Int8s:
    """The tricks still won by each seat: worlds, playouts, candidates if there are any, seats."""

    def play(table: Policies, rows: Rows) -> Int8s:
        return play_out(table, rows, seed=rollouts.seed, threads=rollouts.threads, token=rollouts.token, **candidates)

    found = at_tables(rollouts.tables, np.repeat(games, rollouts.playouts), play)
    return found.reshape(len(games), rollouts.playouts, *found.shape[1:])


def at_tables(tables: Sequence[Policies], games: Rows, play: Callable[[Policies, Rows], Found]) -> Found:
    """What is found by playing each game at its table; games take the tables in turn."""
    turn, different = np.arange(len(games)) % len(tables), list(dict.fromkeys(tables))
    which = np.array([different.index(table) for table in tables])[turn]
    parts: list[Found] = [play(table, games[which == i]) for i, table in enumerate(different)]
    found = np.empty((len(games), *parts[0].shape[1:]), parts[0].dtype)
    for i, part in enumerate(parts):
        found[which == i] = part
    return found


def _values(view: DealView, seat: Seat, worlds: DistinctWorlds, found: Int8s) -> RolloutValues:
    """The values from the tricks still won: worlds, playouts, candidates, seats."""
    tricks = found + np.array(view.won)
    own = tricks[..., seat, None] == np.arange(TRICKS + 1)
    return RolloutValues(seat, worlds, tricks.mean(axis=1), own.mean(axis=1))
