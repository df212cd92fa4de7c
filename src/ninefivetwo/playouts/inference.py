"""What the cards played tell about the hidden hands, if their players go by a policy (policy based inference)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ninefivetwo.game import DealView
from ninefivetwo.playouts.views import games_at_start, plays_of
from ninefivetwo.sets import Floats, Sets
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy


@dataclass(frozen=True)
class CardModel:
    """How cards are played: with the probability `slip` any legal one, with `plain` that of the plain rules, else one
    by a learned policy from what its player can see; the policy's probabilities are taken to the power of `temper`.

    After Rebstock, Solinas, Buro and Sturtevant, Policy based inference in trick-taking card games (arXiv 1905.10911,
    2019), with two policies in place of one: players differ, and most often go by the plain rules.
    """

    plain: float = 0.3
    slip: float = 0.2
    temper: float = 1.0

    def log_likelihood(self, policy: Policy, view: DealView, sets: Sets) -> Floats:
        """For each world (`Sample.sets`) the logarithm of the probability of all cards that the others played."""
        plays = plays_of(view)
        if not len(plays):
            return np.zeros(len(sets))
        games = games_at_start(view, sets)
        return engine.log_likelihood(policy, games, view.viewer, plays, self.temper, self.slip, self.plain)
