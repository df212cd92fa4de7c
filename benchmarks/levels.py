"""How far apart levels of players are, in points over whole deals.

Each player is compared with the one named before him, over whole deals: calls, discards, gifts in every second deal,
and cards.  In duplicate, without --company, he sits at a table with two of the other, once in each seat, with the same
cards.  With --company the two others are drawn for each deal, and he and the other take each seat in turn with the same
cards and company.  A deal is one value.  A player named twice in a row is a control: he has other random numbers.

Then the processor time that each takes for a decision, where there is a choice.  Players: `named_players.py`.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from multiprocessing import get_context

import numpy as np

from benchmarks.named_players import player, policy
from benchmarks.report import estimate_of, figure, head, row, spread
from ninefivetwo import Seat
from ninefivetwo.game import Deal, PreviousResults
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.keep.session import LEVELS
from ninefivetwo.sets import Floats

#: Results of the deal before, of which every second deal has one, by seats.
RESULTS = [(1, 0, -1), (-1, 1, 0), (2, -1, -1), (-2, 1, 1), (0, 2, -2), (-1, -1, 2), (3, -2, -1), (-3, 2, 1)]

#: Seconds of decisions, by the player and what was decided.
Times = defaultdict[tuple[str, str], list[float]]


@dataclass(frozen=True)
class Pairing:
    """Two players to compare, and where: company None is in duplicate."""

    one: str
    other: str
    company: tuple[str, ...] | None
    rules: RuleSet
    seed: int

    def deal(self, number: int) -> Deal:
        """A deal by its number, its cards dealt."""
        return Deal.start(self.rules, next(random_deals(self.seed << 32 | number)), self._previous_results(number))

    def _previous_results(self, number: int) -> PreviousResults | None:
        return RESULTS[number // 2 % len(RESULTS)] if number % 2 else None

    def compare(self, number: int) -> tuple[Floats, Times]:
        """By how many tricks one did better than the other in each seat of a deal, and what all decisions took."""
        times: Times = defaultdict(list)
        played = partial(self._tricks, number, times)
        if self.company is None:
            tricks = np.array([played(seat, self.one, (self.other, self.other)) for seat in Seat])
            own = tricks.diagonal()
            return own - (tricks.sum(axis=0) - own) / 2, times
        drawn = np.random.default_rng((self.seed, number)).choice(self.company, 2)
        company = str(drawn[0]), str(drawn[1])
        one, other = (np.array([played(seat, name, company)[seat] for seat in Seat]) for name in (self.one, self.other))
        return one - other, times

    def _tricks(self, number: int, times: Times, seat: Seat, judged: str, company: tuple[str, str]) -> list[int]:
        """The tricks by seat where the judged one sits there, his company clockwise from him.

        Random numbers follow from the deal and from who it is, so the company has the same whomever it is with.
        """
        names = {seat: judged, seat.next: company[0], seat.after(2): company[1]}
        seeds = {each: (self.seed << 40 | number << 4) + 1 + each for each in Seat}
        seeds[seat] = self.seed << 40 | number << 4
        players = {each: player(names[each], seeds[each]) for each in Seat}
        deal = self.deal(number)
        while (turn := deal.turn) is not None:
            start = time.process_time()
            action = players[turn.seat].act(deal.seen_by(turn.seat))
            if turn.count() > 1:
                times[names[turn.seat], turn.kind.__name__].append(time.process_time() - start)
            deal = deal.after(action)
        return [deal.won[each] for each in Seat]


def pair(pairing: Pairing, numbers: range, cores: int, times: Times) -> None:
    """Play one pair's deals and print how they compare, a line as often as their number doubles."""
    found, shown = [], 10
    for by_seat, took in _compared(pairing, numbers, cores):
        found.append(by_seat)
        for key, seconds in took.items():
            times[key] += seconds
        if len(found) in (shown, len(numbers)):
            show(pairing, np.array(found))
            shown *= 2


def _compared(pairing: Pairing, numbers: range, cores: int) -> Iterator[tuple[Floats, Times]]:
    if cores == 1:
        yield from map(pairing.compare, numbers)
        return
    with ProcessPoolExecutor(cores, get_context("spawn")) as processes:  # a fork may be made among threads
        yield from processes.map(pairing.compare, numbers)


def show(pairing: Pairing, found: Floats) -> None:
    """Print points a deal (rows deals, columns seats) in each seat and over all, with their errors."""
    mean = estimate_of(found.mean(axis=1))
    errors = f"{mean.mean / mean.standard_error:.1f}" if mean.standard_error else "-"
    seats = [figure(estimate_of(found[:, seat]), 2) for seat in Seat]
    where = "in duplicate" if pairing.company is None else ", ".join(pairing.company)
    row(f"{pairing.one} over {pairing.other}", where, len(found), *seats, figure(mean, 2), errors)


def main(
    players: tuple[str, ...] = tuple(LEVELS),
    *,
    company: str | None = None,
    rules: str = "wikipedia",
    deals: int = 200,
    seed: int = 952,
    cores: int = 1,
) -> None:
    """
    players: weakest first
    company: who sits in the two other seats, two of these drawn for each deal
    deals: of each pair
    seed: of the cards
    """
    others = tuple(company.split(",")) if company else None
    for name in (*players, *(others or ())):
        policy(name)
    pairing = Pairing("", "", others, parse_rules(rules), seed)
    head("players", "company", "deals", "dealer", "left", "right", "points a deal", "in standard errors")
    times: Times = defaultdict(list)
    for other, one in pairwise(players):
        pair(replace(pairing, one=one, other=other), range(deals), cores, times)
    print()
    head("player", "decision", "n", "processor ms: mean", "median", "p90", "p99", "worst")
    for (name, kind), seconds in sorted(times.items()):
        row(name, kind.lower(), len(seconds), *spread([1000 * each for each in seconds], ".1f"))
