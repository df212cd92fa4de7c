"""A decision of a deal with its prices, as a review has it and as it is printed and kept."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Hand, Seat, by_seat
from ninefivetwo.codec import ActionValue, BySeat, Part
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Play
from ninefivetwo.game.events import action_object, action_of
from ninefivetwo.study.fair_price import Fair, MarkText, PricedChoices
from ninefivetwo.study.hindsight import Hindsight, HindsightEvaluation
from ninefivetwo.study.nodes import DecisionNode, Phase
from ninefivetwo.study.why import Why

MOST_OPTIONS = 60  # that are not exact: the rest are only counted
_KINDS: dict[Phase, type[Action]] = {Phase.EXCHANGE: Give, Phase.CALL: Call, Phase.DISCARD: Discard}


class Option(Part, frozen=True):
    """A choice that there was.

    action: the choice
    value: tricks that its player is sure of after it
    guarantee: what each seat is sure of after it; absent where that was not asked
    discard: of a call with an exact value: a best discard after it; absent otherwise
    """

    action: ActionValue
    value: int | Bound
    guarantee: BySeat[int] | UnsetType = UNSET
    discard: list[Card] | UnsetType = UNSET

    @classmethod
    def of(cls, option: HindsightEvaluation) -> Option:
        """An option of hindsight, with what is known of it."""
        details = option.details
        guarantee = UNSET if details.guarantees is None else details.guarantees
        discard = UNSET if details.discard is None else list(details.discard)
        return cls(action_object(option.action), option.value, guarantee, discard)


class FairChoice(Part, frozen=True):
    """A choice by what its player could know.

    actions: the choice, and the touching cards that are the same
    loss: tricks that it loses to what could be known to be best; 0 if it is as good
    """

    actions: list[ActionValue]
    loss: Estimate


class FairValues(Part, frozen=True):
    """A decision by what its player could know.

    best: what could be known to be best
    best_tricks: what that is worth
    chosen_tricks: what was chosen is worth
    exact: whether all deals that could be were looked at
    choices: all that were compared, best first; absent in reviews made before they were kept
    """

    best: ActionValue
    best_tricks: Estimate
    chosen_tricks: Estimate
    exact: bool
    choices: list[FairChoice] | UnsetType = UNSET

    @classmethod
    def of(cls, fair: Fair) -> FairValues:
        """What is kept of a fair price."""
        choices = UNSET if fair.priced is None else list(_compared(fair, fair.priced))
        return cls(action_object(fair.best.action), fair.best.value, fair.chosen.value, fair.exact, choices)


class Decision(Part, frozen=True):
    """One decision.

    index: its place among the decisions, from 0
    phase: what kind of decision it is
    trick: number of the trick, from 1; null before the play
    seat: whose it is
    chosen: what was chosen
    forced: whether there was nothing to choose
    hands: before the play the hands at that moment, null for one not known; null in the play
    before: what each seat was sure of before it
    after: what each seat was sure of after it
    best: the choices that cost their player nothing
    own_cost: tricks by which it lowered what its player was sure of
    conceded: tricks by which it raised what each of the others was sure of
    options: what could be chosen, best first: all whose value is exact, and some more
    options_left: how many others there were; none is better than these
    all_options: whether all choices were looked at
    line: best play from here for its player and against him, for a card that cost tricks; else null
    fair_cost: tricks lost by what its player could know; null if forced or left out
    fair: what that rests on
    findable: whether its player could have found something better
    only_with_open_cards: whether it cost tricks of which its player could not know
    mark: `?!`, `?` or `??` for a findable loss of 0.25, 0.5 or 1 trick; else empty
    why: what makes it a mistake; absent unless it is findable
    finders: of a findable loss the share, 0 to 1, of each level's players who choose as well as the best; else absent
    """

    index: int
    phase: Phase
    trick: int | None
    seat: Seat
    chosen: ActionValue
    forced: bool
    hands: BySeat[Hand | None] | None
    before: BySeat[int] | None
    after: BySeat[int] | None
    best: list[ActionValue] | None
    own_cost: int | None
    conceded: dict[Seat, int] | None
    options: list[Option] | None
    options_left: int | None
    all_options: bool | None
    line: list[Card] | None
    fair_cost: Estimate | None
    fair: FairValues | None
    findable: bool
    only_with_open_cards: bool
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
        """A decision with what was worked out of it; `index` counts the decisions of its deal."""
        sight, options = hindsight, [] if hindsight is None else list(_listed(node, hindsight))
        own_cost = None if sight is None else sight.own_cost(node.seat)
        return cls(
            index=index,
            phase=node.phase,
            trick=node.trick,
            seat=node.seat,
            chosen=action_object(node.action),
            forced=forced,
            hands=None if isinstance(node.action, Play) else known_hands(node.before),
            before=None if sight is None else sight.before,
            after=None if sight is None else sight.after,
            best=None if sight is None else [action_object(best) for best in sight.best],
            own_cost=own_cost,
            conceded=None if sight is None else sight.conceded(node.seat),
            options=None if sight is None else [Option.of(option) for option in options],
            options_left=None if sight is None else len(sight.options) - len(options),
            all_options=None if sight is None else sight.listed,
            line=line or None,
            fair_cost=None if fair is None else fair.loss,
            fair=None if fair is None else FairValues.of(fair),
            findable=fair is not None and fair.findable,
            only_with_open_cards=bool(own_cost) and fair is not None and not fair.findable,
            mark="" if fair is None else fair.mark,
            why=UNSET if why is None else why,
            finders=UNSET if finders is None else finders,
        )

    @property
    def price(self) -> int:
        """The tricks that it cost its player and conceded to the others, in hindsight."""
        return (self.own_cost or 0) + sum((self.conceded or {}).values())

    @property
    def action(self) -> Action:
        """What was chosen."""
        return self.choice(self.chosen)

    def choice(self, value: ActionValue) -> Action:
        """A choice that there was, from its form in JSON."""
        return action_of(_KINDS.get(self.phase, Play), self.seat, value)


def _compared(fair: Fair, priced: PricedChoices) -> Iterator[FairChoice]:
    """The choices compared, best first; of the best and the chosen one the loss is that of the decision."""
    best, chosen = priced.number(fair.best.action), priced.number(fair.chosen.action)
    assert best is not None and chosen is not None
    losses, errors = priced.means[best] - priced.means, priced.errors.copy()
    errors[losses.argmin()] = errors[best]  # of the same difference: `errors` are those against the highest mean
    found = {
        i: Estimate(max(0.0, float(loss)), float(error), len(priced.tricks))
        for i, (loss, error) in enumerate(zip(losses, errors, strict=True))
    }
    found |= {chosen: fair.loss, best: fair.best.regret}
    for i in sorted(found, key=lambda i: (i != best, found[i].mean)):
        yield FairChoice([action_object(action) for action in priced.choices[i]], found[i])


def _listed(node: DecisionNode, hindsight: Hindsight) -> Iterator[HindsightEvaluation]:
    """The options that are listed: those valued exactly, the first of the others, and the one that was chosen."""
    for i, option in enumerate(hindsight.options):
        if isinstance(option.value, int) or i < MOST_OPTIONS or option.action == node.action:
            yield option


def known_hands(deal: Deal) -> tuple[Hand | None, Hand | None, Hand | None]:
    """The hands at a moment; None for one not known."""
    return by_seat(hand if isinstance(hand, Hand) else None for hand in deal.hands)
