"""What is chosen at once, by what was learned from deals played out: the club player's choices."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Play,
    PlayTurn,
)
from ninefivetwo.sets import Sets
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.models.exchange import best_calls, discards
from ninefivetwo.think.models.gifts import gives
from ninefivetwo.think.playouts import choose_card, policy


def learned_action(view: DealView) -> Action:
    """A card by the learned policy; a gift, a call or a discard as fitted to its playouts; a look, which costs nothing.

    It is the choice of the seat whose view this is, and whose turn it must be.  The same view gives the same choice.
    """
    turn = view.due_turn
    match turn:
        case PlayTurn() if turn.count() > 1:
            return Play(turn.seat, choose_card(policy("learned"), view))
        case GiveTurn():
            (cards,) = gives(_row(turn.held), turn.seat, turn.owed)
            return Give.of(turn.seat, {to: Hand(int(each)) for to, each in zip(Seat, cards, strict=True)})
        case CallTurn():
            return Call(turn.seat, _call(view, turn.held, turn.denominations))
        case DiscardTurn():
            # Before the call, for what would be called now.
            trump = _call(view, turn.held, view.rules.denominations()) if view.trump is None else view.trump
            (discarded,) = discards(_row(turn.held), turn.number, trump)
            return Discard(turn.seat, Hand(int(discarded)))
    return heuristic_action(view)


def _call(view: DealView, held: Hand, denominations: Iterable[Denomination]) -> Denomination:
    """The fitted call, by all cards that are seen."""
    kitty = view.kitty if isinstance(view.kitty, Hand) else None
    (found,) = best_calls(_row(held | (kitty or Hand())), denominations, kitty_seen=kitty is not None)
    return Denomination(int(found))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)
