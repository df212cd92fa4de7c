"""What a computer player is: a seat's view of a deal in, a legal action out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from ninefivetwo.game import Action, DealView


class Player(ABC):
    """A computer player: a new one is one class with one method.

    It keeps nothing from one question to the next but its random numbers, so it may sit in several seats and deals.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def reseed(self, seed: int) -> None:
        """Begin the random numbers anew, as one made from this seed would; tables stay warm."""
        self._random = Random(seed)

    @abstractmethod
    def act(self, view: DealView) -> Action:
        """A legal action for the seat whose view of a deal this is, and whose turn it must be."""
