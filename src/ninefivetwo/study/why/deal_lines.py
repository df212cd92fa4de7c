"""Whole deals played out after a choice before the play, read card by card: what became of every card in each world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Denomination, Seat, Suit
from ninefivetwo.game import Action, DealView
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.study.why.lines import CARDS, Counts, Fate, Flags, PlayedLines
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.playouts import Rows, play_lines, policy
from ninefivetwo.think.playouts.policies import Int8s
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.think.playouts.views import KITTY


@dataclass(frozen=True)
class DealLines:
    """Deals played to their end, a row a world.

    games: at the first lead.  fate (`Fate`), holder, led_to: of each card, by world and index, as in `PlayedLines`.
    won: tricks, by world and seat.
    """

    games: Rows
    fate: Int8s
    holder: Int8s
    led_to: Int8s
    won: npt.NDArray[np.int64]

    @classmethod
    def played(cls, games: Rows, seed: int, limits: Limits) -> DealLines:
        """Deals at the first lead, played out by the learned policy.  Raises SearchStopped where that is cancelled."""
        learned = policy("learned")
        cards = play_lines((learned, learned, learned), games, seed=seed, threads=limits.threads, token=limits.token)
        fate, holder, led_to = (np.full((len(games), CARDS), -1, dtype=np.int8) for _ in range(3))
        won = np.zeros((len(games), len(Seat)), dtype=np.int64)
        none = np.zeros(0, dtype=np.uint8)
        for trump in np.unique(games["trump"]):
            rows = np.flatnonzero(games["trump"] == trump)
            lines = PlayedLines.of(none, Seat(int(games["leader"][0])), Denomination(int(trump)), cards[rows])
            fate[rows], holder[rows], led_to[rows] = lines.fate, lines.holder_of, lines.led_to
            won[rows] = np.stack([lines.won(seat) for seat in Seat], axis=1)
        return cls(games, fate, holder, led_to, won)

    def wins(self, *seats: Seat) -> Flags:
        """Which cards win a trick for one of these seats, by world and index."""
        found: Flags = (self.fate == Fate.WINS) & np.isin(self.holder, [int(seat) for seat in seats])
        return found

    def ruffing(self, *seats: Seat) -> Flags:
        """Which cards win a trick for one of these seats by ruffing, by world and index."""
        found: Flags = self.wins(*seats) & self.trumps & (self.led_to != self.games["trump"][:, None])
        return found

    def ruffs(self, *seats: Seat) -> Counts:
        """The tricks that these seats win by ruffing, by world."""
        found: Counts = self.ruffing(*seats).sum(axis=1)
        return found

    def by_trumps(self, *seats: Seat) -> Counts:
        """The tricks that these seats win with trumps, by world."""
        found: Counts = (self.wins(*seats) & self.trumps).sum(axis=1)
        return found

    @property
    def trumps(self) -> Flags:
        """Which cards are trumps, by world and index."""
        found: Flags = np.arange(CARDS)[None, :] // LANE_BITS == self.games["trump"][:, None]
        return found

    def of_suit(self, suit: Suit) -> Flags:
        """Which cards are of a suit, by index."""
        found: Flags = np.arange(CARDS)[None, :] // LANE_BITS == int(suit)
        return found


@dataclass(frozen=True)
class ComparedDeals:
    """The deals after a choice before the play and after a better one, in the same worlds."""

    view: DealView
    chosen: Action
    better: Action
    worlds: DistinctWorlds
    after: DealLines
    instead: DealLines

    @property
    def seat(self) -> Seat:
        return self.chosen.seat

    @property
    def kitty(self) -> Sets:
        """The cards of the kitty that lies on the table, by world."""
        found: Sets = self.worlds.sets[:, KITTY]
        return found

    @property
    def lost(self) -> Floats:
        """The tricks lost by the choice, by world."""
        found: Floats = (self.instead.won[:, self.seat] - self.after.won[:, self.seat]).astype(float)
        return found
