"""What a computer player is: a seat's view of a deal in, a legal action out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random

from ninefivetwo.game import Action, DealView
from ninefivetwo.think.models.match_equity import MatchScore


class Player(ABC):
    """A computer player: a new one is one class with one method.

    It remembers nothing between decisions but the state of its random numbers, so it may play several seats and deals.
    `match_score` is what it is told of the match before each deal, by the seats of that deal; None where there is no
    match.  One that looks at it plays to win the match, the others for tricks.
    """

    match_score: MatchScore | None = None

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def reseed(self, seed: int) -> None:
        """Restart the random numbers from a seed; solver tables stay warm."""
        self._random = Random(seed)

    @abstractmethod
    def act(self, view: DealView) -> Action:
        """A legal action for the seat whose view of a deal this is, and whose turn it must be."""

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        """How likely each of its actions is, those that are not told being impossible.

        None where that follows from no rule: then only asking for actions tells.
        """
        return None
