"""The player who goes by the plain rules (`ninefivetwo.heuristics`)."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.game import Action, DealView
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.players.player import Player


class RulePlayer(Player):
    """Plain rules; the same view always gives the same action."""

    def act(self, view: DealView) -> Action:
        return heuristic_action(view)

    def chances(self, view: DealView) -> Mapping[Action, float]:
        return {self.act(view): 1.0}
