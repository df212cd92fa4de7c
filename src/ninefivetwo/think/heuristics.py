"""Plain rules, the rules of thumb that beginners are taught: what to call, discard, give and play, from one hand.

Call the longest suit.  Discard weak short suits, keep trumps, aces and guarded kings.  Give low cards of suits whose
best cards you do not hold.  The same follows for thousands of hands at once: arrays of card sets in, arrays out
(`ninefivetwo.sets`), with tables that have an entry for each of the 8192 sets of one suit's cards (lanes).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Card, Hand, Suit, Trump
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    Play,
    PlayTurn,
)
from ninefivetwo.sets import LANES, RANKS, Sets, lane
from ninefivetwo.think.playouts import choose_card, policy

ACE, KING, QUEEN, TEN = 12, 11, 10, 8


def best_call(hand: Hand, trumps: Iterable[Trump]) -> Trump:
    """The longest suit; of equally long ones the one with the higher cards, compared from the top."""

    def strength(d: Trump) -> tuple[int, list[int]]:
        cards = [card.rank for card in hand if int(card.suit) == int(d)]
        return len(cards), cards

    return max(trumps, key=strength)


def give(turn: GiveTurn) -> Give:
    """All that may be given: the lowest card of each suit in turn, beginning with the suit whose best card is lowest.

    The receiver returns his highest card of the suit, so a low card of a weak suit asks for the best replacement.
    """
    suits = sorted((suit for suit in Suit if turn.held.only(suit)), key=lambda s: max(turn.held.only(s)).rank)
    by_suit = [sorted(turn.held.only(suit)) for suit in suits]
    order = [cards[i] for i in range(max(map(len, by_suit))) for cards in by_suit if i < len(cards)]
    return Give.in_order(turn.seat, order, turn.owed)


def discard(hand: Hand, number: int, trump: Trump) -> Hand:
    """So many cards, the lowest of their suits, such that what is kept is worth most."""
    suits = [sorted(hand.only(suit)) for suit in Suit]
    worths = [[worth(cards[n:], Trump(s) is trump, trump) for n in range(len(cards) + 1)]
              for s, cards in enumerate(suits)]  # fmt: skip
    ways = (way for way in product(*(range(min(number, len(cards)) + 1) for cards in suits)) if sum(way) == number)
    best = max(ways, key=lambda way: sum(worths[s][n] for s, n in enumerate(way)))
    return Hand.of(card for s, n in enumerate(best) for card in suits[s][:n])


def worth(cards: list[Card], is_trump: bool, trump: Trump) -> float:
    """Roughly what the cards of a suit are worth to the dealer, in tricks; beside trumps a void is worth some ruffs."""
    ranks = [card.rank for card in cards]
    if is_trump:
        return 1.2 * len(ranks) + sum(0.1 * (rank - 6) for rank in ranks if rank >= TEN)
    if not ranks:
        return 0.4 if trump is not Trump.NO_TRUMP else 0.0
    tops = next(n for n in range(14) if ACE - n not in ranks)  # ace, king, queen ... without a gap
    guarded = 0.6 * (KING in ranks and tops == 0 and len(ranks) > 1)
    guarded += 0.3 * (QUEEN in ranks and tops < 2 and len(ranks) > 2)
    spare = max(0, len(ranks) - 3)
    if trump is Trump.NO_TRUMP:
        return 1.0 * tops + guarded + 0.35 * spare
    cashed = 1.1 * (tops > 0) + 0.8 * (tops > 1) + 0.4 * (tops > 2)  # a third round is often ruffed
    return cashed + guarded + 0.03 * spare + 0.1 * (len(ranks) == 1)


def card_to_play(view: DealView, turn: PlayTurn) -> Card:
    """The card that the plain rules play."""
    legal = turn.legal()
    return next(iter(legal)) if len(legal) == 1 else choose_card(policy("plain"), view)


def heuristic_action(view: DealView) -> Action:
    """A legal action for the seat whose view this is and whose turn it must be; the same view gives the same action."""
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
    return Look(turn.seat, True)  # a look costs nothing


# Thousands of hands at once.


def best_calls(hands: Sets, trumps: Iterable[Trump]) -> npt.NDArray[np.int64]:
    """For each hand the denomination that `best_call` chooses, as a number."""
    suits = [int(d) for d in trumps if d is not Trump.NO_TRUMP]
    lanes = np.array([lane(hands, suit) for suit in suits])
    strength = np.bitwise_count(lanes).astype(np.uint64) << np.uint64(RANKS) | lanes
    return np.array(suits)[strength.argmax(axis=0)]


def gives(hands: Sets, number: int) -> Sets:
    """The cards that each hand gives to a single receiver, so many, as `give` chooses them."""
    rest = np.array([lane(hands, suit) for suit in Suit])
    key = np.where(rest > 0, tops()[rest], RANKS)  # suits in order of their best card; voids last
    order = key.argsort(axis=0, kind="stable")
    rows = np.arange(len(hands))
    found, given = np.zeros(len(hands), dtype=np.uint64), np.zeros(len(hands), dtype=np.int64)
    for _ in range(number):  # rounds, of a card from each suit that still has one
        for suits in order:
            low = rest[suits, rows] & ~(rest[suits, rows] - np.minimum(rest[suits, rows], np.uint64(1)))
            rest[suits, rows] ^= low
            found |= np.where(given < number, low << (LANE_BITS * suits).astype(np.uint64), np.uint64(0))
            given += low > 0
    return found


def returns(hands: Sets, given: Sets) -> Sets:
    """What each hand returns for the cards given, which it holds already: of each suit as many, the highest."""
    found = np.zeros(len(hands), dtype=np.uint64)
    for suit in Suit:
        number = np.bitwise_count(lane(given, suit))
        found |= _highest(int(number.max(initial=0)))[number, lane(hands, suit)] << np.uint64(LANE_BITS * suit)
    return found


@cache
def tops() -> npt.NDArray[np.int64]:
    """The rank of each lane's highest card; 0 for the empty lane."""
    return np.array([max(n.bit_length() - 1, 0) for n in range(LANES)])


@cache
def _highest(most: int) -> Sets:
    """The highest cards of each lane: a row for each number of cards up to `most`."""
    lanes = np.arange(LANES, dtype=np.uint64)
    rows = [np.zeros(LANES, dtype=np.uint64)]
    for _ in range(most):
        rest = lanes ^ rows[-1]
        rows.append(rows[-1] | np.where(rest > 0, np.uint64(1) << tops()[rest].astype(np.uint64), np.uint64(0)))
    return np.array(rows)
