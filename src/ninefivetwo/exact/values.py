"""Results of the exact solver: guarantees of a position and of each move, and the search for the best discard.

With all hands visible, discards that differ only in touching cards have the same value. Therefore only one discard of
each class is evaluated: the discard of the lowest touching cards. The most promising discard is solved exactly. For
each further discard, one search tests whether it beats the best discard so far. The transposition table usually has the
answer already, from a discard of the same suits.
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
    """The guarantee of each seat, in tricks, for each requested denomination.

    The three guarantees may add up to less than the number of tricks. The difference is the *slack*: tricks whose
    winners depend on the play.
    """

    position: Position
    guarantee: Mapping[Trump, Guarantees]

    def slack(self, trump: Trump) -> int:
        """Return the number of tricks that no seat can guarantee."""
        return self.position.tricks - sum(self.guarantee[trump].values())

    def range(self, trump: Trump, seat: Seat) -> tuple[int, int]:
        """Return the fewest and most tricks for a seat if all three seats take at least their guarantees."""
        least = self.guarantee[trump][seat]
        return least, least + self.slack(trump)


@dataclass(frozen=True, slots=True)
class Moves:
    """All legal cards of the seat to play, with the guarantees of all three seats after each card.

    Guarantees count all tricks of the position, so they can be compared with the guarantees before the card.
    """

    position: Position
    trump: Trump
    after: Mapping[Card, Guarantees]

    @property
    def guarantee(self) -> Guarantees:
        """The guarantees before the card is played."""
        mover = self.position.mover
        return {seat: (max if seat is mover else min)(values[seat] for values in self.after.values()) for seat in Seat}

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that do not lower the guarantee of the seat to play."""
        mover, kept = self.position.mover, self.guarantee
        return tuple(card for card, values in self.after.items() if values[mover] == kept[mover])

    def groups(self) -> list[tuple[Card, ...]]:
        """Return the cards from high to low, in groups of touching cards with equal guarantees."""
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


Value = Callable[[Hand], int]
Reaches = Callable[[Hand, int], bool]


@dataclass(frozen=True, slots=True)
class DiscardValue:
    """A possible discard, with bounds on the tricks that the remaining hand guarantees.

    `low` and `high` are equal if the value is exact. If a discard is only known to be no better than another discard,
    `low` is 0 and `high` is the other discard's value.
    """

    cards: Hand
    low: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Discards:
    """All classes of discards from a hand, sorted by `high` from best to worst; exact values come before bounds."""

    hand: Hand
    trump: Trump
    discards: tuple[DiscardValue, ...]

    @property
    def guarantee(self) -> int:
        """The tricks that the best discard guarantees."""
        return self.discards[0].low

    @property
    def best(self) -> tuple[DiscardValue, ...]:
        """The discards known to guarantee as many tricks as the best discard."""
        return tuple(discard for discard in self.discards if discard.low == self.guarantee)


def discard_classes(hand: Hand, others: Hand, number: int, trump: Trump) -> list[Hand]:
    """Return one discard of `number` cards from each class, starting with the discards that keep the fewest losers.

    `others` has the cards of the other two seats. Two cards touch if no card in `others` lies between them.

    >>> [str(discard) for discard in discard_classes(Hand.parse("AKQ.2.."), Hand.parse("J.A.."), 2, Trump.SPADES)]
    ['Q.2.-.-', 'KQ.-.-.-']
    """
    found = [(0, 0, 0.0)]  # for each discard: card set, number of cards, losers kept
    for suit in Suit:
        parts = list(_parts(hand.only(suit), others.only(suit), number, int(suit) == int(trump)))
        found = [(a | b, n + m, x + y) for a, n, x in found for b, m, y in parts if n + m <= number]
    whole = [(losers, cards) for cards, n, losers in found if n == number]
    return [Hand(cards) for _, cards in sorted(whole, key=itemgetter(0))]


def _parts(mine: Hand, theirs: Hand, most: int, trump: bool) -> Iterator[tuple[int, int, float]]:
    """Yield each discard of up to `most` cards from one suit as (card set, number of cards, losers kept)."""
    ways = [Hand()]
    for group in touching(mine, theirs):
        ways = [way | Hand.of(group[len(group) - n :]) for way in ways for n in range(len(group) + 1)]
    for way in ways:
        if len(way) <= most:
            yield way.cards, len(way), _losers(list(mine - way), theirs) + 2 * len(way) * trump


def touching(mine: Hand, theirs: Hand) -> list[list[Card]]:
    """Return one suit's cards from high to low, in groups of touching cards."""
    deck = sorted(mine | theirs, reverse=True)
    return [list(group) for held, group in groupby(deck, key=mine.__contains__) if held]


def _losers(kept: Sequence[Card], theirs: Hand) -> float:
    """Return the number of losers among a suit's top three cards, plus a little for low cards, to order discards."""
    losers = 0.0
    for place, card in enumerate(kept):
        higher = sum(other.rank > card.rank for other in theirs)
        losers += (place < 3 and higher > place) + 0.1 * min(higher, 4)
    return losers


def race(discards: Sequence[Hand], value: Value, reaches: Reaches, exact: int) -> tuple[DiscardValue, ...]:
    """Return the discards with their values, best first; at least `exact` values are exact, the rest are bounds.

    The first of `discards` must be the most promising. `value` returns a discard's guarantee in tricks, and `reaches`
    returns whether a discard guarantees at least a given number of tricks.
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
