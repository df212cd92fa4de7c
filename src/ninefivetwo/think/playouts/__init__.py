"""Deals played out to their end by policies, each seat acting on what it can see: the face of the engine's playouts.

A *policy* says which card is played from what a seat sees.  A *playout* is a deal, or a position, played to its end by
a policy at each seat.  What is played out are rows of numbers (`ninefivetwo_solver.playout`, `GAME` and `VIEW`), made
here from deals, from a seat's views, and from the worlds that fit one.
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
    "Decisions",
    "Level",
    "Opponents",
    "Policies",
    "Policy",
    "Rows",
    "VIEW",
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
