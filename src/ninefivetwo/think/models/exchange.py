"""Calls, discards and gifts for thousands of hands at once, from tables fitted to deals played by the policy `learned`.

The worth of a hand is the sum of the worths of its suits. One suit is the *main* suit: the trump suit or, at no-trump,
the longest suit, where an ace and a king each count as one more card. The length of the main suit changes the worth of
the other suits. The worth of a suit is linear in features of its cards, so it is looked up in a table that has an entry
for each of its 8192 sets of cards.

The receiver of a gift returns the highest card of the suit. The worth of a gift therefore depends on the giver's cards
in the suit, on who gives to whom, and on the number of cards given: the first, the second and each further card of a
suit have separate tables. The weights are in `exchange.json`, written by benchmarks/fit_exchange.py and fit_gifts.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import LANE_BITS, RANKS, Seat, Suit, Trump
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import LANES, Floats, Sets, lanes_of, lowest

LONGEST = 8  # greatest suit length that has its own feature
TOPS = "AKQJT"
RUNS = ("AKQ", "KQJ", "AKQJ")
GUARDED = 5  # suit length beyond which more cards do not guard an honour better
LOW_RANKS = 8  # number of ranks from the two to the nine


AnyNumbers = npt.NDArray[Any]


@cache
def lane_features() -> dict[str, AnyNumbers]:
    """Return the features by name, each with a value for every lane; most are booleans of one byte."""
    lanes = np.arange(LANES)
    length = np.bitwise_count(lanes).astype(np.int8)
    held = {rank: (lanes >> RANKS.index(rank) & 1).astype(bool) for rank in RANKS}
    found: dict[str, AnyNumbers] = {f"{n} cards": np.minimum(length, LONGEST) == n for n in range(LONGEST + 1)}
    found["cards beyond eight"] = np.maximum(length - LONGEST, 0)
    found |= {rank: held[rank] for rank in TOPS + "9"}
    for run in [*map("".join, combinations(TOPS, 2)), *RUNS]:
        found[run] = np.all([held[rank] for rank in run], axis=0)
    for rank in TOPS:
        for n in range(1, GUARDED + 1):
            found[f"{rank} of {n}"] = held[rank] & (np.minimum(length, GUARDED) == n)
    found["low ranks"] = np.sum([held[RANKS[i]] * (i + 1) / 10 for i in range(LOW_RANKS)], axis=0)
    return found


@cache
def few_features() -> dict[str, AnyNumbers]:
    """Return the few features whose worth depends on the length of another suit."""
    every = lane_features()
    short = {f"{n} cards": every[f"{n} cards"] for n in range(4)}
    longer = {"4 cards or more": ~np.any(list(short.values()), axis=0)}
    return short | longer | {rank: every[rank] for rank in "AKQ"}


@cache
def runs() -> Floats:
    """Return, for each lane, the number of cards from the ace down without a gap."""
    lanes, unbroken, found = np.arange(LANES), np.ones(LANES, dtype=bool), np.zeros(LANES)
    for rank in reversed(range(len(RANKS))):
        unbroken &= (lanes >> rank & 1).astype(bool)
        found += unbroken
    return found


def lane_table(weights: dict[str, float]) -> Floats:
    """Return, for each lane, the weighted sum of the features named in `weights`."""
    every = few_features() | lane_features()
    return np.sum([weight * every[name] for name, weight in weights.items()], axis=0)


USUAL_LENGTH = 6  # main-suit length at which the side-suit tables need no correction
HIGH_CARD = 100.0  # worth of a high card in tricks; it exceeds any sum of the tables
BLOCK = 1000  # number of hands processed together
Ints = npt.NDArray[np.int64]


class SuitTables(NamedTuple):
    """The worth of each lane in tricks, up to a constant.

    `main` is the worth as the main suit, and `side` that of any other suit. `by_length` is the change in `side` for
    each card of the main suit beyond `USUAL_LENGTH`.
    """

    main: Floats
    side: Floats
    by_length: Floats


def discards(hands: Sets, number: int, trump: Trump) -> Sets:
    """Return, for each hand, the discard of `number` cards that leaves the cards of the greatest worth.

    Each suit loses only its lowest cards. Aces, and cards in an unbroken run with the ace, are discarded only if
    nothing else is left, because the fitted deals had no such discards. A hand that would be left with fewer than
    sixteen cards takes the kitty after the discard. Every hand must hold at least `number` cards.
    """
    blind = np.bitwise_count(hands) < TRICKS + number
    found = np.zeros_like(hands)
    for kind in (False, True):
        rows = blind == kind
        if rows.any():
            found[rows] = by_blocks(partial(_discards, number, trump, discard_tables(trump, kind)), hands[rows])
    return found


def discards_by_trump(hands: Sets, number: int, trumps: Ints) -> Sets:
    """Return the same as `discards` for hands that each have their own trump, given by the denomination's number."""
    found = np.zeros_like(hands)
    for trump in Trump:
        rows = trumps == trump
        if rows.any():
            found[rows] = discards(hands[rows], number, trump)
    return found


