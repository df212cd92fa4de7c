"""Endings without playouts: the quantal values of candidate cards, world by world."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.game import DealView
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.solve import QuantalSolver

ENDING = 6  # cards held by the seat to play, up to which quantal values take the place of playouts


def ending_tricks(view: DealView, sets: Sets, cards: Sequence[Card], solver: QuantalSolver) -> Floats:
    """The tricks that each seat can expect of those left, a trick in progress counted: (worlds, candidates, 3).

    sets: worlds as in `Sample.sets`; those that are alike are solved once.  Raises SearchStopped when the solver's
    token is cancelled.
    """
    distinct, where = np.unique(sets[:, : len(Seat)], axis=0, return_inverse=True)
    found = np.empty((len(distinct), len(cards), len(Seat)))
    for row, world in enumerate(distinct.tolist()):
        dealer, left, right = map(Hand, world)
        values = solver.moves(Position(Layout(dealer, left, right), view.lead, view.table), view.called)
        found[row] = [values[card] for card in cards]
    return found[where.reshape(-1)]
