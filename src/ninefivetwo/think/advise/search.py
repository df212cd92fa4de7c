"""The search of computer players: from the learned policy's opinion of the cards, a step to what playouts say.

The more the worlds played out are worth, the larger the step.  A card's chance is its prior * exp(eta * value), with an
eta that grows with the worlds, and the likeliest card is played: one step of mirror descent, as in Grill and others,
Monte-Carlo tree search as regularized policy optimization, ICML 2020.  In other words the policy's opinion counts as so
many worlds more (`PRIOR`).

Worlds are added until the choice is settled: until what better knowledge of the values could win is a small part of a
trick, by the normal loss integral (Chick and Inoue, New two-stage and sequential procedures for selecting the best
simulated system, Operations Research 49, 2001).  So how many there are follows from the view and the seed alone.
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

PRIOR = 20  # even worlds, as which the learned policy's opinion counts
SPREAD = 0.7  # tricks: from world to world, of the difference between two cards, before any is played out


class Search(Struct, frozen=True):
    """How long is searched: in `first` worlds, then in as many more, twice as many and so on, in all at most `most`.

    enough: tricks; searching ends when better knowledge could win no more.
    """

    first: int
    most: int
    enough: float


class PricedWorlds(NamedTuple):
    """Worlds played out together, and what each card is worth and wins for the seat that asks: worlds, cards."""

    drawn: DrawnWorlds
    worths: Floats
    tricks: Floats


def search(question: Question, how: Search) -> Play:
    """The card that the search chooses, for the seat that asks, whose turn it must be to play.

    The worlds of the question's limits are not looked at.  Raises KnowledgeError for a contradiction.
    """
    turn = question.view.due_turn
    assert isinstance(turn, PlayTurn)
    cards = CardChoices(question, turn)
    if len(cards.choices) == 1:
        return cards.choices[0]
    lowest = [cards.groups[choice.card][-1] for choice in cards.choices]  # of touching cards: the policy knows no other
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
    """What each card is worth by playouts and the policy's opinion; and how much, in tricks, is still at stake."""
    even = sum(part.drawn.effective for part in parts)
    shares = np.concatenate([part.drawn.worlds.shares * (part.drawn.effective / even) for part in parts])
    worths, tricks = np.concatenate([part.worths for part in parts]), np.concatenate([part.tricks for part in parts])
    if parts[0].drawn.worlds.exact:
        return world_means(worths, shares), 0.0
    unit = _worth_of_a_trick(worths, tricks)
    values, at_stake = step(world_means(worths, shares), varied(worths, shares), even, opinions, unit)
    return values, float(at_stake) / unit


def step(means: Floats, varies: Floats, even: float, opinions: Floats, unit: float = 1.0) -> tuple[Floats, Floats]:
    """What choices (the last axis) are worth by playouts and the policy's opinion; and how much is still at stake.

    means: by playouts in worlds that are worth so many even ones.  varies: as `varied` tells.  opinions: in tricks, of
    which each counts for `unit`.
    """
    values = (even * means + PRIOR * unit * opinions) / (even + PRIOR)
    best = values.argmax(axis=-1)
    spread = (even * varies[best] + PRIOR * (SPREAD * unit) ** 2) / (even + PRIOR)
    losses = _normal_loss(values.max(axis=-1, keepdims=True) - values, np.sqrt(spread / (even + PRIOR)))
    np.put_along_axis(losses, best[..., None], 0.0, axis=-1)
    return values, losses.max(axis=-1)


def varied(worths: Floats, shares: Floats) -> Floats:
    """The variance, from world to world, of the difference between any two choices."""
    away = worths - shares @ worths
    covariance = (away * shares[:, None]).T @ away
    own = covariance.diagonal()
    return np.maximum(own[:, None] + own - 2 * covariance, 0.0)


def _worth_of_a_trick(worths: Floats, tricks: Floats) -> float:
    """How much more is won with each trick more, in the unit of the objective, by linear regression."""
    spread = tricks - tricks.mean()
    return max(float((spread * worths).sum() / max(float((spread**2).sum()), 1e-9)), 1e-9)


def _normal_loss(gaps: Floats, errors: Floats) -> Floats:
    """What is lost on average by taking a choice that is ahead by a gap with this standard error."""
    z = gaps / errors
    below = np.array([erfc(each / sqrt(2)) / 2 for each in z.flat]).reshape(z.shape)
    return errors * (np.exp(-z * z / 2) / sqrt(2 * pi) - z * below)