def by_blocks(choose: Callable[[Sets], Sets], hands: Sets) -> Sets:
    """Apply `choose` to blocks of hands that are small enough for the processor's cache."""
    return np.concatenate([choose(hands[at : at + BLOCK]) for at in range(0, max(len(hands), 1), BLOCK)])


def _discards(number: int, trump: Trump, tables: SuitTables, hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(number + 1)], dtype=np.int64)[:, lanes]
    ways = ways_of(number)
    gone = low[ways, np.arange(len(Suit))]  # axes: ways, suits, hands
    kept = lanes ^ gone
    worth = hand_worths(kept, trump, tables) + HIGH_CARD * runs()[kept].sum(axis=1)
    too_short = (np.bitwise_count(lanes) < ways[:, :, None]).any(axis=1)
    best = np.where(too_short, -np.inf, worth).argmax(axis=0)
    return joined(gone[best, :, np.arange(len(hands))].T)


def best_calls(hands: Sets, trumps: Iterable[Trump], kitty_seen: bool) -> Ints:
    """Return, for each hand, the number of the denomination that wins the most tricks.

    If `kitty_seen`, the hands have twenty cards, of which four are discarded after the call, or sixteen cards after the
    discard. Otherwise the hands have sixteen cards, and the kitty is still to come.
    """
    each = list(trumps)
    worths = np.array([call_worths(hands, trump, kitty_seen) for trump in each])
    return np.array(each, dtype=np.int64)[worths.argmax(axis=0)]


def call_worths(hands: Sets, trump: Trump, kitty_seen: bool) -> Floats:
    """Return the approximate number of tricks that the dealer wins with each hand after calling `trump`.

    The hands are as in `best_calls`. Differences between denominations are more accurate than the tricks themselves,
    because they were fitted within hands.
    """
    kept, counts = hands.copy(), np.bitwise_count(hands)
    for count in set(counts[counts > TRICKS].tolist()):
        rows = counts == count
        kept[rows] ^= discards(hands[rows], count - TRICKS, trump)
    lanes = lanes_of(kept)
    return hand_worths(lanes, trump, call_tables(trump, kitty_seen))


def call_tables(trump: Trump, kitty_seen: bool) -> SuitTables:
    """Return the tables for choosing a call from the sixteen cards kept or, if the kitty was not seen, dealt."""
    choice = "calls, the kitty seen" if kitty_seen else "calls"
    kind = "no-trump" if trump is Trump.NO_TRUMP else "trumps"
    tables = _tables(choice, kind)
    return tables._replace(main=tables.main + _numbers()[choice][kind]["level"])


@cache
def ways_of(number: int) -> Ints:
    """Return all ways to take `number` cards from the four suits: a row for each way, a column for each suit."""
    return np.array([way for way in product(range(number + 1), repeat=len(Suit)) if sum(way) == number])


def joined(lanes: Ints) -> Sets:
    """Return the hands that consist of these suits; `lanes` has a row for each suit."""
    shifts = LANE_BITS * np.arange(len(Suit), dtype=np.uint64)
    return np.bitwise_or.reduce(lanes.astype(np.uint64) << shifts[:, None], axis=0)


