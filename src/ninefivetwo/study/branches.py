"""The choices of a decision before the play, and the deals that each may lead to by the time the first card is due."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ninefivetwo.cards import Denomination, Hand, Seat, Suit
from ninefivetwo.exact import CardSets
from ninefivetwo.exact.values import discard_classes, touching
from ninefivetwo.game import Action, Call, Deal, Discard, DiscardTurn, Give, Play, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.study.decision_nodes import DecisionNode, continued, is_last_choice
from ninefivetwo.think.advise import likely_choices
from ninefivetwo.think.heuristics import heuristic_action

THOUGHT_OF = 8  # the best by fitted rules, of which it is settled whether they were as good as the best
MOST_GIFTS = 150  # that are all looked at; of more, those worth thinking of


@dataclass(frozen=True, eq=False)
class Ready:
    """Deals whose first card is due, of one trump: the hands of each.

    There is one, or one for each class of the dealer's `discards`, where all that is left to choose is his discard.
    """

    hands: Sequence[CardSets]
    lead: Seat
    trump: Denomination
    discards: Sequence[Hand] = ()

    def discard(self, place: int) -> Hand | None:
        """The discard that led to one of them."""
        return self.discards[place] if self.discards else None


@dataclass(frozen=True)
class Branch:
    """A choice, and what it may lead to.  `wanted`: is it to be settled whether it is as good as the best?"""

    action: Action
    ready: Ready
    wanted: bool = False


@dataclass(frozen=True)
class Branches:
    """The choices of one decision: first the one that was made, then those that are likely to be good.

    `whole`: of a discard, what all of them together lead to.  `listed` and `as_if` are as in `Hindsight`.
    """

    seat: Seat
    all: Sequence[Branch]
    listed: bool = True
    as_if: bool = False
    whole: Ready | None = None

    @cached_property
    def parts(self) -> dict[Denomination, list[int]]:
        """The places of the choices that lead to each trump, the trump of the one that was made first."""
        parts: dict[Denomination, list[int]] = {}
        for place, branch in enumerate(self.all):
            parts.setdefault(branch.ready.trump, []).append(place)
        return parts

    @property
    def forced(self) -> bool:
        return len(self.all) == 1 and self.whole is None


class Outlook:
    """What the decisions of one deal lead to; `actual` are all of them, in order."""

    def __init__(self, actual: Sequence[Action]) -> None:
        self._actual = actual
        self._known: dict[tuple[object, ...], Ready] = {}

    def branches(self, node: DecisionNode) -> Branches:
        """The choices of a decision before the play, all hands being known."""
        match node.action:
            case Discard() if is_last_choice(node.before):
                return self._discards(node, node.action)
            case Call():
                return self._calls(node)
        return self._followed_by_choices(node)

    def _discards(self, node: DecisionNode, made: Discard) -> Branches:
        deal, ready = node.before, self._ready_to_discard(node.before)
        thought_of = [each for each in _thought_of(node) if isinstance(each, Discard)]
        wanted = set(_representatives(deal, [known_cards(each.cards) for each in thought_of]))
        branches = [Branch(made, Ready([_hands(deal, known_cards(made.cards))], deal.lead, ready.trump), True)]
        for hands, discard in zip(ready.hands, ready.discards, strict=True):
            action = Discard(node.seat, discard)
            if action != made:
                one = Ready([hands], ready.lead, ready.trump)
                branches.append(Branch(action, one, discard in wanted))
        return Branches(node.seat, _likely_first(branches), whole=ready)

    def _calls(self, node: DecisionNode) -> Branches:
        branches = [
            Branch(action, self._after_call(node.before.after(action)), wanted=True)
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
        """A gift, or a discard that choices follow: what else the deal could have come to."""
        deal, seat, turn = node.before, node.seat, node.before.due_turn
        listed = turn.count() <= MOST_GIFTS
        others = turn.actions() if listed else likely_choices(deal.seen_by(seat))
        rest = [action for action in self._actual if isinstance(action, (Give, Call)) and action != node.action]
        wanted = _thought_of(node)
        branches = [
            Branch(action, _ready_to_play(continued(deal.after(action), rest, (Play,))), action in wanted)
            for action in _first(node.action, others)
        ]
        return Branches(seat, _likely_first(branches), listed, as_if=True)

    def _ready_to_discard(self, deal: Deal) -> Ready:
        """The deals after each of the dealer's discards, which the call and the discard both ask for."""
        key = deal.hands, deal.called
        if key not in self._known:
            held, others = deal.hand(Seat.DEALER), deal.hand(Seat.LEFT) | deal.hand(Seat.RIGHT)
            number = len(held) + len(_still_to_take(deal)) - TRICKS
            discards = discard_classes(held, others, number, deal.called)
            hands = [_hands(deal, discard) for discard in discards]
            self._known[key] = Ready(hands, deal.rules.lead, deal.called, discards)
        return self._known[key]


def _first(made: Action, actions: Iterable[Action]) -> list[Action]:
    """The actions, the one that was made first."""
    return [made, *(action for action in actions if action != made)]


def _ready_to_play(deal: Deal) -> Ready:
    dealer, left, right = (deal.hand(seat).cards for seat in Seat)
    return Ready([(dealer, left, right)], deal.lead, deal.called)


def _still_to_take(deal: Deal) -> Hand:
    """The kitty where the dealer takes it after his discard, as by some rules."""
    return deal.kitty if isinstance(deal.kitty, Hand) else Hand()


def _hands(deal: Deal, discard: Hand) -> CardSets:
    """The hands after a discard that is the last choice before the first card."""
    kept = deal.hand(Seat.DEALER).cards & ~discard.cards | _still_to_take(deal).cards
    return kept, deal.hand(Seat.LEFT).cards, deal.hand(Seat.RIGHT).cards


def _thought_of(node: DecisionNode) -> list[Action]:
    """What a player would think of: the choice made, that of the plain rules, the best by fitted ones."""
    view = node.before.seen_by(node.seat)
    return [node.action, heuristic_action(view), *likely_choices(view)[:THOUGHT_OF]]


def _likely_first(branches: Iterable[Branch]) -> list[Branch]:
    """Those that a player would think of first: what one of them is worth the rest need not be asked for."""
    return sorted(branches, key=lambda branch: not branch.wanted)


def _representatives(deal: Deal, discards: Iterable[Hand]) -> Iterator[Hand]:
    """For each discard the one of its class, which throws the lowest of touching cards."""
    held, others = deal.hand(Seat.DEALER), deal.hand(Seat.LEFT) | deal.hand(Seat.RIGHT)
    groups = [group for suit in Suit for group in touching(held.only(suit), others.only(suit))]
    for discard in discards:
        lowest = (group[len(group) - sum(card in discard for card in group) :] for group in groups)
        yield Hand.of(card for cards in lowest for card in cards)
