"""Deals that computer players play, two of each match, so that the second has an exchange.

A match follows from the seed and its number alone.  It is kept as the text of its records, which passes between
processes and into files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from benchmarks.named_players import company_of, player, policy
from ninefivetwo import Layout, Trump
from ninefivetwo.game import CallTurn, Discard, Match, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.match import runs
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.think.players import Player

Called = Literal["suits", "N", "any"]
DEALS_OF_A_MATCH = 2
TRIES = 2000  # deals dealt for one that is called as asked
CLUB = player("club", 0)


@dataclass(frozen=True)
class Company:
    """Three players, who change seats from match to match, and the deals that count.

    names: one player for all seats, or three.  trump: deals that are called at no-trump are passed over (suits), or all
    others, and dealers call as club players, who call no-trump in six deals of a thousand (N), or none (any).
    discarder: the player whose discards replace the dealer's; None for the dealer's own.
    """

    names: tuple[str, ...]
    rules: RuleSet
    seed: int
    trump: Called = "suits"
    discarder: str | None = None

    @classmethod
    def of(cls, text: str, rules: RuleSet, seed: int, trump: Called, discarder: str | None) -> Company:
        """The company of names with commas between them.  Raises ValueError for any other."""
        names = company_of(text)
        if len(names) not in (1, 3):
            raise ValueError(f"{len(names)} players in {text!r} (expected one for all seats, or three)")
        for name in (*names, *([discarder] if discarder else [])):
            policy(name)
        if trump == "N" and Trump.NO_TRUMP not in rules.trumps():
            raise ValueError(f"no-trump cannot be called under {rules.name} (expected --trump suits or any)")
        return cls(names, rules, seed, trump, discarder)

    def match(self, number: int) -> str:
        """The records of a match."""
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
        """The next deal once its trump is called; None where it is not found, as after an exchange that cost aces."""
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
    """The records of a file, match by match."""
    deals = [record.match for record in read_file(text).records]
    return [str(File.of([record_of(deal) for deal in run])) for run in runs(deals)]
