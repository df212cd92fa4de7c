"""The solver's results: the guarantees of a position, and of each of its moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.layout import Position

Guarantees = Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Solution:
    """What each seat can guarantee, for each denomination asked about, in tricks.

    The guarantees of three seats need not sum to the tricks.  The rest is the *slack*; the play decides who takes it.
    """

    position: Position
    guarantee: Mapping[Denomination, Guarantees]

    def slack(self, denomination: Denomination) -> int:
        """The tricks that no seat can guarantee."""
        return self.position.tricks - sum(self.guarantee[denomination].values())

    def range(self, denomination: Denomination, seat: Seat) -> tuple[int, int]:
        """The fewest and the most tricks the seat takes if all three take at least their guarantees."""
        least = self.guarantee[denomination][seat]
        return least, least + self.slack(denomination)


@dataclass(frozen=True, slots=True)
class Moves:
    """Every legal card of the seat to play, with all three seats' guarantees once it is played.

    The tricks are those of the position as a whole, so they compare with its own guarantees.
    """

    position: Position
    denomination: Denomination
    after: Mapping[Card, Guarantees]

    @property
    def guarantee(self) -> Guarantees:
        """The position's own guarantees: the most that the mover can keep, the least that it can leave the others."""
        mover = self.position.mover
        return {seat: (max if seat is mover else min)(values[seat] for values in self.after.values()) for seat in Seat}

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost their player nothing."""
        mover, kept = self.position.mover, self.guarantee
        return tuple(card for card, values in self.after.items() if values[mover] == kept[mover])

    def groups(self) -> list[tuple[Card, ...]]:
        """The cards in groups, high to low; the cards of a group touch and have the same guarantees."""
        layout, found = self.position.layout, list[list[Card]]()
        parting = layout.dealer | layout.left | layout.right | Hand.of(self.position.table)
        parting -= layout[self.position.mover]
        for card in Hand.of(self.after):
            above = found[-1][-1] if found else None
            if above is not None and above.suit == card.suit and self.after[above] == self.after[card]:
                between = Hand.of(Card(card.suit, rank) for rank in range(card.rank + 1, above.rank))
                if not between & parting:
                    found[-1].append(card)
                    continue
            found.append([card])
        return [tuple(group) for group in found]
