"""Measure whether players are recognised by their cards, at tables of two players of one level.

A club player sits at each table with two players of one level, under the rule sets in turn. The program prints the
share of tables that are named correctly after some deals, the number of those that a user is shown, and whether the
stated chance is right. It also prints the share of cards that equal the choice of the policy that represents the player
in playouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from benchmarks.report import head, row
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.game.rules import NAMED
from ninefivetwo.layout import random_deals
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.players.recognise import RECOGNISED_LEVELS, SURE, Recognised, agreement, recognised
from ninefivetwo.think.players.runner import worker_processes
from ninefivetwo.think.playouts import Level

DEALS = (1, 2, 3, 5, 10)
BINS = (0.0, 0.6, 0.8, 0.9, SURE, 0.99, 1.0 + 1e-9)


class Named(NamedTuple):
    """The levels recognised at a table after each number of deals in `DEALS`, and the share of cards that equal the
    policy's.
    """

    found: list[Recognised]
    agrees: float


def main(
    *,
    tables: int = 100,
    levels: tuple[str, ...] = tuple(level.value for level in RECOGNISED_LEVELS),
    seed: int = 952,
    cores: int | None = None,
) -> None:
    """
    tables: number of tables of each level
    levels: levels of the players
    seed: seed of the cards
    cores: number of cores (default: all)
    """
    told = list[tuple[float, bool]]()
    head("level", "cards of the stand-in", *(f"right after {deals}" for deals in DEALS), "told after 10, right")
    with worker_processes(cores, "spawn") as pool:
        for level in map(Level, levels):
            named = list(pool.map(partial(at_table, level, seed), range(tables)))
            right = np.array([[set(each.levels.values()) == {level} for each in one.found] for one in named])
            told += [
                (each.chance, bool(ok))
                for one, oks in zip(named, right, strict=True)
                for each, ok in zip(one.found, oks, strict=True)
            ]
            sure = np.array([one.found[-1].sure for one in named])
            shares = (f"{100 * share:.0f} %" for share in right.mean(axis=0))
            agrees = f"{100 * np.mean([one.agrees for one in named]):.1f} %"
            row(level.value, agrees, *shares, f"{sure.sum()}, {(right[:, -1] & sure).sum()}")
    head("chance told", "came true", "of")
    for low, high in pairwise(BINS):
        if chosen := [pair for pair in told if low <= pair[0] < high]:
            chance, true = np.mean(chosen, axis=0)
            row(f"{100 * chance:.1f} %", f"{100 * true:.1f} %", f"{len(chosen)}")


def at_table(level: Level, seed: int, number: int) -> Named:
    """Return the results at the table with this number."""
    matches = list(played(level, seed, number))
    names = [f"{level.value} {i}" for i in (1, 2)]
    return Named([recognised(matches[:deals], names) for deals in DEALS], agreement(matches, names, level))


def played(level: Level, seed: int, number: int) -> Iterator[Match]:
    """Yield the deals at a table; when a match ends, another one begins."""
    rules = list(NAMED.values())[number % len(NAMED)].rules
    names = ("club", f"{level.value} 1", f"{level.value} 2")
    first = (seed << 24 | number) << 4 | RECOGNISED_LEVELS.index(level) << 2
    players = {name: PLAYERS[name.partition(" ")[0]](first | i) for i, name in enumerate(names)}
    layouts, match = random_deals(first), UndealtMatch(rules, names)
    for _ in range(DEALS[-1]):
        now = match.dealt(next(layouts))
        while (turn := now.deal.turn) is not None:
            now = now.after(players[now.names[turn.seat]].act(now.deal.seen_by(turn.seat)))
        yield now
        match = UndealtMatch(rules, names) if now.over else now.following()
