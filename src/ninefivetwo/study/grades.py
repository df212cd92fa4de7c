"""The decisions and grades of a review, as printed and stored: a player's losses, accuracy and marks.

Accuracy is 100 exp(-loss / scale), where the loss is the average fair loss of a decision. The scale is chosen so that
club players score 80 in the long run.

`plays_like` names the level of computer player that matches the losses best. Losses are modeled as a random number of
mistakes of equal size (`spread`, in tricks). A level that loses m tricks per decision on average makes m / spread
mistakes per decision. The model is quasi-Poisson (McCullagh and Nelder, Generalized Linear Models, 1989). All
parameters were fitted to reviews of computer players (`accuracy.json`, benchmarks/fit_accuracy.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import exp, hypot, log, sqrt
from typing import Annotated, Protocol

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ninefivetwo.cards import Card, Hand, Seat, by_seat
from ninefivetwo.codec import BySeat, Decimals, Part
from ninefivetwo.evaluation import Bound, Estimate, sum_in_order
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Play
from ninefivetwo.game.events import holds_actions
from ninefivetwo.study.fair_price import MARK_LIMITS, Fair, MarkText, PricedChoices
from ninefivetwo.study.hindsight import Hindsight, HindsightEvaluation
from ninefivetwo.study.nodes import DecisionNode, Phase
from ninefivetwo.study.why.evidence import Why

MOST_OPTIONS = 60  # maximum number of options listed with a bound; any further ones are only counted
_KINDS: dict[Phase, type[Action]] = {Phase.EXCHANGE: Give, Phase.CALL: Call, Phase.DISCARD: Discard}


class OfPhase(Protocol):
    """The JSON form of an object with a phase and a seat."""

    phase: str
    seat: str


def acting_in(plain: OfPhase) -> tuple[type[Action], Seat]:
    """Return the kind of the actions in an object's phase, and its seat; see `holds_actions`."""
    return _KINDS.get(Phase(plain.phase), Play), Seat.parse(plain.seat)


class Option(Part, frozen=True):
    """A choice that was available in a decision.

    action: the choice
    value: the player's guarantee after the choice, in tricks
    guarantee: each seat's guarantee after the choice; absent if not computed
    discard: for a call with an exact value, the best discard after the call; otherwise absent
    """

    action: Action
    value: int | Bound
    guarantee: BySeat[int] | UnsetType = UNSET
    discard: list[Card] | UnsetType = UNSET

    @classmethod
    def of(cls, option: HindsightEvaluation) -> Option:
        details = option.details
        guarantee = UNSET if details.guarantees is None else details.guarantees
        discard = UNSET if details.discard is None else list(details.discard)
        return cls(option.action, option.value, guarantee, discard)


class FairChoice(Part, frozen=True):
    """A choice with its single-dummy loss.

    actions: the choice and the equivalent touching cards
    loss: expected tricks lost compared with the best choice; 0 if the choice is equally good
    """

    actions: list[Action]
    loss: Estimate


class FairValues(Part, frozen=True):
    """The single-dummy price of a decision.

    best: the best choice
    best_tricks: expected tricks in the whole deal after the best choice
    chosen_tricks: expected tricks in the whole deal after the actual choice
    exact: whether all possible deals were evaluated
    choices: all compared choices, best first; absent if they were not kept
    """

    best: Action
    best_tricks: Estimate
    chosen_tricks: Estimate
    exact: bool
    choices: list[FairChoice] | UnsetType = UNSET

    @classmethod
    def of(cls, fair: Fair) -> FairValues:
        choices = UNSET if fair.priced is None else list(_compared(fair, fair.priced))
        return cls(fair.best.action, fair.best.value, fair.chosen.value, fair.exact, choices)


