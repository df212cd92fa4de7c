"""The computer players of a match against a person: their levels, their names, and how a record names them.

The tag `Computers` of a record gives the seats of the computers and, for each, the level, the version of the players,
and how many possible deals it plays out for a decision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ninefivetwo.cards import Seat
from ninefivetwo.errors import GameError, RecordError, quoted
from ninefivetwo.game import Action, DealView
from ninefivetwo.game.records import COMPUTERS_TAG, Record
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players import PLAYERS, WORLDS_RULES, Player, players_version
from ninefivetwo.think.players.recognise import FEWEST, Recognised, recognised
from ninefivetwo.think.playouts import Level, Opponents

#: The levels of computer players, the weakest first; benchmarks/JOURNAL.md has the distance between each two.
LEVELS = ("beginner", "rule", "club", "expert", "master")


class Computers:
    """The computer players of a session; their tables stay warm from one decision to the next.

    For one thread at a time.  No clock decides: what a computer does follows from its view and the seed.
    """

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int, match_score: MatchScore | None = None) -> Action:
        """What a player of this level does with this view; `seed` is of its random numbers.

        match_score: the match before this deal, for those who look at it (`Player.match_score`).
        """
        if level not in self._players:
            self._players[level] = PLAYERS[level](0)
        player = self._players[level]
        player.reseed(seed)
        player.match_score = match_score
        return player.act(view)


@dataclass(frozen=True)
class Computer:
    """A computer player as a record names it.

    version: of the players (`players_version`).  worlds: how many possible deals it plays out, in words; empty if none.
    """

    level: str
    version: str
    worlds: str = ""

    def __str__(self) -> str:
        return f"{self.level} {self.version}" + (f", {self.worlds}" if self.worlds else "")

    @classmethod
    def of(cls, level: str, version: str | None = None) -> Computer:
        """A player of this level, of this program's version or another one."""
        return cls(level, version or players_version(), WORLDS_RULES.get(level, ""))

    @property
    def plays_here(self) -> bool:
        """Does this program have the player, so that it can decide again?"""
        return self.level in LEVELS and self == Computer.of(self.level)


#: As what the players of each level are taken at a table.
TAKEN_AS = {**{level.value: level for level in Level}, "master": Level.EXPERT}

UNKNOWN: Final = "unknown"  # the version of players in a deal that was begun before records told it

_ONE = re.compile(r"([DLR]):([a-z]+) ([0-9a-z]+)(?:, ([^;]+))?")


def computers_text(computers: dict[Seat, Computer]) -> str:
    """The value of the tag."""
    return "; ".join(f"{seat.letter}:{computers[seat]}" for seat in sorted(computers))


def tagged_computers(record: Record) -> dict[Seat, Computer] | None:
    """The computers that a record's tag names; None without the tag.  Raises RecordError for a tag of another form."""
    if (text := record.tag(COMPUTERS_TAG)) is None:
        return None
    computers = dict[Seat, Computer]()
    for part in text.split(";"):
        found = _ONE.fullmatch(part.strip())
        if found is None or (seat := Seat.parse(found[1])) in computers:
            expected = f"expected such as {Seat.LEFT.letter}:{Computer.of('club')}; each seat once"
            raise RecordError(f"[{COMPUTERS_TAG}]: invalid computer {quoted(part.strip())} ({expected})", record.line)
        computers[seat] = Computer(found[2], found[3], found[4] or "")
    return computers


def version_of(record: Record) -> str:
    """The version of the computers in a deal's record; `UNKNOWN` if that does not say."""
    return next((computer.version for computer in (tagged_computers(record) or {}).values()), UNKNOWN)


def computer_levels(record: Record) -> dict[Seat, str]:
    """The levels of the computers in a record, by its tag or, if that is missing or invalid, by the players' names."""
    try:
        tagged = tagged_computers(record)
    except RecordError:
        tagged = None
    if tagged is not None:
        return {seat: computer.level for seat, computer in tagged.items()}
    return named_computers(record.match.names)


def opponents_of(record: Record, people: Recognised | None = None) -> Opponents:
    """How well the players of a record play: its computers as they are known, people as they were recognised.

    people: those recognised; others are taken as people are of whom nothing is known.
    """
    names = record.match.names
    known = {seat: people.levels[names[seat]] for seat in Seat if people is not None and names[seat] in people.levels}
    computers = {seat: TAKEN_AS[level] for seat, level in computer_levels(record).items() if level in LEVELS}
    return Opponents.known(known | computers)


def recognised_people(records: Sequence[Record], me: str | None = None) -> Recognised | None:
    """The levels of the people at a table by what they played in its deals; None if that does not show yet.

    Only finished deals with all hands known count.  me: who asks, and is not looked at.
    """
    deals = [record for record in records if record.match.deal.over and record.match.deal.viewer is None]
    if len(deals) < FEWEST or any(set(record.match.names) != set(deals[0].match.names) for record in deals):
        return None
    names, computers = deals[0].match.names, computer_levels(deals[0])
    people = [names[seat] for seat in Seat if seat not in computers and names[seat] != me]
    if not people or len(set(names)) < len(Seat):
        return None
    found = recognised([record.match for record in deals], people)
    return found if found.sure else None


def computer_names(levels: tuple[str, str]) -> tuple[str, str]:
    """What the computers are called, clockwise from the person, unless they have names of their own."""
    return f"{levels[0]} 1", f"{levels[1]} 2"


def check_names(name: str, *others: str) -> None:
    """Raises GameError if the person's name or a computer's is empty, not printable, or somebody else's."""
    for own, rest in ((name, others), *((other, (name, *others[:i])) for i, other in enumerate(others))):
        if not own or own != own.strip() or not own.isprintable() or own in rest:
            raise GameError(f"invalid name: {quoted(own)} (expected one line, and not {' or '.join(rest)})")


def computer_level(name: str, number: int) -> str | None:
    """The level of the computer who is called so, as the first or second clockwise from the person; None for others."""
    level, _, said = name.rpartition(" ")
    return level if level in LEVELS and said == str(number) else None


def named_computers(names: Sequence[str]) -> dict[Seat, str]:
    """The levels of those at a table who are called as computers are, by seat; three where no person plays."""
    numbers = range(1, len(Seat) + 1)
    named = {seat: next(filter(None, (computer_level(names[seat], n) for n in numbers)), None) for seat in Seat}
    return {seat: level for seat, level in named.items() if level is not None}
