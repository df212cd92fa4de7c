"""Deals played by computer players, two per match, so that the second has an exchange.

A match follows from the seed and its number. It is kept as the text of its records, which can be passed between
processes and written to files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from benchmarks.named_players import company_of, player, policy
from ninefivetwo import Layout, Trump
from ninefivetwo.game import CallTurn, Discard, Match, UndealtMatch
from ninefivetwo.game.match import runs
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import random_deals
from ninefivetwo.think.players import Player

Called = Literal["suits", "N", "any"]
DEALS_OF_A_MATCH = 2
TRIES = 2000  # largest number of deals to try for one with the requested call
CLUB = player("club", 0)


@dataclass(frozen=True)
class Company:
    """Three players, who change seats from match to match, and the kind of deals to use.

    `names` has one player for all seats, or three. `trump` selects deals: `suits` skips deals called at no-trump, `N`
    skips all others and lets club players call, who call no-trump in six deals of a thousand, and `any` skips none.
    `discarder` is the player whose discards replace the dealer's, or None.
    """

    names: tuple[str, ...]
    rules: RuleSet
    seed: int
    trump: Called = "suits"
    discarder: str | None = None

    @classmethod
    def of(cls, text: str, rules: RuleSet, seed: int, trump: Called, discarder: str | None) -> Company:
        """Parse a company from names with commas between them. Raises ValueError for anything else."""
        names = company_of(text)
        if len(names) not in (1, 3):
            raise ValueError(f"{len(names)} players in {text!r} (expected one for all seats, or three)")
        for name in (*names, *([discarder] if discarder else [])):
            policy(name)
        if trump == "N" and Trump.NO_TRUMP not in rules.trumps():
            raise ValueError(f"no-trump cannot be called under {rules.name} (expected --trump suits or any)")
        return cls(names, rules, seed, trump, discarder)

    def match(self, number: int) -> str:
        """Return the records of the match with this number."""
        return str(File.of([record_of(deal) for deal in self._deals(number)]))

    def _deals(self, number: int) -> Iterator[Match]:
        names = [f"{name} {i}" for i, name in enumerate(self.names * (3 // len(self.names)), 1)]
        first = number % len(names)
        dealer, left, right = names[first:] + names[:first]
        random_of = (self.seed << 32 | number) << 3
        players = {name: player(name.rpartition(" ")[0], random_of | i) for i, name in enumerate(names)}
        discarder = player(self.discarder, random_of | len(names)) if self.discarder else None
        match, layouts = UndealtMatch(self.rules, (dealer, left, right)), random_deals(self.seed << 32 | number)
        for _ in range(DEALS_OF_A_MATCH):
            if (now := self._called(match, layouts, players)) is None:
                return
            while (turn := now.deal.turn) is not None:
                chooser = discarder if discarder and turn.kind is Discard else players[now.names[turn.seat]]
                now = now.after(chooser.act(now.deal.seen_by(turn.seat)))
            yield now
            if now.over:
                return
            match = now.following()

    def _called(self, match: UndealtMatch, layouts: Iterator[Layout], players: dict[str, Player]) -> Match | None:
        """Return the next suitable deal after its call, or None if none is found, for example after an exchange that
        cost aces.
        """
        for _ in range(TRIES):
            now = match.dealt(next(layouts))
            while now.deal.trump is None:
                turn = now.deal.due_turn
                club_calls = self.trump == "N" and isinstance(turn, CallTurn)
                chooser = CLUB if club_calls else players[now.names[turn.seat]]
                now = now.after(chooser.act(now.deal.seen_by(turn.seat)))
            if self.trump == "any" or (now.deal.trump is Trump.NO_TRUMP) == (self.trump == "N"):
                return now
        return None


def matches_in(text: str) -> list[str]:
    """Return the records of a file, one text per match."""
    deals = [record.match for record in read_file(text).records]
    return [str(File.of([record_of(deal) for deal in run])) for run in runs(deals)]
