"""Deals played out after a card, read trick by trick: what became of every card in each world.

A *line* is all cards of one playout, from the trick in progress on.  The lines after two cards come from the same
worlds, so what differs between them differs for no other reason than the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Card, Denomination, Seat
from ninefivetwo.exact import QuantalSolver
from ninefivetwo.game import DealView
from ninefivetwo.sets import Sets
from ninefivetwo.study.why.endings import is_ending, quantal_lines, several_times
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.advise.question import DEFAULT_LIMITS
from ninefivetwo.think.playouts import games_in, play_lines, policy
from ninefivetwo.think.playouts.policies import Int8s
from ninefivetwo.think.playouts.values import DistinctWorlds

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]

CARDS = 4 * LANE_BITS  # columns by a card's index
NO_TRICK = -1


class Fate(IntEnum):
    """What becomes of a card that is played."""

    NOT_PLAYED = 0  # it lies among the discards, or was played before
    WINS = 1  # a trick
    FALLS = 2  # it is of the suit led, and a higher card of that suit is in the trick
    RUFFED = 3  # it is the highest of the suit led, and a trump takes it
    OVERRUFFED = 4  # it ruffs, and a higher trump takes it
    THROWN = 5  # it is neither of the suit led nor a trump


@dataclass(frozen=True)
class PlayedLines:
    """Playouts of a position in some worlds; a row a world.

    cards: indices, by world, trick and seat.  leader, winner: seats, by world and trick.  The trick in progress is the
    first.
    """

    trump: Denomination
    cards: npt.NDArray[np.int64]
    leader: npt.NDArray[np.int64]
    winner: npt.NDArray[np.int64]

    @classmethod
    def read(cls, view: DealView, played: npt.NDArray[np.uint8]) -> PlayedLines:
        """The lines that `play_lines` gives, with what lies on the table before them."""
        table = np.array([card.index for card in view.table], dtype=np.uint8)
        return cls.of(table, view.lead, view.called, played)

    @classmethod
    def of(
        cls, table: npt.NDArray[np.uint8], lead: Seat, trump: Denomination, played: npt.NDArray[np.uint8]
    ) -> PlayedLines:
        """The same by the cards on the table, who led or leads, and what is trumps."""
        tricks = (len(table) + int((played[0] < CARDS).sum())) // len(Seat)
        before = np.broadcast_to(table, (len(played), len(table)))
        inorder = np.concatenate([before, played], axis=1)[:, : 3 * tricks].reshape(len(played), tricks, 3)
        inorder = inorder.astype(np.int64)
        suit, rank = inorder // LANE_BITS, inorder % LANE_BITS
        height = rank + LANE_BITS * (suit == suit[:, :, :1]) + 2 * LANE_BITS * (suit == int(trump))
        place = height.argmax(axis=2)
        cards, leader = np.empty_like(inorder), np.empty_like(place)
        rows, leads = np.arange(len(played)), np.full(len(played), int(lead))
        for trick in range(tricks):
            leader[:, trick] = leads
            for i in range(3):
                cards[rows, trick, (leads + i) % 3] = inorder[:, trick, i]
            leads = (leads + place[:, trick]) % 3
        return cls(trump, cards, leader, (leader + place) % 3)

    @property
    def tricks(self) -> int:
        """How many tricks there are."""
        return self.cards.shape[1]

    def won(self, seat: Seat) -> npt.NDArray[np.int64]:
        """The tricks that a seat wins, by world."""
        found: npt.NDArray[np.int64] = (self.winner == int(seat)).sum(axis=1)
        return found

    @cached_property
    def led(self) -> npt.NDArray[np.int64]:
        """The suit led, by world and trick."""
        found: npt.NDArray[np.int64] = np.take_along_axis(self.cards, self.leader[:, :, None], axis=2)[:, :, 0]
        return found // LANE_BITS

    @cached_property
    def taking(self) -> npt.NDArray[np.int64]:
        """The card that wins, by world and trick."""
        found: npt.NDArray[np.int64] = np.take_along_axis(self.cards, self.winner[:, :, None], axis=2)[:, :, 0]
        return found

    @cached_property
    def ruffs(self) -> Flags:
        """Is a trick won by a trump on another suit, by world and trick?"""
        found: Flags = (self.taking // LANE_BITS == int(self.trump)) & (self.led != int(self.trump))
        return found

    @cached_property
    def fate(self) -> Int8s:
        """What becomes of each card (`Fate`), by world and index."""
        suit, rank = self.cards // LANE_BITS, self.cards % LANE_BITS
        follows = suit == self.led[:, :, None]
        highest = np.where(follows, rank, -1).max(axis=2, keepdims=True)
        wins = np.arange(3) == self.winner[:, :, None]
        trumps = suit == int(self.trump)
        found = np.where(follows, np.where(rank < highest, Fate.FALLS, Fate.RUFFED), Fate.THROWN)
        found = np.where(trumps & ~follows, Fate.OVERRUFFED, found)
        found = np.where(wins, Fate.WINS, found).astype(np.int8)
        return self._by_card(found, int(Fate.NOT_PLAYED))

    @cached_property
    def trick_of(self) -> Int8s:
        """The trick to which each card is played, by world and index; NO_TRICK where it is not."""
        numbers = np.broadcast_to(np.arange(self.tricks, dtype=np.int8)[None, :, None], self.cards.shape)
        return self._by_card(numbers, NO_TRICK)

    @cached_property
    def taker_of(self) -> Int8s:
        """Who wins the trick to which each card is played, by world and index; -1 where it is not."""
        return self._by_card(np.broadcast_to(self.winner[:, :, None], self.cards.shape).astype(np.int8), -1)

    @cached_property
    def holder_of(self) -> Int8s:
        """Who plays each card, by world and index; -1 where nobody does."""
        return self._by_card(np.broadcast_to(np.arange(3, dtype=np.int8), self.cards.shape), -1)

    @cached_property
    def led_to(self) -> Int8s:
        """The suit led to the trick to which each card is played, by world and index; -1 where it is not."""
        return self._by_card(np.broadcast_to(self.led[:, :, None], self.cards.shape).astype(np.int8), -1)

    def _by_card(self, values: Int8s, otherwise: int) -> Int8s:
        """Values by world, trick and seat as values by world and card."""
        found = np.full((len(self.cards), CARDS), otherwise, dtype=np.int8)
        rows = len(self.cards)
        np.put_along_axis(found, self.cards.reshape(rows, -1), values.reshape(rows, -1), axis=1)
        return found


@dataclass(frozen=True)
class Compared:
    """The lines after a card and after a better one, in the same worlds, seen by the seat that chose."""

    view: DealView
    card: Card
    better: Card
    worlds: DistinctWorlds
    after: PlayedLines
    instead: PlayedLines

    @property
    def seat(self) -> Seat:
        return self.view.viewer

    @property
    def sets(self) -> Sets:
        return self.worlds.sets

    @cached_property
    def lost(self) -> npt.NDArray[np.float64]:
        """The tricks lost by the card, by world."""
        found: npt.NDArray[np.float64] = (self.instead.won(self.seat) - self.after.won(self.seat)).astype(float)
        return found


def compared(
    view: DealView, card: Card, better: Card, worlds: DistinctWorlds, seed: int, limits: Limits = DEFAULT_LIMITS
) -> Compared:
    """Both cards played out in all these worlds: by the learned policy, in endings as quantal values suppose.

    limits: the threads and the token are used.  Raises SearchStopped where that is cancelled.
    """
    if is_ending(view):
        worlds = several_times(worlds)
        played = quantal_lines(view, worlds.sets, (card, better), seed, QuantalSolver(token=limits.token))
    else:
        games, learned = games_in(view, worlds.sets), policy("learned")
        both = np.array([card.index, better.index], dtype=np.uint8)
        policies = learned, learned, learned
        played = play_lines(policies, games, both, seed=seed, threads=limits.threads, token=limits.token)
    after, instead = (PlayedLines.read(view, played[:, i]) for i in (0, 1))
    return Compared(view, card, better, worlds, after, instead)


def joined(first: Compared, second: Compared) -> tuple[Compared, Flags]:
    """The lines of both in one, and which are those of the first; all worlds count alike whichever part they are of."""
    number = len(first.worlds.shares)
    shares = np.concatenate([first.worlds.shares, second.worlds.shares]) / 2
    worlds = DistinctWorlds(np.concatenate([first.sets, second.sets]), shares)
    after, instead = (_joined(one, two) for one, two in ((first.after, second.after), (first.instead, second.instead)))
    every = Compared(first.view, first.card, first.better, worlds, after, instead)
    return every, np.arange(len(shares)) < number


def _joined(one: PlayedLines, two: PlayedLines) -> PlayedLines:
    pairs = (one.cards, two.cards), (one.leader, two.leader), (one.winner, two.winner)
    cards, leader, winner = (np.concatenate(pair) for pair in pairs)
    return PlayedLines(one.trump, cards, leader, winner)
