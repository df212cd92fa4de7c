"""Hands like this one: of thousands of hands like it, what was called, and what every call made.

Two hands are alike by a ladder of definitions (`LADDER`), each wider than the one before; a hand is compared
by the first by which enough hands were met.  What they made is counted in deals in which every denomination was called
in turn on the same cards.  The counts are in `like.npz`, written by benchmarks/fit_like.py from a survey of the kind
`calls` (surveys/like.toml).
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
from ninefivetwo.sets import RANKS, Sets, lanes_of
from ninefivetwo.think.models.exchange import Ints

OutcomeCounts = npt.NDArray[np.uint32]
Distribution = tuple[Annotated[float, Decimals(6)], ...]
TABLE = "like.npz"
#: What can be called, by its place in the hand: its suits from the longest to the shortest, then no-trump.
PLACES = ("longest suit", "second suit", "third suit", "shortest suit", "no-trump")


class KittySeen(Enum):
    """Which cards the dealer has when he calls."""

    NO = "unseen"  # sixteen, the kitty to come
    YES = "seen"  # twenty, four to be discarded
    DISCARDED = "discarded"  # sixteen of twenty


class Alike(NamedTuple):
    """OutcomeCounts of the hands that are alike by one definition, a row for each set of features met often enough.

    made: how often each number of tricks was won, called or not, by the place of what was called in turn; called: the
    same of what the dealer called.  Both of shape (rows, 5, 17).
    """

    keys: Ints
    made: OutcomeCounts
    called: OutcomeCounts


@dataclass(frozen=True)
class LikeTable:
    """What hands made in a survey under one rule set, by each definition of `LADDER`.

    deals: of the survey.  lengths: of the longest suit, the least and the most where a definition widens; rarer ones
    count as these.
    """

    rules: RuleSet
    kitty: KittySeen
    deals: int
    lengths: tuple[int, int]
    rungs: tuple[Alike, ...]


class LikeCall(Part, frozen=True):
    """A call with hands like one.

    place: longest suit, second suit, third suit, shortest suit or no-trump; in this hand and in those like it
    called: the share of these hands with which it was called
    tricks: that it made in all of them, whatever was called
    make: the chance of making the contract
    distribution: the chances of 0 to 16 tricks
    """

    place: str
    called: Estimate
    tricks: Estimate
    make: Estimate
    distribution: Distribution


class HandsLike(Part, frozen=True):
    """What was called with hands like one, and what that made (`--like`).

    like: what they have in common, in words
    hands: how many there were
    deals: among so many
    rules: under which they were played
    measured: whether these agree with the rules asked about in all that matters here
    kitty: unseen, seen or discarded: which cards the dealer had when he called
    tricks: that were made by what was called
    make: the chance of making the contract
    distribution: the chances of 0 to 16 tricks
    calls: each that may be called
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


# Looking up.


def hands_like(view: DealView, tables: Sequence[LikeTable] = ()) -> HandsLike | None:
    """What was called with hands like the dealer's, whose call is due, and what it made.

    tables: in place of the shipped ones.  None where these have too few hands like it, which the shipped ones never
    have.  The hand is compared as if it had been dealt: what was exchanged before counts for nothing.
    """
    hand, kitty = cards_seen(view)
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


def cards_seen(view: DealView) -> tuple[Hand, KittySeen]:
    """The cards by which the dealer calls."""
    held, kitty = view.hand(Seat.DEALER), view.kitty
    if isinstance(kitty, Hand):
        held |= kitty
    if len(held) > TRICKS:
        return held, KittySeen.YES
    return held, KittySeen.DISCARDED if view.discarded else KittySeen.NO


def nearest(
    choices: Iterable[tuple[RuleSet, KittySeen]], rules: RuleSet, kitty: KittySeen
) -> tuple[RuleSet, KittySeen]:
    """The choice most like these rules and this kitty; what matters most to a call is compared first."""
    kind = kind_of(rules, kitty)

    def agrees(choice: tuple[RuleSet, KittySeen]) -> list[bool]:
        return [own == other for own, other in zip(kind_of(*choice), kind, strict=True)]

    return max(choices, key=agrees)


