"""Worlds: the deals that fit what is known, counted and drawn by the engine.  Card sets are ints (`Hand.cards`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ninefivetwo_solver import worlds as engine

PLACES = 5  # that a world reports, numbered from 0; a card whose place is 5 is in none of them

#: Five card sets, one for each place.
World = tuple[int, int, int, int, int]


class Way(NamedTuple):
    """One way in which some cards can have come to a place, and what they count for; see the engine's worlds.pyx."""

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
    """How many cards of a world count for each."""

    first: int
    kitty: int
    discarded: int
    given: int
    shown: int


class Worlds:
    """All worlds in which each card came in one of its ways and every total is reached.

    balanced: in each suit as many cards were returned as given.  shown_above: None, or "returned" or "given", if the
    cards shown are those above a card returned or given in their suit.  Raises ValueError for what makes no sense.
    """

    def __init__(self, ways: Sequence[Way], totals: Totals, balanced: bool, shown_above: str | None) -> None:
        mode = {None: 0, "returned": 1, "given": 2}[shown_above]
        self._engine = engine.Worlds(ways, totals, balanced, mode)

    def count(self) -> int:
        """How many worlds there are, exactly."""
        return self._engine.count()

    def draw(self, number: int, seed: int) -> list[World]:
        """So many worlds, drawn independently and uniformly; the same for a seed on every machine.

        Raises ValueError when there is none.
        """
        return self._engine.draw(number, seed % 2**64)

    def listing(self, most: int) -> list[tuple[World, int]] | None:
        """All different worlds, each with the number of ways to it; None if there are more than `most`.

        Also None if the search for them meets too many partial worlds that fit nothing.
        """
        found = self._engine.listing(most)
        return None if found is None else [((a, b, c, d, e), ways) for a, b, c, d, e, ways in found]
