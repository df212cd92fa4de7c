"""Calls, discards and gifts for thousands of hands at once, from tables fitted to deals of the `learned` policy.

The worth of a hand is the sum of the worths of its suits. The *main* suit is the trump suit or, at no-trump, the
longest suit, with aces and kings counted twice. The length of the main suit affects the worth of the other suits. A
suit's worth is linear in features of its cards and is stored in a table for all 8192 possible sets of cards.

The worth of a gift depends on the giver's cards in the suit, the two seats, and the number of cards given. There are
separate tables for the first, second and further cards given. The weights are in `exchange.json`, written by
benchmarks/fit_exchange.py and fit_gifts.py.
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

LONGEST_SUIT = 8  # greatest suit length that has its own feature
TOP_RANKS = "AKQJT"
RUNS = ("AKQ", "KQJ", "AKQJ")
GUARDED = 5  # suit length beyond which more cards do not guard an honour better
LOW_RANKS = 8  # number of ranks from the two to the nine


AnyNumbers = npt.NDArray[Any]


@cache
def lane_features() -> dict[str, AnyNumbers]:
    """Return all features by name, each with a value for every lane."""
    lanes = np.arange(LANES)
    length = np.bitwise_count(lanes).astype(np.int8)
    held = {rank: (lanes >> RANKS.index(rank) & 1).astype(bool) for rank in RANKS}
    found: dict[str, AnyNumbers] = {
        f"{n} cards": np.minimum(length, LONGEST_SUIT) == n for n in range(LONGEST_SUIT + 1)
    }
    found["cards beyond eight"] = np.maximum(length - LONGEST_SUIT, 0)
    found |= {rank: held[rank] for rank in TOP_RANKS + "9"}
    for run in [*map("".join, combinations(TOP_RANKS, 2)), *RUNS]:
        found[run] = np.all([held[rank] for rank in run], axis=0)
    for rank in TOP_RANKS:
        for n in range(1, GUARDED + 1):
            found[f"{rank} of {n}"] = held[rank] & (np.minimum(length, GUARDED) == n)
    found["low ranks"] = np.sum([held[RANKS[i]] * (i + 1) / 10 for i in range(LOW_RANKS)], axis=0)
    return found


@cache
def few_features() -> dict[str, AnyNumbers]:
    """Return the few features whose worth also depends on the length of the main suit."""
    every = lane_features()
    short = {f"{n} cards": every[f"{n} cards"] for n in range(4)}
    longer = {"4 cards or more": ~np.any(list(short.values()), axis=0)}
    return short | longer | {rank: every[rank] for rank in "AKQ"}


@cache
def runs_from_ace() -> Floats:
    """Return, for each lane, the length of the unbroken run of cards from the ace down."""
    lanes, unbroken, found = np.arange(LANES), np.ones(LANES, dtype=bool), np.zeros(LANES)
    for rank in reversed(range(len(RANKS))):
        unbroken &= (lanes >> rank & 1).astype(bool)
        found += unbroken
    return found


def lane_table(weights: dict[str, float]) -> Floats:
    """Return, for each lane, the sum of the features weighted by `weights`."""
    every = few_features() | lane_features()
    return np.sum([weight * every[name] for name, weight in weights.items()], axis=0)


USUAL_LENGTH = 6  # main-suit length at which the side-suit tables need no correction
HIGH_CARD = 100.0  # worth of a high card, in tricks; larger than any worth from the tables
HANDS_AT_ONCE = 1000  # number of hands processed together
Ints = npt.NDArray[np.int64]


class SuitTables(NamedTuple):
    """The worth of each lane in tricks, up to an unknown constant.

    `main` has the worths of lanes in the main suit, and `side` has the worths of lanes in any other suit. `by_length`
    is the change in `side` for each card in the main suit beyond `USUAL_LENGTH`.
    """

    main: Floats
    side: Floats
    by_length: Floats


def discards(hands: Sets, number: int, trump: Trump) -> Sets:
    """Return, for each hand, the discard of `number` cards that leaves the hand with the greatest worth.

    Only the lowest cards of a suit are discarded. Aces and cards in an unbroken run with the ace are discarded last,
    because they were never discarded in the deals used for the fit. A hand with fewer than sixteen cards after the
    discard will still take the kitty.
    """
    blind = np.bitwise_count(hands) < TRICKS + number
    found = np.zeros_like(hands)
    for kind in (False, True):
        rows = blind == kind
        if rows.any():
            found[rows] = by_blocks(partial(_discards, number, trump, discard_tables(trump, kind)), hands[rows])
    return found


def discards_by_trump(hands: Sets, number: int, trumps: Ints) -> Sets:
    """Apply `discards` to hands with different trumps. `trumps` has each hand's denomination."""
    found = np.zeros_like(hands)
    for trump in Trump:
        rows = trumps == trump
        if rows.any():
            found[rows] = discards(hands[rows], number, trump)
    return found


