"""The expert: plays the card that is best when the deals that could be are played out."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.advise import Assumptions, Limits, Objective, advise_play
from ninefivetwo.game import Action, DealView, PlayTurn
from ninefivetwo.players.club import ClubPlayer
from ninefivetwo.solve import QuantalSolver

WORLDS = 30
PRIOR = 60  # worlds more as which the learned policy's opinion counts; without it worlds so few lose to the policy
MEMORY = 64 << 20  # bytes, of the table for endings


class ExpertPlayer(ClubPlayer):
    """Cards by `advise_play` in few worlds, all else as a club player.

    seconds: about the most time for a decision, after which the best answer so far is taken; with None the decisions
    depend on the seed alone.  worlds: how many a card rests on.
    """

    def __init__(
        self,
        seed: int,
        seconds: float | None = None,
        assumptions: Assumptions | None = None,
        worlds: int = WORLDS,
    ) -> None:
        super().__init__(seed)
        self.seconds, self._worlds, self._assumptions = seconds, worlds, assumptions or Assumptions()
        self._solver = QuantalSolver(memory=MEMORY)

    @property
    def objective(self) -> Objective:
        """What is wanted of a deal: tricks."""
        return Objective()

    def limits(self, worlds: int) -> Limits:
        """On advice in so many worlds, with fresh random numbers."""
        return Limits(self.seconds, worlds, self._random.getrandbits(60), threads=1)

    def act(self, view: DealView) -> Action:
        if not self.weighs(view):
            return super().act(view)
        limits = self.limits(self._worlds)
        advice = advise_play(view, limits, self.objective, self._assumptions, self._solver, PRIOR)
        return advice.recommended.action

    def weighs(self, view: DealView) -> bool:
        """Does he look at worlds for this decision?"""
        turn = view.due_turn
        return isinstance(turn, PlayTurn) and turn.count() > 1

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        return None if self.weighs(view) else super().chances(view)
