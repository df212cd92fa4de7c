"""What advice is made of: what it may cost, what it assumes, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeGuard, TypeVar

from ninefivetwo.cards import Card, Seat
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import Action, DealView, Play
from ninefivetwo.think.advise.objective import Objective, Utility
from ninefivetwo.think.knowledge import Hints, Likelihood
from ninefivetwo.think.playouts.values import RolloutValues

CLEAR = 2.5  # standard errors by which a recommendation leads all others where it is called clear
LEVEL = {True: 0.01, False: 0.1}  # of a chance, of a trick: a lead that is surely smaller matters to nobody
HAIR = 1e-9  # of a chance: far above the errors of adding up
FEW = 100  # evenly drawn deals: advice that rests on fewer is an estimate, and calls nothing clear
SHOWN = 0.005  # of a chance, of a trick: a smaller lead shows in no figure
LIKELY = 0.05  # of all worlds: cards that are discarded or returned in fewer are not named

#: Cards, each with its chance, the likeliest first.
Chances = tuple[tuple[Card, float], ...]


@dataclass(frozen=True)
class Limits:
    """How much may be spent on advice.

    `worlds`: so many are played out for the choices that are left in the end; for calls, which differ more from world
    to world, twice as many.  `seconds`: about the most time, after which the best answer so far is given; with None the
    answer depends on the seed alone.  `threads`: None for one per core; they change no figure.  `progress` is called
    with the number of worlds played out.  `token`: once it is cancelled, the advice is the best so far.
    """

    seconds: float | None = None
    worlds: int = 1000
    seed: int = 0
    threads: int | None = None
    progress: Callable[[int], None] | None = None
    token: CancelToken | None = None


@dataclass(frozen=True)
class Assumptions:
    """What is assumed about the hidden cards beyond what the view shows.

    `hints` is what the player knows from elsewhere.  `likelihood` weighs each world by how well it explains what the
    others did; None counts all worlds alike.
    """

    hints: Hints | None = None
    likelihood: Likelihood | None = Likelihood()


DEFAULT_LIMITS, DEFAULT_ASSUMPTIONS = Limits(), Assumptions()


@dataclass(frozen=True)
class Prospects:
    """What a choice will bring its player.

    tricks: of the whole deal.  make: the chance of making the contract.  distribution: the chances of 0 to 16 tricks,
    from which tricks and make follow; empty where it was not kept.  match: the chance of winning the match, None where
    its score is not known.
    """

    tricks: Estimate
    make: Estimate
    distribution: tuple[float, ...]
    match: Estimate | None


@dataclass(frozen=True)
class CallDetails(Prospects):
    """Of a call: `discards` are the cards of the hand that are likely to be discarded after it."""

    discards: Chances = ()


@dataclass(frozen=True)
class GiftDetails(Prospects):
    """Of a gift: `returns` is what each receiver will hand back."""

    returns: Mapping[Seat, Chances] = field(default_factory=dict)


@dataclass(frozen=True)
class CardDetails(Prospects):
    """Of a card to play.

    `cards` are all that are equal to it, for they touch, itself among them.  `conceded` is how many tricks more than
    with the recommended card each other seat will win.
    """

    cards: tuple[Card, ...]
    conceded: Mapping[Seat, Estimate]


#: A call, a discard or a gift, and what it is worth; the details of a call and a gift are `CallDetails`, `GiftDetails`.
DealEvaluation = Evaluation[Action, Estimate, Prospects]
CardEvaluation = Evaluation[Play, Estimate, CardDetails]

Evaluated = TypeVar("Evaluated", bound=Evaluation[Action, Estimate, Prospects], covariant=True)


@dataclass(frozen=True)
class Advice(Generic[Evaluated]):
    """What a seat is advised to do.

    `evaluations`: the recommended choice first, then the best first; regrets are against the recommended one.  `others`
    is how many legal choices were left out, as equal to one of these or worse in a first look.  `clear`: does the
    recommended choice lead all others by several standard errors, and by what shows in a figure?  By fewer than `FEW`
    worlds no choice among several is clear, unless they are all.  `heuristic` is what the plain rules would do.
    `exact`: were all worlds looked at that there can be?  Then no figure has a sampling error.  `worlds` is how many
    worlds were looked at, and `effective` how many evenly drawn ones they are worth.  `stopped`: was it broken off?
    `outcomes`: what the choices brought in each of the worlds, in the order of the evaluations.
    """

    view: DealView
    objective: Objective
    evaluations: tuple[Evaluated, ...]
    others: int
    clear: bool
    heuristic: Action
    exact: bool
    worlds: int
    effective: float
    seed: int
    stopped: bool
    outcomes: RolloutValues = field(compare=False, repr=False)

    @property
    def recommended(self) -> Evaluated:
        """The choice to make."""
        return self.evaluations[0]

    @property
    def lead(self) -> Estimate | None:
        """By how much the recommended choice leads the next best; None where there is no other."""
        return self.evaluations[1].regret if len(self.evaluations) > 1 else None

    def chance(self, each: Evaluation[Action, Estimate, Prospects]) -> float:
        """How likely one of the choices brings what is wanted, where that is a chance: the contract, or the match."""
        match = each.details.match if self.objective.utility is Utility.SCORE else None
        return (match or each.details.make).mean

    def tied(self, each: Evaluation[Action, Estimate, Prospects]) -> bool:
        """Is a choice just as likely as the recommended one to bring what is wanted, so that tricks alone decide?"""
        return self.objective.in_chances and abs(self.chance(each) - self.chance(self.recommended)) < HAIR

    @property
    def level(self) -> tuple[Evaluated, ...]:
        """The choices that are as good as the recommended one, as far as can be told or matters.

        Their regret is no larger than its standard error, or it is below `LEVEL` by two of them, or it does not show.
        """
        least = LEVEL[self.objective.in_chances]
        return tuple(
            each
            for each in self.evaluations[1:]
            if each.regret.mean < SHOWN
            or each.regret.mean <= max(each.regret.standard_error, least - 2 * each.regret.standard_error)
        )


#: Advice of any kind.
AnyAdvice = Advice[Evaluation[Action, Estimate, Prospects]]

#: Called with advice as it stands while worlds are left to look at; where it returns True, it is good enough.
Watch = Callable[[Advice[Evaluated]], bool]


def is_on_card(advice: AnyAdvice) -> TypeGuard[Advice[CardEvaluation]]:
    """Is the advice on a card to play?"""
    return isinstance(advice.recommended.details, CardDetails)
