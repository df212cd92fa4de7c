"""Hindsight: what each decision of a deal cost and conceded with all cards seen, exactly.

A decision can only lower its player's guarantee (its *own cost*) and only raise the others' (the tricks *conceded*).
Guarantees are of the whole deal: the tricks won already, and those that are sure of the rest.

- Before a card they are the guarantees of the position.
- Before the discard the dealer has his best discard, and each of the others the discard that leaves him the least.
- Before the call it is the same with the best call.
- A gift is priced as if the deal went on as it did, and so is a discard or a call that gifts follow: the call stays as
  it was, and so does the discard, unless it is the next choice; then it is that of the plain rules.

So after the last decision of that kind the guarantees after one decision are those before the next one, and every trick
between there and the result is accounted for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ninefivetwo.advise import likely_choices
from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.evaluation import Bound, Evaluation
from ninefivetwo.game import Action, Call, Cards, Deal, Discard, DiscardTurn, Give, Play, known_cards
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.review.continuation import continued, is_last_choice
from ninefivetwo.review.dealer_discards import DealerDiscards
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.rules import TRICKS
from ninefivetwo.solve import Solver

TricksBySeat = tuple[int, int, int]  # of dealer, left and right
MEMORY = 256 << 20  # bytes of table: with 64 MiB discards that are hard to tell apart take half as long again
THOUGHT_OF = 8  # discards, the best by fitted rules, of which it is settled whether they were as good as the best
MOST_GIFTS = 150  # that are all looked at; of more, those worth thinking of


@dataclass(frozen=True)
class HindsightDetails:
    """`guarantees`: what each seat is sure of after the choice; None where that was not asked.

    `discard`: of a call, a best discard after it.
    """

    guarantees: TricksBySeat | None = None
    discard: Hand | None = None


#: A choice by what its player is sure of after it, in tricks of the whole deal: a number, or at most so many.
HindsightEvaluation = Evaluation[Action, int | Bound, HindsightDetails]


@dataclass(frozen=True)
class Hindsight:
    """A decision with all cards seen: what each seat was sure of before and after it, and what else there was.

    `options` holds every choice, best for its player first; of discards one of each class of touching cards, and where
    `listed` is False only some.  `best` are the choices that cost nothing; of discards those that a player would think
    of, and others may be as good, where their value is a bound.  `as_if`: is it priced as if the deal had
    gone on as it did, other choices following it before the play?
    """

    before: TricksBySeat
    after: TricksBySeat
    options: tuple[HindsightEvaluation, ...]
    best: tuple[Action, ...]
    forced: bool
    listed: bool = True
    as_if: bool = False

    def own_cost(self, seat: Seat) -> int:
        """What the decision cost its player, who sits there."""
        return self.before[seat] - self.after[seat]

    def conceded(self, seat: Seat) -> dict[Seat, int]:
        """The tricks that it conceded to each of the others."""
        return {other: self.after[other] - self.before[other] for other in Seat if other is not seat}


class Judge:
    """Prices decisions; its table stays warm from one to the next, so the last of a deal should come first."""

    def __init__(self, memory: int = MEMORY) -> None:
        self.solver = Solver(memory)
        self._known: dict[tuple[tuple[Cards, ...], Denomination], DealerDiscards] = {}

    def hindsight(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        """The price of a decision of a deal; `actual` are all the deal's decisions, all hands being known."""
        match node.action:
            case Play():
                return self._card(node)
            case Discard() if is_last_choice(node.before):
                return self._discard(node)
            case Call():
                return self._call(node, actual)
        return self._followed_by_choices(node, actual)

    def sure(self, deal: Deal) -> TricksBySeat:
        """What each seat is sure of in a deal that is being played or over."""
        if deal.over or deal.position is None:
            return deal.won
        guarantees = self.solver.guarantees(deal.position, deal.called)
        return _by_seat(guarantees[seat] + deal.won[seat] for seat in Seat)

    def _card(self, node: DecisionNode) -> Hindsight:
        deal, seat = node.before, node.seat
        moves = self.solver.moves(deal.due_position, deal.called)
        outcomes = []
        for card, guarantees in moves.after.items():
            sure = _by_seat(guarantees[s] + deal.won[s] for s in Seat)
            outcomes.append(_Outcome(Play(seat, card), sure[seat], sure))
        return _priced(node, outcomes, _before(outcomes, seat), forced=len(moves.groups()) == 1)

    def _discard(self, node: DecisionNode) -> Hindsight:
        deal, action = node.before, node.action
        assert isinstance(action, Discard)
        discards = self._discards(deal, deal.called)
        ranked = discards.ranked(_thought_of(deal, action))
        guarantees = discards.guarantees(known_cards(action.cards))
        sure = _by_seat(guarantees[seat] for seat in Seat)
        before = _by_seat(ranked[0].high if seat is node.seat else discards.least(seat) for seat in Seat)
        outcomes = [_Outcome(action, sure[node.seat], sure)]
        for discard in ranked:
            other = Discard(node.seat, discard.cards)
            if other != action:
                outcomes.append(_Outcome(other, discard.high if discard.exact else Bound(at_most=discard.high)))
        return _priced(node, outcomes, before, forced=False)

    def _call(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        seat, turn = node.seat, node.before.due_turn
        outcomes, least = list[_Outcome](), {other: TRICKS for other in Seat if other is not seat}
        for action in sorted(turn.actions(), key=lambda action: action != node.action):  # the one chosen first
            assert isinstance(action, Call)
            outcome, left = self._called(node.before.after(action), action, actual, least)
            least = {other: min(left[other], least[other]) for other in least}
            if action == node.action:
                outcome = outcome._replace(guarantees=_by_seat({**least, seat: outcome.tricks}[s] for s in Seat))
            outcomes.append(outcome)
        before = {**least, seat: max(outcome.tricks for outcome in outcomes)}
        gifts_follow = any(step.kind is Give for step in node.before.schedule[1:])
        return _priced(node, outcomes, _by_seat(before[s] for s in Seat), len(outcomes) == 1, as_if=gifts_follow)

    def _called(
        self, deal: Deal, call: Call, actual: Sequence[Action], at_most: dict[Seat, int]
    ) -> tuple[_Outcome, dict[Seat, int]]:
        """What the dealer is sure of after a call; and the others, where it is less than `at_most`."""
        deal = continued(deal, actual, (Discard, Play))
        if isinstance(deal.turn, DiscardTurn) and is_last_choice(deal):
            discards = self._discards(deal, call.denomination)
            best = discards.raced[0]
            return _Outcome(call, best.low, None, best.cards), {s: discards.least(s, at_most[s]) for s in at_most}
        sure = self.sure(continued(deal, [], (Play,)))
        return _Outcome(call, sure[call.seat], sure), {s: sure[s] for s in at_most}

    def _discards(self, deal: Deal, trump: Denomination) -> DealerDiscards:
        """The discards of a deal, which the call and the discard both ask for."""
        key = deal.hands, trump
        if key not in self._known:
            self._known[key] = DealerDiscards(self.solver, deal, trump)
        return self._known[key]

    def _followed_by_choices(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        """A gift, or a discard that choices follow: what else the deal could have come to."""
        deal, seat, turn = node.before, node.seat, node.before.due_turn
        listed = turn.count() <= MOST_GIFTS
        choices: list[Action] = list(turn.actions()) if listed else likely_choices(deal.seen_by(seat))
        choices += [node.action] * (node.action not in choices)
        rest = [action for action in actual if isinstance(action, (Give, Call)) and action != node.action]
        outcomes = []
        for choice in choices:
            sure = self.sure(continued(deal.after(choice), rest, (Play,)))
            outcomes.append(_Outcome(choice, sure[seat], sure))
        return _priced(node, outcomes, _before(outcomes, seat), len(outcomes) == 1, listed, as_if=True)


def _thought_of(deal: Deal, action: Discard) -> list[Hand]:
    """The discards that a player would think of: the one made, that of the plain rules, the best by fitted ones."""
    view = deal.seen_by(Seat.DEALER)
    found = [action, heuristic_action(view), *likely_choices(view)[:THOUGHT_OF]]
    return [known_cards(choice.cards) for choice in found if isinstance(choice, Discard)]


class _Outcome(NamedTuple):
    """What comes of a choice, as in `HindsightEvaluation`."""

    action: Action
    value: int | Bound
    guarantees: TricksBySeat | None = None
    discard: Hand | None = None

    @property
    def exact(self) -> bool:
        return isinstance(self.value, int)

    @property
    def tricks(self) -> int:
        """The value, or what it is at most."""
        return self.value if isinstance(self.value, int) else self.value.at_most or 0


def _before(outcomes: list[_Outcome], seat: Seat) -> TricksBySeat:
    """What was sure before a choice all of which is known: the mover keeps the most, the others the least."""
    every = [outcome.guarantees for outcome in outcomes if outcome.guarantees is not None]
    return _by_seat((max if other is seat else min)(sure[other] for sure in every) for other in Seat)


def _priced(
    node: DecisionNode,
    outcomes: list[_Outcome],
    before: TricksBySeat,
    forced: bool,
    listed: bool = True,
    as_if: bool = False,
) -> Hindsight:
    """The decision with its options in order; of the one chosen the guarantees are known."""
    after = next(o.guarantees for o in outcomes if o.action == node.action and o.guarantees is not None)
    ordered = sorted(outcomes, key=lambda outcome: (-outcome.tricks, not outcome.exact))
    best = tuple(outcome.action for outcome in ordered if outcome.exact and outcome.tricks == ordered[0].tricks)
    options = tuple(_evaluation(outcome, before[node.seat]) for outcome in ordered)
    return Hindsight(before, after, options, best, forced, listed, as_if)


def _evaluation(outcome: _Outcome, most: int) -> HindsightEvaluation:
    """An outcome against the best there was."""
    lost = most - outcome.tricks
    regret = lost if outcome.exact else Bound(at_least=lost)
    return Evaluation(outcome.action, outcome.value, regret, HindsightDetails(outcome.guarantees, outcome.discard))


def _by_seat(values: Iterable[int]) -> TricksBySeat:
    dealer, left, right = values
    return dealer, left, right