class Decision(Part, frozen=True):
    """A decision with its double-dummy and single-dummy prices.

    index: index of the decision in the deal, from 0
    phase: the kind of decision
    trick: number of the trick, from 1; null before the play
    seat: the seat that made the decision
    chosen: the choice made
    forced: whether the decision was forced
    hands: the hands before a gift, call or discard, with null for an unknown hand; null for a card
    before: each seat's guarantee before the decision
    after: each seat's guarantee after the decision
    best: the best choices, double dummy
    own_cost: tricks by which the decision lowered the player's own guarantee
    conceded: tricks by which the decision raised each opponent's guarantee
    options: all choices with an exact value and the best of the remaining choices, best first
    options_left: number of choices left out of `options`; no choice left out is better than the best option
    all_options: whether all legal choices were considered
    line: for a card that cost tricks, best play by all seats from this decision on; otherwise null
    fair_cost: tricks lost, given the player's knowledge; null if the decision was forced or has no fair price
    fair: the single-dummy values from which `fair_cost` was computed
    avoidable: whether the decision was an avoidable mistake
    only_double_dummy: whether the decision cost tricks, but the mistake was visible only with all hands open
    mark: `?!`, `?` or `??` for an avoidable loss of at least 0.25, 0.5 or 1 trick; otherwise empty
    why: the reason for an avoidable mistake; absent for other decisions
    finders: for an avoidable mistake, the share (0 to 1) of players at each level who avoid it; otherwise absent
    """

    index: int
    phase: Phase
    trick: int | None
    seat: Seat
    chosen: Action
    forced: bool
    hands: BySeat[Hand | None] | None
    before: BySeat[int] | None
    after: BySeat[int] | None
    best: list[Action] | None
    own_cost: int | None
    conceded: dict[Seat, int] | None
    options: list[Option] | None
    options_left: int | None
    all_options: bool | None
    line: list[Card] | None
    fair_cost: Estimate | None
    fair: FairValues | None
    avoidable: bool
    only_double_dummy: bool
    mark: MarkText
    why: Why | UnsetType = UNSET
    finders: dict[str, float] | UnsetType = UNSET

    @classmethod
    def of(
        cls,
        index: int,
        node: DecisionNode,
        forced: bool,
        hindsight: Hindsight | None = None,
        fair: Fair | None = None,
        why: Why | None = None,
        finders: dict[str, float] | None = None,
        line: list[Card] | None = None,
    ) -> Decision:
        sight, options = hindsight, [] if hindsight is None else list(_listed(node, hindsight))
        own_cost = None if sight is None else sight.own_cost(node.seat)
        return cls(
            index=index,
            phase=node.phase,
            trick=node.trick,
            seat=node.seat,
            chosen=node.action,
            forced=forced,
            hands=None if isinstance(node.action, Play) else known_hands(node.before),
            before=None if sight is None else sight.before,
            after=None if sight is None else sight.after,
            best=None if sight is None else list(sight.best),
            own_cost=own_cost,
            conceded=None if sight is None else sight.conceded(node.seat),
            options=None if sight is None else [Option.of(option) for option in options],
            options_left=None if sight is None else len(sight.options) - len(options),
            all_options=None if sight is None else sight.listed,
            line=line or None,
            fair_cost=None if fair is None else fair.loss,
            fair=None if fair is None else FairValues.of(fair),
            avoidable=fair is not None and fair.avoidable,
            only_double_dummy=bool(own_cost) and fair is not None and not fair.avoidable,
            mark="" if fair is None else fair.mark,
            why=UNSET if why is None else why,
            finders=UNSET if finders is None else finders,
        )

    @property
    def price(self) -> int:
        """The double-dummy price: tricks lost by the player plus tricks conceded to the opponents."""
        return (self.own_cost or 0) + sum((self.conceded or {}).values())


holds_actions(Decision, acting_in)


def _compared(fair: Fair, priced: PricedChoices) -> Iterator[FairChoice]:
    """Yield the compared choices, best first; the losses of the best and the actual choice are taken from `fair`."""
    best, chosen = priced.number(fair.best.action), priced.number(fair.chosen.action)
    assert best is not None and chosen is not None
    losses, errors = priced.means[best] - priced.means, priced.errors.copy()
    errors[losses.argmin()] = errors[best]  # the standard error of a difference does not depend on its sign
    found = {
        i: Estimate(max(0.0, float(loss)), float(error), len(priced.tricks))
        for i, (loss, error) in enumerate(zip(losses, errors, strict=True))
    }
    found |= {chosen: fair.loss, best: fair.best.regret}
    for i in sorted(found, key=lambda i: (i != best, found[i].mean)):
        yield FairChoice(list(priced.choices[i]), found[i])


def _listed(node: DecisionNode, hindsight: Hindsight) -> Iterator[HindsightEvaluation]:
    """Yield the options with an exact value, the best `MOST_OPTIONS` options, and the actual choice."""
    for i, option in enumerate(hindsight.options):
        if isinstance(option.value, int) or i < MOST_OPTIONS or option.action == node.action:
            yield option


def known_hands(deal: Deal) -> tuple[Hand | None, Hand | None, Hand | None]:
    """Return the three hands of a deal, with None for an unknown hand."""
    return by_seat(hand if isinstance(hand, Hand) else None for hand in deal.hands)


FEWEST_DECISIONS = 5  # minimum number of decisions for an accuracy; with fewer, a single gift would dominate it
APART = 2.5  # minimum difference between two players' losses, in standard errors, for calling one player better
NAMED_FROM = 0.75  # minimum probability for reporting a level

LevelWord = Annotated[str, Meta(title="level", pattern="^(?:beginner|rule|club|expert|master)$")]


class Grade(Part, frozen=True):
    """The total losses in decisions that were not forced.

    unforced: number of decisions that were not forced
    own_cost: tricks that the player lost, double dummy
    conceded: tricks conceded to the opponents, double dummy
    fair_loss: total fair loss in tricks; null if fair prices were left out
    thousandths_each: average fair loss of a decision, in thousandths of a trick; null without decisions or fair prices
    marks: number of decisions with each mark
    accuracy: accuracy from 0 to 100; absent without fair prices or with too few decisions
    """

    unforced: int
    own_cost: int | None
    conceded: int | None
    fair_loss: Estimate | None
    thousandths_each: Annotated[float, Decimals(2)] | None
    marks: dict[MarkText, int]
    accuracy: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET

    @property
    def lost(self) -> float:
        """The total fair loss in tricks; without fair prices, the double-dummy loss."""
        return float(self.own_cost or 0) if self.fair_loss is None else max(self.fair_loss.mean, 0.0)

    def lost_in(self, number: int) -> Estimate:
        """Return the average loss over `number` decisions or deals."""
        error = 0.0 if self.fair_loss is None else self.fair_loss.standard_error
        return Estimate(self.lost / number, error / number, number)


