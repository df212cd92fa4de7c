"""The same deals played again and again: other players in one seat, and all else equal.

A deal is the first of a match, called and discarded by the plain rules.  It follows from the seed and its number alone,
and so do the random numbers of those who play it.  Deals in which only policies of the engine play go through
`play_out` in thousands, on threads; others are played with game objects, on processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np
import numpy.typing as npt

from benchmarks.named_players import player, policy
from ninefivetwo import Denomination, Hand, Layout, Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import KITTY, Call, CallTurn, Deal, Discard, PlayTurn
from ninefivetwo.heuristics import tables
from ninefivetwo.playouts import Policies, game_of, games_of_hands, play_out
from ninefivetwo.rules import DealPhase, RuleSet
from ninefivetwo.sets import Floats, Sets

Three = tuple[str, str, str]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Deals:
    """Deals ready to be played, a row each; `company`: the two others of each, clockwise from him who is judged."""

    rules: RuleSet
    numbers: Sequence[int]
    layouts: Sequence[Layout]
    trump: npt.NDArray[np.int64]
    discarded: Sets
    company: Sequence[tuple[str, str]]

    @property
    def notrump(self) -> npt.NDArray[np.bool]:
        return self.trump == int(Denomination.N)

    def only(self, rows: Rows) -> Deals:
        """Some of the deals."""
        of = [[each[i] for i in rows] for each in (self.numbers, self.layouts, self.company)]
        return Deals(self.rules, of[0], of[1], self.trump[rows], self.discarded[rows], of[2])


@dataclass(frozen=True)
class Stack:
    """Deals by number: their rule set, the seed of their cards, the share at no-trump, and kinds of company.

    The plain rules never call no-trump; that share of the deals, evenly spread, is played at it all the same.
    """

    rules: RuleSet
    seed: int
    notrump: float = 0.0
    kinds: tuple[str, ...] = ("plain",)

    def deals(self, numbers: range) -> Deals:
        layouts = [next(random_deals(self.seed << 32 | number)) for number in numbers]
        forced = np.array([int((number + 1) * self.notrump) > int(number * self.notrump) for number in numbers])
        order = self.rules.first
        called = _called(_held(self.rules, DealPhase.TRUMP, layouts), forced)
        held = _held(self.rules, DealPhase.DISCARD, layouts)
        discarded = _discards(held, called)
        if order.index(DealPhase.DISCARD) < order.index(DealPhase.TRUMP):
            called = _called(held & ~discarded, forced)
        return Deals(self.rules, numbers, layouts, called, discarded, [*map(self._company, numbers)])

    def _company(self, number: int) -> tuple[str, str]:
        one, two = np.random.default_rng((self.seed, number)).integers(len(self.kinds), size=2)
        return self.kinds[one], self.kinds[two]


def _held(rules: RuleSet, phase: DealPhase, layouts: Iterable[Layout]) -> Sets:
    """The dealer's cards in a phase of a first deal, before he discards."""
    kitty = rules.first.index(DealPhase.KITTY) < rules.first.index(phase)
    return np.array(
        [(each.dealer | (each.out or Hand()) if kitty else each.dealer).cards for each in layouts], np.uint64
    )


def _called(hands: Sets, notrump: npt.NDArray[np.bool]) -> npt.NDArray[np.int64]:
    return np.where(notrump, int(Denomination.N), tables.best_calls(hands, Denomination))


def _discards(hands: Sets, trump: npt.NDArray[np.int64]) -> Sets:
    found = np.zeros(len(hands), np.uint64)
    for denomination in Denomination:
        rows = trump == int(denomination)
        if rows.any():
            found[rows] = tables.discards(hands[rows], KITTY, denomination)
    return found


