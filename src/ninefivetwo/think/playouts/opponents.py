"""Who plays at the other seats, and the policies that stand for them when deals are played out.

A *table* is a policy for each seat.  The seat that asks plays by a policy of its own, each of the others by one that
stands for players of its level at a playout's speed.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import permutations, product
from typing import NoReturn

from msgspec import Struct

from ninefivetwo.cards import Seat
from ninefivetwo.checks import check_fields, no_member
from ninefivetwo.errors import AdviceError
from ninefivetwo.think.playouts.policies import Policies, policy
from ninefivetwo_solver.playout import Policy


class Level(Enum):
    """How well a player plays; `MIXED`: nobody knows, so as a rule, a club or an expert player, equally often."""

    BEGINNER = "beginner"
    RULE = "rule"
    CLUB = "club"
    EXPERT = "expert"
    MIXED = "mixed"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        no_member(cls, value, AdviceError)


#: The levels of which a player has one who is `Level.MIXED`; two such players have two different ones.
MIXTURE = (Level.RULE, Level.CLUB, Level.EXPERT)
#: The policies that stand for players of a level, by name.
STAND_IN = {Level.BEGINNER: "beginner", Level.RULE: "plain", Level.CLUB: "learned", Level.EXPERT: "learned"}
#: What people are taken to be of whom nothing is known.
UNKNOWN = Level.MIXED


class Opponents(Struct, frozen=True):
    """The levels of dealer, left and right; that of the seat that asks is not looked at.

    Raises AdviceError for what is no level.
    """

    dealer: Level
    left: Level
    right: Level

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @classmethod
    def all(cls, level: Level) -> Opponents:
        """All of the same level."""
        return cls(level, level, level)

    @classmethod
    def known(cls, levels: Mapping[Seat, Level]) -> Opponents:
        """These by seat, and people at the other seats."""
        return cls(*(levels.get(seat, UNKNOWN) for seat in Seat))

    @property
    def levels(self) -> tuple[Level, Level, Level]:
        """From the dealer on."""
        return self.dealer, self.left, self.right

    def others(self, seat: Seat) -> dict[Seat, Level]:
        """The levels of the two that do not sit here, in the order of the seats."""
        return {other: level for other, level in zip(Seat, self.levels, strict=True) if other is not seat}

    def tables(self, seat: Seat, own: Policy) -> tuple[Policies, ...]:
        """The tables at which a seat may sit that plays by a policy of its own, all as likely."""
        found = []
        for levels in _drawn(list(self.others(seat).values())):
            others = dict(zip(self.others(seat), levels, strict=True))
            dealer, left, right = (own if each is seat else policy(STAND_IN[others[each]]) for each in Seat)
            found.append((dealer, left, right))
        return tuple(found)

    def vary(self, seat: Seat) -> bool:
        """Can the same deal be played in different ways at the tables of a seat?"""
        levels = self.others(seat).values()
        return Level.BEGINNER in levels or Level.MIXED in levels


CLUB_PLAYERS = Opponents.all(Level.CLUB)
PEOPLE = Opponents.all(UNKNOWN)


def _drawn(levels: list[Level]) -> list[tuple[Level, ...]]:
    """The levels that two players may have, all as likely."""
    if levels == [Level.MIXED, Level.MIXED]:
        return list(permutations(MIXTURE, 2))
    return list(product(*(MIXTURE if level is Level.MIXED else (level,) for level in levels)))
