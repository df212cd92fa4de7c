"""The decisions of a deal in order, and the choices of decisions before the play with each seat's guarantees.

A decision before the play can lead to thousands of deals, too many to solve exactly. Therefore, only the guarantees
after the actual choice are always exact. For every other choice, the search tests whether the player's guarantee is
higher than after the best choice so far, and whether an opponent's guarantee is lower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump, by_seat
from ninefivetwo.evaluation import Bound
from ninefivetwo.exact import CardSets, SeatQuestions, Solver
from ninefivetwo.exact.values import discard_classes, touching
from ninefivetwo.game import Action, Call, Deal, DealView, Discard, DiscardTurn, Give, Play, Turn, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.advise import Assumptions, Limits, Question, learned_action, likely_choices
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, Opponents


class Phase(Enum):
    """The kind of a decision; cards are divided into leads, cards that follow suit, and ruffs or sluffs."""

    EXCHANGE = "exchange"
    CALL = "call"
    DISCARD = "discard"
    LEAD = "lead"
    FOLLOW = "follow"
    RUFF_OR_SLUFF = "ruff-or-sluff"


@dataclass(frozen=True)
class DecisionNode:
    """A decision: the state before the choice, the choice made and the state after the choice.

    `opponents` is each player's level, as assumed by the other two players.
    """

    before: Deal
    action: Action
    after: Deal
    opponents: Opponents = CLUB_PLAYERS

    @property
    def seat(self) -> Seat:
        return self.action.seat

    @property
    def phase(self) -> Phase:
        match self.action:
            case Give():
                return Phase.EXCHANGE
            case Call():
                return Phase.CALL
            case Discard():
                return Phase.DISCARD
            case Play(_, card) if self.before.table:
                return Phase.FOLLOW if card.suit is self.before.table[0].suit else Phase.RUFF_OR_SLUFF
        return Phase.LEAD

    @property
    def trick(self) -> int | None:
        """The number of the trick, from 1, or None before the play."""
        return sum(self.before.won) + 1 if isinstance(self.action, Play) else None

    def question(self, limits: Limits) -> Question:
        """Return the question about this decision, based only on the player's view."""
        return Question(self.before.seen_by(self.seat), limits, assumptions=Assumptions(opponents=self.opponents))


def decision_nodes(deal: Deal, opponents: Opponents = CLUB_PLAYERS) -> list[DecisionNode]:
    """Return the decisions in a deal so far; in a seat's view, return only the viewer's decisions.

    A choice between yes and no, such as a look at the kitty, is not a decision, because a yes costs nothing.
    """
    return [
        DecisionNode(before, action, after, opponents)
        for before, action, after in deal.steps
        if isinstance(action, Give | Call | Discard | Play) and before.viewer in (None, action.seat)
    ]


def continued(deal: Deal, actual: Sequence[Action], until: tuple[type[Action], ...]) -> Deal:
    """Continue a deal until the next choice is of a kind in `until`.

    Choices are taken from `actual` if they are legal, otherwise from the plain rules.
    """
    while (turn := deal.turn) is not None and turn.kind not in until:
        action = next((step for step in actual if type(step) is turn.kind and step.seat is turn.seat), None)
        if action is None or deal.refusal(action) is not None:
            action = heuristic_action(deal.seen_by(turn.seat))
        deal = deal.after(action)
    return deal


def played_by_policy(deal: Deal, until: Callable[[Turn], bool]) -> Deal:
    """Continue a deal with club players' choices (`advise.learned_action`) to its end or a turn accepted by `until`."""
    while (turn := deal.turn) is not None and not until(turn):
        deal = deal.after(learned_action(deal.seen_by(turn.seat)))
    return deal


def is_last_choice(deal: Deal) -> bool:
    """Whether the next choice is the last choice before the first card."""
    return all(step.kind is Play or not step.is_choice for step in deal.schedule[1:])


def gone(view: DealView) -> Hand:
    """Return the cards that have left all hands: completed tricks and the viewer's own discard."""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    return (view.played - Hand.of(view.table)) | discarded


