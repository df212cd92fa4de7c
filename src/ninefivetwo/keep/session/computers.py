"""The computer players of a match against a person: how strong they are, and what they are called."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players import PLAYERS, ExpertPlayer, Player

PACE = 1.0  # seconds that a player may think at the table; on a slow machine the best answer so far is taken


#: The strengths of computer players from the weakest up, and what such a player does; benchmarks/JOURNAL.md has how far
#: each is from the one before.
LEVELS = {
    "beginner": (
        "knows the plain rules and counts nothing; one card in four is any that is legal, one discard or gift in two"
        " just the lowest cards"
    ),
    "rule": "goes by the plain rules, counts the cards, and makes no careless mistake",
    "club": "counts the cards, and gives, calls, discards and plays at once by what was learned from deals played out",
    "expert": (
        "calls, discards and gives as a club player; plays the card that is best when thirty deals that could be are"
        " played out"
    ),
    "master": (
        "plays out hundreds of deals that could be for every call, discard, gift and card, and plays to win the match;"
        f" thinks for about {PACE:g} second at most"
    ),
}


class Computers:
    """The computer players of a session; their tables stay warm from one decision to the next.

    For one thread at a time.  `seconds` is about how long an expert or a master thinks at most; with None they take as
    long as they need, and then everything follows from the seed.
    """

    def __init__(self, seconds: float | None = PACE) -> None:
        self._seconds = seconds
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int, match_score: MatchScore | None = None) -> Action:
        """What a player of this level does with this view; `seed` is of its random numbers.

        match_score: the match before this deal, for those who look at it (`Player.match_score`).
        """
        if level not in self._players:
            self._players[level] = PLAYERS[level](0)
        player = self._players[level]
        if isinstance(player, ExpertPlayer):
            player.seconds = self._seconds
        player.reseed(seed)
        player.match_score = match_score
        return player.act(view)


def computer_names(levels: tuple[str, str]) -> tuple[str, str]:
    """What the computers are called, clockwise from the person."""
    return f"{levels[0]} 1", f"{levels[1]} 2"


def computer_level(name: str, number: int) -> str | None:
    """The level of the computer who is called so, as the first or second clockwise from the person; None for others."""
    level, _, said = name.rpartition(" ")
    return level if level in LEVELS and said == str(number) else None


def is_computer(name: str, most: int = 2) -> bool:
    """Is this what a computer player is called?  most: how many there can be, three where no person plays."""
    return any(computer_level(name, number) for number in range(1, most + 1))
