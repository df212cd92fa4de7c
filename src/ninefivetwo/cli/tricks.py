"""A trick as the cells of a table's row."""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.layout import trick_winner


def trick_cells(trick: Sequence[tuple[Seat, Card]], denomination: Denomination) -> tuple[list[str], Seat | None]:
    """A trick's cards by seat, > led and * won, and the winner; a trick in progress has gaps and no winner."""
    lead = trick[0][0]
    full = len(trick) == len(Seat)
    winner = trick_winner(lead, [card for _, card in trick], denomination) if full else None
    cards = dict(trick)
    cells = [f"{'>' if s is lead else ' '}{cards[s]}{'*' if s is winner else ''}" if s in cards else "" for s in Seat]
    return cells, winner
