"""Answers to problems, read from JSON."""

from __future__ import annotations

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import CardError, DrillError, quoted
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    Deal,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Play,
    PlayTurn,
)


def action_of(view: Deal, answer: object) -> Action:
    """The action that an answer in JSON stands for (`render.actions.action_object`), of the seat whose turn it is.

    Raises DrillError for an answer of another kind, and for an action that breaks a rule.
    """
    match view.turn:
        case PlayTurn(seat=seat):
            kind = "play"
        case CallTurn(seat=seat):
            kind = "call"
        case DiscardTurn(seat=seat):
            kind = "discard"
        case GiveTurn(seat=seat):
            kind = "give"
        case _:
            raise DrillError("no choice is due (expected a call, a discard, a gift or a card)")
    action = read_action(kind, seat, answer)
    if fault := view.refusal(action):
        raise DrillError(fault)
    return action


def read_action(kind: str, seat: Seat, value: object) -> Action:
    """The action of a seat that a value in JSON stands for, in a problem of this kind.  Raises DrillError."""
    try:
        match kind:
            case "play":
                return Play(seat, Card.parse(_text(value)))
            case "call":
                return Call(seat, Denomination.parse(_text(value)))
            case "discard":
                return Discard(seat, _hand(value))
        if not isinstance(value, dict):
            raise DrillError(f"no gift: {quoted(str(value))} (expected cards by seat)")
        return Give.of(seat, {Seat.parse(_text(receiver)): _hand(cards) for receiver, cards in value.items()})
    except CardError as error:
        raise DrillError(str(error)) from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DrillError(f"no answer: {quoted(str(value))} (expected a text)")
    return value


def _hand(value: object) -> Hand:
    if not isinstance(value, list):
        raise DrillError(f"no cards: {quoted(str(value))} (expected a list of cards)")
    cards = [Card.parse(_text(card)) for card in value]
    if twice := [card for card in cards if cards.count(card) > 1]:
        raise DrillError(f"card twice: {twice[0]} (expected each once)")
    return Hand.of(cards)
