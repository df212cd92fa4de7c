"""Computer players of several strengths, and the table at which they play."""

from ninefivetwo.think.players.levels import (
    PLAYERS,
    BeginnerPlayer,
    ClubPlayer,
    ExpertPlayer,
    MasterPlayer,
    RandomPlayer,
    RulePlayer,
)
from ninefivetwo.think.players.player import Player
from ninefivetwo.think.players.results import PlayerResult, differences, player_results
from ninefivetwo.think.players.runner import Round, Table, play_round, play_rounds

__all__ = [
    "PLAYERS",
    "BeginnerPlayer",
    "ClubPlayer",
    "ExpertPlayer",
    "MasterPlayer",
    "Player",
    "PlayerResult",
    "RandomPlayer",
    "Round",
    "RulePlayer",
    "Table",
    "differences",
    "play_round",
    "play_rounds",
    "player_results",
]
