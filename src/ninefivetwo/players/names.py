"""The players by name."""

from __future__ import annotations

from collections.abc import Callable

from ninefivetwo.players.beginner import BeginnerPlayer
from ninefivetwo.players.club import ClubPlayer
from ninefivetwo.players.expert import ExpertPlayer
from ninefivetwo.players.learned import LearnedPlayer
from ninefivetwo.players.player import Player
from ninefivetwo.players.random import RandomPlayer
from ninefivetwo.players.rollout import RolloutPlayer
from ninefivetwo.players.rule import RulePlayer

#: The players by name, each made from the seed of its random numbers.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "rule": lambda seed: RulePlayer(),
    "beginner": BeginnerPlayer,
    "club": ClubPlayer,
    "learned": lambda seed: LearnedPlayer(),
    "rollout": RolloutPlayer,
    "expert": ExpertPlayer,
}
