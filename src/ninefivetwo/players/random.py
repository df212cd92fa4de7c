"""The random player."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView
from ninefivetwo.players.player import Player


class RandomPlayer(Player):
    """Every legal action with the same probability (of optional gifts, the number first)."""

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        return turn.draw(self._random)
