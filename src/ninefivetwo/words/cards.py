"""Cards, denominations and numbers, as people write them."""

from __future__ import annotations

from ninefivetwo.cards import Card, Denomination, Hand, Suit

WORDS = dict(zip(Denomination, ("♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs", "no-trump"), strict=True))


def plural(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def count(tricks: int) -> str:
    return plural(tricks, "trick")


def grouped(cards: tuple[Card, ...]) -> str:
    """Cards of one suit, the suit said once: SKQJ."""
    return str(cards[0]) + "".join(str(card)[1:] for card in cards[1:])


def by_suit(hand: Hand) -> str:
    """Cards, the suit said once: DQ2 C54."""
    return " ".join(grouped(tuple(hand.only(suit))) for suit in Suit if hand.only(suit))


def signed(points: int) -> str:
    return f"{points:+}" if points else "0"
