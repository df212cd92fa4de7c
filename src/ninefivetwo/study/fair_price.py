"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

Where all worlds that there can be are few, all are looked at, and nothing is estimated.  Else there are two looks, in
worlds that have nothing to do with each other.  The *first look*, in few worlds, drops what is clearly worse than the
best, and says in how many worlds the rest is measured: the more, the more the difference varies from world to world.
Where nothing but the chosen one is left, it loses nothing.  The figures come from the *second look* alone, so whatever
the first one decided, no figure was picked by its worlds.

If the second look does not show on which side of a threshold of the marks a loss is, it goes on in twice as many worlds
as before, and so on (`MARKS`): a mark should not depend on the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Discard, Give, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.study.outcomes import BestLoss, Outcomes, PriceChoices, SameChoices
from ninefivetwo.think.advise import Limits, Question, likely_choices
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.before import SCREENING, DealChoices, kept_choices
from ninefivetwo.think.advise.pricing import LISTED, Choices, DrawnWorlds, Stage, listed_worlds, sampled_worlds
from ninefivetwo.think.playouts.values import DistinctWorlds, Numbers, estimate

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found
#: Marks by fair loss in tricks, for losses that could have been found: dubious, a mistake, a blunder.
MARKS = ((1.0, "??"), (0.5, "?"), (REAL, "?!"))
MarkText = Annotated[str, Meta(title="mark", pattern=r"^(?:\?!|\?|\?\?|)$")]
LEVEL = 0.1  # of a trick: a choice that loses no more to the best is as good as it

FIRST, FIRST_BEFORE_PLAY = 60, 200  # worlds of the first look: at cards; at calls, discards and gifts
LEAST = 60  # worlds of the second look
PRECISION = 0.04  # tricks: the standard error that the second look is made for
#: Standard errors between a loss and a threshold of the marks, within which the second look goes on until its standard
#: error, in tricks, is so small, or until it has so many times the worlds.
NEAR, PRECISION_NEAR, MOST_NEAR = 2.5, 0.015, 4
FURTHER = 1 << 57  # added to the seed each time that it goes on
POOL, LEAST_POOL = 25, 800  # worlds weighed for each one of a look, at most, and in any case
EFFECTIVE = 2.0  # even draws that those weighed should be worth, for each one of the second look

#: The looks at a list of choices before the play; the best of them are then evaluated as cards are.
STAGES = {
    Call: (),
    Discard: (Stage("learned", 60, 16),),
    Give: (Stage("plain", 60, 40), Stage("learned", 60, 16)),
}
#: A choice by its fair value, in tricks of the whole deal.
FairEvaluation = Evaluation[Action, Estimate, None]


@dataclass(frozen=True, eq=False)
class PricedChoices:
    """What the choices of a decision bring its player.

    choices: each with all that are the same as it, touching cards.  tricks: of the whole deal, in the worlds in which
    all are played out; worlds, choices.  shares: the worlds', which sum to 1.  means: of each choice, as well as it is
    known; those of the others against the chosen one.  errors: standard errors of what each loses to the best.  exact:
    are these all the worlds that there can be?  even: how many even worlds each drawn one is worth.  lost: what a
    choice that is not among them loses to the best.
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
        """The place of an action; None where it is not among them."""
        return next((i for i, same in enumerate(self.choices) if action in same), None)

    @property
    def level(self) -> tuple[bool, ...]:
        """Which choices are as good as the best: they lose no more to it than `LEVEL`, or than the loss's error."""
        lost = self.means.max() - self.means
        return tuple(bool(loss <= max(LEVEL, error)) for loss, error in zip(lost, self.errors, strict=True))

    def is_level(self, action: Action) -> bool:
        """The same of any action, which is priced if it was not."""
        number = self.number(action)
        if number is not None:
            return self.level[number]
        loss = self.lost(action)
        return loss.mean <= max(LEVEL, loss.standard_error)