def by_blocks(choose: Callable[[Sets], Sets], hands: Sets) -> Sets:
    """Apply `choose` to all hands, in blocks that fit into the processor's cache."""
    return np.concatenate(
        [choose(hands[at : at + HANDS_AT_ONCE]) for at in range(0, max(len(hands), 1), HANDS_AT_ONCE)]
    )


def _discards(number: int, trump: Trump, tables: SuitTables, hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(number + 1)], dtype=np.int64)[:, lanes]
    ways = ways_of(number)
    gone = low[ways, np.arange(len(Suit))]  # axes: ways, suits, hands
    kept = lanes ^ gone
    worth = hand_worths(kept, trump, tables) + HIGH_CARD * runs_from_ace()[kept].sum(axis=1)
    too_short = (np.bitwise_count(lanes) < ways[:, :, None]).any(axis=1)
    best = np.where(too_short, -np.inf, worth).argmax(axis=0)
    return hands_of_lanes(gone[best, :, np.arange(len(hands))].T)


def modelled_calls(hands: Sets, trumps: Iterable[Trump], kitty_seen: bool) -> Ints:
    """Return, for each hand, the number of the denomination that is expected to win the most tricks.

    If `kitty_seen` is true, each hand has twenty cards before the discard or sixteen cards after the discard. If
    `kitty_seen` is false, each hand has sixteen cards, and the kitty is still to come.
    """
    each = list(trumps)
    worths = np.array([call_worths(hands, trump, kitty_seen) for trump in each])
    return np.array(each, dtype=np.int64)[worths.argmax(axis=0)]


def call_worths(hands: Sets, trump: Trump, kitty_seen: bool) -> Floats:
    """Return the approximate number of tricks that the dealer wins with each hand after calling `trump`.

    `hands` has the same form as in `best_calls`. Differences between denominations are more accurate than the tricks
    themselves, because the model was fitted to differences within the same hand.
    """
    kept, counts = hands.copy(), np.bitwise_count(hands)
    for count in set(counts[counts > TRICKS].tolist()):
        rows = counts == count
        kept[rows] ^= discards(hands[rows], count - TRICKS, trump)
    lanes = lanes_of(kept)
    return hand_worths(lanes, trump, call_tables(trump, kitty_seen))


def call_tables(trump: Trump, kitty_seen: bool) -> SuitTables:
    """Return the tables for choosing a call from the sixteen cards kept or, if the kitty is unseen, dealt."""
    choice = "calls, the kitty seen" if kitty_seen else "calls"
    kind = "no-trump" if trump is Trump.NO_TRUMP else "trumps"
    tables = _tables(choice, kind)
    return tables._replace(main=tables.main + _numbers()[choice][kind]["level"])


@cache
def ways_of(number: int) -> Ints:
    """Return all ways to divide `number` cards among the suits, with a row per way and a column per suit."""
    return np.array([way for way in product(range(number + 1), repeat=len(Suit)) if sum(way) == number])


def hands_of_lanes(lanes: Ints) -> Sets:
    """Combine lanes into hands. `lanes` has a row for each suit and a column for each hand."""
    shifts = LANE_BITS * np.arange(len(Suit), dtype=np.uint64)
    return np.bitwise_or.reduce(lanes.astype(np.uint64) << shifts[:, None], axis=0)


