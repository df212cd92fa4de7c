"""Lines of endings, whose fair price is not from playouts: all seats play as quantal values suppose.

There each seat sees all cards of a world and plays what is good for itself, a worse card the more seldom the worse it
is (`solve/quantal.py`), so the tricks of many lines are on average those that the price comes from.
"""

from __future__ import annotations

from math import ceil, exp
from random import Random

import numpy as np

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.exact import TEMPERATURE, QuantalSolver
from ninefivetwo.game import DealView
from ninefivetwo.layout import Layout, Position, trick_winner
from ninefivetwo.sets import Sets
from ninefivetwo.think.playouts.policies import CardRows
from ninefivetwo.think.playouts.values import ENDING, DistinctWorlds

LINES = 600  # in all, at least: where all worlds are known and there are fewer, each has several

#: What is chosen among, with the weight of each.
Weighed = tuple[list[Card], list[float]]


def is_ending(view: DealView) -> bool:
    """Is the fair price of the card to play from quantal values?"""
    return len(view.hand(view.viewer)) <= ENDING


def several_times(worlds: DistinctWorlds) -> DistinctWorlds:
    """The worlds, each as often as it has lines.  Lines are drawn, so they are not all that there can be."""
    if not worlds.exact:
        return worlds
    times = ceil(LINES / len(worlds.shares))
    return DistinctWorlds(np.repeat(worlds.sets, times, axis=0), np.repeat(worlds.shares, times) / times)


def quantal_lines(view: DealView, sets: Sets, cards: tuple[Card, Card], seed: int, solver: QuantalSolver) -> CardRows:
    """What `play_lines` gives, for such players: (worlds, 2, cards left); both lines of a row draw the same numbers."""
    left = len(Seat) * len(view.hand(view.viewer)) - len(view.table)
    found = np.empty((len(sets), len(cards), left), dtype=np.uint8)
    chances = _CardChances(view.called, solver)
    for row, (dealer, left, right) in enumerate(sets[:, :3].tolist()):
        for number, card in enumerate(cards):
            line = _line([dealer, left, right], view, card, Random(1000003 * seed + row), chances)
            found[row, number] = line
    return found


def _line(hands: list[int], view: DealView, card: Card, random: Random, chances: _CardChances) -> list[int]:
    """The cards of one line, by index."""
    lead, table, line = view.lead, list(view.table), list[int]()
    while True:
        hands[lead.after(len(table))] ^= 1 << card.index
        line.append(card.index)
        table.append(card)
        if len(table) == len(Seat):
            lead, table = trick_winner(lead, table, view.called), []
            if not any(hands):
                return line
        choices, weights = chances.of(hands, lead, table)
        card = choices[0] if len(choices) == 1 else random.choices(choices, weights)[0]


class _CardChances:
    """How likely each card is, position by position; those met before are remembered."""

    def __init__(self, trump: Denomination, solver: QuantalSolver) -> None:
        self._trump, self._solver = trump, solver
        self._known: dict[tuple[int, ...], Weighed] = {}

    def of(self, hands: list[int], lead: Seat, table: list[Card]) -> Weighed:
        key = (*hands, int(lead), *(card.index for card in table))
        if key not in self._known:
            self._known[key] = self._found(hands, lead, table)
        return self._known[key]

    def _found(self, hands: list[int], lead: Seat, table: list[Card]) -> Weighed:
        dealer, left, right = map(Hand, hands)
        position = Position(Layout(dealer, left, right), lead, tuple(table))
        if len(legal := list(position.legal())) == 1:
            return legal, [1.0]
        seat = lead.after(len(table))
        classes = dict[tuple[object, ...], tuple[Card, float]]()  # cards of a suit that bring the same count as one
        for card, values in sorted(self._solver.moves(position, self._trump).items()):
            classes.setdefault((card.suit, *values), (card, values[seat]))
        best = max(value for _, value in classes.values())
        return [card for card, _ in classes.values()], [
            exp((value - best) / TEMPERATURE) for _, value in classes.values()
        ]
