"""What the solver finds: the guarantees of a position and of each of its moves, and the exact best discard.

Discards from a hand that is too long, all hands seen, are worth the same if they differ only in touching cards, so one
of each such class is valued (the lowest of the touching cards go).  The most promising is solved exactly.  Of every
other one search finds whether it beats the best so far, and mostly the table has the answer from a discard of the same
suits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.layout import Position

Guarantees = Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class Solution:
    """What each seat can guarantee, for each denomination asked about, in tricks.

    The guarantees of three seats need not sum to the tricks.  The rest is the *slack*; the play decides who takes it.
    """

    position: Position
    guarantee: Mapping[Trump, Guarantees]

    def slack(self, trump: Trump) -> int:
        """The tricks that no seat can guarantee."""
        return self.position.tricks - sum(self.guarantee[trump].values())

    def range(self, trump: Trump, seat: Seat) -> tuple[int, int]:
        """The fewest and the most tricks the seat takes if all three take at least their guarantees."""
        least = self.guarantee[trump][seat]
        return least, least + self.slack(trump)


@dataclass(frozen=True, slots=True)
class Moves:
    """Every legal card of the seat to play, with all three seats' guarantees once it is played.

    The tricks are those of the position as a whole, so they compare with its own guarantees.
    """

    position: Position
    trump: Trump
    after: Mapping[Card, Guarantees]

    @property
    def guarantee(self) -> Guarantees:
        """The position's own guarantees: the most that the mover can keep, the least that it can leave the others."""
        mover = self.position.mover
        return {seat: (max if seat is mover else min)(values[seat] for values in self.after.values()) for seat in Seat}

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost their player nothing."""
        mover, kept = self.position.mover, self.guarantee
        return tuple(card for card, values in self.after.items() if values[mover] == kept[mover])

    def groups(self) -> list[tuple[Card, ...]]:
        """The cards in groups, high to low; the cards of a group touch and have the same guarantees."""
        layout, found = self.position.layout, list[list[Card]]()
        parting = layout.dealer | layout.left | layout.right | Hand.of(self.position.table)
        parting -= layout[self.position.mover]
        for card in Hand.of(self.after):
            above = found[-1][-1] if found else None
            if above is not None and above.suit == card.suit and self.after[above] == self.after[card]:
                between = Hand.of(Card(card.suit, rank) for rank in range(card.rank + 1, above.rank))
                if not between & parting:
                    found[-1].append(card)
                    continue
            found.append([card])
        return [tuple(group) for group in found]


# Discards.

Value = Callable[[Hand], int]
Reaches = Callable[[Hand, int], bool]


@dataclass(frozen=True, slots=True)
class DiscardValue:
    """Cards that may be discarded, and the fewest and the most tricks that can then be guaranteed.

    `low` and `high` are equal where the value is exact; of a discard that was only found to be no better than another
    nothing but `high` is known (`low` is then 0).
    """

    cards: Hand
    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Discards:
    """Every class of discards from a hand, best first: by `high`, at equal ones the exact first."""

    hand: Hand
    trump: Trump
    discards: tuple[DiscardValue, ...]

    @property
    def guarantee(self) -> int:
        """The tricks the best discard guarantees."""
        return self.discards[0].low

    @property
    def best(self) -> tuple[DiscardValue, ...]:
        """The discards known to guarantee as much."""
        return tuple(discard for discard in self.discards if discard.low == self.guarantee)


def discard_classes(hand: Hand, others: Hand, number: int, trump: Trump) -> list[Hand]:
    """One discard of `number` cards of each class, the likeliest first: those that keep the fewest losers.

    others: the cards of the other two seats, which tell which cards touch.

    >>> [str(discard) for discard in discard_classes(Hand.parse("AKQ.2.."), Hand.parse("J.A.."), 2, Trump.SPADES)]
    ['Q.2.-.-', 'KQ.-.-.-']
    """
    found = [(0, 0, 0.0)]  # cards as a bare set, their number, losers kept
    for suit in Suit:
        parts = list(_parts(hand.only(suit), others.only(suit), number, int(suit) == int(trump)))
        found = [(a | b, n + m, x + y) for a, n, x in found for b, m, y in parts if n + m <= number]
    whole = [(losers, cards) for cards, n, losers in found if n == number]
    return [Hand(cards) for _, cards in sorted(whole, key=itemgetter(0))]


def _parts(mine: Hand, theirs: Hand, most: int, trump: bool) -> Iterator[tuple[int, int, float]]:
    """The ways of discarding up to `most` cards of one suit: the cards, their number, the losers of what is kept."""
    ways = [Hand()]
    for group in touching(mine, theirs):
        ways = [way | Hand.of(group[len(group) - n :]) for way in ways for n in range(len(group) + 1)]
    for way in ways:
        if len(way) <= most:
            yield way.cards, len(way), _losers(list(mine - way), theirs) + 2 * len(way) * trump


def touching(mine: Hand, theirs: Hand) -> list[list[Card]]:
    """The cards of a suit in groups of touching ones, high to low."""
    deck = sorted(mine | theirs, reverse=True)
    return [list(group) for held, group in groupby(deck, key=mine.__contains__) if held]


def _losers(kept: Sequence[Card], theirs: Hand) -> float:
    """The losers among the first three cards of a suit, and a little for every low card: only to order the discards."""
    losers = 0.0
    for place, card in enumerate(kept):
        higher = sum(other.rank > card.rank for other in theirs)
        losers += (place < 3 and higher > place) + 0.1 * min(higher, 4)
    return losers


def race(discards: Sequence[Hand], value: Value, reaches: Reaches, exact: int) -> tuple[DiscardValue, ...]:
    """The best of the discards, the likeliest of which come first: exact values for `exact` of the best at least,
    bounds for the others; best first.

    value: the tricks a discard guarantees.  reaches: does it guarantee so many?
    """
    best = value(discards[0])
    low, high = [best] + [0] * (len(discards) - 1), [best] * len(discards)
    for i in range(1, len(discards)):
        high[i] = best
        while reaches(discards[i], high[i] + 1):
            best = low[i] = high[i] = high[i] + 1
    for level in range(best, -1, -1):
        settled = sum(a == b >= level for a, b in zip(low, high, strict=True))
        for i, discard in enumerate(discards):
            if low[i] < high[i] == level and settled < exact:
                low[i], high[i] = (level, level) if reaches(discard, level) else (0, level - 1)
                settled += low[i] == level
        if settled >= exact:
            break
    found = (DiscardValue(*figures) for figures in zip(discards, low, high, strict=True))
    return tuple(sorted(found, key=lambda discard: (-discard.high, not discard.exact)))
