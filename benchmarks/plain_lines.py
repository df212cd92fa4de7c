"""Slow twin of the lines and counts that explanations rest on: tricks as lists, card by card, world by world.

The engine is asked for one thing only: which card its policy plays from a view, or in an ending what cards are worth.
Cards are taken from hands, tricks are won and counted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import DealView
from ninefivetwo.knowledge import Knowledge, Likelihood
from ninefivetwo.layout import Layout, Position, trick_winner
from ninefivetwo.playouts import games_in, policy
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.solve import TEMPERATURE, QuantalSolver
from ninefivetwo_solver.playout import choose, view


@dataclass(frozen=True)
class PlainTrick:
    """A trick: who played what, in order, and who won it."""

    cards: tuple[tuple[Seat, Card], ...]
    winner: Seat
    trump: Denomination

    @property
    def led(self) -> Suit:
        return self.cards[0][1].suit

    @property
    def taking(self) -> Card:
        return next(card for seat, card in self.cards if seat is self.winner)

    @property
    def ruffed(self) -> bool:
        """Did a trump win it that was not of the suit led?"""
        return self.taking.suit == self.trump and self.led != self.trump

    def fate(self, card: Card) -> str:
        """What became of one of its cards."""
        if card is self.taking:
            return "wins"
        if card.suit is not self.led:
            return "overruffed" if card.suit == self.trump else "thrown"
        higher = any(other.suit is card.suit and other.rank > card.rank for _, other in self.cards)
        return "falls" if higher else "ruffed"


PlainLine = list[PlainTrick]


def plain_lines(seen: DealView, sets: Sets, card: Card) -> list[PlainLine]:
    """Each world played out after a card of the viewer, all of them a card at a time.

    Cards are those of the learned policy, in the last six tricks those that quantal values suppose.
    """
    ending = _Ending() if len(seen.hand(seen.viewer)) <= 6 else None
    tables = [[(seen.lead.after(i), played) for i, played in enumerate(seen.table)] for _ in sets]
    return _to_end(games_in(seen, sets), tables, [card] * len(sets), ending)


def plain_deals(games: npt.NDArray[np.void]) -> list[PlainLine]:
    """Each deal at the first lead played out by the learned policy, all of them a card at a time."""
    cards = [Card.at(index) for index in choose(policy("learned"), view(games)).tolist()]
    return _to_end(games.copy(), [[] for _ in games], cards)


def _to_end(
    games: npt.NDArray[np.void],
    tables: list[list[tuple[Seat, Card]]],
    cards: list[Card],
    ending: _Ending | None = None,
) -> list[PlainLine]:
    """Deals in play to their end, the first card of each given."""
    learned, lines = policy("learned"), [PlainLine() for _ in tables]
    while True:
        for row, card in enumerate(cards):
            _played(games[row : row + 1], tables[row], lines[row], card)
        if not games["hand"].any():
            return lines
        if ending is None:
            cards = [Card.at(index) for index in choose(learned, view(games)).tolist()]
        else:
            cards = [ending.chosen(game, table) for game, table in zip(games, tables, strict=True)]


def _played(game: npt.NDArray[np.void], table: list[tuple[Seat, Card]], line: PlainLine, card: Card) -> None:
    """One card in one world."""
    seat = Seat(int(game["leader"][0])).after(len(table))
    game["hand"][0, seat] = int(game["hand"][0, seat]) & ~(1 << card.index)
    table.append((seat, card))
    if card.suit is not table[0][1].suit:
        game["void"][0, seat] |= 1 << int(table[0][1].suit)
    if len(table) < 3:
        game["table"][0, len(table) - 1] = 1 << card.index
        return
    trump = Denomination(int(game["trump"][0]))
    winner = trick_winner(table[0][0], [played for _, played in table], trump)
    line.append(PlainTrick(tuple(table), winner, trump))
    game["won"][0, winner] += 1
    game["leader"], game["table"] = winner, 0
    table.clear()


class _Ending:
    """Players who see all cards, and err the more seldom the more it costs."""

    def __init__(self) -> None:
        self.random, self.solver = np.random.default_rng(952), QuantalSolver()
        self.known: dict[str, tuple[list[int], Floats]] = {}

    def chosen(self, game: npt.NDArray[np.void], table: list[tuple[Seat, Card]]) -> Card:
        """The card that is played next in a game."""
        hands, seat = [Hand(int(hand)) for hand in game["hand"]], Seat(int(game["leader"])).after(len(table))
        key = f"{hands} {game['leader']} {table}"
        if key not in self.known:
            position = Position(Layout(*hands), Seat(int(game["leader"])), tuple(card for _, card in table))
            values = self.solver.moves(position, Denomination(int(game["trump"])))
            alike = {(card.suit, values[card]): card for card in sorted(values, reverse=True)}
            cards = list(alike.values())
            weights = np.exp([values[card][seat] / TEMPERATURE for card in cards])
            self.known[key] = [card.index for card in cards], weights / weights.sum()
        cards_, chances = self.known[key]
        return Card.at(int(self.random.choice(cards_, p=chances)))


def plain_count(
    theme: str, line: PlainLine, player: Seat, cards: Sequence[Card], seat: Seat | None, suit: str | None
) -> int:
    """What a theme counts in a line (`Theme`)."""
    if theme in ("ruff missed", "trick missed"):
        return int(line[0].winner is player)
    if theme == "own ruffs":
        return sum(trick.winner is player and trick.ruffed for trick in line)
    others = [seat] if seat is not None else [other for other in Seat if other is not player]
    if theme == "ruffs given":
        return sum(trick.winner in others and trick.ruffed for trick in line)
    if theme in ("suit given", "suit opened", "guard thrown"):
        won = (trick for trick in line if trick.winner in others and not trick.ruffed)
        return sum(trick.taking.suit.name == suit for trick in won)
    return sum(trick.taking in cards for trick in line)


def plain_fated(fate: str, after: PlainLine, instead: PlainLine, cards: Sequence[Card]) -> bool:
    """Does one of these cards meet a fate in the one line, and win in the other?"""
    met = {card for trick in after for _, card in trick.cards if card in cards and trick.fate(card) == fate}
    return any(trick.taking in met for trick in instead)


def plain_drawn(line: PlainLine, player: Seat) -> int:
    """The trumps that the others play to tricks in which trumps are led."""
    led = (trick for trick in line if trick.led == trick.trump)
    return sum(card.suit == trick.trump for trick in led for seat, card in trick.cards if seat is not player)


@dataclass(frozen=True)
class PlainFigure:
    """A weighed mean and its standard error; inf where a single world says nothing of it."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Iterable[float], weights: Iterable[float], exact: bool) -> PlainFigure:
        pairs = list(zip(values, weights, strict=True))
        whole = sum(weight for _, weight in pairs)
        mean = sum(value * weight for value, weight in pairs) / whole
        if exact:
            return cls(mean, 0.0)
        left = 1 - sum((weight / whole) ** 2 for _, weight in pairs)
        squares = sum((weight / whole * (value - mean)) ** 2 for value, weight in pairs)
        return cls(mean, sqrt(squares / left) if left > 1e-12 else inf)


def plain_worlds(seen: DealView, number: int, seed: int) -> tuple[Sets, Floats, bool]:
    """Worlds of a view, their weights, and whether they are all that there can be."""
    knowledge = Knowledge(seen)
    if knowledge.count() <= 3000 and (listed := knowledge.weighed(200, Likelihood())) is not None:
        return listed[0], listed[1], True
    drawn = knowledge.sample(number, seed, Likelihood()).distinct
    return drawn.sets, drawn.shares, False
