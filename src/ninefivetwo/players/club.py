"""The club player: quick and sound, by what was learned from deals played out."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import Hand
from ninefivetwo.game import Action, DealView, Discard, DiscardTurn, Play, PlayTurn
from ninefivetwo.heuristics import best_call, heuristic_action
from ninefivetwo.models.exchange import discards
from ninefivetwo.players.player import Player
from ninefivetwo.playouts import choose_card, policy


class ClubPlayer(Player):
    """Cards by the learned policy, discards as fitted to its playouts, all else by the plain rules.

    The same view always gives the same action.
    """

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        match turn:
            case PlayTurn() if turn.count() > 1:
                return Play(turn.seat, choose_card(policy("learned"), view))
            case DiscardTurn():
                return _discard(view, turn)
        return heuristic_action(view)


def _discard(view: DealView, turn: DiscardTurn) -> Discard:
    """The fitted discard; before the call for the denomination that the plain rules would call."""
    trump = best_call(turn.held, view.rules.denominations()) if view.trump is None else view.trump
    (cards,) = discards(np.array([turn.held.cards], dtype=np.uint64), turn.number, trump)
    return Discard(turn.seat, Hand(int(cards)))
