"""Duplicate deals: the same deals played with other players in one seat, and everything else equal.

A deal is either the first deal of a match, with the call and discard by the rules of thumb, or a whole deal that is
still to be called. The deal and the random numbers of its players follow from the seed and the number of the deal. If
all players are policies of the engine, thousands of deals go through `play_out` on threads. Other players play with
game objects in separate processes.
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
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import random_deals
from ninefivetwo.sets import Floats
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.players.runner import worker_processes
from ninefivetwo.think.playouts import game_of, play_out

Three = tuple[str, str, str]
#: Results of the previous deal, by the seats of the present one.
RESULTS = [(1, 0, -1), (-1, 1, 0), (2, -1, -1), (-2, 1, 1), (0, 2, -2), (-1, -1, 2), (3, -2, -1), (-3, 2, 1)]


@dataclass(frozen=True)
class Deals:
    """Deals at their start or at the first lead, with the two other players of each, clockwise from the player who is
    judged.
    """

    numbers: Sequence[int]
    deals: Sequence[Deal]
    company: Sequence[tuple[str, str]] = ()

    @cached_property
    def games(self) -> npt.NDArray[np.void]:
        """The deals in the engine's form."""
        return np.concatenate([*map(game_of, self.deals)])

    @property
    def kinds(self) -> list[str]:
        """The kind of each deal: suits, no-trump, or a whole deal."""
        words = {None: "whole deals", Trump.NO_TRUMP: "no-trump"}
        return [words.get(deal.trump, "suits") for deal in self.deals]


@dataclass(frozen=True)
class Stack:
    """A source of numbered deals under a rule set, with the seed of their cards, the share of no-trump deals, and the
    kinds of company.

    The rules of thumb never call no-trump, so this share of the deals, evenly spread, is called at no-trump instead.
    Whole deals are still to be called; every second one follows a result, so that it has gifts.
    """

    rules: RuleSet
    seed: int
    notrump: float = 0.0
    kinds: tuple[str, ...] = ("plain",)
    whole: bool = False

    def deals(self, numbers: range) -> Deals:
        return Deals(numbers, [*map(self._deal, numbers)], [*map(self._company, numbers)])

    def _deal(self, number: int) -> Deal:
        """Return the deal with this number, at its first lead or at its start."""
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
    """The threads and processes that play deals, on a given number of cores (None: all); a context manager."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1

    def __enter__(self) -> Room:
        self.processes = worker_processes(self.cores, "spawn")  # because forking is unsafe once threads run
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.shutdown(cancel_futures=True)

    def judged(self, player: str, deals: Deals, seed: int) -> Floats:
        """Return a player's tricks in each deal (rows) and each of the three seats (columns), in the company of the
        deals.
        """
        seated = ([_seated(player, each, seat) for each in deals.company] for seat in Seat)
        return np.column_stack([self.tricks(at, deals, seed)[:, seat] for seat, at in zip(Seat, seated, strict=True)])

    def tricks(self, players: Sequence[Three], deals: Deals, seed: int) -> Floats:
        """Return the tricks of each deal (rows) and seat (columns), played to the end by three named players per
        deal."""
        found = np.empty((len(players), 3))
        for three in sorted(set(players)):
            rows = [i for i, each in enumerate(players) if each == three]
            one, two, last = map(policy, three)
            if one and two and last and isinstance(deals.deals[0].turn, PlayTurn):
                games = deals.games[rows]  # random numbers depend on the place in the batch
                drawn = play_out((one, two, last), games, seed=seed << 32 | deals.numbers[0], threads=self.cores)
                found[rows] = games["won"] + drawn
            else:
                tasks = [(three, replace(deals.deals[i], past=None), seed, deals.numbers[i]) for i in rows]
                found[rows] = [*self.processes.map(_play_on, tasks)]
        return found


def _seated(player: str, company: tuple[str, str], seat: Seat) -> Three:
    """Return the three players by seat if a player is judged in a given seat."""
    at = {seat: player, seat.next: company[0], seat.after(2): company[1]}
    return at[Seat.DEALER], at[Seat.LEFT], at[Seat.RIGHT]


def _play_on(task: tuple[Three, Deal, int, int]) -> list[int]:
    """Play a deal to its end with game objects."""
    names, deal, seed, number = task
    players = [player(name, (seed * 3 + seat) << 40 | number) for seat, name in enumerate(names)]
    while deal.turn is not None:
        deal = deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat)))
    return [deal.won[seat] for seat in Seat]
