"""Playouts after a choice, analyzed trick by trick: the fate of every card in each world.

A *line* is the sequence of cards in one playout, starting with the current trick. The lines after two choices come from
the same worlds, so all differences result from the choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Card, Hand, Seat, Suit
from ninefivetwo.game import Action, DealView
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise import Question
from ninefivetwo.think.playouts import Policies, Rows, games_in, play_lines
from ninefivetwo.think.playouts.policies import CardRows, Int8s
from ninefivetwo.think.playouts.values import DistinctWorlds, at_tables

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

CARD_INDICES = 4 * LANE_BITS  # number of card indices

Choice = TypeVar("Choice", Card, Action)


class Fate(IntEnum):
    """The fate of a card in a playout."""

    NOT_PLAYED = 0  # the card was discarded or played earlier
    WINS = 1  # the card wins a trick
    FALLS = 2  # the card follows suit, and a higher card of that suit is in the trick
    RUFFED = 3  # the card is the highest of the suit led, but a trump wins the trick
    OVERRUFFED = 4  # the card is a trump on another suit, and a higher trump wins the trick
    THROWN = 5  # the card neither follows suit nor is a trump


@dataclass(frozen=True)
class PlayedLines:
    """Playouts in several worlds, with one row for each world; the first trick is the trick in progress.

    `trump` has shape (worlds,). `cards` are card indices, shape (worlds, tricks, seats). `leader` and `winner` are
    seats, shape (worlds, tricks).
    """

    trump: Counts
    cards: Counts
    leader: Counts
    winner: Counts

    @classmethod
    def read(cls, view: DealView, played: CardRows) -> PlayedLines:
        """Build the lines from the cards on the table and the output of `play_lines`."""
        return cls._read(view.table, view.lead, np.full(len(played), int(view.called)), played)

    @classmethod
    def of_deals(cls, games: Rows, question: Question) -> PlayedLines:
        """Play out deals from the first lead, with the opponent models of a question.

        Raises SearchStopped if the question's token is cancelled.
        """
        lead, played = Seat(int(games["leader"][0])), _played_out(question, games)
        return cls._read((), lead, games["trump"].astype(np.int64), played)

    @classmethod
    def _read(cls, table: tuple[Card, ...], lead: Seat, trump: Counts, played: CardRows) -> PlayedLines:
        number, tricks = len(played), (len(table) + int((played[0] < CARD_INDICES).sum())) // len(Seat)
        before = np.broadcast_to(np.array([card.index for card in table], dtype=np.uint8), (number, len(table)))
        inorder = np.concatenate([before, played], axis=1)[:, : 3 * tricks].reshape(number, tricks, 3)
        inorder = inorder.astype(np.int64)
        suit, rank = inorder // LANE_BITS, inorder % LANE_BITS
        height = rank + LANE_BITS * (suit == suit[:, :, :1]) + 2 * LANE_BITS * (suit == trump[:, None, None])
        place = height.argmax(axis=2)
        cards, leader = np.empty_like(inorder), np.empty_like(place)
        rows, leads = np.arange(number), np.full(number, int(lead))
        for trick in range(tricks):
            leader[:, trick] = leads
            for i in range(3):
                cards[rows, trick, (leads + i) % 3] = inorder[:, trick, i]
            leads = (leads + place[:, trick]) % 3
        return cls(trump, cards, leader, (leader + place) % 3)

    @cached_property
    def led(self) -> Counts:
        """The suit led in each trick, shape (worlds, tricks)."""
        first: Counts = np.take_along_axis(self.cards, self.leader[:, :, None], axis=2)[:, :, 0]
        return first // LANE_BITS

    @cached_property
    def fate(self) -> Int8s:
        """The fate of each card (`Fate`), shape (worlds, cards)."""
        suit, rank = self.cards // LANE_BITS, self.cards % LANE_BITS
        follows = suit == self.led[:, :, None]
        highest = np.where(follows, rank, -1).max(axis=2, keepdims=True)
        wins = np.arange(3) == self.winner[:, :, None]
        trumps = suit == self.trump[:, None, None]
        fates = np.where(follows, np.where(rank < highest, Fate.FALLS, Fate.RUFFED), Fate.THROWN)
        fates = np.where(trumps & ~follows, Fate.OVERRUFFED, fates)
        fates = np.where(wins, Fate.WINS, fates).astype(np.int8)
        return self._by_card(fates, int(Fate.NOT_PLAYED))

    @cached_property
    def holder(self) -> Int8s:
        """The seat that plays each card, shape (worlds, cards); -1 if the card is not played."""
        return self._by_card(np.broadcast_to(np.arange(3, dtype=np.int8), self.cards.shape), -1)

    @cached_property
    def led_to(self) -> Int8s:
        """The suit led to each card's trick, shape (worlds, cards); -1 if the card is not played."""
        return self._by_card(np.broadcast_to(self.led[:, :, None], self.cards.shape).astype(np.int8), -1)

    def _by_card(self, values: Int8s, otherwise: int) -> Int8s:
        """Rearrange values from shape (worlds, tricks, seats) to shape (worlds, cards)."""
        rows = len(self.cards)
        by_card = np.full((rows, CARD_INDICES), otherwise, dtype=np.int8)
        np.put_along_axis(by_card, self.cards.reshape(rows, -1), values.reshape(rows, -1), axis=1)
        return by_card

    @cached_property
    def trumps(self) -> Flags:
        """Whether each card is a trump, shape (worlds, cards)."""
        return np.arange(CARD_INDICES)[None, :] // LANE_BITS == self.trump[:, None]

    @cached_property
    def taker(self) -> Int8s:
        """The seat that wins a trick with each card, shape (worlds, cards); -1 if the card does not win."""
        return np.where(self.fate == Fate.WINS, self.holder, np.int8(-1))

    @cached_property
    def off_suit(self) -> Flags:
        """Whether each card is a trump played on another suit, shape (worlds, cards)."""
        return self.trumps & (self.led_to != self.trump[:, None])

    def wins(self, *seats: Seat) -> Flags:
        """Whether each card wins a trick for one of the given seats, shape (worlds, cards)."""
        return np.logical_or.reduce([self.taker == int(seat) for seat in seats])

    def ruffing(self, *seats: Seat) -> Flags:
        """Whether each card wins a trick by ruffing for one of the given seats, shape (worlds, cards)."""
        return self.wins(*seats) & self.off_suit

    # Counts by world

    def won(self, seat: Seat) -> Counts:
        return (self.winner == int(seat)).sum(axis=1)

    def ruffs(self, *seats: Seat) -> Counts:
        """Count the tricks that the given seats win by ruffing, in each world."""
        return self.ruffing(*seats).sum(axis=1)

    def ruffs_of(self, suit: Suit, seat: Seat) -> Counts:
        """Count the tricks that a seat wins by ruffing a given suit, in each world."""
        return (self.ruffing(seat) & (self.led_to == int(suit))).sum(axis=1)

    def by_trumps(self, *seats: Seat) -> Counts:
        """Count the tricks that the given seats win with trumps, in each world."""
        return (self.wins(*seats) & self.trumps).sum(axis=1)

    def with_cards(self, cards: Hand, seat: Seat) -> Counts:
        """Count the tricks that a seat wins with given cards, in each world."""
        return self.wins(seat)[:, [card.index for card in cards]].sum(axis=1)

    def in_suit(self, suit: Suit, *seats: Seat) -> Counts:
        """Count the tricks that the given seats win with cards of a suit in each world, excluding ruffs."""
        columns = slice(LANE_BITS * int(suit), LANE_BITS * (int(suit) + 1))
        return (self.wins(*seats)[:, columns] & (self.led_to[:, columns] == int(suit))).sum(axis=1)


