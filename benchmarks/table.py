"""Measure which of two players wins more tricks at the table.

    python -m benchmarks table rollout:plain:30 plain --company mixed --seed 11
    python -m benchmarks table club rule --company rule,beginner --most 800
    python -m benchmarks table version:../earlier:expert expert --company club --whole
    python -m benchmarks table rollout:plain:4 --false-alarms 100 --most 1600

Each of the two players sits in each seat of every deal, with the same company and the same random numbers. The
difference of a deal is the first player's tricks minus the second's, averaged over the seats. The test is sequential
(`sequential.py`). As a control, the first player is compared with itself under other random numbers, in the same deals.
Use a new seed for each claim, because its cards must not have been used before.

`named_players.py` lists the names of players. The company is one name, several names of which two are drawn for each
deal, or `mixed`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from benchmarks.duplicate import Room, Stack
from benchmarks.named_players import company_of, policy
from benchmarks.report import estimate_of, figure, head, row
from benchmarks.sequential import FIRST, MOST, Differences, count_clear, in_words, judge, power
from ninefivetwo import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.sets import Floats


@dataclass(frozen=True)
class Figure:
    """The first player's tricks minus the second's in some deals, and the same difference between the first player and
    itself.
    """

    trump: str
    seat: str
    gain: Estimate
    control: Estimate


class Comparison:
    """Two players and their results in the deals played so far."""

    def __init__(self, one: str, other: str, room: Room, stack: Stack) -> None:
        self.one, self.other, self.room, self.stack = one, other, room, stack
        self.gains: list[Floats] = []
        self.controls: list[Floats] = []
        self.kinds: list[str] = []

    def differences(self, numbers: range) -> Floats:
        """Return the difference of each deal, averaged over the seats, which are not independent."""
        deals = self.stack.deals(numbers)
        one, other, again = (
            self.room.judged(player, deals, seed) for player, seed in ((self.one, 0), (self.other, 0), (self.one, 1))
        )
        self.gains += [*(one - other)]
        self.controls += [*(again - one)]
        self.kinds += deals.kinds
        return (one - other).mean(axis=1)

    def figures(self) -> list[Figure]:
        """Return the figures by kind of deal and seat, for all seats together, and for both kinds if there are two."""
        gains, controls, kinds = np.array(self.gains), np.array(self.controls), np.array(self.kinds)
        rows = {kind: kinds == kind for kind in sorted(set(self.kinds), reverse=True)}
        if len(rows) == 2:
            rows["both"] = kinds != ""
        seats = {**{seat.word: [int(seat)] for seat in Seat}, "all three": [*map(int, Seat)]}
        return [
            Figure(kind, seat, *(estimate_of(each[of][:, columns].mean(axis=1)) for each in (gains, controls)))
            for kind, of in rows.items()
            for seat, columns in seats.items()
        ]


def against_itself(player: str, room: Room, stack: Stack, size: int) -> Callable[[int], Differences]:
    """Compare a player with itself in several runs, each with its own deals and random numbers."""

    def run(number: int) -> Differences:
        def differences(numbers: range) -> Floats:
            deals = stack.deals(range(numbers.start + number * size, numbers.stop + number * size))
            return (room.judged(player, deals, 0) - room.judged(player, deals, 1)).mean(axis=1)

        return differences

    return run


def main(
    one: str,
    other: str = "plain",
    *,
    company: str = "plain",
    rules: str = "wikipedia",
    no_trump: float = 0.0,
    whole: bool = False,
    seed: int = 952,
    first: int = FIRST,
    most: int = MOST,
    cores: int | None = None,
    false_alarms: int | None = None,
) -> None:
    """
    company: players in the two other seats
    no_trump: share of no-trump deals
    whole: players also call, discard and give; every second deal follows a result
    seed: seed of the cards
    first: deals before the first test; if equal to --most, there is a single test
    most: largest number of deals
    false_alarms: judge ONE against itself this many times
    """
    kinds = company_of(company)
    for name in (one, other, *kinds):
        policy(name)
    stack = Stack(parse_rules(rules), seed, no_trump, kinds, whole)
    with Room(cores) as room:
        if false_alarms:
            found = count_clear(against_itself(one, room, stack, most), false_alarms, first, most)
            print(f"{found} false alarms in {false_alarms} judgements of {one} against itself")
        else:
            compare(Comparison(one, other, room, stack), first, most)


def compare(comparison: Comparison, first: int, most: int) -> None:
    """Compare two players and print the verdict with its figures."""
    verdict = judge(comparison.differences, first, most, progress=True)
    figures = comparison.figures()
    print(in_words(comparison.one, comparison.other, verdict, figures[-1].control), end="\n\n")
    head("trump", "seat", "deals", "tricks a deal", "control")
    for each in figures:
        row(each.trump, each.seat, each.gain.n, figure(each.gain), figure(each.control))
    print(f"\n{power(verdict)}")
