"""What a computer player is: a seat's view of a deal in, a legal action out."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ninefivetwo.game import Action, Deal


class Player(ABC):
    """A computer player: a new one is one class with one method.

    It keeps nothing from one question to the next but its random numbers, so it may sit in several seats and deals.
    """

    @abstractmethod
    def act(self, view: Deal) -> Action:
        """A legal action for the seat whose view of a deal this is, and whose turn it must be."""
