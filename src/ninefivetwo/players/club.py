"""The club player: quick and sound, by what was learned from deals played out."""

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
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.models.exchange import best_calls, discards
from ninefivetwo.models.gifts import gives
from ninefivetwo.players.player import Player
from ninefivetwo.playouts import choose_card, policy
from ninefivetwo.sets import Sets


class ClubPlayer(Player):
    """Cards by the learned policy, gifts, calls and discards as fitted to its playouts; a look costs nothing.

    The same view always gives the same action.
    """

    def act(self, view: DealView) -> Action:
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