THOUGHT_OF = 8  # number of top choices of the fitted rules that are compared exactly with the best choice
MOST_SOLVED_GIFTS = 150  # if more gifts are possible, only plausible gifts are considered


@dataclass(frozen=True, eq=False)
class Ready:
    """Deals at the first lead, all with the same trump; `hands` lists the three hands of each deal.

    If the discard remains to be chosen, `discards` lists one discard for each deal, representing a class of equivalent
    discards. If no discard remains to be chosen, there is only one deal.
    """

    hands: Sequence[CardSets]
    lead: Seat
    trump: Trump
    discards: Sequence[Hand] = ()

    def discard(self, place: int) -> Hand | None:
        """Return the discard that leads to the deal with the index `place`, or None if `discards` is empty."""
        return self.discards[place] if self.discards else None


@dataclass(frozen=True)
class Branch:
    """A choice and the deals that can result; `likely` choices are compared exactly with the best choice."""

    action: Action
    ready: Ready
    likely: bool = False


@dataclass(frozen=True)
class Branches:
    """The choices in a decision: the actual choice, then the likely choices, then all other choices.

    For a discard, `whole` lists the deals after all possible discards. `listed` and `as_if` mean the same as in
    `Hindsight`.
    """

    seat: Seat
    all: Sequence[Branch]
    listed: bool = True
    as_if: bool = False
    whole: Ready | None = None

    @cached_property
    def parts(self) -> dict[Trump, list[int]]:
        """The indices of the choices for each resulting trump, beginning with the trump after the actual choice."""
        parts: dict[Trump, list[int]] = {}
        for place, branch in enumerate(self.all):
            parts.setdefault(branch.ready.trump, []).append(place)
        return parts

    @property
    def forced(self) -> bool:
        return len(self.all) == 1 and self.whole is None


class Outlook:
    """The deals that can result from the decisions in a deal; `actual` lists all decisions of the deal in order."""

    def __init__(self, actual: Sequence[Action]) -> None:
        self._actual = actual
        self._known: dict[tuple[object, ...], Ready] = {}

    def branches(self, node: DecisionNode) -> Branches:
        """Return the choices in a decision before the play; all hands must be known."""
        match node.action:
            case Discard() if is_last_choice(node.before):
                return self._discards(node, node.action)
            case Call():
                return self._calls(node)
        return self._followed_by_choices(node)

    def _discards(self, node: DecisionNode, made: Discard) -> Branches:
        deal, ready = node.before, self._ready_to_discard(node.before)
        thought_of = [known_cards(action.cards) for action in _thought_of(node) if isinstance(action, Discard)]
        likely = set(_representatives(deal, thought_of))
        branches = [Branch(made, Ready([_hands(deal, known_cards(made.cards))], deal.lead, ready.trump), True)]
        for hands, discard in zip(ready.hands, ready.discards, strict=True):
            action = Discard(node.seat, discard)
            if action != made:
                one = Ready([hands], ready.lead, ready.trump)
                branches.append(Branch(action, one, discard in likely))
        return Branches(node.seat, _likely_first(branches), whole=ready)

    def _calls(self, node: DecisionNode) -> Branches:
        branches = [
            Branch(action, self._after_call(node.before.after(action)), likely=True)
            for action in _first(node.action, node.before.due_turn.actions())
        ]
        gifts_follow = any(step.kind is Give for step in node.before.schedule[1:])
        return Branches(node.seat, branches, as_if=gifts_follow)

    def _after_call(self, deal: Deal) -> Ready:
        deal = continued(deal, self._actual, (Discard, Play))
        if isinstance(deal.turn, DiscardTurn) and is_last_choice(deal):
            return self._ready_to_discard(deal)
        return _ready_to_play(continued(deal, [], (Play,)))

    def _followed_by_choices(self, node: DecisionNode) -> Branches:
        """Return the choices for a gift, or for a discard before other choices."""
        deal, seat, turn = node.before, node.seat, node.before.due_turn
        listed = turn.count() <= MOST_SOLVED_GIFTS
        others = turn.actions() if listed else likely_choices(deal.seen_by(seat))
        rest = [action for action in self._actual if isinstance(action, (Give, Call)) and action != node.action]
        likely = _thought_of(node)
        branches = [
            Branch(action, _ready_to_play(continued(deal.after(action), rest, (Play,))), action in likely)
            for action in _first(node.action, others)
        ]
        return Branches(seat, _likely_first(branches), listed, as_if=True)

    def _ready_to_discard(self, deal: Deal) -> Ready:
        """Return the deals after the dealer's discard, one for each class of equivalent discards."""
        key = deal.hands, deal.called
        if key not in self._known:
            held, others = deal.hand(Seat.DEALER), deal.hand(Seat.LEFT) | deal.hand(Seat.RIGHT)
            number = len(held) + len(_still_to_take(deal)) - TRICKS
            discards = discard_classes(held, others, number, deal.called)
            hands = [_hands(deal, discard) for discard in discards]
            self._known[key] = Ready(hands, deal.rules.lead, deal.called, discards)
        return self._known[key]


