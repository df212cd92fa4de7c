"""The club player: quick and sound, by what was learned from deals played out."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.advise.learned import learned_action
from ninefivetwo.game import Action, DealView
from ninefivetwo.players.player import Player


class ClubPlayer(Player):
    """Cards by the learned policy, gifts, calls and discards as fitted to its playouts; a look costs nothing.

    The same view always gives the same action.
    """

    def act(self, view: DealView) -> Action:
        return learned_action(view)

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        return {learned_action(view): 1.0}