@dataclass(frozen=True)
class Compared(Generic[Choice]):
    """The lines after two choices in the same worlds; `view` is the view of the player who chose."""

    view: DealView
    chosen: Choice
    better: Choice
    worlds: DistinctWorlds
    after: PlayedLines
    instead: PlayedLines

    @property
    def seat(self) -> Seat:
        return self.view.viewer

    @cached_property
    def lost(self) -> Floats:
        """The number of tricks that the actual choice loses, in each world."""
        return (self.instead.won(self.seat) - self.after.won(self.seat)).astype(float)


def compared(question: Question, card: Card, better: Card, worlds: DistinctWorlds) -> Compared[Card]:
    """Play out two cards in the same worlds, with the opponent models of a question.

    Raises SearchStopped if the question's token is cancelled.
    """
    view = question.view
    played = _played_out(question, games_in(view, worlds.sets), np.array([card.index, better.index], np.uint8))
    after, instead = (PlayedLines.read(view, played[:, i]) for i in (0, 1))
    return Compared(view, card, better, worlds, after, instead)


def _played_out(question: Question, games: Rows, cards: CardRows | None = None) -> CardRows:
    """Play out games with `play_lines`, using the opponent models of a question."""
    limits = question.limits

    def play(table: Policies, rows: Rows) -> CardRows:
        return play_lines(table, rows, cards, seed=limits.seed, threads=limits.threads, token=limits.token)

    return at_tables(question.assumptions.tables(question.view.viewer), games, play)


def joined(first: Compared[Card], second: Compared[Card]) -> tuple[Compared[Card], Flags]:
    """Join two comparisons with equal weights, and return a mask that marks the worlds of the first comparison."""
    number = len(first.worlds.shares)
    shares = np.concatenate([first.worlds.shares, second.worlds.shares]) / 2
    worlds = DistinctWorlds(np.concatenate([first.worlds.sets, second.worlds.sets]), shares)
    after, instead = _joined(first.after, second.after), _joined(first.instead, second.instead)
    every = Compared(first.view, first.chosen, first.better, worlds, after, instead)
    return every, np.arange(len(shares)) < number


def _joined(*parts: PlayedLines) -> PlayedLines:
    names = "trump", "cards", "leader", "winner"
    return PlayedLines(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
