"""Usual play: the learned policy, each card played with its probability, so that a deal can be played in many ways.

What a deal comes to in usual play is the mean of such playouts of its own cards.  What one card changed in that is a
difference of playouts that share their random numbers; where usual play would have chosen the same card there is none,
and nothing is played out for it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Card
from ninefivetwo.sets import Floats
from ninefivetwo.think.playouts.batch import Policies, play_out
from ninefivetwo.think.playouts.policies import TEMPER, policy
from ninefivetwo.think.playouts.views import Rows
from ninefivetwo_solver.playout import NO_CHOICE, features, probabilities, view


def usual() -> Policies:
    """The policies of usual play."""
    found = policy("usual")
    return found, found, found


def usual_tricks(game: Rows, number: int, seed: int) -> Floats:
    """The tricks of each seat in the whole deal, in so many playouts; shape (number, 3).  game: one `GAME`."""
    found: Floats = play_out(usual(), np.repeat(game, number), seed=seed, threads=1) + game["won"].astype(float)
    return found


def card_changes(game: Rows, card: Card, number: int, seed: int) -> Floats:
    """By how many tricks of each seat a card changed what the deal comes to in usual play; shape (number, 3).

    game: one `GAME`, in which the card may be played.  A row is a playout after the card less one after the card that
    usual play chooses; of touching cards the lowest stands for all.  Cards are drawn evenly spread over their chances
    (systematic sampling), so no choice is left out and the rows are no further from their mean than drawn ones.
    """
    changes = np.zeros((number, 3))
    cards, chances = _choices(game)
    if len(cards) == 1:
        return changes
    played = int(np.searchsorted(cards, card.index, side="right")) - 1
    start = np.random.default_rng(seed).random()
    drawn = np.searchsorted(chances.cumsum()[:-1], (np.arange(number) + start) / number, side="right")
    for other in set(drawn.tolist()) - {played}:
        rows = np.flatnonzero(drawn == other)
        both = cards[[played, other]]
        tricks = play_out(usual(), np.repeat(game, len(rows)), cards=both, seed=seed + 1 + other, threads=1)
        changes[rows] = tricks[:, 0].astype(float) - tricks[:, 1]
    return changes


def _choices(game: Rows) -> tuple[npt.NDArray[np.uint8], Floats]:
    """The indices of the cards between which the seat to play can choose, and how likely usual play takes each."""
    seen = view(game)
    cards = features(seen)[0][0]
    cards = cards[cards != NO_CHOICE]
    return cards, np.add.reduceat(probabilities(usual()[0], seen, TEMPER)[0], cards.astype(np.int64))
