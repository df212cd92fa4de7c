"""What is called, discarded and given, for thousands of hands at once, fitted to deals played by the policy `learned`.

A hand is worth the sum of what its suits are worth.  One suit is the *main* one: the trumps, or at no-trump the
longest, an ace and a king counting as a card more each; by its length the others are worth more or less.  What a suit
is worth is linear in features of its cards, so it is looked up in a table with an entry for each of its 8192 sets.

The receiver of a gift returns the highest card of the suit.  So what a gift brings depends on what the giver holds in
the suit, on who gives to whom, and on how many cards go: the first, the second and each further card of a suit have
tables of their own.  The numbers are in `exchange.json`, written by benchmarks/fit_exchange.py and fit_gifts.py.
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

LONGEST = 8  # longer suits count as this one and so many cards more
TOPS = "AKQJT"
RUNS = ("AKQ", "KQJ", "AKQJ")
GUARDED = 5  # so many cards guard an honour as well as more would
LOW_RANKS = 8  # of the two to the nine


AnyNumbers = npt.NDArray[Any]


@cache
def lane_features() -> dict[str, AnyNumbers]:
    """By name, a value for each lane: most are true or false, of a byte each."""
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
    """The few of them whose worth depends on another suit's length."""
    every = lane_features()
    short = {f"{n} cards": every[f"{n} cards"] for n in range(4)}
    longer = {"4 cards or more": ~np.any(list(short.values()), axis=0)}
    return short | longer | {rank: every[rank] for rank in "AKQ"}


@cache
def runs() -> Floats:
    """How many cards each lane has from the ace down without a gap."""
    lanes, unbroken, found = np.arange(LANES), np.ones(LANES, dtype=bool), np.zeros(LANES)
    for rank in reversed(range(len(RANKS))):
        unbroken &= (lanes >> rank & 1).astype(bool)
        found += unbroken
    return found


def lane_table(weights: dict[str, float]) -> Floats:
    """For each lane the sum of some of its features by weight."""
    every = few_features() | lane_features()
    return np.sum([weight * every[name] for name, weight in weights.items()], axis=0)


USUAL_LENGTH = 6  # of the main suit, at which the tables of the others hold as they are
HIGH_CARD = 100.0  # tricks: more than any sum of the tables
BLOCK = 1000  # hands
Ints = npt.NDArray[np.int64]


class SuitTables(NamedTuple):
    """What each lane is worth, in tricks up to a constant.

    main: as the main suit.  side: as another.  by_length: as another, for each card of the main suit beyond the usual.
    """

    main: Floats
    side: Floats
    by_length: Floats


def discards(hands: Sets, number: int, trump: Trump) -> Sets:
    """So many of the lowest cards of their suits from each hand, such that the rest is worth most.

    No ace, and no card below one with none between, is thrown while another can be: the fit met no such hands.
    Where fewer than sixteen cards are left, the kitty comes after the discard.  No hand may hold fewer than `number`.
    """
    blind = np.bitwise_count(hands) < TRICKS + number
    found = np.zeros_like(hands)
    for kind in (False, True):
        rows = blind == kind
        if rows.any():
            found[rows] = by_blocks(partial(_discards, number, trump, discard_tables(trump, kind)), hands[rows])
    return found


def discards_by_trump(hands: Sets, number: int, trumps: Ints) -> Sets:
    """The same where each hand has a trump of its own, by the denomination's number."""
    found = np.zeros_like(hands)
    for trump in Trump:
        rows = trumps == trump
        if rows.any():
            found[rows] = discards(hands[rows], number, trump)
    return found


def by_blocks(choose: Callable[[Sets], Sets], hands: Sets) -> Sets:
    """What is chosen from each hand, looked for in so many at a time that the work stays in the processor's cache."""
    return np.concatenate([choose(hands[at : at + BLOCK]) for at in range(0, max(len(hands), 1), BLOCK)])


def _discards(number: int, trump: Trump, tables: SuitTables, hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(number + 1)], dtype=np.int64)[:, lanes]
    ways = ways_of(number)
    gone = low[ways, np.arange(len(Suit))]  # ways, suits, hands
    kept = lanes ^ gone
    worth = hand_worths(kept, trump, tables) + HIGH_CARD * runs()[kept].sum(axis=1)
    too_short = (np.bitwise_count(lanes) < ways[:, :, None]).any(axis=1)
    best = np.where(too_short, -np.inf, worth).argmax(axis=0)
    return joined(gone[best, :, np.arange(len(hands))].T)


def best_calls(hands: Sets, trumps: Iterable[Trump], kitty_seen: bool) -> Ints:
    """For each hand the denomination that wins most, as a number, no-trump if it is one of them.

    kitty_seen: hands of twenty cards, from which four are discarded after the call, or of sixteen after the discard;
    else of sixteen, the kitty to come.
    """
    each = list(trumps)
    worths = np.array([call_worths(hands, trump, kitty_seen) for trump in each])
    return np.array(each, dtype=np.int64)[worths.argmax(axis=0)]