def _first(made: Action, actions: Iterable[Action]) -> list[Action]:
    return [made, *(action for action in actions if action != made)]


def _ready_to_play(deal: Deal) -> Ready:
    return Ready([by_seat(deal.hand(seat).cards for seat in Seat)], deal.lead, deal.called)


def _still_to_take(deal: Deal) -> Hand:
    """Return the kitty if the dealer takes it only after the discard, otherwise an empty hand."""
    return deal.kitty if isinstance(deal.kitty, Hand) else Hand()


def _hands(deal: Deal, discard: Hand) -> CardSets:
    """Return the three hands at the first lead; the discard must be the last choice before the lead."""
    kept = deal.hand(Seat.DEALER).cards & ~discard.cards | _still_to_take(deal).cards
    return kept, deal.hand(Seat.LEFT).cards, deal.hand(Seat.RIGHT).cards


def _thought_of(node: DecisionNode) -> list[Action]:
    """Return the actual choice, the choice by the plain rules, and the best choices by the fitted rules."""
    view = node.before.seen_by(node.seat)
    return [node.action, heuristic_action(view), *likely_choices(view)[:THOUGHT_OF]]


def _likely_first(branches: Iterable[Branch]) -> list[Branch]:
    """Sort likely choices first, so that the search finds a good choice early."""
    return sorted(branches, key=lambda branch: not branch.likely)


def _representatives(deal: Deal, discards: Iterable[Hand]) -> Iterator[Hand]:
    """For each discard, yield the equivalent discard with the lowest of the touching cards."""
    held, others = deal.hand(Seat.DEALER), deal.hand(Seat.LEFT) | deal.hand(Seat.RIGHT)
    groups = [group for suit in Suit for group in touching(held.only(suit), others.only(suit))]
    for discard in discards:
        lowest = (group[len(group) - sum(card in discard for card in group) :] for group in groups)
        yield Hand.of(card for cards in lowest for card in cards)


class SeatValue(NamedTuple):
    """The player's guarantee after a choice, and a discard that keeps this guarantee."""

    tricks: int | Bound
    discard: Hand | None = None


@dataclass
class SeatPart:
    """A seat's guarantee over some choices of a decision: the maximum if the seat decides, otherwise the minimum.

    If the seat decides, `values` is the value of each choice by index. `after` is the guarantee after the actual
    choice.
    """

    sure: int
    values: dict[int, SeatValue] = field(default_factory=dict)
    after: int = 0


def unsettled(branches: Branches, values: Mapping[int, SeatValue]) -> list[int]:
    """Return the indices of likely choices that have no exact value and may be as good as the best choice."""
    best = max(value.tricks for value in values.values() if isinstance(value.tricks, int))
    return [
        place for place, value in values.items() if branches.all[place].likely and value.tricks == Bound(at_most=best)
    ]


