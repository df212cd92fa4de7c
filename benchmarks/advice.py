"""Whose calls, discards, gifts or cards win more at the table.

    python -m benchmarks advice discard adviser:2000 plain --seed 21
    python -m benchmarks advice discard adviser:2000 version:../earlier:adviser:8 --trump N --company mixed
    python -m benchmarks advice give adviser:2000 --previous "D:+1 L:-1 R:0"

At the same moments, on cards never used before, two choose; each choice is then made in true deals that look so to
the seat, and played out by others (`moments.py`), all else equal.  What the seat wins more after the first choice than
after the second is the gain, one value a moment; the test is sequential (`sequential.py`).  Beside it stands its
control: the first chooser with other random numbers against himself.

Choosers are players by name (`named_players.py`): plain, adviser:LIMIT, expert, version:DIR:adviser:LIMIT, ...  They
should be of another kind than the company.
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
from ninefivetwo.game.records import by_seat
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.sets import Floats

MOST = 1600  # moments


@dataclass(frozen=True)
class Found:
    """Of a moment: who chose at which trump, and what the first chooser won more than the second, and than himself
    with other random numbers."""

    group: tuple[str, str]
    differ: bool
    gain: float
    control: float


class Choosing:
    """Two choosers, and what was found at the moments asked for so far."""

    def __init__(self, one: str, other: str, moments: Moments, table: Table) -> None:
        self.one, self.other, self.moments, self.table = one, other, moments, table
        self.found: list[Found] = []

    def differences(self, numbers: range) -> Floats:
        """What the first chooser won more, a value a moment."""
        moments = [self.moments.moment(number) for number in numbers]
        tasks = [(name, moment.view, seed, moment.number) for moment in moments for name, seed in self._asked]
        choices = self.table.room.processes.map(choice, tasks)
        found = [self._compared(moment, [next(choices) for _ in self._asked]) for moment in moments]
        self.found += found
        return np.array([each.gain for each in found])

    @property
    def _asked(self) -> list[tuple[str, int]]:
        """Who chooses at each moment, with which random numbers: the two, and the first once more."""
        return [(self.one, 0), (self.other, 0), (self.one, 1)]

    def _compared(self, moment: Moment, choices: list[Action]) -> Found:
        """The choices at a moment played out; where all are equal nothing would differ."""
        trump = moment.view.trump
        group = moment.seat.word, "not called" if trump is None else "no-trump" if trump is Trump.NO_TRUMP else "suit"
        one, other, again = choices
        if one == other == again:
            return Found(group, False, 0.0, 0.0)
        tricks = {action: self.table.tricks(moment, action) for action in dict.fromkeys(choices)}
        gain, control = (float((tricks[one] - tricks[each]).mean()) for each in (other, again))
        return Found(group, one != other, gain, -control)


def choice(task: tuple[str, DealView, int, int]) -> Action:
    """What a player does who has seen so much, with the random numbers of a seed and of the moment."""
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
    one: who chooses
    other: who he is compared with
    company: who plays the deals: a name, several, or mixed
    then: who makes the choices left before the play
    times: deals in which each choice is played
    previous: results of the previous deal, for later deals, with gifts
    trump: S, H, D, C or N in every deal; without it what the plain rules call
    seed: of the cards
    first: moments at the first look
    most: moments at most
    """
    players = company_of(company)
    for name in (one, other, then, *players):
        policy(name)
    results, forced = by_seat(previous) if previous else None, Trump.parse(trump) if trump else None
    moments = Moments(KINDS[kind], parse_rules(rules), seed, times, results, forced, players)
    with Room(cores) as room:
        compare(Choosing(one, other, moments, Table(room, then)), first, most)


def compare(choosing: Choosing, first: int, most: int) -> None:
    """Print the verdict on two choosers, and its figures."""
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
