"""ninefivetwo: solver and training aid for the card game 9-5-2 and its family.

What is listed in ``__all__`` is imported when it is first used, so that ``import ninefivetwo`` itself takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump, parse_cards
    from ninefivetwo.errors import CardError, LayoutError, NineFiveTwoError, PositionError, SearchStopped
    from ninefivetwo.exact import (
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
    from ninefivetwo.layout import Layout, Position

    __version__: str

__all__ = [
    "Card",
    "CardError",
    "Trump",
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

_HOMES = {
    "cards": ("Card", "Trump", "Hand", "Seat", "Suit", "parse_cards"),
    "errors": ("CardError", "LayoutError", "NineFiveTwoError", "PositionError", "SearchStopped"),
    "layout": ("Layout", "Position"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:

    def __getattr__(name):
        """A public name, at its first use (PEP 562)."""
        if name == "__version__":
            from importlib.metadata import version

            value = version("ninefivetwo")
        elif name in __all__:
            value = getattr(import_module(f"ninefivetwo.{_HOME.get(name, 'exact')}"), name)
        else:
            raise AttributeError(f"module 'ninefivetwo' has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
