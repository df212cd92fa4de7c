"""The player who plays by the learned policy alone: no worlds, no search."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView, Play, PlayTurn
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.players.player import Player
from ninefivetwo.playouts import choose_card, policy


class LearnedPlayer(Player):
    """Cards by the learned policy, all else by the plain rules; the same view always gives the same action."""

    def act(self, view: DealView) -> Action:
        turn = view.turn
        if not isinstance(turn, PlayTurn) or len(turn.legal()) == 1:
            return heuristic_action(view)
        return Play(turn.seat, choose_card(policy("learned"), view))
