"""Hindsight: what each decision of a deal cost and gave away, all cards seen, exactly.

A decision can only lower its player's guarantee (its *own cost*) and only raise the others' (the tricks *conceded*).
Guarantees are of the whole deal: tricks won already, and what is sure of the rest.

- Before a card: the guarantees of the position.
- Before the discard: the dealer's with his best discard, the others' with that discard which leaves them the least.
- Before the call: the same with the best call.
- Before a gift, and before a discard or a call that gifts follow: as if the deal went on as it did, the call being as
  it was and the discard, unless that is what is next, that of the plain rules.

So from the last of these on, what holds after one decision holds before the next, and from there to the result every
trick is accounted for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ninefivetwo.advise import likely_choices
from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.game import Action, Call, Cards, Deal, Discard, DiscardTurn, Give, Play
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.layout import Layout, Position
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.rules import TRICKS
from ninefivetwo.solve import DiscardValue, Solver
from ninefivetwo.solve.discard import discard_classes, race

Three = tuple[int, int, int]
MEMORY = 256 << 20  # bytes of table: with 64 MiB discards that are hard to tell apart take half as long again
MOST_GIFTS = 150  # that are all looked at; of more, those worth thinking of


@dataclass(frozen=True)
class Option:
    """A choice there was: what its player is sure of after it, in tricks of the whole deal.

    Where it is not `exact` it is that or less.  `sure` is what each seat is sure of, None where that was not asked.
    `discard` is, of a call, a best discard after it.
    """

    action: Action
    own: int
    exact: bool = True
    sure: Three | None = None
    discard: Hand | None = None


@dataclass(frozen=True)
class Hindsight:
    """A decision with all cards seen: what each seat was sure of before and after it, and what else there was.

    `options` holds every choice, best for its player first; of discards one of each class of touching cards, and where
    `listed` is False only some.  `best` are the choices that cost nothing.  `as_if`: is it priced as if the deal had
    gone on as it did, other choices following it before the play?
    """

    before: Three
    after: Three
    options: tuple[Option, ...]
    best: tuple[Action, ...]
    forced: bool
    listed: bool = True
    as_if: bool = False

    def own_cost(self, seat: Seat) -> int:
        """What the decision cost its player, who sits there."""
        return self.before[seat] - self.after[seat]

    def conceded(self, seat: Seat) -> dict[Seat, int]:
        """What it gave each of the others."""
        return {other: self.after[other] - self.before[other] for other in Seat if other is not seat}


class Judge:
    """Prices decisions; its table stays warm from one to the next, so the last of a deal should come first."""

    def __init__(self, memory: int = MEMORY) -> None:
        self.solver = Solver(memory)
        self._known: dict[tuple[tuple[Cards, ...], Denomination], _Discards] = {}

    def hindsight(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        """The price of a decision of a deal; `actual` are all the deal's decisions, all hands being known."""
        match node.action:
            case Play():
                return self._card(node)
            case Discard() if _last_choice(node.before):
                return self._discard(node)
            case Call():
                return self._call(node, actual)
        return self._carried_on(node, actual)

    def sure(self, deal: Deal) -> Three:
        """What each seat is sure of in a deal that is being played or over."""
        position, trump = deal.position, deal.trump
        if deal.over or position is None or trump is None:
            return deal.won
        found = self.solver.guarantees(position, trump)
        return _three(found[seat] + deal.won[seat] for seat in Seat)

    def _card(self, node: DecisionNode) -> Hindsight:
        deal, seat, action = node.before, node.seat, node.action
        assert deal.position is not None and deal.trump is not None and isinstance(action, Play)
        moves = self.solver.moves(deal.position, deal.trump)
        options = [
            Option(Play(seat, card), sure[seat] + deal.won[seat], True, _three(sure[s] + deal.won[s] for s in Seat))
            for card, sure in moves.after.items()
        ]
        return _priced(options, _before(options, seat), action, forced=len(moves.groups()) == 1)

    def _discard(self, node: DecisionNode) -> Hindsight:
        deal, action = node.before, node.action
        assert isinstance(action, Discard) and isinstance(action.cards, Hand) and deal.trump is not None
        discards = self._discards(deal, deal.trump)
        found, sure = discards.best(), discards.sure(action.cards)
        level = found[0].high
        before = _three(level if other is node.seat else discards.least(other) for other in Seat)
        classes = [Option(Discard(node.seat, discard.cards), discard.high, discard.exact) for discard in found]
        chosen = Option(action, sure[node.seat], True, sure)
        return _priced([chosen, *(o for o in classes if o.action != action)], before, action, forced=False)

    def _call(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        seat, options, turn = node.seat, list[Option](), node.before.turn
        least = dict.fromkeys(Seat, TRICKS)
        assert turn is not None
        for action in sorted(turn.actions(), key=lambda action: action != node.action):  # the one chosen first
            assert isinstance(action, Call)
            onward = gone_on(node.before.after(action), actual, (Discard, Play))
            if isinstance(onward.turn, DiscardTurn) and _last_choice(onward):
                discards = self._discards(onward, action.denomination)
                best = discards.raced[0]
                least = {other: discards.least(other, least[other]) for other in Seat if other is not seat}
                options.append(Option(action, best.low, True, None, best.cards))
            else:
                sure = self.sure(gone_on(onward, [], (Play,)))
                least = {other: min(sure[other], least[other]) for other in Seat}
                options.append(Option(action, sure[seat], True, sure))
            if action == node.action:
                after = _three(options[0].own if other is seat else least[other] for other in Seat)
                options = [replace(options[0], sure=after)]
        most = max(option.own for option in options)
        before = _three(most if other is seat else least[other] for other in Seat)
        gifts_follow = any(step.kind is Give for step in node.before.schedule[1:])
        return _priced(options, before, node.action, forced=len(options) == 1, as_if=gifts_follow)

    def _discards(self, deal: Deal, trump: Denomination) -> _Discards:
        """The discards of a deal, which the call and the discard both ask for."""
        key = deal.hands, trump
        if key not in self._known:
            self._known[key] = _Discards(self.solver, deal, trump)
        return self._known[key]

    def _carried_on(self, node: DecisionNode, actual: Sequence[Action]) -> Hindsight:
        """A gift, or a discard that choices follow: what else the deal could have come to."""
        deal, seat = node.before, node.seat
        turn = deal.turn
        assert turn is not None
        listed = turn.count() <= MOST_GIFTS
        choices = list(turn.actions()) if listed else likely_choices(deal.seen_by(seat))
        choices += [node.action] * (node.action not in choices)
        rest = [action for action in actual if isinstance(action, (Give, Call)) and action != node.action]
        options = []
        for choice in choices:
            sure = self.sure(gone_on(deal.after(choice), rest, (Play,)))
            options.append(Option(choice, sure[seat], True, sure))
        return _priced(options, _before(options, seat), node.action, len(options) == 1, listed, as_if=True)


class _Discards:
    """The dealer's discards when nothing else is to be chosen before the play, and what each leaves every seat."""

    def __init__(self, solver: Solver, deal: Deal, trump: Denomination) -> None:
        left, right, held = deal.hands[Seat.LEFT], deal.hands[Seat.RIGHT], deal.hands[Seat.DEALER]
        assert isinstance(left, Hand) and isinstance(right, Hand) and isinstance(held, Hand)
        self._solver, self._trump, self._lead = solver, trump, deal.rules.lead
        self._others, self._held = (left, right), held
        self._comes = deal.kitty if isinstance(deal.kitty, Hand) else Hand()  # where it is taken after the discard
        self._least: dict[Seat, tuple[int, int]] = {}  # what was found, and below what it was looked for
        number = len(held) + len(self._comes) - TRICKS
        self._classes = discard_classes(held, left | right, number, trump)

    @cached_property
    def raced(self) -> tuple[DiscardValue, ...]:
        """The discards, best for the dealer first; of the others it may be told only that they are no better."""
        return race(self._classes, self._value, self._reaches, 1)

    def best(self) -> list[DiscardValue]:
        """The discards, best for the dealer first, and all that are as good as the best are told to be."""
        level, settled = self.raced[0].high, list[DiscardValue]()
        for discard in self.raced:
            if discard.low < discard.high == level:
                discard = (
                    DiscardValue(discard.cards, level, level)
                    if self._reaches(discard.cards, level)
                    else self._less(discard)
                )
            settled.append(discard)
        return sorted(settled, key=lambda discard: (-discard.high, not discard.exact))

    def least(self, seat: Seat, at_most: int = TRICKS) -> int:
        """What one of the others is sure of whatever the dealer discards, or `at_most` if that is less."""
        known = self._least.get(seat)
        if known is not None and (known[0] < known[1] or at_most <= known[1]):
            return min(known[0], at_most)
        found = at_most
        for discard in self._classes:
            while found and not self._solver.can_force(self._position(discard), self._trump, seat, found):
                found -= 1
        self._least[seat] = found, at_most
        return found

    def sure(self, discard: Hand) -> Three:
        """What each seat is sure of after a discard."""
        found = self._solver.guarantees(self._position(discard), self._trump)
        return _three(found[seat] for seat in Seat)

    @staticmethod
    def _less(discard: DiscardValue) -> DiscardValue:
        return DiscardValue(discard.cards, 0, discard.high - 1)

    def _position(self, discard: Hand) -> Position:
        return Position(Layout((self._held - discard) | self._comes, *self._others), self._lead)

    def _value(self, discard: Hand) -> int:
        return self._solver.guarantee(self._position(discard), self._trump, Seat.DEALER)

    def _reaches(self, discard: Hand, tricks: int) -> bool:
        return self._solver.can_force(self._position(discard), self._trump, Seat.DEALER, tricks)


def gone_on(deal: Deal, actual: Sequence[Action], until: tuple[type[Action], ...]) -> Deal:
    """The deal gone on until such a choice is due: with what was done in fact where it can be, else by plain rules."""
    while (turn := deal.turn) is not None and turn.kind not in until:
        told = next((each for each in actual if type(each) is turn.kind and each.seat is turn.seat), None)
        legal = told is not None and deal.refusal(told) is None
        deal = deal.after(told if told is not None and legal else heuristic_action(deal.seen_by(turn.seat)))
    return deal


def _last_choice(deal: Deal) -> bool:
    """Is nothing to be chosen after the choice that is due, before the first card?"""
    return all(step.kind is Play or not step.is_choice for step in deal.schedule[1:])


def _before(options: list[Option], seat: Seat) -> Three:
    """What was sure before a choice whose options are all known: the mover keeps the most, the others the least."""
    every = [option.sure for option in options if option.sure is not None]
    return _three((max if other is seat else min)(sure[other] for sure in every) for other in Seat)


def _priced(
    options: list[Option], before: Three, chosen: Action, forced: bool, listed: bool = True, as_if: bool = False
) -> Hindsight:
    """The decision; its options, of which the one chosen has its guarantees, put in order."""
    after = next(option.sure for option in options if option.action == chosen)
    assert after is not None
    ordered = sorted(options, key=lambda option: (-option.own, not option.exact))
    best = tuple(option.action for option in ordered if option.exact and option.own == ordered[0].own)
    return Hindsight(before, after, tuple(ordered), best, forced, listed, as_if)


def _three(values: Iterable[int]) -> Three:
    dealer, left, right = values
    return dealer, left, right
