"""The slow and obvious twins that the engine is judged by: plain rules, and a full-width minimax over them.

Cards are (suit, rank) pairs, hands are frozensets, seats 0, 1, 2 clockwise, trump a suit or None.
Nothing here is shared with the program.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

Card = tuple[int, int]


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
        hand = sorted(self.hands[self.mover])
        return [card for card in hand if self.table and card[0] == self.table[0][0]] or hand

    def winner(self, trick: tuple[Card, ...]) -> int:
        ruffs = [card for card in trick if card[0] == self.trump]
        best = max(ruffs or [card for card in trick if card[0] == trick[0][0]])
        return (self.leader + trick.index(best)) % 3

    def play(self, card: Card) -> tuple[State, int | None]:
        """The state after a card, and who won the trick if it ended one."""
        hands = list(self.hands)
        hands[self.mover] = hands[self.mover] - {card}
        trick = (*self.table, card)
        if len(trick) < 3:
            return self._replace(hands=tuple(hands), table=trick), None
        winner = self.winner(trick)
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


class ListTable:
    """The table of solved positions as a plain list: nothing is merged, nothing forgotten."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, int, int, int, int]] = []

    def store(self, key: int, one: int, two: int, ranks: int, low: int, high: int) -> None:
        self.entries.append((key, one, two, ranks, low, high))

    def bounds(self, key: int, one: int, two: int) -> tuple[int, int]:
        """The best bounds of all entries that speak of the position."""
        speaking = [e for e in self.entries if e[0] == key and not ((e[1] ^ one) | (e[2] ^ two)) & e[3]]
        return max((e[4] for e in speaking), default=0), min((e[5] for e in speaking), default=99)
