"""The plain rules for thousands of hands at once: arrays of card sets in, arrays out (`ninefivetwo.sets`).

What the rules say about the cards of one suit is looked up in tables with an entry for each of its 8192 sets (lanes).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, Denomination, Hand, Suit
from ninefivetwo.sets import LANES, RANKS, Floats, Sets, lane, lowest
from ninefivetwo.think.heuristics import worth


@cache
def worths(kind: str) -> Floats:
    """What each lane is worth to the dealer, in tricks.  kind: as `kind_of_suit` gives it."""
    trump = Denomination.N if kind == "no-trump" else Denomination.S
    suit = Suit.S if kind == "trump" else Suit.H
    shift = LANE_BITS * suit
    return np.array([worth(sorted(Hand(n << shift)), kind == "trump", trump) for n in range(LANES)])


def kind_of_suit(suit: int, trump: Denomination) -> str:
    """`trump`, `side` for a suit beside trumps, or `no-trump`."""
    return "no-trump" if trump is Denomination.N else "trump" if suit == trump else "side"


def discards(hands: Sets, number: int, trump: Denomination) -> Sets:
    """So many cards of each hand, as `discard` chooses them; no hand may hold fewer."""
    lanes = [lane(hands, suit) for suit in Suit]
    best, found = np.full(len(hands), -np.inf), np.zeros(len(hands), dtype=np.uint64)
    for way in product(range(number + 1), repeat=len(Suit)):
        if sum(way) != number:
            continue
        value = np.zeros(len(hands))
        gone = np.zeros(len(hands), dtype=np.uint64)
        for suit, n in zip(Suit, way, strict=True):
            low = lowest(n)[lanes[suit]]
            value += _without(kind_of_suit(suit, trump), n)[lanes[suit]]
            gone |= low << np.uint64(LANE_BITS * suit)
        better = value > best
        best, found = np.where(better, value, best), np.where(better, gone, found)
    return found


@cache
def _without(kind: str, number: int) -> Floats:
    """What each lane is worth without so many of its lowest cards; minus infinity where it has fewer."""
    lanes = np.arange(LANES, dtype=np.uint64)
    found = worths(kind)[lanes ^ lowest(number)]
    return np.where(np.bitwise_count(lanes) >= number, found, -np.inf)


def best_calls(hands: Sets, denominations: Iterable[Denomination]) -> npt.NDArray[np.int64]:
    """For each hand the denomination that `best_call` chooses, as a number."""
    suits = [int(d) for d in denominations if d is not Denomination.N]
    lanes = np.array([lane(hands, suit) for suit in suits])
    strength = np.bitwise_count(lanes).astype(np.uint64) << np.uint64(RANKS) | lanes
    return np.array(suits)[strength.argmax(axis=0)]


def gives(hands: Sets, owed: tuple[int, int, int]) -> Sets:
    """What each hand gives, as `give` chooses it: a row per hand, a column per receiver.  owed: cards, by receiver."""
    rest = np.array([lane(hands, suit) for suit in Suit])
    key = np.where(rest > 0, tops()[rest], RANKS)  # suits in order of their best card; voids last
    order = key.argsort(axis=0, kind="stable")
    rows = np.arange(len(hands))
    queue: list[Sets] = []
    for _ in range(sum(owed)):  # rounds, of a card from each suit that still has one
        for suits in order:
            low = rest[suits, rows] & ~(rest[suits, rows] - np.minimum(rest[suits, rows], np.uint64(1)))
            rest[suits, rows] ^= low
            queue.append(low << (LANE_BITS * suits).astype(np.uint64))
    return _dealt_out(np.array(queue).T, owed)


def _dealt_out(queues: Sets, owed: tuple[int, int, int]) -> Sets:
    """The first cards of each row for the dealer, the next for left, then for right; a 0 in a row is no card."""
    places = np.cumsum(queues > 0, axis=1) * (queues > 0)  # 1 for the first card of a row
    ends = np.cumsum((0, *owed))
    found = [np.where((places > ends[s]) & (places <= ends[s + 1]), queues, 0).sum(axis=1) for s in range(3)]
    return np.array(found, dtype=np.uint64).T


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
