"""The computer players of a match against a person: their levels and names, and their tag in records.

The tag `Computers` of a record gives, for the seat of each computer, the level, the version of the players, and the
number of possible deals that it plays out for a decision.
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
    """The computer players of a session, with tables that stay warm between decisions.

    It must be used by one thread at a time. A computer's choice depends only on its view and the seed, never on time.
    """

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int, match_score: MatchScore | None = None) -> Action:
        """Return the action that a player of this level chooses in a view. `seed` seeds its random numbers.

        `match_score` is the state of the match before this deal, for levels that use it (`Player.match_score`).
        """
        if level not in self._players:
            self._players[level] = PLAYERS[level](0)
        player = self._players[level]
        player.reseed(seed)
        player.match_score = match_score
        return player.act(view)


@dataclass(frozen=True)
class Computer:
    """A computer player as named in a record.

    `version` is that of the players (`players_version`). `worlds` describes how many possible deals it plays out; it is
    empty if none.
    """

    level: str
    version: str
    worlds: str = ""

    def __str__(self) -> str:
        return f"{self.level} {self.version}" + (f", {self.worlds}" if self.worlds else "")

    @classmethod
    def of(cls, level: str, version: str | None = None) -> Computer:
        """Return a player of this level, by default of this program's version."""
        return cls(level, version or players_version(), WORLDS_RULES.get(level, ""))

    @property
    def plays_here(self) -> bool:
        """Whether this program has exactly this player, so that it can reproduce its decisions."""
        return self.level in LEVELS and self == Computer.of(self.level)


#: The opponent model used for each level of computer.
TAKEN_AS = {**{level.value: level for level in Level}, "master": Level.EXPERT}

UNKNOWN: Final = "unknown"  # version of the players in deals from before records included it

_ONE = re.compile(r"([DLR]):([a-z]+) ([0-9a-z]+)(?:, ([^;]+))?")


def computers_text(computers: dict[Seat, Computer]) -> str:
    """Return the value of the tag `Computers`."""
    return "; ".join(f"{seat.letter}:{computers[seat]}" for seat in sorted(computers))


def tagged_computers(record: Record) -> dict[Seat, Computer] | None:
    """Return the computers named in a record's tag, or None if it has no tag. Raises RecordError if it is invalid."""
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
    """Return the version of the computers in a deal's record, or `UNKNOWN` if it has none."""
    return next((computer.version for computer in (tagged_computers(record) or {}).values()), UNKNOWN)


def computer_levels(record: Record) -> dict[Seat, str]:
    """Return the levels of a record's computers from its tag or, without a valid tag, from the players' names."""
    try:
        tagged = tagged_computers(record)
    except RecordError:
        tagged = None
    if tagged is not None:
        return {seat: computer.level for seat, computer in tagged.items()}
    return named_computers(record.match.names)


def opponents_of(record: Record, people: Recognised | None = None) -> Opponents:
    """Return opponent models for the players of a record: known levels for computers, recognised levels for people.

    People who are not in `people` get the model for unknown players.
    """
    names = record.match.names
    known = {seat: people.levels[names[seat]] for seat in Seat if people is not None and names[seat] in people.levels}
    computers = {seat: TAKEN_AS[level] for seat, level in computer_levels(record).items() if level in LEVELS}
    return Opponents.known(known | computers)


def recognised_people(records: Sequence[Record], me: str | None = None) -> Recognised | None:
    """Return the levels of the people at a table, recognised from their play; None if the evidence is insufficient.

    Only finished deals with all hands known count. The player `me` is left out.
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
    """Return the default names of the computers, clockwise from the person."""
    return f"{levels[0]} 1", f"{levels[1]} 2"


def check_names(name: str, *others: str) -> None:
    """Raise GameError if the person's or a computer's name is empty, unprintable or used twice."""
    for own, rest in ((name, others), *((other, (name, *others[:i])) for i, other in enumerate(others))):
        if not own or own != own.strip() or not own.isprintable() or own in rest:
            raise GameError(f"invalid name: {quoted(own)} (expected one line, and not {' or '.join(rest)})")


def computer_level(name: str, number: int) -> str | None:
    """Return the level of the computer with this default name at place `number` (1 or 2); None for other names."""
    level, _, said = name.rpartition(" ")
    return level if level in LEVELS and said == str(number) else None


def named_computers(names: Sequence[str]) -> dict[Seat, str]:
    """Return the levels, by seat, of players with a computer's default name; all three if no person plays."""
    numbers = range(1, len(Seat) + 1)
    named = {seat: next(filter(None, (computer_level(names[seat], n) for n in numbers)), None) for seat in Seat}
    return {seat: level for seat, level in named.items() if level is not None}