def call_worths(hands: Sets, trump: Trump, kitty_seen: bool) -> Floats:
    """About what the dealer wins with each hand, in tricks, if he calls it; hands as in `best_calls`.

    Differences between denominations are known better than the tricks: they were fitted within hands.
    """
    kept, counts = hands.copy(), np.bitwise_count(hands)
    for count in set(counts[counts > TRICKS].tolist()):
        rows = counts == count
        kept[rows] ^= discards(hands[rows], count - TRICKS, trump)
    lanes = lanes_of(kept)
    return hand_worths(lanes, trump, call_tables(trump, kitty_seen))


def call_tables(trump: Trump, kitty_seen: bool) -> SuitTables:
    """By what a call is chosen, from the sixteen cards kept or, the kitty not seen, dealt."""
    choice = "calls, the kitty seen" if kitty_seen else "calls"
    kind = "no-trump" if trump is Trump.NO_TRUMP else "trumps"
    tables = _tables(choice, kind)
    return tables._replace(main=tables.main + _numbers()[choice][kind]["level"])


@cache
def ways_of(number: int) -> Ints:
    """How many cards of each suit (columns) so many cards can be; a row a way."""
    return np.array([way for way in product(range(number + 1), repeat=len(Suit)) if sum(way) == number])


def joined(lanes: Ints) -> Sets:
    """The hands of which these are the suits, a row a suit."""
    shifts = LANE_BITS * np.arange(len(Suit), dtype=np.uint64)
    return np.bitwise_or.reduce(lanes.astype(np.uint64) << shifts[:, None], axis=0)


def hand_worths(lanes: Ints, trump: Trump, tables: SuitTables) -> Floats:
    """What hands are worth, up to a constant.  lanes: their suits, in the axis before the last."""
    main = main_suits(lanes, trump)
    side, by_length = tables.side[lanes], tables.by_length[lanes]
    cards = np.take_along_axis(lanes, main, axis=-2)[..., 0, :]
    beyond = np.bitwise_count(cards) - float(USUAL_LENGTH)
    found: Floats = tables.main[cards] - tables.side[cards] + side.sum(axis=-2)
    return found + beyond * (by_length.sum(axis=-2) - tables.by_length[cards])


def main_suits(lanes: Ints, trump: Trump) -> Ints:
    """The trumps, or at no-trump the longest suit, an ace and a king counting as a card more each; suits as above."""
    if trump is not Trump.NO_TRUMP:
        return np.full((*lanes.shape[:-2], 1, lanes.shape[-1]), int(trump))
    return (lengths()[lanes]).argmax(axis=-2, keepdims=True)


@cache
def lengths() -> Floats:
    """By what the longest suit at no-trump is found."""
    every = lane_features()
    lanes = np.arange(LANES)
    return np.bitwise_count(lanes) + every["A"] + every["K"] + lanes / LANES


def discard_tables(trump: Trump, blind: bool) -> SuitTables:
    """By what a discard is chosen; blind: before the kitty is seen, which was fitted with trumps only."""
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
    """The weights of features that were fitted for a kind of choice, by the name of their table."""
    return {name: weights for name, weights in _numbers()[choice][kind].items() if isinstance(weights, dict)}


#: The cards of a suit whose worth was fitted: the first, the second, and each one more.
NUMBERED = ("first", "second", "further")


def gives(hands: Sets, giver: Seat, owed: tuple[int, int, int]) -> Sets:
    """What each hand gives, the lowest cards of suits: a row per hand, a column per receiver.

    owed: how many cards, by receiver.  Of two receivers the first in the order of the seats has the first choice.
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
    """How many cards of each suit (rows) each hand gives (columns) that has given some already."""
    after = ways_of(number)[:, :, None] + given  # ways, suits, hands
    worth = (tables[after, lanes] - tables[given, lanes]).sum(axis=1)
    too_short = (np.bitwise_count(lanes) < after).any(axis=1)
    return ways_of(number)[np.where(too_short, -np.inf, worth).argmax(axis=0)].T


@cache
def pair_tables(giver: Seat, receiver: Seat, most: int) -> Floats:
    """What no, one, two ... lowest cards of each lane, given, are worth to the giver, in tricks up to a constant."""
    weights = fitted_weights("gifts", pair_name(giver, receiver))
    first, second, further = (lane_table(weights[name]) for name in NUMBERED)
    steps = [np.zeros(LANES), first, second, *[further] * most]
    return np.cumsum(steps[: most + 1], axis=0)


def pair_name(giver: Seat, receiver: Seat) -> str:
    """The two in words, as the file and surveys name them: dealer to left."""
    return f"{giver.word} to {receiver.word}"
