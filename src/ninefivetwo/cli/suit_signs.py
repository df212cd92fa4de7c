"""Cards with the signs of their suits, or letters where the terminal has no signs."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from ninefivetwo.cards import Card, Denomination, Hand, Suit
from ninefivetwo.cli.drawing import SIGNS


def suit_sign(suit: Suit) -> str:
    """♠, or S where standard output cannot show it."""
    try:
        SIGNS.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return suit.name
    return SIGNS[suit]


def card_text(card: Card) -> str:
    """A card: ♠A."""
    return suit_sign(card.suit) + str(card)[1:]


def hand_text(hand: Hand) -> str:
    """A hand, each suit after its sign: ♠ AK3  ♥ QT."""
    return "  ".join(f"{suit_sign(suit)} {hand.suit(suit)}" for suit in Suit if hand.only(suit))


def calls_text(denominations: Iterable[Denomination]) -> str:
    """The calls that may be made, each with the letter to type: ♠ S, ♥ H, no-trump N."""
    return ", ".join(
        "no-trump N" if d is Denomination.N else " ".join(dict.fromkeys((suit_sign(Suit(d)), d.name)))
        for d in denominations
    )
