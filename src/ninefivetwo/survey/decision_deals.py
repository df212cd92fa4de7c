"""Deals that players of the learned policy's rollouts play: as the first card is due, called, given and discarded.

The plain rules decide, but a quarter of the deals is at no-trump where that may be called, some are in a suit drawn at
random, and some discards are drawn, so that a policy also meets what other players lead it into.
"""

from __future__ import annotations

from random import Random

from ninefivetwo.cards import Denomination, Hand, Suit
from ninefivetwo.errors import GameError
from ninefivetwo.game import (
    Action,
    Call,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Play,
    PreviousResults,
    check_previous_results,
)
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.think.heuristics import heuristic_action

NO_TRUMP, ANY_SUIT = 0.25, 0.15  # chances of the calls that the plain rules do not make
LOW_DISCARDS = 0.2  # chance of a discard that is drawn
EXCHANGES = 0.5  # chance of a deal before this one, whose results make players exchange cards
SPREAD = 2.0  # points: standard deviation of a seat's result in it
LOW = 8  # ranks below it are low: two to nine


def deal_to_play(rules: RuleSet, seed: int, number: int) -> Deal:
    """The deal of that number as its first card is due; the same for the same seed and number, whatever came before."""
    random = Random(f"{seed} {number}")
    results = _previous_results(rules, random) if random.random() < EXCHANGES else None
    deal = Deal.start(rules, next(random_deals(random.getrandbits(62))), results)
    denomination = _other_call(rules, random)
    drawn = random.random() < LOW_DISCARDS
    while (step := deal.due) is not None and step.kind is not Play:
        deal = deal.after(_action(deal.seen_by(step.seat), denomination, drawn, random))
    return deal


def _previous_results(rules: RuleSet, random: Random) -> PreviousResults:
    """Results near the contracts, such as most deals have."""
    while True:
        dealer, left = round(random.gauss(0, SPREAD)), round(random.gauss(0, SPREAD))
        results = (dealer, left, -dealer - left)
        try:
            check_previous_results(rules, results)
        except GameError:
            continue
        return results


def _other_call(rules: RuleSet, random: Random) -> Denomination | None:
    """What is called instead of what the plain rules call; None: nothing."""
    chance = random.random()
    if chance < NO_TRUMP:
        return Denomination.N if rules.notrump else None
    return Denomination(random.choice(list(Suit))) if chance < NO_TRUMP + ANY_SUIT else None


def _action(view: DealView, denomination: Denomination | None, drawn: bool, random: Random) -> Action:
    """The plain rules' choice but for a call or a discard that was drawn."""
    action = heuristic_action(view)
    if isinstance(action, Call) and denomination is not None:
        return Call(action.seat, denomination)
    turn = view.due_turn
    if isinstance(turn, DiscardTurn) and drawn:
        return Discard(turn.seat, _low_cards(turn.held, turn.number, view.trump, random))
    return action


def _low_cards(hand: Hand, number: int, trump: Denomination | None, random: Random) -> Hand:
    """So many low cards drawn from those that are no trumps, and from the others where there are too few."""
    low = [card for card in hand if card.rank < LOW and (trump is None or int(card.suit) != int(trump))]
    rest = [card for card in hand if card not in low]
    random.shuffle(low)
    return Hand.of((low + random.sample(rest, len(rest)))[:number])
