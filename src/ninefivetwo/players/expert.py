"""The expert: follows the advice of `ninefivetwo.advise`, at a pace that suits a table."""

from __future__ import annotations

from ninefivetwo.advise import Assumptions, Limits, advise_before_play, advise_play
from ninefivetwo.errors import SearchStopped
from ninefivetwo.game import Action, DealView, DiscardTurn, GiveTurn, PlayTurn
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.players.player import Player
from ninefivetwo.solve import QuantalSolver

WORLDS = 100  # for a card
BEFORE = 300  # for a discard or a gift
MEMORY = 64 << 20  # bytes, of the table for endings


class ExpertPlayer(Player):
    """Cards by `advise_play`, discards and gifts by `advise_before_play`, in few worlds; calls by the plain rules.

    seconds: about the most time for a decision, after which the best answer so far is taken; with None the decisions
    depend on the seed alone.
    """

    def __init__(self, seed: int, seconds: float | None = None, assumptions: Assumptions | None = None) -> None:
        super().__init__(seed)
        self._seconds, self._assumptions = seconds, assumptions or Assumptions()
        self._solver = QuantalSolver(memory=MEMORY)

    def act(self, view: DealView) -> Action:
        try:
            return self._advised(view)
        except SearchStopped:  # no time for a single world
            return heuristic_action(view)

    def _advised(self, view: DealView) -> Action:
        turn, seed = view.turn, self._random.getrandbits(60)
        match turn:
            case PlayTurn() if len(turn.legal()) > 1:
                limits = Limits(self._seconds, WORLDS, seed, threads=1)
                advice = advise_play(view, limits, assumptions=self._assumptions, solver=self._solver)
                return advice.recommended.action
            case DiscardTurn() | GiveTurn():
                limits = Limits(self._seconds, BEFORE, seed, threads=1)
                return advise_before_play(view, limits, assumptions=self._assumptions).recommended.action
            case _:
                return heuristic_action(view)
