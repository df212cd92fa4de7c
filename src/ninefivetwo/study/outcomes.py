"""The tricks that choices win in sampled worlds, and the loss of a choice against the best choice.

The best choice in a sample was probably also lucky, so its lead in that sample is biased upward (the *winner's curse*).
To avoid this bias, each half of the worlds measures the choice that the other half selects (`playouts.values`). If the
measured loss is negative, or if no other choice has a better mean, the loss is zero.

The standard error of a loss covers everything that another sample could change: the means, the choices that the halves
select, and whether there is a loss. The standard error is estimated by the parametric bootstrap (Efron and Tibshirani,
An Introduction to the Bootstrap, 1993, section 6.5). Errors based on the means alone would be a tenth too small, and
would be zero for a loss of zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from ninefivetwo.evaluation import Estimate, least_error
from ninefivetwo.game import Action
from ninefivetwo.sets import Floats
from ninefivetwo.think.playouts.values import (
    DECIMALS,
    Choice,
    DistinctWorlds,
    Numbers,
    error_by_spread,
    estimate,
    world_means,
)

WORSE = 2.5  # a choice is dropped if it is more than this number of standard errors below the best choice
CONTENDERS = 8  # maximum number of choices that remain after a sample, including the choice made
LOOKS, AGAIN, BLOCKS = 200, 12, 64  # bootstrap samples for the error, and for its bias correction; number of blocks

#: A function that returns the player's tricks after each choice in each world, shape (worlds, choices).
PriceChoices = Callable[[Sequence[Action], DistinctWorlds], Floats]
#: A choice followed by all choices equivalent to it.
SameChoices = tuple[Action, ...]


class Outcomes(NamedTuple):
    """The tricks that choices win for the deciding player in a sample of worlds.

    `draws` is the number of draws; the same world may be drawn several times. `tricks` has shape (worlds, choices).
    """

    choices: tuple[SameChoices, ...]
    worlds: DistinctWorlds
    draws: int
    tricks: Floats

    @classmethod
    def at(cls, choices: Sequence[SameChoices], worlds: DistinctWorlds, draws: int, price: PriceChoices) -> Outcomes:
        return cls(tuple(choices), worlds, draws, price([same[0] for same in choices], worlds))

    def number(self, action: Action) -> int:
        """Return the index of the group of equivalent choices that contains an action."""
        return next(i for i, same in enumerate(self.choices) if action in same)

    def part(self, numbers: Numbers) -> Outcomes:
        """Return the outcomes of the choices with the given indices."""
        return self._replace(choices=tuple(self.choices[i] for i in numbers), tricks=self.tricks[:, numbers])

    def __or__(self, other: Outcomes) -> Outcomes:
        """Combine the outcomes of the same choices in two samples of worlds."""
        draws = self.draws + other.draws
        shares = [look.worlds.shares * (look.draws / draws) for look in (self, other)]
        worlds = DistinctWorlds(np.concatenate([self.worlds.sets, other.worlds.sets]), np.concatenate(shares))
        return Outcomes(self.choices, worlds, draws, np.concatenate([self.tricks, other.tricks]))

    @property
    def means(self) -> Floats:
        return world_means(self.tricks, self.worlds.shares)

    def errors(self, number: int) -> Floats:
        """Return the standard error of each choice's difference from the choice with the index `number`."""
        lost = self.tricks[:, [number]] - self.tricks
        _, shares, exact = self.worlds
        return np.array([0.0 if exact else error_by_spread(losses, shares) for losses in lost.T])

    def contenders(self, chosen: int) -> Numbers:
        """Return the index of the actual choice, then the indices of all choices that are not clearly inferior."""
        means = self.means
        best = int(np.argmax(means))
        left = means[best] - means <= WORSE * self.errors(best)
        left &= means[chosen] - means < WORSE * self.errors(chosen)
        left[chosen] = False
        others = [number for number in np.argsort(-means, kind="stable") if left[number]]
        return np.array([chosen, *others[: CONTENDERS - 1]])

    def loss(self, chosen: int) -> BestLoss:
        """Return the loss of a choice against the best choice."""
        _, shares, exact = self.worlds
        choice = Choice.of(self.tricks, shares, exact)
        promised, own = choice.promised(self.tricks), self.tricks[:, chosen]
        loss = estimate(promised - own, shares, exact)
        nothing = choice.best == chosen or loss.mean <= 0
        error = 0.0 if exact else _error(self.tricks, shares, chosen) or least_error(1 / float((shares**2).sum()))
        return BestLoss(
            chosen if nothing else choice.best,
            estimate(own if nothing else promised, shares, exact),
            Estimate(0.0 if nothing else loss.mean, error, loss.n),
        )


class BestLoss(NamedTuple):
    """The best choice (the actual choice if nothing is lost), its value, and the loss of the actual choice."""

    best: int
    worth: Estimate
    loss: Estimate


def _error(tricks: Floats, shares: Floats, chosen: int) -> float:
    """Return the standard error of a loss in weighted worlds; `tricks` has shape (worlds, choices)."""
    if len(shares) == 1:
        return inf
    means = world_means(tricks, shares)
    off = (tricks - means) * (shares / sqrt(1 - float((shares**2).sum())))[:, None]
    off = np.add.reduceat(off, np.arange(0, len(off), -(-len(off) // BLOCKS)))
    off = np.pad(off, ((0, BLOCKS - len(off)), (0, 0)))
    found = _variances(means[None], off, chosen)[0]
    expected = _variances(means + _normals()[0, :AGAIN] @ off, off, chosen).mean()
    return float(np.round(sqrt(max(2 * found - expected, found / 4)), DECIMALS))


def _variances(means: Floats, off: Floats, chosen: int) -> Floats:
    """Return the variance of the loss over bootstrap samples, for each row of `means`.

    In each bootstrap sample, the errors of the means are a random combination of the rows of `off`.
    """
    of_whole, of_half = (part @ off for part in _normals()[:, AGAIN:])
    whole = means[:, None] + of_whole
    one, other = whole + of_half, whole - of_half
    promised = _taken(one, other.argmax(axis=2)) + _taken(other, one.argmax(axis=2))
    lost = np.maximum(promised / 2 - whole[:, :, chosen], 0.0)
    lost[whole.argmax(axis=2) == chosen] = 0.0
    found: Floats = lost.var(axis=1)
    return found


def _taken(values: Floats, numbers: Numbers) -> Floats:
    return np.take_along_axis(values, numbers[..., None], axis=2)[..., 0]


@cache
def _normals() -> Floats:
    """Return random numbers for the means of the whole sample and of its halves, shape (2, samples, blocks)."""
    return np.random.default_rng(0).standard_normal((2, AGAIN + LOOKS, BLOCKS))
