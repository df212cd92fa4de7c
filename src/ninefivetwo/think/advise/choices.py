"""Which calls, discards and gifts are worth thinking of: there may be thousands, most of them plainly worse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Suit
from ninefivetwo.errors import AdviceError
from ninefivetwo.exact.discard import discard_classes
from ninefivetwo.game import Action, CallTurn, Deal, DealView, Discard, DiscardTurn, Give, GiveTurn, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import lanes_of
from ninefivetwo.think.heuristics import best_call, give
from ninefivetwo.think.models.exchange import discard_tables, hand_worths

SHORTLIST = 60  # discards, the best by fitted rules, that are played out
MOST_GIFTS = 400  # that are looked at
LOW_CARDS = (13, 4, 3, 2, 1)  # of each suit, that may be given: the more, the better, until the gifts are too many


def due(view: Deal) -> str:
    """What is to be done next, in words."""
    step = view.due
    return "the deal is over" if step is None else f"{step.kind.__name__.lower()} by {step.seat.word} is due"


def likely_choices(view: DealView) -> list[Action]:
    """The calls, discards or gifts worth thinking of.  Raises AdviceError where something else is due."""
    turn = view.turn
    match turn:
        case CallTurn():
            return list(turn.actions())
        case DiscardTurn():
            return list(_discards(view, turn))
        case GiveTurn():
            return list(_gifts(turn))
    raise AdviceError(f"{due(view)} (expected a call, a discard or a gift)")


def _discards(view: DealView, turn: DiscardTurn) -> Iterator[Discard]:
    """The discards that leave the best hand by fitted rules; before the call, for the call of the plain rules."""
    trump = best_call(turn.held, view.rules.denominations()) if view.trump is None else view.trump
    classes = discard_classes(turn.held, FULL_DECK - turn.held, turn.number, trump)
    discards = np.array([discard.cards for discard in classes], dtype=np.uint64)
    kept = np.uint64(turn.held.cards) ^ discards
    lanes = lanes_of(kept)
    worth = hand_worths(lanes, trump, discard_tables(trump, blind=len(turn.held) == TRICKS))
    for i in np.argsort(-worth, kind="stable")[:SHORTLIST]:
        yield Discard(turn.seat, Hand(int(discards[i])))


def _gifts(turn: GiveTurn) -> Iterator[Give]:
    """Gifts of the lowest cards of each suit, the fewer of each the more gifts there are.

    Where even the lowest card of each suit makes too many, the plain rules' gift with one card exchanged for another.
    """
    for number in LOW_CARDS:
        cards = Hand.of(card for suit in Suit for card in sorted(turn.held.only(suit))[:number])
        low = GiveTurn(turn.seat, cards, turn.owed, turn.must)
        if len(cards) >= sum(turn.owed) and low.count() <= MOST_GIFTS:
            yield from _different_gifts(low)
            return
    heuristic = give(turn)
    given = {seat: cards for seat, cards in zip(Seat, heuristic.cards, strict=True) if isinstance(cards, Hand)}
    rest = turn.held - Hand.of(card for cards in given.values() for card in cards)
    for seat, cards in given.items():
        for card, other in product(cards, rest):
            yield Give.of(turn.seat, given | {seat: cards - Hand.of([card]) | Hand.of([other])})


def _different_gifts(turn: GiveTurn) -> Iterator[Give]:
    """The gifts, and of those that differ only in touching cards of the hand the one with the lowest."""
    places = {card: i for i, card in enumerate(sorted(turn.held))}
    group = {card: (card.suit, card.rank - i) for card, i in places.items()}  # the same for cards that touch
    seen = set()
    for action in sorted(turn.actions(), key=_ranks_given):
        key = tuple(tuple(sorted(group[card] for card in known_cards(cards))) for cards in action.cards)
        if key not in seen:
            seen.add(key)
            yield action


def _ranks_given(gift: Give) -> int:
    return sum(card.rank for cards in gift.cards for card in known_cards(cards))
