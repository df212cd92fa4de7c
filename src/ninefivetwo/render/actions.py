"""A choice in words, and in JSON."""

from __future__ import annotations

from typing import Any

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Action, Call, Discard, Give, Play
from ninefivetwo.render.cards import WORDS, by_suit


def advised_words(action: Action) -> str:
    """A choice before the play as advice: "call spades", "discard DQ2 C54"."""
    match action:
        case Call():
            return f"call {WORDS[action.denomination].split()[-1]}"
        case Discard():
            return f"discard {action_words(action)}"
    return f"give {action_words(action)}"


def action_words(action: Action) -> str:
    """A choice as a person writes it down."""
    match action:
        case Play():
            return str(action.card)
        case Call():
            return WORDS[action.denomination]
        case Discard(cards=Hand() as cards):
            return by_suit(cards)
        case Give():
            told = [
                f"{s.word} {by_suit(c)}" for s, c in zip(Seat, action.cards, strict=True) if isinstance(c, Hand) and c
            ]
            return ", ".join(told) or "nothing"
    raise ValueError(action.name)


def action_object(action: Action) -> Any:
    """A choice in JSON: a card, a letter, cards, or cards by seat."""
    match action:
        case Play():
            return str(action.card)
        case Call():
            return action.denomination.name
        case Discard(cards=Hand() as cards):
            return [str(card) for card in cards]
        case Give():
            gifts = zip(Seat, action.cards, strict=True)
            return {s.word: [str(card) for card in c] for s, c in gifts if isinstance(c, Hand) and c}
    raise ValueError(action.name)
