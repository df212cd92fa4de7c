"""Statistics of the calls made with hands that are similar to a given hand, and of the tricks won.

The first definition in `LADDER` with enough similar hands in the survey is used. Tricks are counted in deals in which
every denomination was called in turn with the same cards. The counts are in `like.npz`, written by
benchmarks/fit_like.py from survey rows of the kind `calls` (surveys/like.toml).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.codec import Decimals, Part
from ninefivetwo.evaluation import Estimate, least_error
from ninefivetwo.game import DealView
from ninefivetwo.game.rules import TRICKS, DealPhase, RuleSet, parse_rules, rules_text
from ninefivetwo.sets import RANK_COUNT, Sets, lanes_of
from ninefivetwo.think.models.exchange import Ints

OutcomeCounts = npt.NDArray[np.uint32]
Distribution = tuple[Annotated[float, Decimals(6)], ...]
LIKE_FILE = "like.npz"
#: The possible calls: the suits of the hand from longest to shortest, then no-trump.
CALL_PLACES = ("longest suit", "second suit", "third suit", "shortest suit", "no-trump")


class KittySeen(Enum):
    """The state of the kitty when the dealer calls."""

    NO = "unseen"  # the dealer has sixteen cards and has not seen the kitty
    YES = "seen"  # the dealer has twenty cards, of which four will be discarded
    DISCARDED = "discarded"  # the dealer has sixteen cards left after discarding


class Alike(NamedTuple):
    """Counts of results under one definition of similar hands, with a row for each common combination of features.

    `keys` has each row's features, packed into one number. `made` has the number of deals in which each call won each
    number of tricks. `called` has the same counts for the calls that the dealer chose. Both arrays have the shape
    (rows, 5, 17), for rows, `CALL_PLACES` and tricks.
    """

    keys: Ints
    made: OutcomeCounts
    called: OutcomeCounts


@dataclass(frozen=True)
class LikeTable:
    """The results of hands in a survey under one rule set, for each definition in `LADDER`.

    `deals` is the number of deals in the survey. `lengths` has the least and the greatest common length of the longest
    suit. A definition with `widens` treats other lengths as the nearer of the two common lengths.
    """

    rules: RuleSet
    kitty: KittySeen
    deals: int
    lengths: tuple[int, int]
    rungs: tuple[Alike, ...]


class LikeCall(Part, frozen=True):
    """The results of one call with hands that are similar to a given hand.

    place: longest suit, second suit, third suit, shortest suit or no-trump
    called: share of the similar hands with which the dealer made this call
    tricks: tricks won after this call, averaged over all similar hands
    make: chance of making the contract
    distribution: chances of 0 to 16 tricks
    """

    place: str
    called: Estimate
    tricks: Estimate
    make: Estimate
    distribution: Distribution


class HandsLike(Part, frozen=True):
    """The calls made with hands that are similar to a given hand, and the tricks won (`--like`).

    like: features that the hands have in common, in words
    hands: number of similar hands
    deals: number of deals in the survey
    rules: rules under which the deals were played
    measured: whether `rules` agrees with the requested rules in every field that affects the figures
    kitty: state of the kitty at the call: `unseen`, `seen`, or `discarded` (after the discard)
    tricks: tricks won after the dealers' own calls
    make: chance of making the contract
    distribution: chances of 0 to 16 tricks
    calls: result of each possible call
    """

    like: str
    hands: int
    deals: int
    rules: str
    measured: bool
    kitty: KittySeen
    tricks: Estimate
    make: Estimate
    distribution: Distribution
    calls: dict[Trump, LikeCall]


def hands_like(view: DealView, tables: Sequence[LikeTable] = ()) -> HandsLike | None:
    """Return the calls made with hands like the dealer's, and the tricks won. The dealer's call must be due.

    `tables` replaces the shipped tables. Returns None if the tables have too few similar hands, which cannot happen
    with the shipped tables. Only the current cards of hands are compared, not earlier exchanges.
    """
    hand, kitty = seen_by_dealer(view)
    by_kind = {(table.rules, table.kitty): table for table in tables or shipped_tables()}
    table = by_kind[nearest(by_kind, view.rules, kitty)]
    suits = suits_in_order(np.array([hand.cards], dtype=np.uint64))
    for likeness, rung in zip(LADDER, table.rungs, strict=True):
        key = keys_of(likeness, suits, table.lengths)[0]
        row = int(np.searchsorted(rung.keys, key))
        if row < len(rung.keys) and rung.keys[row] == key:
            words = likeness.words.format(length=_length_words(int(suits.length[0, 0]), table.lengths))
            return _found(view.rules, kitty, table, words, suits.suit[:, 0], rung.made[row], rung.called[row])
    return None


def seen_by_dealer(view: DealView) -> tuple[Hand, KittySeen]:
    """Return the cards that the dealer can see when calling, and the state of the kitty."""
    held, kitty = view.hand(Seat.DEALER), view.kitty
    if isinstance(kitty, Hand):
        held |= kitty
    if len(held) > TRICKS:
        return held, KittySeen.YES
    return held, KittySeen.DISCARDED if view.discarded else KittySeen.NO


def nearest(
    choices: Iterable[tuple[RuleSet, KittySeen]], rules: RuleSet, kitty: KittySeen
) -> tuple[RuleSet, KittySeen]:
    """Return the pair in `choices` that agrees best with these rules and this kitty, according to `kind_of`."""
    kind = kind_of(rules, kitty)

    def agrees(choice: tuple[RuleSet, KittySeen]) -> list[bool]:
        return [own == other for own, other in zip(kind_of(*choice), kind, strict=True)]

    return max(choices, key=agrees)


def kind_of(rules: RuleSet, kitty: KittySeen) -> tuple[object, ...]:
    """Return the properties of rules and kitty that affect calls and tricks in a first deal, most important first."""
    blind = rules.first.index(DealPhase.DISCARD) < rules.first.index(DealPhase.KITTY)
    return kitty, rules.notrump, rules.contracts, rules.lead, blind


def _length_words(length: int, lengths: tuple[int, int]) -> str:
    least, most = lengths
    if least >= most:  # with too few deals, all lengths are combined
        return "any length"
    if length >= most:
        return f"{most} cards or more"
    return f"{least} cards or fewer" if length <= least else f"{length} cards"


def _found(
    rules: RuleSet,
    kitty: KittySeen,
    table: LikeTable,
    like: str,
    suits: Ints,
    made: OutcomeCounts,
    called: OutcomeCounts,
) -> HandsLike:
    contract, number = rules.contracts[Seat.DEALER], int(called.sum())
    calls = {}
    for place, name in enumerate(CALL_PLACES):
        trump = Trump.NO_TRUMP if name == CALL_PLACES[-1] else Trump(int(suits[place]))
        if made[place].any() and trump in rules.trumps():
            times = _estimate(np.array([number - called[place].sum(), called[place].sum()]))
            calls[trump] = LikeCall(name, times, *_outcome(made[place], contract))
    measured = kind_of(table.rules, table.kitty) == kind_of(rules, kitty)
    outcome = _outcome(called.sum(axis=0, dtype=called.dtype), contract)
    in_order = {trump: calls[trump] for trump in sorted(calls)}
    played = rules_text(table.rules)
    return HandsLike(like, number, table.deals, played, measured, table.kitty, *outcome, in_order)


def _outcome(counts: OutcomeCounts, contract: int) -> tuple[Estimate, Estimate, tuple[float, ...]]:
    makes = np.array([counts[:contract].sum(), counts[contract:].sum()])
    return _estimate(counts), _estimate(makes), tuple((counts / counts.sum()).tolist())


def _estimate(counts: OutcomeCounts) -> Estimate:
    """Return the mean of a distribution with its standard error. `counts` has the frequencies of 0, 1, 2 and so on."""
    number, values = int(counts.sum()), np.arange(len(counts))
    mean = float(counts @ values) / number
    spread = sqrt(float(counts @ (values - mean) ** 2) / (number - 1) / number)
    return Estimate(mean, max(spread, least_error(number)), number)


@cache
def shipped_tables() -> tuple[LikeTable, ...]:
    with files("ninefivetwo.think.models").joinpath(LIKE_FILE).open("rb") as file:
        arrays = dict(np.load(file))
    found, at = [], 0
    for head in json.loads(str(arrays["heads"])):
        rungs = []
        for number in head["rows"]:
            rungs.append(Alike(*(arrays[name][at : at + number] for name in Alike._fields)))
            at += number
        kitty = KittySeen(head["kitty"])
        found.append(LikeTable(parse_rules(head["rules"]), kitty, head["deals"], tuple(head["lengths"]), tuple(rungs)))
    return tuple(found)


_QUEEN, _KING, _ACE = 10, 11, 12  # bit positions of the ranks in a lane
_DIGIT = 5  # number of bits that each feature takes in a key


class SuitsInOrder(NamedTuple):
    """The suits of each hand from longest to shortest, with equally long suits ordered by their highest cards.

    Each array has the shape (4, hands). `tops` has the ace, king and queen held in each suit, as bits.
    """

    suit: Ints
    length: Ints
    tops: Ints
    aces: Ints
    kings: Ints

    @property
    def number_of_tops(self) -> Ints:
        """The number of top cards (ace, king and queen) in each suit."""
        return np.bitwise_count(self.tops).astype(np.int64)


@dataclass(frozen=True)
class Likeness:
    """A definition of similar hands, which have equal `features`. `words` describes the features to players.

    If `widens` is true, rare lengths of the longest suit count as the nearest common length.
    """

    words: str
    features: Callable[[SuitsInOrder], Sequence[Ints]]
    widens: bool = False


def _others(values: Ints, first: int) -> Ints:
    return values[first:].sum(axis=0)


#: The definitions of similar hands, narrowest first.
LADDER = (
    Likeness(
        "the same suit lengths, the same of A K Q in the two longest suits, and as many aces and kings in the others",
        lambda s: [*s.length, *s.tops[:2], _others(s.aces + s.kings, 2)],
    ),
    Likeness(
        "the same suit lengths, the same of A K Q in the longest suit, as many aces and as many kings in the others",
        lambda s: [*s.length, s.tops[0], _others(s.aces, 1), _others(s.kings, 1)],
    ),
    Likeness(
        "the same suit lengths, as many of A K Q in the longest suit, and as many aces and kings in the others",
        lambda s: [*s.length, s.number_of_tops[0], _others(s.aces + s.kings, 1)],
    ),
    Likeness(
        "a longest suit of the same length, as many of A K Q in it, and as many aces and kings in the others",
        lambda s: [s.length[0], s.number_of_tops[0], _others(s.aces + s.kings, 1)],
    ),
    Likeness(
        "a longest suit of {length}, and the same total of A K Q in it and aces and kings in the others",
        lambda s: [s.length[0], s.number_of_tops[0] + _others(s.aces + s.kings, 1)],
        widens=True,
    ),
    Likeness("a longest suit of {length}", lambda s: [s.length[0]], widens=True),
)


def suits_in_order(hands: Sets) -> SuitsInOrder:
    lanes = lanes_of(hands)
    lengths = np.bitwise_count(lanes).astype(np.int64)
    order = np.argsort(-(lengths << RANK_COUNT | lanes), axis=0)
    lanes, lengths = (np.take_along_axis(array, order, axis=0) for array in (lanes, lengths))
    return SuitsInOrder(order, lengths, lanes >> _QUEEN, lanes >> _ACE, lanes >> _KING & 1)


def keys_of(likeness: Likeness, suits: SuitsInOrder, lengths: tuple[int, int]) -> Ints:
    """Return each hand's features, packed into one number.

    `lengths` has the minimum and maximum to which a definition with `widens` clips the length of the longest suit.
    """
    if likeness.widens:
        suits = suits._replace(length=suits.length.clip(*lengths))
    found = np.zeros(suits.length.shape[1], np.int64)
    for feature in likeness.features(suits):
        found = found << _DIGIT | feature
    return found
