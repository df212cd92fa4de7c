"""ninefivetwo: solver and training aid for the card game 9-5-2 and its family.

What is listed in ``__all__`` is imported when it is first used, so that ``import ninefivetwo`` itself takes no time.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    __version__: str

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

_HOMES = {
    "cards": ("Card", "Denomination", "Hand", "Seat", "Suit", "parse_cards"),
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
            value = getattr(import_module(f"ninefivetwo.{_HOME.get(name, 'solve')}"), name)
        else:
            raise AttributeError(f"module 'ninefivetwo' has no attribute {name!r}")
        globals()[name] = value
        return value

    class _Package(ModuleType):
        """The package as a module of which ``solve`` is the function, also once the part of that name is imported."""

        def __setattr__(self, name, value):
            if name not in __all__ or not isinstance(value, ModuleType):
                super().__setattr__(name, value)

        def __dir__(self):
            return sorted({*super().__dir__(), *__all__})

    sys.modules[__name__].__class__ = _Package
