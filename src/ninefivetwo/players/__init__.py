"""Computer players of several strengths, and the table at which they play."""

from ninefivetwo.players.beginner import BeginnerPlayer
from ninefivetwo.players.club import ClubPlayer
from ninefivetwo.players.expert import ExpertPlayer
from ninefivetwo.players.master import MasterPlayer
from ninefivetwo.players.names import PLAYERS
from ninefivetwo.players.player import Player
from ninefivetwo.players.random import RandomPlayer
from ninefivetwo.players.results import PlayerResult, differences, player_results
from ninefivetwo.players.rule import RulePlayer
from ninefivetwo.players.runner import Round, Table, play_round, play_rounds

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
