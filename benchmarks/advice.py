"""Measure which of two players makes better calls, discards, gifts or card plays.

    python -m benchmarks advice discard adviser:2000 plain --seed 21
    python -m benchmarks advice discard adviser:2000 version:../earlier:adviser:8 --trump N --company mixed
    python -m benchmarks advice give adviser:2000 --previous "D:+1 L:-1 R:0"

Both players choose in the same positions, with cards that were not used before. Each choice is then played out by other
players in deals that agree with what the seat has seen (`moments.py`), with everything else equal. The gain is the
number of tricks that the seat wins more after the first player's choice than after the second's; there is one value per
position. The test is sequential (`sequential.py`). As a control, the first player is compared with itself under other
random numbers.

The players have the names in `named_players.py`: plain, adviser:LIMIT, expert, version:DIR:adviser:LIMIT and so on.
They should be of another kind than the company that plays the deals.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

import numpy as np

from benchmarks.duplicate import Room
from benchmarks.moments import KINDS, Moment, Moments, Table
from benchmarks.named_players import company_of, player, policy
from benchmarks.report import estimate_of, figure, head, row
from benchmarks.sequential import FIRST, in_words, judge, power
from ninefivetwo import Trump
from ninefivetwo.game import Action, DealView
from ninefivetwo.game.records import seat_items
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.sets import Floats

MOST = 1600  # moments


@dataclass(frozen=True)
class Found:
    """The result at one position: the seat and the trump, whether the two players chose differently, the gain of the
    first player, and the control, in tricks.
    """

    group: tuple[str, str]
    differ: bool
    gain: float
    control: float


class Choosing:
    """Two players who choose, and the results at the positions evaluated so far."""

    def __init__(self, one: str, other: str, moments: Moments, table: Table) -> None:
        self.one, self.other, self.moments, self.table = one, other, moments, table
        self.found: list[Found] = []

    def differences(self, numbers: range) -> Floats:
        """Return the gain of the first player at each position, in tricks."""
        moments = [self.moments.moment(number) for number in numbers]
        tasks = [(name, moment.view, seed, moment.number) for moment in moments for name, seed in self._asked]
        choices = self.table.room.processes.map(choice, tasks)
        found = [self._compared(moment, [next(choices) for _ in self._asked]) for moment in moments]
        self.found += found
        return np.array([each.gain for each in found])

    @property
    def _asked(self) -> list[tuple[str, int]]:
        """The players who choose at each position and the seeds of their random numbers; the first player chooses
        twice.
        """
        return [(self.one, 0), (self.other, 0), (self.one, 1)]

    def _compared(self, moment: Moment, choices: list[Action]) -> Found:
        """Play out the choices at a position; if all are equal, the result is zero."""
        trump = moment.view.trump
        group = moment.seat.word, "not called" if trump is None else "no-trump" if trump is Trump.NO_TRUMP else "suit"
        one, other, again = choices
        if one == other == again:
            return Found(group, False, 0.0, 0.0)
        tricks = {action: self.table.tricks(moment, action) for action in dict.fromkeys(choices)}
        gain, control = (float((tricks[one] - tricks[each]).mean()) for each in (other, again))
        return Found(group, one != other, gain, -control)


def choice(task: tuple[str, DealView, int, int]) -> Action:
    """Return a player's choice for a view, with random numbers that follow from the seed and the number of the
    position.
    """
    name, view, seed, number = task
    return player(name, seed << 40 | number).act(view)


def main(
    kind: Literal["call", "discard", "give", "card"],
    one: str,
    other: str = "plain",
    *,
    company: str = "rollout:plain:20",
    then: str = "club",
    times: int = 16,
    rules: str = "wikipedia",
    previous: str = "",
    trump: str = "",
    seed: int = 952,
    first: int = FIRST,
    most: int = MOST,
    cores: int | None = None,
) -> None:
    """
    one: the player who is judged
    other: the player to compare with
    company: the players of the deals: a name, several, or mixed
    then: the player who makes the remaining choices before the play
    times: number of deals in which each choice is played out
    previous: results of the previous deal, for a later deal with gifts
    trump: trump in every deal, S, H, D, C or N; default: the call by the rules of thumb
    seed: seed of the cards
    first: number of positions before the first test
    most: largest number of positions
    """
    players = company_of(company)
    for name in (one, other, then, *players):
        policy(name)
    results, forced = seat_items(previous) if previous else None, Trump.parse(trump) if trump else None
    moments = Moments(KINDS[kind], parse_rules(rules), seed, times, results, forced, players)
    with Room(cores) as room:
        compare(Choosing(one, other, moments, Table(room, then)), first, most)


def compare(choosing: Choosing, first: int, most: int) -> None:
    """Compare two players and print the verdict with its figures."""
    verdict = judge(choosing.differences, first, most, progress=True)
    control = estimate_of([each.control for each in choosing.found])
    print(in_words(choosing.one, choosing.other, verdict, control), end="\n\n")
    head("who chose", "trump", "moments", "differ", "tricks a moment", "control")
    groups = defaultdict[tuple[str, str], list[Found]](list)
    for each in choosing.found:
        groups[each.group].append(each)
    for (seat, trump), rows in sorted(groups.items()):
        gains = (figure(estimate_of(column)) for column in zip(*((r.gain, r.control) for r in rows), strict=True))
        row(seat, trump, len(rows), sum(each.differ for each in rows), *gains)
    print(f"\n{power(verdict)}")
