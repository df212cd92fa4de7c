"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

Where all worlds that there can be are few, all are looked at, and nothing is estimated.  Else there are two looks, in
worlds that have nothing to do with each other.  The *first look*, in few worlds, drops what is clearly worse than the
best, and says in how many worlds the rest is measured: the more, the more the difference varies from world to world,
and the nearer the loss may be to what counts as a mistake.  Where nothing but the chosen one is left, it loses nothing.
The figures come from the *second look* alone, so whatever the first one decided, no figure was picked by its worlds.

The best of several choices in some worlds is in part only the luckiest in these worlds, so its lead there is too large:
the *winner's curse*.  So each half of the second look measures the choice that the other half picks
(`playouts.values`).  What that makes less than nothing counts as nothing: the chosen one is then the best that could
be known.

*Who would have found it* is, of each level of players, the share that plays a choice as good as the best: one that
loses no more than a tenth of a trick to it, or no more than the error of that loss (`PricedChoices.level`); touching
cards are one choice.  What a beginner does follows from rules and their chances, and a club player always does the same
from the same view, so their shares are exact.  An expert and a master sample worlds.  They are replayed `REPLAYS`
times, each time with as many worlds as they sample, drawn from those in which the choices have been played out already:
a share is a number of these replays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import numpy as np
from msgspec import Meta

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.study.decision_nodes import DecisionNode
from ninefivetwo.think.advise import Limits, Question, likely_choices
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.before import SCREENING, TIMES, DealChoices, kept_choices
from ninefivetwo.think.advise.pricing import LISTED, Choices, DrawnWorlds, Stage, listed_worlds, sampled_worlds
from ninefivetwo.think.players.levels import (
    BEFORE,
    CARD,
    PRIOR,
    WORLDS,
    BeginnerPlayer,
    ClubPlayer,
    ExpertPlayer,
    MasterPlayer,
)
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import ENDING, Choice, DistinctWorlds, Numbers, estimate, world_means

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found
#: Marks by fair loss in tricks, for losses that could have been found: dubious, a mistake, a blunder.
MARKS = ((1.0, "??"), (0.5, "?"), (REAL, "?!"))
MarkText = Annotated[str, Meta(title="mark", pattern=r"^(?:\?!|\?|\?\?|)$")]
LEVEL = 0.1  # of a trick: a choice that loses no more to the best is as good as it

FIRST, FIRST_BEFORE_PLAY = 60, 200  # worlds of the first look: at cards; at calls, discards and gifts
WORSE = 2.5  # standard errors by which a choice must be worse than the best to be dropped after the first look
CONTENDERS = 3  # that are measured, the chosen one among them
LEAST = 60  # worlds of the second look
ENDING_WORLDS = 200  # at most, where quantal values are worked out: they take longer than playouts
PRECISION = 0.04  # tricks: the standard error that the second look is made for
NEAR, PRECISION_NEAR = 0.2, 0.03  # the same where the loss may be between `REAL` and so much more
POOL, LEAST_POOL = 25, 800  # worlds weighed for each one of a look, at most, and in any case
EFFECTIVE = 2.0  # even draws that those weighed should be worth, for each one of the second look

REPLAYS = 200  # of a player who looks at drawn worlds

#: The looks at a list of choices before the play; the best of them are then evaluated as cards are.
STAGES = {
    Call: (),
    Discard: (Stage("learned", 40, 8),),
    Give: (Stage("plain", 60, 40), Stage("learned", 40, 8)),
}
#: The levels, the weakest first, each a player by its name (`ninefivetwo.think.players.PLAYERS`).
LEVELS = ("beginner", "club", "expert", "master")

#: The tricks that some choices win for their player in some worlds: worlds, choices.
PriceChoices = Callable[[Sequence[Action], DistinctWorlds], Floats]

#: A choice by its fair value, in tricks of the whole deal.
FairEvaluation = Evaluation[Action, Estimate, None]


