"""The same deals played again and again: other players in one seat, and all else equal.

A deal is the first of a match, called and discarded by the plain rules, or whole.  It follows from the seed and its
number alone, and so do the random numbers of those who play it.  Deals in play among policies of the engine go through
`play_out` in thousands, on threads; others are played with game objects, on processes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from benchmarks.named_players import player, policy
from ninefivetwo import Seat, Trump
from ninefivetwo.game import Call, CallTurn, Deal, PlayTurn
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.players.runner import worker_processes
from ninefivetwo.think.playouts import game_of, play_out

Three = tuple[str, str, str]
#: Results of the previous deal, by the seats now.
RESULTS = [(1, 0, -1), (-1, 1, 0), (2, -1, -1), (-2, 1, 1), (0, 2, -2), (-1, -1, 2), (3, -2, -1), (-3, 2, 1)]


@dataclass(frozen=True)
class Deals:
    """Deals at their beginning or in the play; `company`: the two others of each, clockwise from him who is judged."""

    numbers: Sequence[int]
    deals: Sequence[Deal]
    company: Sequence[tuple[str, str]] = ()

    @cached_property
    def games(self) -> npt.NDArray[np.void]:
        """The deals for the engine."""
        return np.concatenate([*map(game_of, self.deals)])

    @property
    def kinds(self) -> list[str]:
        """What is played in each: suits, no-trump, or a whole deal."""
        words = {None: "whole deals", Trump.NO_TRUMP: "no-trump"}
        return [words.get(deal.trump, "suits") for deal in self.deals]


@dataclass(frozen=True)
class Stack:
    """Deals by number: their rule set, the seed of their cards, the share at no-trump, and kinds of company.

    The plain rules never call no-trump; that share of the deals, evenly spread, is played at it all the same.
    Whole deals are still to be called; every second one follows a result, so there are gifts.
    """

    rules: RuleSet
    seed: int
    notrump: float = 0.0
    kinds: tuple[str, ...] = ("plain",)
    whole: bool = False

    def deals(self, numbers: range) -> Deals:
        return Deals(numbers, [*map(self._deal, numbers)], [*map(self._company, numbers)])

    def _deal(self, number: int) -> Deal:
        """A deal at its first lead, or at its beginning."""
        forced = int((number + 1) * self.notrump) > int(number * self.notrump)
        results = RESULTS[number // 2 % len(RESULTS)] if self.whole and number % 2 else None
        deal = Deal.start(self.rules, next(random_deals(self.seed << 32 | number)), results)
        while not self.whole and not isinstance(turn := deal.due_turn, PlayTurn):
            notrump = forced and isinstance(turn, CallTurn)
            call = Call(turn.seat, Trump.NO_TRUMP)
            deal = deal.after(call if notrump else heuristic_action(deal.seen_by(turn.seat)))
        return deal

    def _company(self, number: int) -> tuple[str, str]:
        one, two = np.random.default_rng((self.seed, number)).integers(len(self.kinds), size=2)
        return self.kinds[one], self.kinds[two]


class Room:
    """Where deals are played, on so many cores (None: all).  To be used in a `with`."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1

    def __enter__(self) -> Room:
        self.processes = worker_processes(self.cores, "spawn")  # a fork may be made among threads
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.shutdown(cancel_futures=True)

    def judged(self, player: str, deals: Deals, seed: int) -> Floats:
        """A player's tricks in each deal (rows) in each of the three seats (columns), in the deals' company."""
        seated = ([_seated(player, each, seat) for each in deals.company] for seat in Seat)
        return np.column_stack([self.tricks(at, deals, seed)[:, seat] for seat, at in zip(Seat, seated, strict=True)])

    def tricks(self, players: Sequence[Three], deals: Deals, seed: int) -> Floats:
        """The tricks of each deal (rows) and seat (columns), played to its end by players by name, three a deal."""
        found = np.empty((len(players), 3))
        for three in sorted(set(players)):
            rows = [i for i, each in enumerate(players) if each == three]
            one, two, last = map(policy, three)
            if one and two and last and isinstance(deals.deals[0].turn, PlayTurn):
                games = deals.games[rows]  # deals that are asked for later draw other numbers
                drawn = play_out((one, two, last), games, seed=seed << 32 | deals.numbers[0], threads=self.cores)
                found[rows] = games["won"] + drawn
            else:
                tasks = [(three, replace(deals.deals[i], past=None), seed, deals.numbers[i]) for i in rows]
                found[rows] = [*self.processes.map(_play_on, tasks)]
        return found


def _seated(player: str, company: tuple[str, str], seat: Seat) -> Three:
    """Who sits where when a player is judged in a seat."""
    at = {seat: player, seat.next: company[0], seat.after(2): company[1]}
    return at[Seat.DEALER], at[Seat.LEFT], at[Seat.RIGHT]


def _play_on(task: tuple[Three, Deal, int, int]) -> list[int]:
    """A deal with game objects, to its end."""
    names, deal, seed, number = task
    players = [player(name, (seed * 3 + seat) << 40 | number) for seat, name in enumerate(names)]
    while deal.turn is not None:
        deal = deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat)))
    return [deal.won[seat] for seat in Seat]
