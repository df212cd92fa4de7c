"""Plain rules of play: the engine's policy `plain`; its `plain_rules.pxd` says what they are, and has them."""

from __future__ import annotations

from ninefivetwo.cards import Card
from ninefivetwo.game import DealView, PlayTurn
from ninefivetwo.playouts import choose_card, policy


def card_to_play(view: DealView, turn: PlayTurn) -> Card:
    """The card that the plain rules play."""
    legal = turn.legal()
    return next(iter(legal)) if len(legal) == 1 else choose_card(policy("plain"), view)
