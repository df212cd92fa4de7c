"""Actions read from what a person types: a card, a denomination, cards to discard, gifts, yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ninefivetwo.cards import RANKS, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.errors import CardError, GameError, quoted
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    LookTurn,
    Play,
)

NOTHING = ("nothing", "none", "-")
ANSWERS = {"yes": True, "y": True, "no": False, "n": False}


def action_of(view: DealView, text: str) -> Action:
    """The action that a text stands for, of the seat whose turn it is in a view.

    A card is ``SA``; a call ``S`` or ``spades``; a discard ``D2 C4 C5 H3`` or ``D2 C54 H3``; a gift ``left C3 H2; right
    D4``, to one receiver the cards alone, and ``nothing`` where that is allowed; a look ``yes`` or ``no``.  Raises
    GameError for another text, and for what the rules forbid.
    """
    turn = view.turn
    if turn is None:
        raise GameError("no action is due")
    try:
        match turn:
            case GiveTurn():
                action: Action = gift_of(turn, text)
            case LookTurn():
                action = Look(turn.seat, yes_or_no(text))
            case CallTurn():
                action = Call(turn.seat, Denomination.parse(text))
            case DiscardTurn():
                action = Discard(turn.seat, once(cards_of(text)))
            case _:
                action = Play(turn.seat, Card.parse(text))
    except CardError as error:
        raise GameError(str(error)) from error
    if fault := view.refusal(action):
        raise GameError(fault)
    return action


def to_you(fault: str, me: Seat) -> str:
    """A message about a seat's action, addressed to the person in that seat: you discard 3 cards (expected 4)."""
    doing = re.match(rf"{me.word} (does not hold|gives|discards|plays)\b", fault)
    if doing is None:
        return fault
    verb = doing[1].replace("does", "do") if " " in doing[1] else doing[1].removesuffix("s")
    return f"you {verb}{fault[doing.end() :].replace(' and holds ', ' and hold ')}"


def gift_of(turn: GiveTurn, text: str) -> Give:
    """A gift: each receiver with his cards.  Raises GameError, CardError."""
    receivers = [seat for seat in Seat if turn.owed[seat]]
    gifts: dict[Seat, list[Card]] = {}
    receiver = receivers[0] if len(receivers) == 1 else None
    for word in words_of(text):
        if word.lower() in NOTHING:
            continue
        if (seat := seat_of(word)) is not None:
            receiver = seat
        elif receiver is None:
            raise GameError(f"{quoted(word)} to nobody (expected a receiver first, such as left C3; right H2)")
        else:
            gifts.setdefault(receiver, []).extend(cards_of(word))
    return Give.of(turn.seat, {seat: once(cards) for seat, cards in gifts.items()})


def seat_of(word: str) -> Seat | None:
    """The seat of a word; None for another word."""
    try:
        return Seat.parse(word)
    except CardError:
        return None


def cards_of(text: str) -> list[Card]:
    """Cards in a row, each with its suit or of one suit together: ``D2 C54``.  Raises CardError."""
    cards = []
    for word in words_of(text):
        ranks = word[1:].upper().replace("10", "T")
        if word[0].upper() in Suit.__members__ and len(ranks) > 1 and set(ranks) <= set(RANKS):
            cards += [Card.parse(word[0] + rank) for rank in ranks]
        else:
            cards.append(Card.parse(word))
    return cards


def words_of(text: str) -> list[str]:
    return re.split(r"[\s,;:]+", text.strip(" \t\r\n,;:")) if text.strip(" \t\r\n,;:") else []


def once(cards: Iterable[Card]) -> Hand:
    """The cards as a hand.  Raises GameError for a card that is named twice."""
    listed = list(cards)
    if twice := [card for card in listed if listed.count(card) > 1]:
        raise GameError(f"card twice: {twice[0]} (expected each once)")
    return Hand.of(listed)


def yes_or_no(text: str) -> bool:
    """Is the answer yes?  Raises GameError for neither yes nor no."""
    answer = ANSWERS.get(text.strip().lower())
    if answer is None:
        raise GameError(f"{quoted(text)} is no answer (expected yes or no)")
    return answer
