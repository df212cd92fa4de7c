"""One function answers every question, a card to play in here; what is seen at first sight comes at once.

For a card, worlds are drawn and each legal card is played out in all of them by the learned policy, every seat acting
on what it can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.errors import AdviceError
from ninefivetwo.evaluation import Bound
from ninefivetwo.exact import Solver
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    LookTurn,
    Play,
    PlayTurn,
)
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise.advice import (
    FEWEST_WORLDS,
    LEVEL,
    SHOWN,
    Advice,
    AnyAdvice,
    CardDetails,
    CardEvaluation,
    Prospects,
    Watch,
)
from ninefivetwo.think.advise.before import advice_before_play, due
from ninefivetwo.think.advise.pricing import Choices, drawn_worlds
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.models.exchange import best_calls, discards, gives
from ninefivetwo.think.playouts import choose_card, policy
from ninefivetwo.think.playouts.values import (
    DistinctWorlds,
    Rollouts,
    RolloutValues,
    card_values,
    estimate,
    unlike_cards,
)

SETTLED = 4.0  # standard errors: advice is checked several times, and ends at the first that seems settled


def advise(question: Question, watch: Callable[[AnyAdvice], bool] | None = None) -> AnyAdvice:
    """What the seat that asks should call, discard, give or play.

    watch: is shown the advice as it stands while there are worlds left, and ends it by returning True.  Raises
    AdviceError if nothing of the kind is due or the match is over, KnowledgeError for a contradiction, SearchStopped if
    the token was cancelled before any world was played out.
    """
    question.check()
    if isinstance(question.view.turn, PlayTurn):
        return advice_on_card(question, watch)
    return advice_before_play(question, watch)


class FirstLook(Struct, frozen=True):
    """What a club player would choose at once, with no figure behind it.

    `cards` are those that are equal to the card chosen, for they touch, itself among them; empty before the play.
    `decided`: is there nothing to weigh, as there is one choice, or all are equal?  Then no advice can add to it.
    """

    view: DealView
    action: Action
    cards: tuple[Card, ...]
    decided: bool


def advise_gradually(question: Question, show: Callable[[FirstLook | AnyAdvice], None]) -> FirstLook | AnyAdvice:
    """Advice as it grows.

    show: is given a first look, then the advice as it stands.  What is returned is the last word: a first look if there
    is nothing to weigh, else advice that is settled, or that rests on as many worlds as the limits say.  Raises as
    `advise`, and AdviceError if nothing is due from the seat.
    """
    look = first_look(question.view)
    if look.decided:
        return look
    show(look)

    def watch(advice: AnyAdvice) -> bool:
        if settled(advice):
            return True
        show(advice)
        return False

    return advise(question, watch)


def first_look(view: DealView) -> FirstLook:
    """A first look, for the seat whose view this is.  Raises AdviceError where nothing is due from it."""
    turn = view.turn
    if turn is None or turn.seat is not view.viewer:
        raise AdviceError(f"{due(view)} (expected a choice of {view.viewer.word})")
    action = learned_action(view)
    if not isinstance(turn, PlayTurn) or not isinstance(action, Play):
        return FirstLook(view, action, (), isinstance(turn, LookTurn) or turn.count() == 1)
    groups = card_groups(view, turn)
    equal = next(group for group in groups.values() if action.card in group)
    return FirstLook(view, action, equal, len(groups) == 1)


def settled(advice: AnyAdvice) -> bool:
    """Would more worlds tell nothing that matters?  Each other choice is surely worse, or surely as good as the best.

    Never by fewer than `FEWEST_WORLDS` worlds, unless they are all.
    """
    if advice.exact:
        return True
    level = LEVEL[advice.objective.in_chances]
    regrets = [(rival.regret.mean, SETTLED * rival.regret.standard_error) for rival in advice.evaluations[1:]]
    return advice.effective >= FEWEST_WORLDS and all(mean - off > SHOWN or mean + off < level for mean, off in regrets)


def learned_action(view: DealView) -> Action:
    """A card by the learned policy; a gift, a call or a discard as fitted to its playouts; a look, which costs nothing.

    It is the choice of the seat whose view this is, and whose turn it must be.  The same view gives the same choice.
    """
    turn = view.due_turn
    match turn:
        case PlayTurn() if turn.count() > 1:
            return Play(turn.seat, choose_card(policy("learned"), view))
        case GiveTurn():
            (cards,) = gives(_row(turn.held), turn.seat, turn.owed)
            return Give.of(turn.seat, {to: Hand(int(gift)) for to, gift in zip(Seat, cards, strict=True)})
        case CallTurn():
            return Call(turn.seat, _call(view, turn.held, turn.trumps))
        case DiscardTurn():
            # Before the call, for what would be called now.
            trump = _call(view, turn.held, view.rules.trumps()) if view.trump is None else view.trump
            (discarded,) = discards(_row(turn.held), turn.number, trump)
            return Discard(turn.seat, Hand(int(discarded)))
    return heuristic_action(view)


def _call(view: DealView, held: Hand, trumps: Iterable[Trump]) -> Trump:
    """The fitted call, by all cards that are seen."""
    kitty = view.kitty if isinstance(view.kitty, Hand) else None
    (trump,) = best_calls(_row(held | (kitty or Hand())), trumps, kitty_seen=kitty is not None)
    return Trump(int(trump))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)


# In the play.

SOLVED = 6  # cards held at most, for what is guaranteed where one deal is possible
MEMORY = 1 << 20  # bytes, of the table for it
FORCED = 200  # worlds evaluated for what the only card is worth


def advice_on_card(question: Question, watch: Watch[CardEvaluation] | None = None) -> Advice[CardEvaluation]:
    """The card to play, as `advise` answers it.  Raises AdviceError if no card is due."""
    turn, worlds = question.view.turn, question.limits.worlds
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(question.view)} (expected a card to play)")
    cards = CardChoices(question, turn)
    number = min(FORCED, worlds) if len(cards.groups) == 1 else worlds
    return cards.advice(cards.choices, drawn_worlds(question, number), len(cards.groups), watch)


class CardChoices(Choices[Play, CardDetails]):
    """The cards to choose from; groups: each with all cards that touch it."""

    def __init__(self, question: Question, turn: PlayTurn) -> None:
        super().__init__(question)
        self.groups = card_groups(self.view, turn)
        self.choices = [Play(turn.seat, card) for card in self.groups]
        self._guaranteed = dict[Card, int]()

    def price(self, choices: Sequence[Play], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        """What the cards win, for the seat whose view this is."""
        return card_values(self.view, worlds, [choice.card for choice in choices], rollouts)

    def details(self, choice: Play, common: Prospects, values: RolloutValues, at: int, best: int) -> CardDetails:
        """With the cards that touch it, and what it concedes to the other seats."""
        _, shares, exact = values.worlds
        conceded = {
            seat: estimate(values.tricks[:, at, seat] - values.tricks[:, best, seat], shares, exact or at == best)
            for seat in Seat
            if seat is not values.seat
        }
        return CardDetails(**asdict(common), cards=self.groups[choice.card], conceded=conceded)

    def proved(self, choice: Play, values: RolloutValues, at: int) -> Bound:
        """In one possible deal nothing is hidden, so what is guaranteed with open cards is proved."""
        found, held = super().proved(choice, values, at), len(self.view.due_turn.held)
        if not values.worlds.exact or len(values.worlds.sets) > 1 or held > SOLVED:
            return found
        if not self._guaranteed:
            dealer, left, right, *_ = map(Hand, values.worlds.sets[0].tolist())
            position = Position(Layout(dealer, left, right), self.view.lead, self.view.table)
            self._guaranteed = Solver(MEMORY).after_each(position, self.view.called, choice.seat)
        sure = self.view.won[choice.seat] + self._guaranteed[choice.card]
        return replace(found, at_least=max(found.at_least or 0, sure))


def card_groups(view: DealView, turn: PlayTurn) -> dict[Card, tuple[Card, ...]]:
    """The cards to choose from, that of the plain rules first, each with all that it touches, the highest first.

    Of touching cards the lowest stands for all, or the one that the plain rules play.
    """
    legal, lowest = sorted(turn.legal(), reverse=True), unlike_cards(view) if turn.count() > 1 else list(turn.legal())
    groups = {card: tuple(c for c in legal if _stands_for(card, c, lowest)) for card in lowest}
    rule = heuristic_action(view)
    assert isinstance(rule, Play)
    first = next(group for group in groups.values() if rule.card in group)
    return {rule.card: first} | {card: group for card, group in groups.items() if group is not first}


def _stands_for(low: Card, card: Card, lowest: list[Card]) -> bool:
    """Is this the nearest of the lowest cards, downwards in its suit?"""
    return low.suit is card.suit and low == max(c for c in lowest if c.suit is card.suit and c <= card)
