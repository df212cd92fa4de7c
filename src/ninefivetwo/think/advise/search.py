"""The card search of the computer players, which combines the learned policy's opinion with the results of playouts.

The weight of the playouts grows with the effective number of worlds. A card's probability is its prior * exp(eta *
value), where eta grows with the worlds, and the most probable card is played. This is one step of mirror descent, as in
Grill and others, Monte-Carlo tree search as regularized policy optimization, ICML 2020. Equivalently, the policy's
opinion counts as `PRIOR` additional worlds.

Worlds are added until better knowledge of the values could gain only a small fraction of a trick, as measured by the
normal loss integral (Chick and Inoue, New two-stage and sequential procedures for selecting the best simulated system,
Operations Research 49, 2001). The number of worlds therefore depends only on the view and the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, pi, sqrt
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from ninefivetwo.game import Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.pricing import LISTED, DrawnWorlds, best_first, listed_worlds, sampled_worlds
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import world_means

PRIOR = 20  # the learned policy's opinion counts as much as this effective number of worlds
SPREAD = 0.7  # prior standard deviation over the worlds of the difference between two cards, in tricks


class Search(Struct, frozen=True):
    """The effort of a search: it starts with `first` worlds and doubles their total up to at most `most`.

    The search ends earlier if better knowledge could gain no more than `enough` tricks.
    """

    first: int
    most: int
    enough: float


class PricedWorlds(NamedTuple):
    """Worlds played out together, with the value and tricks of each card for the seat that asks.

    Both arrays have the shape (worlds, cards).
    """

    drawn: DrawnWorlds
    worths: Floats
    tricks: Floats


def search(question: Question, how: Search) -> Play:
    """Return the card chosen by the search for the viewer, whose turn it must be to play.

    The number of worlds in the question's limits is ignored. Raises KnowledgeError if the view is contradictory.
    """
    turn = question.view.due_turn
    assert isinstance(turn, PlayTurn)
    cards = CardChoices(question, turn)
    if len(cards.choices) == 1:
        return cards.choices[0]
    lowest = [cards.groups[choice.card][-1] for choice in cards.choices]  # the policy rates only these touching cards
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
    """Return the value of each card from playouts and the policy's opinion, and the tricks still at stake."""
    even = sum(part.drawn.effective for part in parts)
    shares = np.concatenate([part.drawn.worlds.shares * (part.drawn.effective / even) for part in parts])
    worths, tricks = np.concatenate([part.worths for part in parts]), np.concatenate([part.tricks for part in parts])
    if parts[0].drawn.worlds.exact:
        return world_means(worths, shares), 0.0
    unit = _worth_of_a_trick(worths, tricks)
    values, at_stake = step(world_means(worths, shares), varied(worths, shares), even, opinions, unit)
    return values, float(at_stake) / unit


def step(means: Floats, varies: Floats, even: float, opinions: Floats, unit: float = 1.0) -> tuple[Floats, Floats]:
    """Return the values of choices from playouts and the policy's opinion, and the amount still at stake.

    Choices are on the last axis. `means` are the means over playouts in worlds with effective sample size `even`.
    `varies` are the variances returned by `varied`. `opinions` are in tricks, and `unit` is the value of a trick for
    the objective.
    """
    values = (even * means + PRIOR * unit * opinions) / (even + PRIOR)
    best = values.argmax(axis=-1)
    spread = (even * varies[best] + PRIOR * (SPREAD * unit) ** 2) / (even + PRIOR)
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
    """Return the value of an additional trick in the unit of the objective, estimated by linear regression."""
    spread = tricks - tricks.mean()
    return max(float((spread * worths).sum() / max(float((spread**2).sum()), 1e-9)), 1e-9)


def _normal_loss(gaps: Floats, errors: Floats) -> Floats:
    """Return the expected loss from taking a choice with an estimated lead, given the lead and its standard error."""
    z = gaps / errors
    below = np.array([erfc(each / sqrt(2)) / 2 for each in z.flat]).reshape(z.shape)
    return errors * (np.exp(-z * z / 2) / sqrt(2 * pi) - z * below)