def hand_worths(lanes: Ints, trump: Trump, tables: SuitTables) -> Floats:
    """Return the worth of each hand up to a constant. The last two axes of `lanes` are suits and hands."""
    main = main_suits(lanes, trump)
    side, by_length = tables.side[lanes], tables.by_length[lanes]
    cards = np.take_along_axis(lanes, main, axis=-2)[..., 0, :]
    beyond = np.bitwise_count(cards) - float(USUAL_LENGTH)
    found: Floats = tables.main[cards] - tables.side[cards] + side.sum(axis=-2)
    return found + beyond * (by_length.sum(axis=-2) - tables.by_length[cards])


def main_suits(lanes: Ints, trump: Trump) -> Ints:
    """Return each hand's main suit (see the module's docstring). The last two axes of `lanes` are suits and hands."""
    if trump is not Trump.NO_TRUMP:
        return np.full((*lanes.shape[:-2], 1, lanes.shape[-1]), int(trump))
    return (lane_lengths()[lanes]).argmax(axis=-2, keepdims=True)


@cache
def lane_lengths() -> Floats:
    """Return each lane's length with aces and kings counted twice, plus a fraction that breaks ties by high cards."""
    every = lane_features()
    lanes = np.arange(LANES)
    return np.bitwise_count(lanes) + every["A"] + every["K"] + lanes / LANES


def discard_tables(trump: Trump, blind: bool) -> SuitTables:
    """Return the tables for choosing a discard. `blind` means that the kitty is still to come (only with trumps)."""
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
    return {name: weights for name, weights in _numbers()[choice][kind].items() if isinstance(weights, dict)}


#: The names of the fitted worths of the lowest, the second lowest and any further card given from a suit.
NUMBERED = ("first", "second", "further")


def modelled_gifts(hands: Sets, giver: Seat, owed: tuple[int, int, int]) -> Sets:
    """Return the cards that each hand gives, with a row for each hand and a column for each receiver.

    Only the lowest cards of a suit are given. `owed` has the number of cards for each receiver. If there are two
    receivers, the gift to the first receiver in seat order is chosen first.
    """
    return by_blocks(partial(_gives, giver, owed), hands)


def _gives(giver: Seat, owed: tuple[int, int, int], hands: Sets) -> Sets:
    lanes = lanes_of(hands)
    low = np.array([lowest(n) for n in range(sum(owed) + 1)], dtype=np.int64)
    given, found = np.zeros_like(lanes), np.zeros((len(hands), len(owed)), dtype=np.uint64)
    for receiver, number in zip(Seat, owed, strict=True):
        if number:
            more = _best_way(lanes, given, number, pair_tables(giver, receiver, sum(owed)))
            found[:, receiver] = hands_of_lanes(low[given + more, lanes] ^ low[given, lanes])
            given += more
    return found


def _best_way(lanes: Ints, given: Ints, number: int, tables: Floats) -> Ints:
    """Return the number of cards of each suit (rows) that each hand (columns) gives in addition to `given`."""
    after = ways_of(number)[:, :, None] + given  # axes: ways, suits, hands
    worth = (tables[after, lanes] - tables[given, lanes]).sum(axis=1)
    too_short = (np.bitwise_count(lanes) < after).any(axis=1)
    return ways_of(number)[np.where(too_short, -np.inf, worth).argmax(axis=0)].T


@cache
def pair_tables(giver: Seat, receiver: Seat, most: int) -> Floats:
    """Return the giver's value, in tricks up to a constant, of giving the lowest 0, 1, 2 … cards of each lane."""
    weights = fitted_weights("gifts", pair_name(giver, receiver))
    first, second, further = (lane_table(weights[name]) for name in NUMBERED)
    steps = [np.zeros(LANES), first, second, *[further] * most]
    return np.cumsum(steps[: most + 1], axis=0)


def pair_name(giver: Seat, receiver: Seat) -> str:
    """Return the name of a pair of giver and receiver, such as "dealer to left"."""
    return f"{giver.word} to {receiver.word}"