@dataclass(frozen=True, eq=False)
class PricedChoices:
    """What the choices of a decision bring its player.

    choices: each with all that are the same as it, touching cards.  tricks: of the whole deal, in the worlds in which
    all are played out; worlds, choices.  shares: the worlds', which sum to 1.  means: of each choice, as well as it is
    known; those of the others against the chosen one.  errors: standard errors of what each loses to the best.  exact:
    are these all the worlds that there can be?  lost: what a choice that is not among them loses to the best.
    """

    choices: tuple[tuple[Action, ...], ...]
    tricks: Floats
    shares: Floats
    means: Floats
    errors: Floats
    exact: bool
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
    view = node.before.seen_by(node.seat)
    question = Question(view, limits)
    listed = listed_worlds(question, LISTED)
    few = FIRST if isinstance(view.due_turn, PlayTurn) else FIRST_BEFORE_PLAY
    drawn = listed or sampled_worlds(question, few, SCREENING, POOL * few)
    choices, price = candidates(question, node.action, drawn.worlds)
    look = _Outcomes.of(choices, drawn.worlds, price)
    chosen = look.number(node.action)
    left = np.arange(len(choices)) if listed else _contenders(look, chosen)
    if listed or len(left) == 1:
        return _measured(node, price, look, look, left, chosen)
    ending = isinstance(view.due_turn, PlayTurn) and len(view.due_turn.held) <= ENDING
    most = min(limits.worlds, ENDING_WORLDS) if ending else limits.worlds
    number = _number_of_worlds(look, left, few, max(most, LEAST))
    second = sampled_worlds(question, number, pool=_size_of_pool(drawn, few, number)).worlds
    return _measured(node, price, look, _Outcomes.of([choices[i] for i in left], second, price), left, chosen)


def candidates(
    question: Question, chosen: Action, worlds: DistinctWorlds
) -> tuple[Sequence[tuple[Action, ...]], PriceChoices]:
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


class _Outcomes(NamedTuple):
    """What choices bring their player in some worlds: worlds, choices."""

    choices: tuple[tuple[Action, ...], ...]
    worlds: DistinctWorlds
    tricks: Floats

    @classmethod
    def of(cls, choices: Sequence[tuple[Action, ...]], worlds: DistinctWorlds, price: PriceChoices) -> _Outcomes:
        return cls(tuple(choices), worlds, price([same[0] for same in choices], worlds))

    def number(self, action: Action) -> int:
        return next(i for i, same in enumerate(self.choices) if action in same)

    @property
    def means(self) -> Floats:
        return world_means(self.tricks, self.worlds.shares)

    def errors(self, number: int) -> Floats:
        """The standard errors of what each choice loses to one of them."""
        lost = self.tricks[:, [number]] - self.tricks
        _, shares, exact = self.worlds
        return np.array([estimate(losses, shares, exact).standard_error for losses in lost.T])


def _contenders(look: _Outcomes, chosen: int) -> Numbers:
    """The choices that a first look leaves, the chosen one first: those not clearly worse than the best, or than it."""
    means = look.means
    best = int(np.argmax(means))
    left = means[best] - means <= WORSE * look.errors(best)
    left &= means[chosen] - means < WORSE * look.errors(chosen)
    left[chosen] = False
    others = [number for number in np.argsort(-means, kind="stable") if left[number]]
    return np.array([chosen, *others[: CONTENDERS - 1]])


def _number_of_worlds(look: _Outcomes, left: Numbers, few: int, most: int) -> int:
    """In how many worlds the choices left are to be measured.

    few: how many the first look had.  most: no more.
    """
    means, errors = look.means[left], look.errors(int(left[0]))[left]
    lead, error = float(means.max() - means[0]), float(errors[int(np.argmax(means))])
    near = lead + 2 * error > REAL and lead - 2 * error < REAL + NEAR
    times = float(errors.max()) / (PRECISION_NEAR if near else PRECISION)
    return int(np.clip(few * times**2, LEAST, most))


def _size_of_pool(drawn: DrawnWorlds, few: int, number: int) -> int:
    """How many worlds to weigh for so many: the more, the less even those weighed for the first look (few) were."""
    even = 1 / max(1 / drawn.effective - 1 / few, 1 / (POOL * few))  # draws that those were worth
    return int(np.clip(EFFECTIVE * number * POOL * few / even, LEAST_POOL, max(POOL * number, LEAST_POOL)))


