"""Cards, hands and tricks drawn for a person: with the signs of their suits, or letters where the terminal has none."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from rich.cells import cell_len, set_cell_size

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Cards
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import Trick

SIGNS = "♠♥♦♣"
COLUMN = 24


def draw(hands: Mapping[Seat, Cards], kitty: Cards | None, labels: Mapping[Seat, str]) -> str:
    """The three hands seen from above, the dealer at the bottom, the kitty in the middle; ? for what is not seen."""
    boxes = {seat: box(labels[seat], hands[seat]) for seat in Seat}
    width = max(COLUMN * 3 // 2, *(cell_len(line) + 2 for line in boxes[Seat.LEFT]))
    lines = [set_cell_size(a, width) + b for a, b in zip(boxes[Seat.LEFT], boxes[Seat.RIGHT], strict=True)]
    if kitty is not None:
        lines += [" " * (COLUMN * 3 // 4) + "kitty  " + format_cards(kitty)]
    lines += [" " * (COLUMN * 3 // 4) + line for line in boxes[Seat.DEALER]]
    return "\n".join(line.rstrip() for line in lines)


def seats(rules: RuleSet | None = None) -> dict[Seat, str]:
    """What each seat is called, with its contract where there are rules."""
    return {seat: seat.word if rules is None else f"{seat.word} ({rules.contracts[seat]})" for seat in Seat}


def box(name: str, hand: Cards) -> list[str]:
    """A hand as five lines: whose it is, then a suit a line."""
    if not isinstance(hand, Hand):
        return [name, *(f"{SIGNS[suit]} ?" for suit in Suit)]
    return [name, *(f"{SIGNS[suit]} {' '.join(hand.suit(suit)) or '-'}" for suit in Suit)]


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


def trick_cells(trick: Trick) -> list[str]:
    """A trick's cards by seat: > led, * won; a trick in progress has gaps."""
    cards = dict(trick.turns)
    return [
        f"{'>' if seat is trick.lead else ' '}{cards[seat]}{'*' if seat is trick.winner else ''}"
        if seat in cards
        else ""
        for seat in Seat
    ]
