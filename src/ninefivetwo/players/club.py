"""The club player: goes by the plain rules until few enough tricks are left to think about the hidden hands."""

from __future__ import annotations

from ninefivetwo.cards import Card
from ninefivetwo.game import Action, DealView, Play, PlayTurn
from ninefivetwo.heuristics import best_by, heuristic_action
from ninefivetwo.knowledge import Knowledge, Likelihood
from ninefivetwo.layout import Position
from ninefivetwo.players.player import Player
from ninefivetwo.solve import Solver

WORLDS = 8
LIKELIHOOD = Likelihood()
FROM_TRICKS = 13  # cards held, from which hidden hands are considered


class ClubPlayer(Player):
    """Plain rules first; in the last tricks the card that guarantees most on average over a few possible deals."""

    def __init__(self, seed: int, likelihood: Likelihood | None = LIKELIHOOD) -> None:
        super().__init__(seed)
        self._solver, self._likelihood = Solver(), likelihood

    def act(self, view: DealView) -> Action:
        turn, trump = view.turn, view.trump
        if not isinstance(turn, PlayTurn) or trump is None or len(turn.held) > FROM_TRICKS or len(turn.legal()) == 1:
            return heuristic_action(view)
        sums: dict[Card, float] = {}
        for layout in Knowledge(view).sample(WORLDS, self._random.getrandbits(60), self._likelihood).layouts:
            position = Position(layout, view.lead, view.table)
            for card, tricks in self._solver.after_each(position, trump, turn.seat).items():
                sums[card] = sums.get(card, 0.0) + tricks
        return Play(turn.seat, best_by(sums, view))
