"""The expert: deals that could be, what they are worth to one who plays for himself among two who do the same."""

from __future__ import annotations

from random import Random

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.game import Action, Deal, Play, PlayTurn
from ninefivetwo.layout import Position
from ninefivetwo.plain import best_by, plain_action
from ninefivetwo.players.drawn import summed
from ninefivetwo.players.player import Player
from ninefivetwo.solve import QuantalSolver, Solver

QUANTAL_TRICKS = 9  # left, from which the quantal value is asked; before that, a forecast from the guarantees
MEMORY = 64 << 20  # bytes, of the table of quantal values; that of the guarantees is as large
WORLDS = {9: 16, 11: 10, 13: 6, 16: 2}  # deals looked at, with so many tricks left or fewer


class ExpertPlayer(Player):
    """The card with the best expected tricks over deals that could be.

    In the last nine tricks a deal is worth its quantal value; before that a forecast, the guarantee and a third of what
    the three guarantees leave over.  Calls, throws and gives go by the plain rules.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._solver, self._quantal = Solver(), QuantalSolver(memory=MEMORY)

    def act(self, view: Deal) -> Action:
        turn = view.turn
        if not isinstance(turn, PlayTurn) or len(turn.legal()) == 1:
            return plain_action(view)
        trump, number = view.trump, next(n for most, n in WORLDS.items() if len(turn.held) <= most)
        assert trump is not None

        def expected(position: Position) -> dict[Card, float]:
            return self._expected(position, trump, turn.seat)

        return Play(turn.seat, best_by(summed(view, number, self._random, expected), view))

    def _expected(self, position: Position, trump: Denomination, seat: Seat) -> dict[Card, float]:
        """The tricks that a seat can expect after each legal card."""
        if position.tricks <= QUANTAL_TRICKS:
            return {card: values[seat] for card, values in self._quantal.moves(position, trump).items()}
        after = self._solver.moves(position, trump).after
        return {card: g[seat] + (position.tricks - sum(g.values())) / 3 for card, g in after.items()}
