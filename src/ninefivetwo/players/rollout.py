"""The player who plays each card out in possible deals, by the learned policy, and takes the one that brings most."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView, Play, PlayTurn
from ninefivetwo.heuristics import best_by, heuristic_action
from ninefivetwo.knowledge import Knowledge, Likelihood
from ninefivetwo.players.player import Player
from ninefivetwo.playouts import opinion, policy
from ninefivetwo.playouts.endings import ENDING
from ninefivetwo.playouts.values import Rollouts, card_values, unlike_cards
from ninefivetwo.solve import QuantalSolver

WORLDS = 30
PRIOR = 60  # worlds more as which the policy's own opinion counts; without it the player loses to the policy itself
LIKELIHOOD = Likelihood()
MEMORY = 64 << 20  # bytes, of the table for endings


class RolloutPlayer(Player):
    """Cards by one-ply rollouts of the learned policy, at the end by quantal values; all else by the plain rules."""

    def __init__(self, seed: int, likelihood: Likelihood | None = LIKELIHOOD) -> None:
        super().__init__(seed)
        self._likelihood, self._solver = likelihood, QuantalSolver(memory=MEMORY)

    def act(self, view: DealView) -> Action:
        turn = view.turn
        if not isinstance(turn, PlayTurn) or len(cards := unlike_cards(view)) == 1:
            return heuristic_action(view)
        worlds = Knowledge(view).sample(WORLDS, self._random.getrandbits(60), self._likelihood).distinct
        learned = policy("learned")
        rollouts = Rollouts((learned, learned, learned), threads=1)
        values = card_values(view, worlds, cards, rollouts, solver=self._solver)
        means = worlds.shares @ values.tricks[:, :, turn.seat]
        if len(turn.held) > ENDING:
            means = (WORLDS * means + PRIOR * opinion(learned, view, cards)) / (WORLDS + PRIOR)
        return Play(turn.seat, best_by(dict(zip(cards, means.tolist(), strict=True)), view))
