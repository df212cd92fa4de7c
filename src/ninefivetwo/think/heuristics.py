"""Rules of thumb for calling, discarding, giving and playing, as taught to beginners.

The array functions apply the rules of thumb to thousands of hands at once. Hands are arrays of card sets
(`ninefivetwo.sets`), and tables are indexed by lane (the 13-bit set of cards held in a suit).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Card, Hand, Suit, Trump
from ninefivetwo.evaluation import sum_in_order
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
from ninefivetwo.sets import LANES, RANK_COUNT, Sets, lane
from ninefivetwo.think.playouts import choose_card, policy

ACE, KING, QUEEN, TEN = 12, 11, 10, 8


def best_call(hand: Hand, trumps: Iterable[Trump]) -> Trump:
    """Return the hand's longest suit as the call, with ties broken by higher cards."""

    def strength(d: Trump) -> tuple[int, list[int]]:
        cards = [card.rank for card in hand if int(card.suit) == int(d)]
        return len(cards), cards

    return max(trumps, key=strength)


def give(turn: GiveTurn) -> Give:
    """Return a gift of the lowest card of each suit in turn, starting with the weakest suit.

    The receiver must return the highest card of the same suit, so a low card from a weak suit gets the best
    replacement.
    """
    suits = sorted((suit for suit in Suit if turn.held.only(suit)), key=lambda s: max(turn.held.only(s)).rank)
    by_suit = [sorted(turn.held.only(suit)) for suit in suits]
    order = [cards[i] for i in range(max(map(len, by_suit))) for cards in by_suit if i < len(cards)]
    return Give.in_order(turn.seat, order, turn.owed)


def discard(hand: Hand, number: int, trump: Trump) -> Hand:
    """Return the discard of `number` cards that leaves the most valuable hand, using each suit's lowest cards."""
    suits = [sorted(hand.only(suit)) for suit in Suit]
    worths = [[worth(cards[n:], Trump(s) is trump, trump) for n in range(len(cards) + 1)]
              for s, cards in enumerate(suits)]  # fmt: skip
    ways = (way for way in product(*(range(min(number, len(cards)) + 1) for cards in suits)) if sum(way) == number)
    one, two, three, four = worths
    best = max(ways, key=lambda way: one[way[0]] + two[way[1]] + three[way[2]] + four[way[3]])
    return Hand.of(card for s, n in enumerate(best) for card in suits[s][:n])


def worth(cards: list[Card], is_trump: bool, trump: Trump) -> float:
    """Estimate the number of tricks that one suit wins for the dealer, including ruffs if the suit is void."""
    ranks = [card.rank for card in cards]
    if is_trump:
        return 1.2 * len(ranks) + sum_in_order(0.1 * (rank - 6) for rank in ranks if rank >= TEN)
    if not ranks:
        return 0.4 if trump is not Trump.NO_TRUMP else 0.0
    tops = next(n for n in range(14) if ACE - n not in ranks)  # length of the unbroken sequence from the ace down
    guarded = 0.6 * (KING in ranks and tops == 0 and len(ranks) > 1)
    guarded += 0.3 * (QUEEN in ranks and tops < 2 and len(ranks) > 2)
    spare = max(0, len(ranks) - 3)
    if trump is Trump.NO_TRUMP:
        return 1.0 * tops + guarded + 0.35 * spare
    cashed = 1.1 * (tops > 0) + 0.8 * (tops > 1) + 0.4 * (tops > 2)  # the third round of a suit is often ruffed
    return cashed + guarded + 0.03 * spare + 0.1 * (len(ranks) == 1)


def card_to_play(view: DealView, turn: PlayTurn) -> Card:
    legal = turn.legal()
    return next(iter(legal)) if len(legal) == 1 else choose_card(policy("plain"), view)


def heuristic_action(view: DealView) -> Action:
    """Return the action that the rules of thumb choose for the viewer, whose turn it must be."""
    turn = view.due_turn
    match turn:
        case GiveTurn():
            return give(turn)
        case CallTurn():
            seen = view.kitty if isinstance(view.kitty, Hand) else Hand()
            return Call(turn.seat, best_call(turn.held | seen, turn.trumps))
        case DiscardTurn():
            trump = view.trump
            if trump is None:
                trump = best_call(turn.held, view.rules.trumps())
            return Discard(turn.seat, discard(turn.held, turn.number, trump))
        case PlayTurn():
            return Play(turn.seat, card_to_play(view, turn))
    assert isinstance(turn, YesNoTurn)
    return turn.asked(turn.seat, True)  # a yes costs nothing


# Arrays of hands


def best_calls(hands: Sets, trumps: Iterable[Trump]) -> npt.NDArray[np.int64]:
    """Return the denomination that `best_call` would choose for each hand, as a number."""
    suits = [int(d) for d in trumps if d is not Trump.NO_TRUMP]
    lanes = np.array([lane(hands, suit) for suit in suits])
    strength = np.bitwise_count(lanes).astype(np.uint64) << np.uint64(RANK_COUNT) | lanes
    return np.array(suits)[strength.argmax(axis=0)]


def gives(hands: Sets, number: int) -> Sets:
    """Return the `number` cards that each hand gives to a single receiver, chosen as in `give`."""
    rest = np.array([lane(hands, suit) for suit in Suit])
    key = np.where(rest > 0, tops()[rest], RANK_COUNT)  # sort suits by their best card, weakest first, and voids last
    order = key.argsort(axis=0, kind="stable")
    rows = np.arange(len(hands))
    found, given = np.zeros(len(hands), dtype=np.uint64), np.zeros(len(hands), dtype=np.int64)
    for _ in range(number):  # each round takes one card from every suit that still has one
        for suits in order:
            low = rest[suits, rows] & ~(rest[suits, rows] - np.minimum(rest[suits, rows], np.uint64(1)))
            rest[suits, rows] ^= low
            found |= np.where(given < number, low << (LANE_BITS * suits).astype(np.uint64), np.uint64(0))
            given += low > 0
    return found


def returns(hands: Sets, given: Sets) -> Sets:
    """Return each hand's highest cards of the suits given, which must be sent back. The hands include the gifts."""
    found = np.zeros(len(hands), dtype=np.uint64)
    for suit in Suit:
        number = np.bitwise_count(lane(given, suit))
        found |= _highest(int(number.max(initial=0)))[number, lane(hands, suit)] << np.uint64(LANE_BITS * suit)
    return found


@cache
def tops() -> npt.NDArray[np.int64]:
    """Return the rank of the highest card in each lane, or 0 for the empty lane."""
    return np.array([max(n.bit_length() - 1, 0) for n in range(LANES)])


@cache
def _highest(most: int) -> Sets:
    """Return the n highest cards of each lane (columns) for each n from 0 to `most` (rows)."""
    lanes = np.arange(LANES, dtype=np.uint64)
    rows = [np.zeros(LANES, dtype=np.uint64)]
    for _ in range(most):
        rest = lanes ^ rows[-1]
        rows.append(rows[-1] | np.where(rest > 0, np.uint64(1) << tops()[rest].astype(np.uint64), np.uint64(0)))
    return np.array(rows)
