"""The entry points for advice: `advise` for every kind of question, and `first_look` for an instant choice.

Advice on a card is based on playouts of each legal card in the same worlds. In a playout, the policy at each seat uses
only what the seat can see. Calls, discards and gifts are handled in `before.py`.
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
    Play,
    PlayTurn,
    YesNoTurn,
)
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise.advice import (
    FEWEST_WORLDS,
    LEVEL_LEAD,
    SHOWN_LEAD,
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
from ninefivetwo.think.models.exchange import discards, modelled_calls, modelled_gifts
from ninefivetwo.think.playouts import choose_card, policy
from ninefivetwo.think.playouts.values import (
    DistinctWorlds,
    Rollouts,
    RolloutValues,
    card_values,
    estimate,
    unlike_cards,
)

SETTLED = 4.0  # minimum lead for stopping early, in standard errors; high, because the test is repeated often


def advise(question: Question, watch: Callable[[AnyAdvice], bool] | None = None) -> AnyAdvice:
    """Return advice on what the viewer should call, discard, give or play.

    `watch` is called repeatedly with the advice so far and can return True to stop the work. Raises AdviceError if the
    viewer has nothing to choose or the match is over, KnowledgeError if the view is contradictory, and SearchStopped if
    the token was cancelled before any world was played out.
    """
    question.check()
    if isinstance(question.view.turn, PlayTurn):
        return advice_on_card(question, watch)
    return advice_before_play(question, watch)


class FirstLook(Struct, frozen=True):
    """An instant choice for the viewer, without any figures.

    `cards` has the chosen card and all equivalent (touching) cards, and is empty before the play. `decided` is true if
    there is only one choice, all choices are equivalent, or the choice is between yes and no.
    """

    view: DealView
    action: Action
    cards: tuple[Card, ...]
    decided: bool


def advise_gradually(question: Question, show: Callable[[FirstLook | AnyAdvice], None]) -> FirstLook | AnyAdvice:
    """Show an instant choice and then improving advice, and return the final advice.

    `show` receives the instant choice, and then the advice after each batch of worlds. Work ends when the advice is
    `settled` or all worlds have been used. If there is nothing to decide, the instant choice is returned. Raises the
    same errors as `advise`.
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
    """Return an instant choice for the viewer. Raises AdviceError if the viewer has nothing to choose."""
    turn = view.turn
    if turn is None or turn.seat is not view.viewer:
        raise AdviceError(f"{due(view)} (expected a choice by {view.viewer.word})")
    action = learned_action(view)
    if not isinstance(turn, PlayTurn) or not isinstance(action, Play):
        return FirstLook(view, action, (), isinstance(turn, YesNoTurn) or turn.count() == 1)
    groups = card_groups(view, turn)
    equal = next(group for group in groups.values() if action.card in group)
    return FirstLook(view, action, equal, len(groups) == 1)


def settled(advice: AnyAdvice) -> bool:
    """Whether every other choice is surely worse than the best choice or surely as good.

    Sampled advice is never settled if its effective sample size is below `FEWEST_WORLDS`.
    """
    if advice.exact:
        return True
    level = LEVEL_LEAD[advice.objective.in_chances]
    regrets = [(rival.regret.mean, SETTLED * rival.regret.standard_error) for rival in advice.evaluations[1:]]
    return advice.effective >= FEWEST_WORLDS and all(
        mean - off > SHOWN_LEAD or mean + off < level for mean, off in regrets
    )


def learned_action(view: DealView) -> Action:
    """Return the action that the learned models choose for the viewer, whose turn it must be.

    The learned policy chooses cards, and the model fitted to its playouts chooses gifts, calls and discards. The result
    depends only on the view.
    """
    turn = view.due_turn
    match turn:
        case PlayTurn() if turn.count() > 1:
            return Play(turn.seat, choose_card(policy("learned"), view))
        case GiveTurn():
            (cards,) = modelled_gifts(_row(turn.held), turn.seat, turn.owed)
            return Give.of(turn.seat, {to: Hand(int(gift)) for to, gift in zip(Seat, cards, strict=True)})
        case CallTurn():
            return Call(turn.seat, _call(view, turn.held, turn.trumps))
        case DiscardTurn():
            # If the discard comes before the call, discard for the trump that the player would call now.
            trump = _call(view, turn.held, view.rules.trumps()) if view.trump is None else view.trump
            (discarded,) = discards(_row(turn.held), turn.number, trump)
            return Discard(turn.seat, Hand(int(discarded)))
    return heuristic_action(view)


