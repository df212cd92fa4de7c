"""The computer players of a match against a person: how strong they are, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass

from ninefivetwo.game import Action, DealView
from ninefivetwo.models.match_equity import MatchScore
from ninefivetwo.players import PLAYERS, ExpertPlayer, Player

PACE = 1.5  # seconds that an expert thinks at the table; twice as long where they are too few for a few worlds


@dataclass(frozen=True)
class Level:
    """A strength of computer players, and what such a player does."""

    name: str
    note: str


LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "knows the plain rules and counts nothing; one card in four is any that is legal, one discard or gift"
            " in two just the lowest cards",
        ),
        Level(
            "club",
            "goes by the plain rules; in the last 13 tricks it plays what guarantees most on average in eight deals"
            " that could be",
        ),
        Level(
            "expert",
            "calls by the plain rules; discards, gives and plays what the adviser finds best in the deals that could"
            f" be, thinking for about {2 * PACE:g} seconds at most",
        ),
    )
}


class Computers:
    """The computer players of a session; their tables stay warm from one decision to the next.

    For one thread at a time.  `seconds` is how long an expert thinks, twice as long where that is too short for a few
    worlds; with None he takes as long as he needs, and then everything follows from the seed.
    """

    def __init__(self, seconds: float | None = PACE) -> None:
        self._seconds = seconds
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int, match_score: MatchScore | None = None) -> Action:
        """What a player of this level does with this view; `seed` is of its random numbers.

        match_score: the match before this deal, for those who look at it (`Player.match_score`).
        """
        if level not in self._players:
            self._players[level] = ExpertPlayer(0, self._seconds) if level == "expert" else PLAYERS[level](0)
        player = self._players[level]
        player.reseed(seed)
        player.match_score = match_score
        return player.act(view)


def computer_names(levels: tuple[str, str]) -> tuple[str, str]:
    """What the computers are called, clockwise from the person."""
    return f"{levels[0]} 1", f"{levels[1]} 2"


def is_computer(name: str) -> bool:
    """Is this what a computer player is called?"""
    return any(name in computer_names((level, level)) for level in LEVELS)