class SeatPrices:
    """The guarantees of one seat in a deal; if `deep` is True, all of the seat's choices are solved exactly."""

    def __init__(self, solver: Solver, seat: Seat, deep: bool) -> None:
        self._solver, self._seat, self._deep = solver, seat, deep
        self._most: dict[Ready, SeatValue] = {}
        self._least: dict[Ready, int] = {}

    def cards(self, node: DecisionNode) -> dict[Card, int]:
        """Return the seat's guarantee in the remaining tricks after each legal card."""
        return self._solver.after_each(node.before.due_position, node.before.called, self._seat)

    def made(self, branches: Branches) -> SeatPart:
        """Return the seat's guarantees after the actual choice and over all choices that lead to the same trump."""
        places, ready = next(iter(branches.parts.values())), branches.all[0].ready
        if branches.seat is self._seat:
            part = self._own(branches, places, None)
            for place in unsettled(branches, part.values):
                part.values[place] = self.settled(branches, place, part.sure)
            assert isinstance(part.values[0].tricks, int)
            part.after = part.values[0].tricks
        else:
            after = self._least_of(ready)
            part = self.others(branches, places[1:], after)
            part.after = after
        if branches.whole is not None:
            self._remember(branches, branches.whole, part)
        return part

    def others(self, branches: Branches, places: Sequence[int], so_far: int) -> SeatPart:
        """Evaluate more choices; `so_far` is the seat's guarantee over the choices evaluated earlier."""
        if branches.seat is self._seat:
            return self._own(branches, places, so_far)
        ready = [branches.all[place].ready for place in places]
        for part in ready:
            if len(part.hands) > 1:  # A low value found early saves searches for other trumps.
                so_far = self._less(part, so_far, most=1)
        for part in ready:
            so_far = self._less(part, so_far)
        return SeatPart(so_far)

    def settled(self, branches: Branches, place: int, best: int) -> SeatValue:
        """Return the value of a choice that guarantees at most `best` tricks: either `best` or an upper bound."""
        more = self._more(branches.all[place].ready, best - 1)
        return more if isinstance(more.tricks, int) else SeatValue(Bound(at_most=best - 1))

    def _own(self, branches: Branches, places: Sequence[int], best: int | None) -> SeatPart:
        """Evaluate the seat's own choices; a choice that does not beat the earlier choices gets an upper bound."""
        values = {}
        for place in places:
            ready = branches.all[place].ready
            value = self._most_of(ready) if best is None or self._deep else self._more(ready, best)
            values[place] = value
            if isinstance(value.tricks, int):
                best = max(value.tricks, best or 0)
        assert best is not None
        return SeatPart(best, values)

    def _remember(self, branches: Branches, whole: Ready, part: SeatPart) -> None:
        if branches.seat is not self._seat:
            self._least[whole] = part.sure
            return
        place = next(place for place, value in part.values.items() if value.tricks == part.sure)
        action = branches.all[place].action
        assert isinstance(action, Discard)
        self._most[whole] = SeatValue(part.sure, known_cards(action.cards))

    def _most_of(self, ready: Ready) -> SeatValue:
        """Return the highest guarantee of the seat in the deals."""
        if ready not in self._most:
            first = self._questions(ready).value(ready.hands[0])
            more = self._more(ready, first)
            self._most[ready] = more if isinstance(more.tricks, int) else SeatValue(first, ready.discard(0))
        return self._most[ready]

    def _more(self, ready: Ready, best: int) -> SeatValue:
        """Return the seat's highest guarantee in the deals if it exceeds `best`, otherwise `best` as an upper bound."""
        questions, found = self._questions(ready), SeatValue(Bound(at_most=best))
        for place, hands in enumerate(ready.hands):
            while questions.reaches(hands, best + 1):
                best += 1
                found = SeatValue(best, ready.discard(place))
        return found

    def _least_of(self, ready: Ready) -> int:
        if ready not in self._least:
            self._least[ready] = self._less(ready, self._questions(ready).value(ready.hands[0]))
        return self._least[ready]

    def _less(self, ready: Ready, least: int, most: int | None = None) -> int:
        """Return the lowest guarantee of the seat in the first `most` deals (None: all deals), or `least` if lower."""
        questions = self._questions(ready)
        for hands in ready.hands[:most]:
            while least and not questions.reaches(hands, least):
                least -= 1
        return least

    def _questions(self, ready: Ready) -> SeatQuestions:
        return self._solver.questions(ready.lead, ready.trump, self._seat)
