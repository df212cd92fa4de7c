"""Moments of random deals in which a problem may be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ninefivetwo.cards import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.game.match import NAMES
from ninefivetwo.players import Player, RulePlayer
from ninefivetwo.rules import RuleSet

LOOKS = 8  # moments of a deal that are looked at


def moments(rules: RuleSet, seed: int, second: bool, players: list[Player]) -> Iterator[Match]:
    """A match before each action of its first deal, or of its `second`, which begins with an exchange; and at its end.

    The `players`, by seat, play the deal; one before it is played by the plain rules.
    """
    layouts = random_deals(seed)
    match = UndealtMatch(rules).dealt(next(layouts))
    if second:
        *_, match = _played(match, [RulePlayer()] * len(Seat))
        if match.over:
            return
        match = replace(match.following(), names=NAMES).dealt(next(layouts))
    yield from _played(match, players)


def _played(match: Match, players: list[Player]) -> Iterator[Match]:
    """The match before each action of its deal, and at the deal's end."""
    while (turn := match.deal.turn) is not None:
        yield match
        match = match.after(players[turn.seat].act(match.deal.seen_by(turn.seat)))
    yield match