def _call(view: DealView, held: Hand, trumps: Iterable[Trump]) -> Trump:
    kitty = view.kitty if isinstance(view.kitty, Hand) else None
    (trump,) = modelled_calls(_row(held | (kitty or Hand())), trumps, kitty_seen=kitty is not None)
    return Trump(int(trump))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)


# Advice on cards

SOLVED = 6  # maximum number of cards in hand for computing the guarantee when only one deal is possible
ADVICE_MEMORY = 1 << 20  # size of the solver's transposition table in bytes
FORCED_WORLDS = 200  # maximum number of worlds played out if all legal cards are equivalent


def advice_on_card(question: Question, watch: Watch[CardEvaluation] | None = None) -> Advice[CardEvaluation]:
    """Return advice on the card to play. Raises AdviceError if the next action is not the play of a card."""
    turn, worlds = question.view.turn, question.limits.worlds
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(question.view)} (expected a card to play)")
    cards = CardChoices(question, turn)
    number = min(FORCED_WORLDS, worlds) if len(cards.groups) == 1 else worlds
    return cards.advice(cards.choices, drawn_worlds(question, number), len(cards.groups), watch)


class CardChoices(Choices[Play, CardDetails]):
    """The cards to choose from. `groups` maps each card to the touching cards that it represents."""

    def __init__(self, question: Question, turn: PlayTurn) -> None:
        super().__init__(question)
        self.groups = card_groups(self.view, turn)
        self.choices = [Play(turn.seat, card) for card in self.groups]
        self._guaranteed = dict[Card, int]()

    def price(self, choices: Sequence[Play], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        return card_values(self.view, worlds, [choice.card for choice in choices], rollouts)

    def details(self, choice: Play, common: Prospects, values: RolloutValues, at: int, best: int) -> CardDetails:
        _, shares, exact = values.worlds
        conceded = {
            seat: estimate(values.tricks[:, at, seat] - values.tricks[:, best, seat], shares, exact or at == best)
            for seat in Seat
            if seat is not values.seat
        }
        return CardDetails(**asdict(common), cards=self.groups[choice.card], conceded=conceded)

    def proved(self, choice: Play, values: RolloutValues, at: int) -> Bound:
        """Return proved bounds on the tricks, using the double-dummy guarantee if only one deal is possible."""
        found, held = super().proved(choice, values, at), len(self.view.due_turn.held)
        if not values.worlds.exact or len(values.worlds.sets) > 1 or held > SOLVED:
            return found
        if not self._guaranteed:
            dealer, left, right, *_ = map(Hand, values.worlds.sets[0].tolist())
            position = Position(Layout(dealer, left, right), self.view.lead, self.view.table)
            self._guaranteed = Solver(ADVICE_MEMORY).after_each(position, self.view.called, choice.seat)
        sure = self.view.won[choice.seat] + self._guaranteed[choice.card]
        return replace(found, at_least=max(found.at_least or 0, sure))


def card_groups(view: DealView, turn: PlayTurn) -> dict[Card, tuple[Card, ...]]:
    """Return the cards to choose from, each with its group of touching cards from high to low.

    The card chosen by the rules of thumb comes first and represents its group. Every other group is represented by its
    lowest card.
    """
    legal, lowest = sorted(turn.legal(), reverse=True), unlike_cards(view) if turn.count() > 1 else list(turn.legal())
    groups = {card: tuple(c for c in legal if _stands_for(card, c, lowest)) for card in lowest}
    rule = heuristic_action(view)
    assert isinstance(rule, Play)
    first = next(group for group in groups.values() if rule.card in group)
    return {rule.card: first} | {card: group for card, group in groups.items() if group is not first}


def _stands_for(low: Card, card: Card, lowest: list[Card]) -> bool:
    """Whether `low` is the highest card in `lowest` that has the suit of `card` and is not above `card`."""
    return low.suit is card.suit and low == max(c for c in lowest if c.suit is card.suit and c <= card)