class Room:
    """Where deals are played, on so many cores (None: all).  To be used in a `with`."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1

    def __enter__(self) -> Room:
        self.processes = ProcessPoolExecutor(self.cores, get_context("spawn"))  # a fork may be made among threads
        return self

    def __exit__(self, *_: object) -> None:
        self.processes.shutdown(cancel_futures=True)

    def judged(self, player: str, deals: Deals, seed: int) -> Floats:
        """A player's tricks in each deal (rows) in each of the three seats (columns), in the deals' company."""
        found = np.empty((len(deals.numbers), 3))
        for seat in Seat:
            found[:, seat] = self.in_seat(seat, player, deals, seed)
        return found

    def in_seat(self, seat: Seat, player: str, deals: Deals, seed: int) -> Floats:
        """A player's tricks in each deal in one seat, in the deals' company."""
        return self.tricks([_seated(player, each, seat) for each in deals.company], deals, seed)[:, seat]

    def tricks(self, players: Sequence[Three], deals: Deals, seed: int) -> Floats:
        """The tricks of each deal (rows) and seat (columns), played by players by name, three a deal."""
        found = np.empty((len(players), 3))
        for three in sorted(set(players)):
            rows = np.array([i for i, each in enumerate(players) if each == three])
            one, two, last = map(policy, three)
            if one and two and last:
                found[rows] = self._in_the_engine((one, two, last), deals, rows, seed)
            else:
                found[rows] = self._with_objects(three, deals, rows, seed)
        return found

    def finished(self, players: Sequence[Three], deals: Sequence[Deal], seed: int) -> Floats:
        """The tricks of each deal (rows) and seat (columns) when deals in the play are played on to their end."""
        found = np.empty((len(players), 3))
        for three in sorted(set(players)):
            rows = [i for i, each in enumerate(players) if each == three]
            one, two, last = map(policy, three)
            if one and two and last:
                games = np.concatenate([game_of(deals[i]) for i in rows])
                found[rows] = games["won"] + play_out((one, two, last), games, seed=seed, threads=self.cores)
            else:
                tasks = [(three, replace(deals[i], past=None), seed, i) for i in rows]
                found[rows] = [*self.processes.map(_play_on, tasks)]
        return found

    def _in_the_engine(self, policies: Policies, deals: Deals, rows: Rows, seed: int) -> Floats:
        """Thousands at once; deals that are asked for later draw other numbers."""
        drawn = seed << 32 | deals.numbers[0]
        return play_out(policies, games_of(deals)[rows], seed=drawn, threads=self.cores).astype(float)

    def _with_objects(self, players: Three, deals: Deals, rows: Rows, seed: int) -> Floats:
        tasks = []
        for i in rows:
            trump, discarded = Denomination(deals.trump[i]), Hand(int(deals.discarded[i]))
            tasks.append((players, deals.rules, deals.layouts[i], trump, discarded, seed, deals.numbers[i]))
        return np.array([*self.processes.map(_play, tasks)], float)


def _seated(player: str, company: tuple[str, str], seat: Seat) -> Three:
    """Who sits where when a player is judged in a seat."""
    at = {seat: player, seat.next: company[0], seat.after(2): company[1]}
    return at[Seat.DEALER], at[Seat.LEFT], at[Seat.RIGHT]


def games_of(deals: Deals) -> npt.NDArray[np.void]:
    """The deals at the first lead, for the engine."""
    hands = np.array([[layout[seat].cards for seat in Seat] for layout in deals.layouts], np.uint64)
    kitty = np.array([(layout.out or Hand()).cards for layout in deals.layouts], np.uint64)
    hands[:, Seat.DEALER] = (hands[:, Seat.DEALER] | kitty) & ~deals.discarded
    return games_of_hands(hands, deals.trump, deals.discarded, deals.rules)


def _play(task: tuple[Three, RuleSet, Layout, Denomination, Hand, int, int]) -> list[int]:
    """One deal with game objects, in a process of its own: the tricks by seat."""
    names, rules, layout, trump, discarded, seed, number = task
    return _play_on((names, deal_of(rules, layout, trump, discarded), seed, number))


def _play_on(task: tuple[Three, Deal, int, int]) -> list[int]:
    """A deal in the play, with game objects, to its end."""
    names, deal, seed, number = task
    players = [player(name, (seed * 3 + seat) << 40 | number) for seat, name in enumerate(names)]
    while deal.turn is not None:
        deal = deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat)))
    return [deal.won[seat] for seat in Seat]


def deal_of(rules: RuleSet, layout: Layout, trump: Denomination, discarded: Hand) -> Deal:
    """A first deal at its first lead."""
    deal = Deal.start(rules, layout)
    while not isinstance(turn := deal.due_turn, PlayTurn):
        action = Call(turn.seat, trump) if isinstance(turn, CallTurn) else Discard(turn.seat, discarded)
        deal = deal.after(action)
    return deal