def _measured(
    node: DecisionNode, price: PriceChoices, first: _Outcomes, measured: _Outcomes, left: Numbers, chosen: int
) -> Fair:
    """The price from the look that measures; left: the numbers of its choices among those of the first."""
    _, shares, exact = measured.worlds
    own = int(np.flatnonzero(left == chosen)[0])
    priced = _priced(price, first, measured, left, chosen)
    tricks = first.tricks[:, left] if measured is first else measured.tricks
    choice = Choice.of(tricks, shares, exact)
    loss = estimate(choice.promised(tricks) - tricks[:, own], shares, exact)
    value = estimate(tricks[:, own], shares, exact)
    if choice.best == own or loss.mean <= 0:
        none = Estimate(0.0, 0.0 if choice.best == own else loss.standard_error, loss.n)
        best: FairEvaluation = Evaluation(node.action, value, Estimate(0.0, 0.0, loss.n), None)
        return Fair(best, Evaluation(node.action, value, none, None), exact, priced)
    promise = estimate(choice.promised(tricks), shares, exact)
    best = Evaluation(first.choices[left[choice.best]][0], promise, Estimate(0.0, 0.0, loss.n), None)
    return Fair(best, Evaluation(node.action, value, loss, None), exact, priced)


def _priced(price: PriceChoices, first: _Outcomes, measured: _Outcomes, left: Numbers, chosen: int) -> PricedChoices:
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

    return PricedChoices(first.choices, first.tricks, first.worlds.shares, means, errors, first.worlds.exact, lost)


# Who would have found it.


def finders(node: DecisionNode, fair: Fair, seed: int = 0) -> dict[str, float] | None:
    """For each level the share of its players, 0 to 1, who make a choice as good as the best from the same view.

    None where the decision was no mistake that could have been found.  seed: of the replays.
    """
    if not fair.findable or fair.priced is None:
        return None
    view, priced = node.before.seen_by(node.seat), fair.priced
    shares = {}
    for level, player in zip(LEVELS, (BeginnerPlayer(), ClubPlayer(), ExpertPlayer(0), MasterPlayer(0)), strict=True):
        chances = player.chances(view)
        if chances is None:
            shares[level] = _replayed(view, priced, *_looks(level, node.action), seed)
        else:
            shares[level] = sum(chance for action, chance in chances.items() if priced.is_level(action))
    return shares


def _looks(level: str, action: Action) -> tuple[int, int]:
    """How many worlds a player of this level looks at, and as how many more the learned policy's opinion counts."""
    if not isinstance(action, Play):
        return BEFORE * TIMES[type(action)], 0
    return (WORLDS if level == "expert" else CARD), PRIOR


def _replayed(view: DealView, priced: PricedChoices, worlds: int, prior: int, seed: int) -> float:
    """The share of replays in so many worlds, with such a prior, in which a choice as good as the best is taken.

    The worlds' own means give way to the choices' means as well as they are known.
    """
    if priced.exact and len(priced.shares) <= worlds:
        return float(priced.level[int(np.argmax(priced.means))])
    values, opinions = priced.tricks - priced.shares @ priced.tricks + priced.means, _opinions(view, priced)
    random, good = np.random.default_rng(seed), np.array(priced.level)
    drawn = random.multinomial(worlds, priced.shares, REPLAYS)
    picked = np.argmax(world_means(values, drawn / worlds) + prior / worlds * opinions, axis=1)
    return float(good[picked].mean())


def _opinions(view: DealView, priced: PricedChoices) -> Floats:
    """The learned policy's opinion of the choices, in tricks; nothing where players do not ask it."""
    lowest = [min(a.card for a in same if isinstance(a, Play)) for same in priced.choices if isinstance(same[0], Play)]
    if not lowest or priced.exact or len(view.due_turn.held) <= ENDING:
        return np.zeros(len(priced.choices))
    return opinion(policy("learned"), view, lowest)
