"""Plain rules of play, which are the engine's policy `plain`.

On lead draw trumps as the dealer, or with more of them than are out.  Once nobody else can ruff, set up the long suit.
Else cash high cards, else lead low, best what the dealer has to ruff.  Of trumps and of the long suit lead the top of
touching cards.

In second hand play low, but take the trick with a high card while trumps are out, and with any card if the last hand
cannot.  In third hand take the trick as cheaply as possible.  Ruff if that takes the trick, else discard what is
weakest, and keep a king or queen that is guarded, with its guards.
"""

from __future__ import annotations

from ninefivetwo.cards import Card
from ninefivetwo.game import DealView, PlayTurn
from ninefivetwo.playouts import choose_card, policy


def card_to_play(view: DealView, turn: PlayTurn) -> Card:
    """The card that the plain rules play."""
    legal = turn.legal()
    return next(iter(legal)) if len(legal) == 1 else choose_card(policy("plain"), view)
