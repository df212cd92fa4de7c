"""The themes of the play: facts of a line after a card against the line after a better one, by world."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ninefivetwo.cards import Card
from ninefivetwo.review.why.claims import Theme
from ninefivetwo.review.why.evidence import Candidate
from ninefivetwo.review.why.lines import Compared, Fate, Flags


def candidates(lines: Compared) -> list[Candidate]:
    """Every fact that could be the reason."""
    return [*_now(lines)]


def _now(lines: Compared) -> Iterator[Candidate]:
    """The card falls, or is ruffed, in this trick; after the better one it wins a trick."""
    card = lines.card
    lost = _wins(lines.instead.fate, card) & ~_wins(lines.after.fate, card)
    fate = lines.after.fate[:, card.index]
    yield Candidate(Theme.WASTED, lost & (fate == Fate.FALLS), None, (card,))
    for seat in (lines.seat.next, lines.seat.after(2)):
        ruffed = (fate == Fate.RUFFED) & (lines.after.winner[:, 0] == int(seat))
        yield Candidate(Theme.LED_INTO_RUFF, lost & ruffed, seat, (card,))


def _wins(fate: np.ndarray, card: Card) -> Flags:
    found: Flags = fate[:, card.index] == Fate.WINS
    return found
