"""Hands as they sit at the table, drawn for a person."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len, set_cell_size

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.game import Cards
from ninefivetwo.game.events import format_cards
from ninefivetwo.rules import RuleSet

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
