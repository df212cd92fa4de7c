"""Playouts of deals by policies that see only their own seat's view: a Python interface to the engine.

A *policy* chooses a card from a seat's view. A *playout* plays a deal or position to its end with a policy at each
seat. Playouts use arrays with one row per game or view (`GAME` and `VIEW` in `ninefivetwo_solver.playout`). This
package makes the rows from deals, views and worlds.
"""

from ninefivetwo.think.playouts.opponents import Level, Opponents
from ninefivetwo.think.playouts.policies import (
    Decisions,
    Policies,
    any_policy,
    choose_card,
    decisions_of_play,
    opinion,
    play_lines,
    play_out,
    policy,
)
from ninefivetwo.think.playouts.views import Rows, game_of, games_in, games_of_hands, view_of
from ninefivetwo_solver.playout import CHOICES, VIEW, Policy

__all__ = [
    "CHOICES",
    "VIEW",
    "Decisions",
    "Level",
    "Opponents",
    "Policies",
    "Policy",
    "Rows",
    "any_policy",
    "choose_card",
    "decisions_of_play",
    "game_of",
    "games_in",
    "games_of_hands",
    "opinion",
    "play_lines",
    "play_out",
    "policy",
    "view_of",
]
