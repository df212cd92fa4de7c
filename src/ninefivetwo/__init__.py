"""ninefivetwo: solver and training aid for the card game 9-5-2 and its family."""

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit, parse_cards
from ninefivetwo.errors import CardError, LayoutError, NineFiveTwoError, PositionError, SearchStopped
from ninefivetwo.layout import Layout, Position
from ninefivetwo.solve import (
    Discards,
    DiscardValue,
    Moves,
    Solution,
    Solver,
    ask_batch,
    best_discard,
    best_discards,
    best_line,
    can_force,
    solve,
    solve_batch,
    solve_moves,
)

__all__ = [
    "Card",
    "CardError",
    "Denomination",
    "Discards",
    "Hand",
    "Layout",
    "LayoutError",
    "Moves",
    "NineFiveTwoError",
    "Position",
    "PositionError",
    "SearchStopped",
    "Seat",
    "Solution",
    "Solver",
    "Suit",
    "DiscardValue",
    "ask_batch",
    "best_discard",
    "best_discards",
    "best_line",
    "can_force",
    "parse_cards",
    "solve",
    "solve_batch",
    "solve_moves",
]
