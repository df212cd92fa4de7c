"""The choice of the plain rules, whatever is due."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Card, Hand
from ninefivetwo.game import Action, Call, CallTurn, DealView, Discard, DiscardTurn, GiveTurn, Look, Play, PlayTurn
from ninefivetwo.heuristics.hands import best_call, discard, give
from ninefivetwo.heuristics.tricks import card_to_play


def heuristic_action(view: DealView) -> Action:
    """A legal action for the seat whose view this is and whose turn it must be; the same view gives the same action."""
    turn = view.due_turn
    match turn:
        case GiveTurn():
            return give(turn)
        case CallTurn():
            seen = view.kitty if isinstance(view.kitty, Hand) else Hand()
            return Call(turn.seat, best_call(turn.held | seen, turn.denominations))
        case DiscardTurn():
            trump = view.trump
            if trump is None:
                trump = best_call(turn.held, view.rules.denominations())
            return Discard(turn.seat, discard(turn.held, turn.number, trump))
        case PlayTurn():
            return Play(turn.seat, card_to_play(view, turn))
    return Look(turn.seat, True)  # a look costs nothing


def best_by(worths: Mapping[Card, float], view: DealView) -> Card:
    """The card that is worth most; of several such the one that the plain rules play, else the lowest."""
    best = max(worths.values())
    cards = [card for card, worth in worths.items() if worth > best - 1e-9]
    rule = heuristic_action(view)
    if isinstance(rule, Play) and rule.card in cards:
        return rule.card
    return min(cards, key=lambda card: (card.rank, card.suit))
