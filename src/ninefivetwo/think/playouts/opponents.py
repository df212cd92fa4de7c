"""The levels of opponents, and the policies that represent these levels in playouts.

A *table* is a policy for each seat: the adviser's own policy at the seat that asks, and at each opponent's seat a fast
policy that represents the opponent's level.
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
    """The level of a player; `MIXED` is an unknown level: rule, club or expert with equal probability."""

    BEGINNER = "beginner"
    RULE = "rule"
    CLUB = "club"
    EXPERT = "expert"
    MIXED = "mixed"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        no_member(cls, value, AdviceError)


#: The levels that a player of `Level.MIXED` may have; two mixed players have different levels.
MIXTURE = (Level.RULE, Level.CLUB, Level.EXPERT)
#: The name of the policy that represents players of each level.
STAND_IN = {Level.BEGINNER: "beginner", Level.RULE: "plain", Level.CLUB: "learned", Level.EXPERT: "learned"}
#: The level assumed for people about whom nothing is known.
UNKNOWN = Level.MIXED


class Opponents(Struct, frozen=True):
    """The levels of the players at the three seats; the level of the seat that asks is ignored.

    Raises AdviceError if a level is invalid.
    """

    dealer: Level
    left: Level
    right: Level

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @classmethod
    def all(cls, level: Level) -> Opponents:
        """Return opponents with the same level at all seats."""
        return cls(level, level, level)

    @classmethod
    def known(cls, levels: Mapping[Seat, Level]) -> Opponents:
        """Return opponents with the given levels by seat; all other seats get the unknown level."""
        return cls(*(levels.get(seat, UNKNOWN) for seat in Seat))

    @property
    def levels(self) -> tuple[Level, Level, Level]:
        """The levels in seat order, starting with the dealer."""
        return self.dealer, self.left, self.right

    def others(self, seat: Seat) -> dict[Seat, Level]:
        """Return the levels of the other two seats, in seat order."""
        return {other: level for other, level in zip(Seat, self.levels, strict=True) if other is not seat}

    def tables(self, seat: Seat, own: Policy) -> tuple[Policies, ...]:
        """Return all tables, which are equally likely, for a seat that plays by the policy `own`."""
        found = []
        for levels in _drawn(list(self.others(seat).values())):
            others = dict(zip(self.others(seat), levels, strict=True))
            dealer, left, right = (own if each is seat else policy(STAND_IN[others[each]]) for each in Seat)
            found.append((dealer, left, right))
        return tuple(found)

    def vary(self, seat: Seat) -> bool:
        """Whether this seat's opponents may play the same deal in different ways."""
        levels = self.others(seat).values()
        return Level.BEGINNER in levels or Level.MIXED in levels


CLUB_PLAYERS = Opponents.all(Level.CLUB)
PEOPLE = Opponents.all(UNKNOWN)


def _drawn(levels: list[Level]) -> list[tuple[Level, ...]]:
    """Return the possible pairs of levels of two players, all equally likely."""
    if levels == [Level.MIXED, Level.MIXED]:
        return list(permutations(MIXTURE, 2))
    return list(product(*(MIXTURE if level is Level.MIXED else (level,) for level in levels)))
