"""How a question is put to the engine: its numbers, its time, and its stopping as our error."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.layout import Layout, Position
from ninefivetwo_solver.engine import Stopped

MOST_MEMORY = 1 << 37  # bytes; more than this a table cannot use


class Clock:
    """What is left of the seconds given to a question that takes several searches."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and math.isnan(seconds):
            raise ValueError("seconds: nan (expected a number)")
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float:
        """Seconds for the next search; 0 is no limit (to the engine), a spent clock a moment."""
        return 0.0 if self._end is None else max(self._end - time.monotonic(), 1e-9)


def numbers(
    position: Position, denomination: Denomination, seat: Seat
) -> tuple[tuple[int, ...], int, int, tuple[int, ...], int]:
    """A question's part that is common to all, as the engine wants it."""
    hands = tuple(position.layout[holder].cards for holder in Seat)
    played = tuple(card.index for card in position.table)
    return hands, int(position.lead), int(denomination), played, int(seat)


@contextmanager
def stopping(layout: Layout, denomination: Denomination) -> Iterator[None]:
    """The engine's stopping, as our error."""
    try:
        yield
    except Stopped as stopped:
        raise SearchStopped(f"search stopped, {stopped}: {layout}, trump {denomination.name}") from None
