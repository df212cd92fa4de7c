"""The computer players' search for a card, which combines the learned policy's opinion with playouts.

A card's probability is proportional to prior * exp(eta * value), and the most probable card is played. The prior is the
policy's opinion, the value is estimated by playouts, and eta grows with the effective number of worlds. The formula is
one step of mirror descent (Grill and others, Monte-Carlo tree search as regularized policy optimization, ICML 2020).
The policy's opinion counts as much as `PRIOR` worlds.

Worlds are added until more precise values could gain only a small fraction of a trick. The expected gain is computed by
the normal loss integral (Chick and Inoue, New two-stage and sequential procedures for selecting the best simulated
system, Operations Research 49, 2001). The number of worlds depends only on the view and the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, pi, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.game import Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.pricing import LISTED, DrawnWorlds, best_first, listed_worlds, sampled_worlds
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import world_means

PRIOR = 20  # weight of the learned policy's opinion, as an effective number of worlds
CARD_SPREAD = 0.7  # prior standard deviation over the worlds of the difference between two cards, in tricks


class Search(Struct, frozen=True):
    """The effort of a search, which starts with `first` worlds and doubles the number of worlds up to `most`.

    The search ends earlier if more precise values could gain at most `enough` tricks.
    """

    first: int
    most: int
    enough: float


class PricedWorlds(NamedTuple):
    """A batch of worlds, with each card's value and tricks for the player who chooses the card.

    The arrays `worths` and `tricks` have the shape (worlds, cards).
    """

    drawn: DrawnWorlds
    worths: Floats
    tricks: Floats


def search(question: Question, how: Search) -> Play:
    """Return the card that a search chooses for the viewer, who must be next to play.

    The number of worlds in the question's limits is ignored. Raises KnowledgeError if the view is contradictory.
    """
    turn = question.view.due_turn
    assert isinstance(turn, PlayTurn)
    cards = CardChoices(question, turn)
    if len(cards.choices) == 1:
        return cards.choices[0]
    lowest = [cards.groups[choice.card][-1] for choice in cards.choices]  # the policy rates only the lowest ones
    opinions, part = opinion(policy("learned"), question.view, lowest), listed_worlds(question, LISTED)
    known, number, all_in = bool(part), how.first, 0
    parts = list[PricedWorlds]()
    while True:
        part = part or sampled_worlds(question, number, offset=len(parts))
        found = cards.price(cards.choices, part.worlds, cards.rollouts())
        parts.append(PricedWorlds(part, question.worths(found), found.tricks[:, :, found.seat]))
        values, at_stake = _stepped(parts, opinions)
        all_in += number
        if known or at_stake <= how.enough or 2 * all_in > how.most:
            return cards.choices[best_first(cards.choices, values)[0]]
        part, number = None, all_in


def _stepped(parts: Sequence[PricedWorlds], opinions: Floats) -> tuple[Floats, float]:
    """Return each card's value based on playouts and opinion, and the gain in tricks to expect from more worlds."""
    even = sum_in_order(part.drawn.effective for part in parts)
    shares = np.concatenate([part.drawn.worlds.shares * (part.drawn.effective / even) for part in parts])
    worths, tricks = np.concatenate([part.worths for part in parts]), np.concatenate([part.tricks for part in parts])
    if parts[0].drawn.worlds.exact:
        return world_means(worths, shares), 0.0
    unit = _worth_of_a_trick(worths, tricks)
    values, at_stake = step(world_means(worths, shares), varied(worths, shares), even, opinions, unit)
    return values, float(at_stake) / unit


def step(means: Floats, varies: Floats, even: float, opinions: Floats, unit: float = 1.0) -> tuple[Floats, Floats]:
    """Return each choice's value based on playouts and opinion, and the gain to expect from more worlds.

    The last axis of each array is the choice. `means` has the mean values in the playouts, and `even` is the effective
    sample size of the worlds. `varies` is the result of `varied`. `opinions` are in tricks, and `unit` is the value of
    one trick under the objective.
    """
    values = (even * means + PRIOR * unit * opinions) / (even + PRIOR)
    best = values.argmax(axis=-1)
    spread = (even * varies[best] + PRIOR * (CARD_SPREAD * unit) ** 2) / (even + PRIOR)
    losses = _normal_loss(values.max(axis=-1, keepdims=True) - values, np.sqrt(spread / (even + PRIOR)))
    np.put_along_axis(losses, best[..., None], 0.0, axis=-1)
    return values, losses.max(axis=-1)


def varied(worths: Floats, shares: Floats) -> Floats:
    """Return the variance over worlds of the difference between each pair of choices, with shape (choices, choices)."""
    away = worths - shares @ worths
    covariance = (away * shares[:, None]).T @ away
    own = covariance.diagonal()
    return np.maximum(own[:, None] + own - 2 * covariance, 0.0)


def _worth_of_a_trick(worths: Floats, tricks: Floats) -> float:
    """Estimate the value of one more trick under the objective by linear regression."""
    spread = tricks - tricks.mean()
    return max(float((spread * worths).sum() / max(float((spread**2).sum()), 1e-9)), 1e-9)


def _normal_loss(gaps: Floats, errors: Floats) -> Floats:
    """Return the expected loss for each estimated lead in `gaps`, given the standard errors of the leads (`errors`)."""
    z = gaps / errors
    below = np.array([erfc(each / sqrt(2)) / 2 for each in z.flat]).reshape(z.shape)
    return errors * (np.exp(-z * z / 2) / sqrt(2 * pi) - z * below)
