"""The slow and obvious model of the play that every twin in the tests rests on, and full-width searches over it.

Cards are (suit, rank) pairs, hands are frozensets, seats 0, 1, 2 clockwise; trump is a suit, anything else is no-trump.
Nothing here is shared with the program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

Card = tuple[int, int]


def following(hand: Collection[Card], trick: Sequence[Card]) -> list[Card]:
    """The cards of a hand that may be played to a trick, in order: those of the suit led, else all."""
    return sorted(card for card in hand if trick and card[0] == trick[0][0]) or sorted(hand)


def winning(trick: Sequence[Card], trump: int | None) -> Card:
    """The card that wins a trick, complete or not: the highest trump, else the highest of the suit led."""
    trumps = [card for card in trick if card[0] == trump]
    return max(trumps or [card for card in trick if card[0] == trick[0][0]])


class State(NamedTuple):
    """Three hands, who led or will lead, the trick in progress, trump."""

    hands: tuple[frozenset[Card], frozenset[Card], frozenset[Card]]
    leader: int
    table: tuple[Card, ...] = ()
    trump: int | None = None

    @property
    def mover(self) -> int:
        return (self.leader + len(self.table)) % 3

    def legal(self) -> list[Card]:
        return following(self.hands[self.mover], self.table)

    def play(self, card: Card) -> tuple[State, int | None]:
        """The state after a card, and who won the trick if it ended one."""
        hands = list(self.hands)
        hands[self.mover] = hands[self.mover] - {card}
        trick = (*self.table, card)
        if len(trick) < 3:
            return self._replace(hands=tuple(hands), table=trick), None
        winner = (self.leader + trick.index(winning(trick, self.trump))) % 3
        return State(tuple(hands), winner, (), self.trump), winner


def value_after(state: State, card: Card, seat: int) -> int:
    """The tricks `seat` gets, best play by him against best play by the other two together, once the card is played."""
    after, winner = state.play(card)
    return (winner == seat) + value(after, seat)


@lru_cache(maxsize=1 << 17)
def value(state: State, seat: int) -> int:
    """The seat's guarantee: every card is tried; only a state met before is not worked out again."""
    if not any(state.hands):
        return 0
    values = [value_after(state, card, seat) for card in state.legal()]
    return max(values) if state.mover == seat else min(values)


@lru_cache(maxsize=1 << 17)
def relaxed_value(state: State, seat: int) -> int:
    """The seat's guarantee in the relaxation, where the others choose which of them leads."""
    if not any(state.hands):
        return 0
    turns = [state]
    if not state.table and state.leader != seat:
        turns = [state._replace(leader=leader) for leader in range(3) if leader != seat]
    after = [turn.play(card) for turn in turns for card in turn.legal()]
    values = [(winner == seat) + relaxed_value(next_, seat) for next_, winner in after]
    return max(values) if state.mover == seat else min(values)


@lru_cache(maxsize=1 << 18)
def max_n(state: State, about: int, spare: bool) -> tuple[int, int, int]:
    """max^n: each takes the most for himself; of equals what spites, or spares, the seat `about`."""
    if not any(state.hands):
        return (0, 0, 0)
    outcomes = []
    for card in state.legal():
        after, winner = state.play(card)
        outcomes.append(tuple(v + (seat == winner) for seat, v in enumerate(max_n(after, about, spare))))
    mover = state.mover
    rival = (mover + 1) % 3 if mover == about else about
    sign = 1 if spare and mover != about else -1
    return max(outcomes, key=lambda v: (v[mover], sign * v[rival]))
