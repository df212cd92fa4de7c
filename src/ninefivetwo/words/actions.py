"""A choice in JSON, and in words."""

from __future__ import annotations

from collections.abc import Iterable

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.game import Action, Call, Discard, Give, Play
from ninefivetwo.words.cards import WORDS, by_suit
from ninefivetwo.words.schema.base import ActionValue


def advised_words(action: Action) -> str:
    """A choice as advice: "call spades", "discard DQ2 C54", "play the jack of clubs"."""
    match action:
        case Play():
            return f"play the {action.card.words}"
        case Call():
            return f"call {WORDS[action.denomination].split()[-1]}"
        case Discard():
            return f"discard {action_words(action)}"
    return f"give {action_words(action)}"


def action_words(action: Action | ActionValue) -> str:
    """A choice, or its form in JSON, as a person writes it down."""
    match action if isinstance(action, str | list | dict) else action_object(action):
        case str() as text:
            return WORDS[Denomination[text]] if text in Denomination.__members__ else text
        case list() as cards:
            return cards_words(cards)
        case gifts:
            return ", ".join(f"{seat} {cards_words(cards)}" for seat, cards in gifts.items()) or "nothing"


def cards_words(cards: Iterable[str]) -> str:
    """Cards, each suit said once: DQ2 C54."""
    return by_suit(Hand.of(map(Card.parse, cards)))


def action_object(action: Action) -> ActionValue:
    """A choice in JSON: a card, a denomination, cards, or cards by seat.  Raises ValueError for a look at the kitty."""
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
