"""The master: weighs every decision of a deal, not its cards alone, and plays to win the match."""

from __future__ import annotations

from ninefivetwo.advise import Assumptions, Objective, Utility, advise_before_play
from ninefivetwo.game import Action, DealView, LookTurn, PlayTurn
from ninefivetwo.players.expert import ExpertPlayer

CARD = 400  # worlds, for a card
BEFORE = 1000  # for a discard or a gift, twice as many for a call


class MasterPlayer(ExpertPlayer):
    """All but a look at the kitty by advice; where the score of the match is known, to win the match.

    seconds: as for the expert.
    """

    def __init__(self, seed: int, seconds: float | None = None, assumptions: Assumptions | None = None) -> None:
        super().__init__(seed, seconds, assumptions, CARD)

    @property
    def objective(self) -> Objective:
        """The chance of winning the match; without a match points."""
        return Objective(Utility.SCORE, self.match_score)

    def weighs(self, view: DealView) -> bool:
        turn = view.due_turn
        return not isinstance(turn, LookTurn) and turn.count() > 1

    def act(self, view: DealView) -> Action:
        if isinstance(view.due_turn, PlayTurn) or not self.weighs(view):
            return super().act(view)
        return advise_before_play(view, self.limits(BEFORE), self.objective, self._assumptions).recommended.action
