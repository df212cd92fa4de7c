"""The players by name."""

from __future__ import annotations

from collections.abc import Callable

from ninefivetwo.players.beginner import BeginnerPlayer
from ninefivetwo.players.club import ClubPlayer
from ninefivetwo.players.expert import ExpertPlayer
from ninefivetwo.players.master import MasterPlayer
from ninefivetwo.players.player import Player
from ninefivetwo.players.random import RandomPlayer
from ninefivetwo.players.rule import RulePlayer

#: The players by name, each made from the seed of its random numbers; but for the first each is stronger than the last.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "beginner": BeginnerPlayer,
    "rule": lambda seed: RulePlayer(),
    "club": ClubPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}
