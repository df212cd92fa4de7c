"""Fair prices: single-dummy prices of decisions, based on the deals that are possible from the player's view.

If only a few worlds are possible, all of them are evaluated and the price is exact. If many worlds are possible, two
independent samples are drawn. The first, small sample eliminates clearly inferior choices and determines the size of
the second sample. If only the actual choice remains, its loss is zero. The price is computed from the second sample
alone, so the selection in the first sample does not bias the price.

The second sample is doubled while the loss is close to the threshold of a mark (`MARK_LIMITS`), because a mark should
not depend on the seed.

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
from dataclasses import dataclass, field
from functools import cache
from math import inf, sqrt
from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Meta

from ninefivetwo.evaluation import Estimate, Evaluation, least_error
from ninefivetwo.game import Action, Call, Discard, Give, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.think.advise import Limits, Question, likely_choices
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.before import SCREENING, DealChoices, kept_choices
from ninefivetwo.think.advise.pricing import LISTED, Choices, DrawnWorlds, Stage, listed_worlds, sampled_worlds
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


REAL, ERRORS = 0.25, 2.0  # a loss is avoidable if it is at least REAL tricks and more than ERRORS standard errors
#: The marks for avoidable losses, with the minimum loss in tricks: blunder, mistake and dubious choice.
MARK_LIMITS = ((1.0, "??"), (0.5, "?"), (REAL, "?!"))
MarkText = Annotated[str, Meta(title="mark", pattern=r"^(?:\?!|\?|\?\?|)$")]
LEVEL_LOSS = 0.1  # a choice counts as equally good if it loses at most this number of tricks to the best choice

FIRST, FIRST_BEFORE_PLAY = 60, 200  # size of the first sample: for cards; for calls, discards and gifts
LEAST_WORLDS = 60  # minimum size of the second sample
PRECISION = 0.04  # target standard error of the second sample, in tricks
#: The second sample is enlarged while the loss is within NEAR standard errors of a threshold and its standard error is
#: above PRECISION_NEAR tricks, up to MOST_NEAR times the maximum size.
NEAR, PRECISION_NEAR, MOST_NEAR = 2.5, 0.015, 4
FURTHER_SEED = 1 << 57  # added to the seed each time the second sample is enlarged
POOL, LEAST_POOL = 25, 800  # number of candidate worlds: maximum per world of a sample; minimum per sample
EFFECTIVE = 2.0  # target for the effective number of candidate worlds for each world of the second sample

#: The screening stages that shorten a list of calls, discards or gifts; the remaining choices are evaluated like cards.
FAIR_STAGES = {
    Call: (),
    Discard: (Stage("learned", 60, 16),),
    Give: (Stage("plain", 60, 40), Stage("learned", 60, 16)),
}
#: A choice with its fair value: the expected number of tricks in the whole deal.
FairEvaluation = Evaluation[Action, Estimate, None]


@dataclass(frozen=True, eq=False)
class PricedChoices:
    """The values of a decision's choices for the deciding player.

    `choices` groups each choice with its equivalents (touching cards). `tricks` are the player's tricks in the whole
    deal, shape (worlds, choices), for the worlds in which all choices were played out. `shares` are the weights of the
    worlds and sum to 1. `means` are the best estimates of the choices' values. `errors` are the standard errors of each
    choice's loss against the best choice. `exact` is True if all possible worlds were evaluated. `even` is the
    effective sample size divided by the number of sampled worlds. `lost` computes the loss of a choice that is not in
    `choices`.
    """

    choices: tuple[SameChoices, ...]
    tricks: Floats
    shares: Floats
    means: Floats
    errors: Floats
    exact: bool
    even: float
    lost: Callable[[Action], Estimate]

    def number(self, action: Action) -> int | None:
        """Return the index of the group that contains an action, or None if no group contains the action."""
        return next((i for i, same in enumerate(self.choices) if action in same), None)

    @property
    def level(self) -> tuple[bool, ...]:
        """Whether each choice counts as good: its loss is at most `LEVEL_LOSS` tricks or at most one standard error."""
        lost = self.means.max() - self.means
        return tuple(bool(loss <= max(LEVEL_LOSS, error)) for loss, error in zip(lost, self.errors, strict=True))

    def is_level(self, action: Action) -> bool:
        """Whether an action is as good as the best choice; an action outside `choices` is evaluated first."""
        number = self.number(action)
        if number is not None:
            return self.level[number]
        loss = self.lost(action)
        return loss.mean <= max(LEVEL_LOSS, loss.standard_error)


@dataclass(frozen=True)
class Fair:
    """The single-dummy price of a decision.

    `best` is the best choice given the player's knowledge, and `chosen` is the actual choice. The values of both
    choices are expected tricks in the whole deal. `exact` is True if all possible worlds were evaluated. `priced` is
    the value of each choice in each world, or is None if these values are not in memory.
    """

    best: FairEvaluation
    chosen: FairEvaluation
    exact: bool
    priced: PricedChoices | None = field(default=None, compare=False, repr=False)

    @property
    def loss(self) -> Estimate:
        """The expected tricks that the actual choice loses compared with the best choice; never negative."""
        return self.chosen.regret

    @property
    def avoidable(self) -> bool:
        """Whether the player could have known that another choice was better."""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.standard_error

    @property
    def mark(self) -> str:
        """The mark of the decision; empty if the decision was not an avoidable mistake."""
        return next(sign for least, sign in MARK_LIMITS if self.loss.mean >= least) if self.avoidable else ""


def fair(node: DecisionNode, limits: Limits) -> Fair:
    """Return the fair price of a decision that is not forced.

    The price usually comes from at least `LEAST_WORLDS` and at most `limits.worlds` worlds. Only the seed and
    `limits.worlds` affect the price. Raises SearchStopped if the token is cancelled.
    """
    question = node.question(limits)
    before_play = not isinstance(question.view.due_turn, PlayTurn)
    listed = listed_worlds(question, LISTED)
    few = FIRST_BEFORE_PLAY if before_play else FIRST
    drawn = listed or sampled_worlds(question, few, SCREENING, POOL * few)
    choices, price = candidates(question, node.action, drawn.worlds)
    first = Outcomes.at(choices, drawn.worlds, few, price)
    chosen = first.number(node.action)
    left = first.contenders(chosen)
    even = drawn.effective / few
    if listed or len(left) == 1:
        priced = _priced(price, first, first, np.arange(len(choices)), chosen, even)
        return _fair(node, first.loss(chosen), first, priced)

    def fresh(choices: Sequence[SameChoices], number: int, offset: int = 0) -> Outcomes:
        pool = _size_of_pool(drawn, few, number)
        return Outcomes.at(choices, sampled_worlds(question, number, offset, pool).worlds, number, price)

    most = max(limits.worlds, LEAST_WORLDS)
    varies = float(first.errors(chosen)[left].max()) / PRECISION
    second = fresh([choices[i] for i in left], int(np.clip(few * varies**2, LEAST_WORLDS, most)))
    found, goes_on = second.loss(0), 0
    while more := _worlds_more(found.loss, second.draws, MOST_NEAR * most):
        still, goes_on = second.contenders(0), goes_on + 1
        if len(still) == 1:
            break
        left, second = left[still], second.part(still)
        second |= fresh(second.choices, more, goes_on * FURTHER_SEED)
        found = second.loss(0)
    return _fair(node, found, second, _priced(price, first, second, left, chosen, even))


def _worlds_more(loss: Estimate, draws: int, most: int) -> int:
    """Return the number of worlds to add to a sample of `draws` worlds, up to a total of `most` worlds."""
    away = min(abs(loss.mean - threshold) for threshold, _ in MARK_LIMITS)
    if away > NEAR * loss.standard_error or loss.standard_error < PRECISION_NEAR:
        return 0
    return max(min(draws, most - draws), 0)


def _fair(node: DecisionNode, found: BestLoss, look: Outcomes, priced: PricedChoices) -> Fair:
    _, shares, exact = look.worlds
    own = estimate(look.tricks[:, look.number(node.action)], shares, exact)
    best = node.action if not found.loss.mean else look.choices[found.best][0]
    nothing = Estimate(0.0, 0.0, found.loss.n)
    return Fair(
        Evaluation(best, found.worth, nothing, None), Evaluation(node.action, own, found.loss, None), exact, priced
    )


def candidates(
    question: Question, chosen: Action, worlds: DistinctWorlds
) -> tuple[Sequence[SameChoices], PriceChoices]:
    """Return the choices to evaluate, including the actual choice, and the function that evaluates choices.

    Before the play, a long list of choices is shortened by evaluating them in `worlds`.
    """
    turn = question.view.due_turn
    if isinstance(turn, PlayTurn):
        cards = CardChoices(question, turn)
        alike = (dict.fromkeys([card, *same]) for card, same in cards.groups.items())  # representative first
        return [tuple(Play(turn.seat, card) for card in same) for same in alike], _price(cards)
    kept = kept_choices(question.view, chosen)
    choices = list(dict.fromkeys([*kept, *likely_choices(question.view)]))
    deals = DealChoices(question, choices, worlds)
    return [(choice,) for choice in deals.shortlist(choices, kept, worlds, FAIR_STAGES[type(chosen)])], _price(deals)


def _price(choices: Choices[Any, Any]) -> PriceChoices:
    """Return a function that computes the tricks of the seat to act after given choices."""
    seat, rollouts = choices.view.due_turn.seat, choices.rollouts()
    return lambda some, worlds: choices.price(some, worlds, rollouts).tricks[:, :, seat]


def _size_of_pool(drawn: DrawnWorlds, few: int, number: int) -> int:
    """Return the number of candidate worlds to draw for a weighted sample of `number` worlds.

    Uneven weights in the first sample of `few` worlds increase the number of candidates.
    """
    even = 1 / max(1 / drawn.effective - 1 / few, 1 / (POOL * few))  # effective number of weighted candidate worlds
    return int(np.clip(EFFECTIVE * number * POOL * few / even, LEAST_POOL, max(POOL * number, LEAST_POOL)))


def _priced(
    price: PriceChoices, first: Outcomes, measured: Outcomes, left: Numbers, chosen: int, even: float
) -> PricedChoices:
    """Combine both samples; choices eliminated by the first sample keep their values from that sample."""
    means, own = first.means, int(np.flatnonzero(left == chosen)[0])
    if measured is not first:
        one, two = len(first.worlds.sets), len(measured.worlds.sets)
        against = means[left] - means[chosen], measured.means - measured.means[own]
        means[left] = means[chosen] + (one * against[0] + two * against[1]) / (one + two)
    best = int(np.argmax(means))
    errors = first.errors(best)
    if measured is not first and best in left:
        errors[left] = measured.errors(int(np.flatnonzero(left == best)[0]))

    def lost(action: Action) -> Estimate:
        _, shares, exact = measured.worlds
        tricks = price([first.choices[best][0], action], measured.worlds)
        return estimate(tricks[:, 0] - tricks[:, 1], shares, exact)

    _, shares, exact = first.worlds
    return PricedChoices(first.choices, first.tricks, shares, means, errors, exact, even, lost)
