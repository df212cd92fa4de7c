"""The face of the engine's worlds: ways for each card to have come where it is, in; worlds counted and drawn, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ninefivetwo_solver import worlds as engine

PLACES = 5  # told apart in a world; the place numbered so is not told

#: Five card sets as ints (`Hand.cards`), one for each place.
World = tuple[int, int, int, int, int]


class Way(NamedTuple):
    """A way for some cards (a set as int) to have come to a place, and how it counts; see the engine's worlds.pyx."""

    cards: int
    place: int
    first: bool = False
    kitty: bool = False
    discarded: bool = False
    given: bool = False
    returned: bool = False
    kept: bool = False
    may_show: bool = False


class Totals(NamedTuple):
    """How many cards of a world count on each counter."""

    first: int
    kitty: int
    discarded: int
    given: int
    shown: int


class Worlds:
    """All the worlds in which each card came by one of its ways and every counter has its total.

    `balanced`: in each suit as many cards were returned as given.  `shown_above`: None, or whether the cards shown are
    those above a card "returned" or "given" in their suit.
    """

    def __init__(self, ways: Sequence[Way], totals: Totals, balanced: bool, shown_above: str | None) -> None:
        mode = {None: 0, "returned": 1, "given": 2}[shown_above]
        self._engine = engine.Worlds(ways, totals, balanced, mode)

    def count(self) -> int:
        """How many worlds there are, exactly."""
        return self._engine.count()

    def draw(self, number: int, seed: int) -> list[World]:
        """So many worlds, drawn one by one from all with equal probability; the same for a seed on every machine.

        Raises ValueError when there is none.
        """
        return self._engine.draw(number, seed % 2**64)

    def listing(self, most: int) -> list[tuple[World, int]] | None:
        """All the different worlds, each with the number of ways to it; None when they are more than `most`.

        None also when the search for them is given up, so many partial ones not fitting."""
        found = self._engine.listing(most)
        return None if found is None else [((a, b, c, d, e), ways) for a, b, c, d, e, ways in found]
