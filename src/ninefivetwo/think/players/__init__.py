"""Computer players of several levels, and the code that runs their deals and matches.

A player sees only its view and returns an action. Begin with `levels.py`; `runner.py` runs deals and matches.
"""

from ninefivetwo.think.players.levels import PLAYERS, WORLDS_RULES, ClubPlayer, Player, RulePlayer, players_version
from ninefivetwo.think.players.own import Played, PlayerFault, play_match
from ninefivetwo.think.players.runner import PlayerResult, Round, Table, differences, play_rounds, player_results

__all__ = [
    "PLAYERS",
    "WORLDS_RULES",
    "ClubPlayer",
    "Played",
    "Player",
    "PlayerFault",
    "PlayerResult",
    "Round",
    "RulePlayer",
    "Table",
    "differences",
    "play_match",
    "play_rounds",
    "player_results",
    "players_version",
]