def hand_worths(lanes: Ints, trump: Trump, tables: SuitTables) -> Floats:
    """Return the worth of each hand, up to a constant; `lanes` has the suits in its second-to-last axis."""
    main = main_suits(lanes, trump)
    side, by_length = tables.side[lanes], tables.by_length[lanes]
    cards = np.take_along_axis(lanes, main, axis=-2)[..., 0, :]
    beyond = np.bitwise_count(cards) - float(USUAL_LENGTH)
    found: Floats = tables.main[cards] - tables.side[cards] + side.sum(axis=-2)
    return found + beyond * (by_length.sum(axis=-2) - tables.by_length[cards])


def main_suits(lanes: Ints, trump: Trump) -> Ints:
    """Return each hand's main suit: trumps or, at no-trump, the longest by `lengths`; `lanes` as in `hand_worths`."""
    if trump is not Trump.NO_TRUMP:
        return np.full((*lanes.shape[:-2], 1, lanes.shape[-1]), int(trump))
    return (lengths()[lanes]).argmax(axis=-2, keepdims=True)


@cache
def lengths() -> Floats:
    """Return the length of each lane, with ace and king counted twice and ties broken by the cards."""
    every = lane_features()
    lanes = np.arange(LANES)
    return np.bitwise_count(lanes) + every["A"] + every["K"] + lanes / LANES


def discard_tables(trump: Trump, blind: bool) -> SuitTables:
    """Return the tables for choosing a discard after the kitty was seen, or `blind` ones, fitted with trumps only."""
    kind = "no-trump" if trump is Trump.NO_TRUMP else "trumps, the kitty to come" if blind else "trumps"
    return _tables("discards", kind)


@cache
def _tables(choice: str, kind: str) -> SuitTables:
    weights = fitted_weights(choice, kind)
    return SuitTables(*(lane_table(weights[name]) for name in SuitTables._fields))


@cache
def _numbers() -> Any:
    return json.loads(Path(__file__).with_name("exchange.json").read_text(encoding="utf-8"))


def fitted_weights(choice: str, kind: str) -> dict[str, dict[str, float]]:
    """Return the fitted weights of the features for one kind of choice, by the name of their table."""
    return {name: weights for name, weights in _numbers()[choice][kind].items() if isinstance(weights, dict)}


#: The cards of a suit have separately fitted worths: the first, the second and any further card.
NUMBERED = ("first", "second", "further")


def gives(hands: Sets, giver: Seat, owed: tuple[int, int, int]) -> Sets:
    """Return the cards that each hand gives: a row for each hand, a column for each receiver.

    Gifts are the lowest cards of their suits. `owed` is the number of cards for each receiver. If there are two
    receivers, the cards for the first in seat order are chosen first.
    """
    return by_blocks(partial(_gives, giver, owed), hands)


def _gives(giver: Seat, owed: tuple[int, int, int], hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(sum(owed) + 1)], dtype=np.int64)
    given, found = np.zeros_like(lanes), np.zeros((len(hands), len(owed)), dtype=np.uint64)
    for receiver, number in zip(Seat, owed, strict=True):
        if number:
            more = _best_way(lanes, given, number, pair_tables(giver, receiver, sum(owed)))
            found[:, receiver] = joined(low[given + more, lanes] ^ low[given, lanes])
            given += more
    return found


def _best_way(lanes: Ints, given: Ints, number: int, tables: Floats) -> Ints:
    """Return how many cards of each suit (rows) each hand (columns) gives, after the cards already `given`."""
    after = ways_of(number)[:, :, None] + given  # axes: ways, suits, hands
    worth = (tables[after, lanes] - tables[given, lanes]).sum(axis=1)
    too_short = (np.bitwise_count(lanes) < after).any(axis=1)
    return ways_of(number)[np.where(too_short, -np.inf, worth).argmax(axis=0)].T


@cache
def pair_tables(giver: Seat, receiver: Seat, most: int) -> Floats:
    """Return the giver's worth of giving the 0, 1, 2 … lowest cards of each lane, in tricks up to a constant."""
    weights = fitted_weights("gifts", pair_name(giver, receiver))
    first, second, further = (lane_table(weights[name]) for name in NUMBERED)
    steps = [np.zeros(LANES), first, second, *[further] * most]
    return np.cumsum(steps[: most + 1], axis=0)


def pair_name(giver: Seat, receiver: Seat) -> str:
    """Return the name of a giver and a receiver in the file and in surveys, such as "dealer to left"."""
    return f"{giver.word} to {receiver.word}"