class PlayerGrade(Grade, frozen=True, kw_only=True):
    """A player's grade, in total and for each phase.

    phases: the grade for each phase with at least one decision that was not forced
    plays_like: the level of computer player that matches the losses best; absent if no level matches clearly
    """

    phases: dict[Phase, Grade]
    plays_like: LevelWord | UnsetType = UNSET


def grade(decisions: Iterable[Decision]) -> Grade:
    """Return the grade for the decisions that were not forced."""
    unforced = [decision for decision in decisions if not decision.forced]
    losses = [decision.fair_cost for decision in unforced if decision.fair_cost is not None]
    costs = [decision.own_cost for decision in unforced if decision.own_cost is not None]
    conceded = [sum(decision.conceded.values()) for decision in unforced if decision.conceded is not None]
    marks, number, loss = [decision.mark for decision in unforced], len(unforced), None
    if len(losses) == number:
        error = sqrt(sum_in_order(price.standard_error**2 for price in losses))
        loss = Estimate(sum_in_order(price.mean for price in losses), error, number)
    found = None if loss is None else accuracy(loss)
    return Grade(
        number,
        sum(costs) if len(costs) == number else None,
        sum(conceded) if len(conceded) == number else None,
        loss,
        None if loss is None or not number else 1000 * loss.mean / number,
        {sign: marks.count(sign) for _, sign in MARK_LIMITS},
        UNSET if found is None else found,
    )


def player_grade(decisions: Iterable[Decision]) -> PlayerGrade:
    own = list(decisions)
    whole, unforced = grade(own), {decision.phase for decision in own if not decision.forced}
    phases = {phase: grade(one for one in own if one.phase is phase) for phase in Phase if phase in unforced}
    level = None if whole.fair_loss is None else plays_like(whole.fair_loss)
    fields = msgspec.structs.asdict(whole)
    return PlayerGrade(**fields, phases=phases, plays_like=UNSET if level is None else level)


def clearly_less(one: Estimate, other: Estimate) -> bool:
    """Whether one loss is clearly smaller than another, given their standard errors."""
    return other.mean - one.mean > APART * hypot(one.standard_error, other.standard_error)


def places(losses: Sequence[Estimate]) -> list[int]:
    """Return the ranks of players from their losses in ascending order.

    A new rank begins at a loss that is clearly larger than the first loss of the current rank.
    """
    found = list[int]()
    for at, loss in enumerate(losses):
        shared = bool(found) and not clearly_less(losses[found[-1] - 1], loss)
        found.append(found[-1] if shared else at + 1)
    return found


class Calibration(msgspec.Struct, frozen=True):
    """The fitted parameters in tricks: the scale, each level's mean fair loss of a decision, and the spread.

    `policy` is the learned policy that was used for the fit.
    """

    scale: float
    losses: dict[str, float]
    spread: float
    policy: str


@cache
def calibration() -> Calibration:
    """Return the fitted parameters from accuracy.json."""
    text = files("ninefivetwo.study").joinpath("accuracy.json").read_text(encoding="utf-8")
    return msgspec.json.decode(text, type=Calibration)


def accuracy(loss: Estimate) -> Estimate | None:
    """Return the accuracy for the total fair loss over `loss.n` decisions that were not forced.

    The result is None for fewer than `FEWEST_DECISIONS` decisions. The standard error shows how much a repeated review
    would differ, but not how much the accuracy varies between deals.
    """
    if loss.n < FEWEST_DECISIONS:
        return None
    scale = calibration().scale * loss.n
    mean = 100 * exp(-max(loss.mean, 0.0) / scale)
    return Estimate(mean, mean * loss.standard_error / scale, loss.n)


def level_chances(loss: Estimate) -> dict[str, float]:
    """Return the probability of each level, given the total loss and equal prior probabilities."""
    known = calibration()
    mistakes = max(loss.mean, 0.0) / known.spread
    logs = {level: mistakes * log(mean) - loss.n * mean / known.spread for level, mean in known.losses.items()}
    weights = {level: exp(log - max(logs.values())) for level, log in logs.items()}
    return {level: weight / sum_in_order(weights.values()) for level, weight in weights.items()}


def plays_like(loss: Estimate) -> str | None:
    """Return the level that matches the losses best, or None if no level matches clearly."""
    chances = level_chances(loss)
    level = max(chances, key=lambda level: chances[level])
    return level if chances[level] >= NAMED_FROM else None
