"""The reasons that advice can give, and the holdings in hidden hands that tell good worlds from bad ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.playouts.values import DistinctWorlds, estimate

SURE = 4  # standard errors of a difference that is mentioned: it is picked out of dozens
ENOUGH = 10  # evenly drawn worlds with a holding, and as many without: a chance of fewer is noise
KEY_CARDS = 3  # of a suit: the highest that somebody else holds
RARE, USUAL = 0.05, 0.6  # chances below and above which a holding tells little
Mask = npt.NDArray[np.bool_]
#: Cards, each with its chance, the likeliest first.
Chances = tuple[tuple[Card, Estimate], ...]


class Holding(Struct, frozen=True):
    """That one of these seats holds so many of these cards: at least `least` and at most `most`."""

    seats: tuple[Seat, ...]
    cards: Hand
    least: int
    most: int

    def holds(self, worlds: Sets) -> Mask:
        """In which of the worlds is it so?"""
        numbers = np.bitwise_count(worlds[:, list(self.seats)] & np.uint64(self.cards.cards))
        return ((self.least <= numbers) & (numbers <= self.most)).any(axis=1)


class Split(Struct, frozen=True):
    """A figure's mean in the worlds with a holding, which have a chance, and in the others."""

    holding: Holding
    chance: Estimate
    within: Estimate
    otherwise: Estimate


class Voids(Struct, frozen=True):
    """A discard that leaves none of some suits, and so many trumps."""

    suits: tuple[Suit, ...]
    trumps: int


class LongSuit(Struct, frozen=True):
    """A discard that keeps a long side suit; `longest` is the chance that nobody else holds so many."""

    suit: Suit
    number: int
    longest: Estimate


class Returned(Struct, frozen=True):
    """The cards that each receiver of a gift hands back, each with its chance."""

    cards: Mapping[Seat, Chances]


class Followed(Struct, frozen=True):
    """The discard that follows after a call, where the dealer sees all his twenty cards."""

    discard: Hand


class TakesTrick(Struct, frozen=True):
    """The card holds the trick as it lies; `beaten` is the chance that somebody still to play can take it."""

    beaten: Estimate


class Ducks(Struct, frozen=True):
    """The trick is left to `winner`, though another card would take it as it lies."""

    winner: Seat


class TopCard(Struct, frozen=True):
    """Where the highest card of the suit led is, above the card advised: most likely with `seat`."""

    card: Card
    seat: Seat
    chance: Estimate


class LikelyVoid(Struct, frozen=True):
    """A seat still to play has none of the suit led, with this chance."""

    seat: Seat
    suit: Suit
    chance: Estimate


class Risk(Struct, frozen=True):
    """The kind of world in which the choice goes wrong: the tricks that it brings there and otherwise."""

    split: Split


class Rival(Struct, frozen=True):
    """Another choice, what it would lose, and what makes the difference.

    heuristic: is it what the plain rules would do?  lost: so many tricks.  winner: of a card, who gains most of them;
    None where nobody does.  split: of the lead over it, below zero, the kind of world in which most is lost; None where
    there is none.
    """

    action: Action
    heuristic: bool
    lost: Estimate
    winner: Seat | None
    split: Split | None


class ForTheMatch(Struct, frozen=True):
    """Another choice would win so many `tricks` more, but the match only with this `chance`."""

    action: Action
    tricks: Estimate
    chance: Estimate


Reason = ForTheMatch | Voids | LongSuit | Returned | Followed | TakesTrick | Ducks | TopCard | LikelyVoid | Risk | Rival


# What explains a figure.


def lengths(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """That a seat, or one of several, has none of a suit, or so many cards or more."""
    cards = FULL_DECK.only(suit)
    most = int(np.bitwise_count(worlds[:, list(seats)] & np.uint64(cards.cards)).max(initial=0))
    for group in [(seat,) for seat in seats] + ([tuple(seats)] if len(seats) > 1 else []):
        yield Holding(group, cards, 0, 0)
        yield from (Holding(group, cards, number, len(cards)) for number in range(1, most + 1))


def key_cards(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """That a seat holds one of the suit's highest cards, among those that any of the seats may hold."""
    hidden = Hand(int(np.bitwise_or.reduce(worlds[:, list(seats)], axis=None)))
    for card in list(hidden.only(suit))[:KEY_CARDS]:
        yield from (Holding((seat,), Hand.of([card]), 1, 1) for seat in seats)


def sharpest(
    figure: Floats, worlds: DistinctWorlds, holdings: Iterable[Holding], least: float, usual: float
) -> Split | None:
    """The holding that explains most of a figure which is smaller with it, by `least` at least; None if none.

    figure: one number of each world.  Differences within their errors are left out, holdings that are in more worlds
    than the share `usual`, and those that too few worlds show.
    """
    most, best = 0.0, None
    for holding in holdings:
        rows = holding.holds(worlds.sets)
        chance = float(worlds.shares @ rows)
        if not RARE <= chance <= usual:
            continue
        if not worlds.exact and min(_evenly_drawn(worlds.shares[rows]), _evenly_drawn(worlds.shares[~rows])) < ENOUGH:
            continue
        within, otherwise = _mean(figure, worlds, rows), _mean(figure, worlds, ~rows)
        gap = otherwise.mean - within.mean
        if gap < max(least, SURE * hypot(within.standard_error, otherwise.standard_error)):
            continue
        if (explained := chance * (1 - chance) * gap**2) > most:
            most, best = explained, Split(holding, share_of(rows, worlds), within, otherwise)
    return best


def _evenly_drawn(shares: Floats) -> float:
    """How many evenly drawn worlds these are worth (Kish's effective sample size)."""
    return float(shares.sum() ** 2 / (shares @ shares))


def _mean(figure: Floats, worlds: DistinctWorlds, rows: Mask) -> Estimate:
    """The mean over some of the worlds."""
    shares = worlds.shares[rows]
    return estimate(figure[rows], shares / shares.sum(), worlds.exact)


def share_of(rows: Mask, worlds: DistinctWorlds, effective: float | None = None) -> Estimate:
    """The chance of worlds of a kind; effective: as in `estimate`."""
    return estimate(rows.astype(float), worlds.shares, worlds.exact, effective)
