"""The player of a good club: the rules, until few enough tricks are left to count the hands that could be."""

from __future__ import annotations

from random import Random

from ninefivetwo.cards import Card
from ninefivetwo.game import Action, Deal, Play, PlayTurn
from ninefivetwo.knowledge import Likelihood
from ninefivetwo.layout import Position
from ninefivetwo.plain import best_by, plain_action
from ninefivetwo.players.drawn import summed
from ninefivetwo.players.player import Player
from ninefivetwo.solve import Solver

WORLDS = 8
FROM_TRICKS = 13  # left, trick in progress included; before that by the rules


class ClubPlayer(Player):
    """Plain rules first; in the last tricks the card that, in a few deals that could be, guarantees most on average."""

    def __init__(self, seed: int, likelihood: Likelihood | None = None) -> None:
        self._likelihood = likelihood
        self._random, self._solver = Random(seed), Solver()

    def act(self, view: Deal) -> Action:
        turn = view.turn
        if not isinstance(turn, PlayTurn) or len(turn.held) > FROM_TRICKS or len(turn.legal()) == 1:
            return plain_action(view)
        trump = view.trump
        assert trump is not None

        def guarantees(position: Position) -> dict[Card, int]:
            return self._solver.after_each(position, trump, turn.seat)

        return Play(turn.seat, best_by(summed(view, WORLDS, self._random, guarantees, self._likelihood), view))
