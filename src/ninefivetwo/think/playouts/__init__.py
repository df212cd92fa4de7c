"""Deals played out to their end by policies, each seat acting on what it can see: the face of the engine's playouts.

A *policy* says which card is played from what a seat sees.  A *playout* is a deal, or a position, played to its end by
a policy at each seat.  What is played out are rows of numbers (`ninefivetwo_solver.playout`, `GAME` and `VIEW`), made
here from deals, from a seat's views, and from the worlds that fit one.
"""

from ninefivetwo.think.playouts.opponents import Level, Opponents
from ninefivetwo.think.playouts.policies import (
    Decisions,
    Policies,
    Weights,
    any_policy,
    choose_card,
    decisions_of_play,
    opinion,
    play_lines,
    play_out,
    policy,
    read_weights,
    write_weights,
)
from ninefivetwo.think.playouts.views import Rows, game_of, games_at_start, games_in, games_of_hands, plays_of, view_of
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
    "Weights",
    "any_policy",
    "choose_card",
    "decisions_of_play",
    "game_of",
    "games_at_start",
    "games_in",
    "games_of_hands",
    "opinion",
    "play_lines",
    "play_out",
    "plays_of",
    "policy",
    "read_weights",
    "view_of",
    "write_weights",
]
