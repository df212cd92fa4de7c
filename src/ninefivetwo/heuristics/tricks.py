"""Plain rules of play, which are the engine's policy `plain`.

On lead draw trumps, cash high cards, else lead low.  In second hand play low, in third hand take the trick as cheaply
as possible.  Ruff if that takes the trick, else discard what is weakest.
"""

from __future__ import annotations

from ninefivetwo.cards import Card
from ninefivetwo.game import DealView, PlayTurn
from ninefivetwo.playouts import choose_card, policy


def card_to_play(view: DealView, turn: PlayTurn) -> Card:
    """The card that the plain rules play."""
    legal = turn.legal()
    return next(iter(legal)) if len(legal) == 1 else choose_card(policy("plain"), view)
