"""Outcomes: what choices win in sampled worlds, what one of them loses to the best, and how far off that is.

The best of several choices in some worlds is in part only the luckiest in these worlds, so its lead there is too large:
the *winner's curse*.  So each half of the worlds measures the choice that the other half picks (`playouts.values`).  If
that makes less than nothing, or no other choice is better on the whole, nothing is lost.

The error of a loss counts everything that another look would change: the means, the choices that the halves pick, and
whether anything is lost at all.  A look is drawn again and again from the normal distribution that has the means and
covariances found, and the loss measured in it as in the real one (the parametric bootstrap; Efron and Tibshirani, An
Introduction to the Bootstrap, 1993, section 6.5).  The errors of the means alone are too small by a tenth, and nil
where nothing was found to be lost.
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

WORSE = 2.5  # standard errors by which a choice must be worse than the best to be dropped after a look
CONTENDERS = 8  # that are left after a look at most, the chosen one among them
LOOKS, AGAIN, BLOCKS = 200, 12, 64  # that are drawn for the error of a loss, from sums over so many blocks of worlds

#: The tricks that some choices win for their player in some worlds: worlds, choices.
PriceChoices = Callable[[Sequence[Action], DistinctWorlds], Floats]
#: A choice with all that are the same as it.
SameChoices = tuple[Action, ...]


class Outcomes(NamedTuple):
    """What choices win for their player in some worlds.

    draws: how many draws the worlds come from; some may have given the same world.  tricks: worlds, choices.
    """

    choices: tuple[SameChoices, ...]
    worlds: DistinctWorlds
    draws: int
    tricks: Floats

    @classmethod
    def at(cls, choices: Sequence[SameChoices], worlds: DistinctWorlds, draws: int, price: PriceChoices) -> Outcomes:
        """A look at choices in so many worlds."""
        return cls(tuple(choices), worlds, draws, price([same[0] for same in choices], worlds))

    def number(self, action: Action) -> int:
        """The place of an action."""
        return next(i for i, same in enumerate(self.choices) if action in same)

    def part(self, numbers: Numbers) -> Outcomes:
        """Some of the choices."""
        return self._replace(choices=tuple(self.choices[i] for i in numbers), tricks=self.tricks[:, numbers])

    def __or__(self, other: Outcomes) -> Outcomes:
        """The same choices in the worlds of both looks."""
        draws = self.draws + other.draws
        shares = [look.worlds.shares * (look.draws / draws) for look in (self, other)]
        worlds = DistinctWorlds(np.concatenate([self.worlds.sets, other.worlds.sets]), np.concatenate(shares))
        return Outcomes(self.choices, worlds, draws, np.concatenate([self.tricks, other.tricks]))

    @property
    def means(self) -> Floats:
        """The tricks that each choice wins."""
        return world_means(self.tricks, self.worlds.shares)

    def errors(self, number: int) -> Floats:
        """The standard errors of what each choice loses to one of them, as far as the spread of the worlds tells."""
        lost = self.tricks[:, [number]] - self.tricks
        _, shares, exact = self.worlds
        return np.array([0.0 if exact else error_by_spread(losses, shares) for losses in lost.T])

    def contenders(self, chosen: int) -> Numbers:
        """The choices that are not clearly worse than the best, or than the chosen one, which comes first."""
        means = self.means
        best = int(np.argmax(means))
        left = means[best] - means <= WORSE * self.errors(best)
        left &= means[chosen] - means < WORSE * self.errors(chosen)
        left[chosen] = False
        others = [number for number in np.argsort(-means, kind="stable") if left[number]]
        return np.array([chosen, *others[: CONTENDERS - 1]])

    def loss(self, chosen: int) -> BestLoss:
        """What one of the choices loses to the best of them."""
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
    """What a choice loses to the best, which is itself if that is nothing; worth: of the best."""

    best: int
    worth: Estimate
    loss: Estimate


def _error(tricks: Floats, shares: Floats, chosen: int) -> float:
    """The standard error of a loss measured in worlds with these shares; tricks: worlds, choices."""
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
    """The variances of losses; means: a row for each case.  off: of which random sums are what a look is off by."""
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
    """Random numbers: for the whole and for half the difference between the halves; looks, blocks."""
    return np.random.default_rng(0).standard_normal((2, AGAIN + LOOKS, BLOCKS))
