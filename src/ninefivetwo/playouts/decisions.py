"""Deals played by players who choose by rollouts, and what each of their decisions rested on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.playouts.batch import Policies
from ninefivetwo.playouts.views import Rows
from ninefivetwo_solver import playout as engine


class Decisions(NamedTuple):
    """Decisions between several choices.

    games: the number of the deal that each was made in, from `first`; shape (n,).  views: what the player saw, `VIEW`
    (n,).  values: the tricks that each choice brings on average, in the order of the engine's `features`, (n, CHOICES);
    nan where there is none.
    """

    games: npt.NDArray[np.int32]
    views: Rows
    values: npt.NDArray[np.float32]


def decisions_of_play(policies: Policies, games: Rows, random: float, *, seed: int = 0, first: int = 0) -> Decisions:
    """The decisions in deals that are played out by policies which choose by rollouts.

    random: how often a random card is played in place of the best, 0 to 1; its row is the same.  seed and first: the
    random numbers of a deal follow from the seed and from `first` and its number among the games.
    Raises ValueError for a chance that is none.
    """
    _, views, values, numbers = engine.rows_of_play(policies, games, random, seed % 2**64, first)
    return Decisions(first + numbers, views, values)