def kind_of(rules: RuleSet, kitty: KittySeen) -> tuple[object, ...]:
    """All that matters to what is called in a first deal and what it makes, the most important first."""
    blind = rules.first.index(DealPhase.DISCARD) < rules.first.index(DealPhase.KITTY)
    return kitty, rules.notrump, rules.contracts, rules.lead, blind


def _length_words(length: int, lengths: tuple[int, int]) -> str:
    least, most = lengths
    if least >= most:  # so few deals that all hands are alike
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
    for place, name in enumerate(PLACES):
        trump = Trump.NO_TRUMP if name == PLACES[-1] else Trump(int(suits[place]))
        if made[place].any() and trump in rules.trumps():
            times = _estimate(np.array([number - called[place].sum(), called[place].sum()]))
            calls[trump] = LikeCall(name, times, *_outcome(made[place], contract))
    measured = kind_of(table.rules, table.kitty) == kind_of(rules, kitty)
    outcome = _outcome(called.sum(axis=0), contract)
    in_order = {trump: calls[trump] for trump in sorted(calls)}
    played = rules_text(table.rules)
    return HandsLike(like, number, table.deals, played, measured, table.kitty, *outcome, in_order)


def _outcome(counts: OutcomeCounts, contract: int) -> tuple[Estimate, Estimate, tuple[float, ...]]:
    """Tricks, the chance of the contract, the chances of each number of tricks."""
    makes = np.array([counts[:contract].sum(), counts[contract:].sum()])
    return _estimate(counts), _estimate(makes), tuple((counts / counts.sum()).tolist())


def _estimate(counts: OutcomeCounts) -> Estimate:
    """The mean of 0, 1, 2 ..., each of which came so often."""
    number, values = int(counts.sum()), np.arange(len(counts))
    mean = float(counts @ values) / number
    spread = sqrt(float(counts @ (values - mean) ** 2) / (number - 1) / number)
    return Estimate(mean, max(spread, least_error(number)), number)


@cache
def shipped_tables() -> tuple[LikeTable, ...]:
    """The tables that come with the package."""
    with files("ninefivetwo.think.models").joinpath(TABLE).open("rb") as file:
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


_QUEEN, _KING, _ACE = 10, 11, 12  # bits of a lane
_DIGIT = 5  # bits of a feature in a key


class SuitsInOrder(NamedTuple):
    """The suits of hands from the longest to the shortest, of equal ones the one with the higher cards first.

    All of shape (4, hands): which suit it is, how many cards it has, its A K Q as bits, how many aces, how many kings.
    """

    suit: Ints
    length: Ints
    tops: Ints
    aces: Ints
    kings: Ints

    @property
    def number_of_tops(self) -> Ints:
        """How many of A K Q each suit has."""
        return np.bitwise_count(self.tops).astype(np.int64)


@dataclass(frozen=True)
class Likeness:
    """A definition of when two hands are alike: they have the same features, which `words` tell.

    widens: are lengths of the longest suit that few hands have counted with the nearest that many have?
    """

    words: str
    features: Callable[[SuitsInOrder], Sequence[Ints]]
    widens: bool = False


def _others(values: Ints, first: int) -> Ints:
    """The sum over all suits from this place on."""
    return values[first:].sum(axis=0)


#: When two hands are alike, the narrowest definition first.
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
    """The suits of hands, from the longest to the shortest."""
    lanes = lanes_of(hands)
    lengths = np.bitwise_count(lanes).astype(np.int64)
    order = np.argsort(-(lengths << RANKS | lanes), axis=0)
    lanes, lengths = (np.take_along_axis(array, order, axis=0) for array in (lanes, lengths))
    return SuitsInOrder(order, lengths, lanes >> _QUEEN, lanes >> _ACE, lanes >> _KING & 1)


def keys_of(likeness: Likeness, suits: SuitsInOrder, lengths: tuple[int, int]) -> Ints:
    """The features of each hand as one number; lengths: the least and the most where the definition widens."""
    if likeness.widens:
        suits = suits._replace(length=suits.length.clip(*lengths))
    found = np.zeros(suits.length.shape[1], np.int64)
    for feature in likeness.features(suits):
        found = found << _DIGIT | feature
    return found