@dataclass(frozen=True)
class Fair:
    """A decision as its player could judge it.

    `best` is what could be known to be best, `chosen` what was chosen; values are tricks of the whole deal.  `exact`:
    were all worlds looked at that there can be?  `priced`: the choices world by world, while they are at hand.
    """

    best: FairEvaluation
    chosen: FairEvaluation
    exact: bool
    priced: PricedChoices | None = field(default=None, compare=False, repr=False)

    @property
    def loss(self) -> Estimate:
        """How much less what was chosen is worth than the best, in tricks; never below zero."""
        return self.chosen.regret

    @property
    def findable(self) -> bool:
        """Could the player have found that there was something better?"""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.standard_error

    @property
    def mark(self) -> str:
        """The mark of the decision; empty where nothing better could be found."""
        return next(sign for least, sign in MARKS if self.loss.mean >= least) if self.findable else ""


def fair(node: DecisionNode, limits: Limits) -> Fair:
    """The fair price of a decision that is not forced, measured in `limits.worlds` worlds at most and `LEAST` at least.

    It follows from the seed and the number of worlds.  Raises SearchStopped where the token is cancelled.
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

    most = max(limits.worlds, LEAST)
    varies = float(first.errors(chosen)[left].max()) / PRECISION
    second = fresh([choices[i] for i in left], int(np.clip(few * varies**2, LEAST, most)))
    found, goes_on = second.loss(0), 0
    while more := _worlds_more(found.loss, second.draws, MOST_NEAR * most):
        still, goes_on = second.contenders(0), goes_on + 1
        if len(still) == 1:
            break
        left, second = left[still], second.part(still)
        second |= fresh(second.choices, more, goes_on * FURTHER)
        found = second.loss(0)
    return _fair(node, found, second, _priced(price, first, second, left, chosen, even))


def _worlds_more(loss: Estimate, draws: int, most: int) -> int:
    """In how many worlds more a loss is measured, so far measured in so many, at most in so many in all."""
    away = min(abs(loss.mean - threshold) for threshold, _ in MARKS)
    if away > NEAR * loss.standard_error or loss.standard_error < PRECISION_NEAR:
        return 0
    return max(min(draws, most - draws), 0)


def _fair(node: DecisionNode, found: BestLoss, look: Outcomes, priced: PricedChoices) -> Fair:
    """The price of a decision from the look that measures it."""
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
    """The choices of a seat at its turn that are evaluated, the chosen one among them, and how they are priced.

    Each comes with all that are the same as it (touching cards).  worlds: in which a long list of choices before the
    play is made short.
    """
    turn = question.view.due_turn
    if isinstance(turn, PlayTurn):
        cards = CardChoices(question, turn)
        alike = (dict.fromkeys([card, *same]) for card, same in cards.groups.items())  # first, the one for all
        return [tuple(Play(turn.seat, card) for card in same) for same in alike], _price(cards)
    kept = kept_choices(question.view, chosen)
    choices = list(dict.fromkeys([*kept, *likely_choices(question.view)]))
    deals = DealChoices(question, choices, worlds)
    return [(choice,) for choice in deals.shortlist(choices, kept, worlds, STAGES[type(chosen)])], _price(deals)


def _price(choices: Choices[Any, Any]) -> PriceChoices:
    """What choices win for the seat whose turn it is."""
    seat, rollouts = choices.view.due_turn.seat, choices.rollouts()
    return lambda some, worlds: choices.price(some, worlds, rollouts).tricks[:, :, seat]


def _size_of_pool(drawn: DrawnWorlds, few: int, number: int) -> int:
    """How many worlds to weigh for so many: the more, the less even those weighed for the first look (few) were."""
    even = 1 / max(1 / drawn.effective - 1 / few, 1 / (POOL * few))  # draws that those were worth
    return int(np.clip(EFFECTIVE * number * POOL * few / even, LEAST_POOL, max(POOL * number, LEAST_POOL)))


def _priced(
    price: PriceChoices, first: Outcomes, measured: Outcomes, left: Numbers, chosen: int, even: float
) -> PricedChoices:
    """All choices by both looks: those measured by both, the others by the first."""
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
