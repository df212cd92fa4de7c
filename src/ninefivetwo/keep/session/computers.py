"""The computer players in a match against a person, with their levels, names and tag in records.

For each computer's seat, the tag `Computers` of a record gives the level, the version of the player, and the number of
possible deals played out for a decision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ninefivetwo.cards import Seat
from ninefivetwo.errors import GameError, RecordError, quoted
from ninefivetwo.game import Action, DealView
from ninefivetwo.game.records import COMPUTERS_TAG, Record
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players import PLAYERS, WORLDS_RULES, Player, players_version
from ninefivetwo.think.players.recognise import FEWEST, Recognised, recognised
from ninefivetwo.think.playouts import Level, Opponents

#: The levels of computer players, weakest first; benchmarks/JOURNAL.md has the differences in strength.
LEVELS = ("beginner", "rule", "club", "expert", "master")


class Computers:
    """The computer players of a session, for use by one thread at a time.

    A computer player's choice depends only on the view and the seed.
    """

    def __init__(self) -> None:
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int, match_score: MatchScore | None = None) -> Action:
        """Return the action that a computer player of the given level chooses; `seed` seeds the random numbers.

        `match_score` is the state of the match before the deal, for levels that use the score (`Player.match_score`).
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

    `version` is the version of the player (`players_version`). `worlds` is the number of possible deals played out for
    a decision, as text; empty if none.
    """

    level: str
    version: str
    worlds: str = ""

    def __str__(self) -> str:
        return f"{self.level} {self.version}" + (f", {self.worlds}" if self.worlds else "")

    @classmethod
    def of(cls, level: str, version: str | None = None) -> Computer:
        """Return a computer player of the given level, by default in this program's version."""
        return cls(level, version or players_version(), WORLDS_RULES.get(level, ""))

    @property
    def plays_here(self) -> bool:
        """True if this program has this version of the player and can reproduce the player's decisions."""
        return self.level in LEVELS and self == Computer.of(self.level)


#: The opponent model used for each level of computer.
TAKEN_AS = {**{level.value: level for level in Level}, "master": Level.EXPERT}

_ONE = re.compile(r"([DLR]):([a-z]+) ([0-9a-z]+)(?:, ([^;]+))?")


def computers_text(computers: dict[Seat, Computer]) -> str:
    """Return the value of the tag `Computers`."""
    return "; ".join(f"{seat.letter}:{computers[seat]}" for seat in sorted(computers))


def tagged_computers(record: Record) -> dict[Seat, Computer] | None:
    """Return the computers in a record's tag `Computers`, or None if the tag is missing. Raises RecordError."""
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
    """Return the version of the computers in a deal's record, or "unknown" if the record does not give the version."""
    return next((computer.version for computer in (tagged_computers(record) or {}).values()), "unknown")


def computer_levels(record: Record) -> dict[Seat, str]:
    """Return the levels of the computers in a record, from the tag or, without a valid tag, from the players' names."""
    try:
        tagged = tagged_computers(record)
    except RecordError:
        tagged = None
    if tagged is not None:
        return {seat: computer.level for seat, computer in tagged.items()}
    return named_computers(record.match.names)


def opponents_of(record: Record, people: Recognised | None = None) -> Opponents:
    """Return opponent models for a record's players. `people` has the estimated levels of people."""
    names = record.match.names
    known = {seat: people.levels[names[seat]] for seat in Seat if people is not None and names[seat] in people.levels}
    computers = {seat: TAKEN_AS[level] for seat, level in computer_levels(record).items() if level in LEVELS}
    return Opponents.known(known | computers)


def recognised_people(records: Sequence[Record], me: str | None = None) -> Recognised | None:
    """Return the levels of the people at a table, estimated from their play; None if the evidence is insufficient.

    Only finished deals with all hands known are used. The level of the player `me` is not estimated.
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


def named_computers(names: Sequence[str]) -> dict[Seat, str]:
    """Return the levels, by seat, of all players with a computer's default name. All three players may be computers."""
    parts = {seat: names[seat].rpartition(" ") for seat in Seat}
    return {seat: level for seat, (level, _, n) in parts.items() if level in LEVELS and n in ("1", "2", "3")}
