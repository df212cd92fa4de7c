"""The reasons that advice can give, and a search for the holdings in hidden hands that lead to bad results."""

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

SURE = 4  # minimum difference for mentioning it, in standard errors; high, because dozens are tested
ENOUGH = 10  # minimum effective sample size, both of the worlds with a holding and of those without it
KEY_CARDS = 3  # number of the highest hidden cards that are considered in each suit
RARE, USUAL = 0.05, 0.6  # a holding explains little if its chance is not between these limits
Mask = npt.NDArray[np.bool_]
#: Cards with their chances, likeliest first.
Chances = tuple[tuple[Card, Estimate], ...]


class Holding(Struct, frozen=True):
    """A condition on a world: at least one of `seats` holds between `least` and `most` of the cards in `cards`."""

    seats: tuple[Seat, ...]
    cards: Hand
    least: int
    most: int

    def holds(self, worlds: Sets) -> Mask:
        """Return a mask of the worlds that meet the condition."""
        numbers = np.bitwise_count(worlds[:, list(self.seats)] & np.uint64(self.cards.cards))
        return ((self.least <= numbers) & (numbers <= self.most)).any(axis=1)


class Split(Struct, frozen=True):
    """The mean of a figure in the worlds with a holding (`within`) and in all other worlds (`otherwise`)."""

    holding: Holding
    chance: Estimate
    within: Estimate
    otherwise: Estimate


class Voids(Struct, frozen=True):
    """A reason for a discard: it leaves voids in `suits`; `trumps` is the number of trumps left to ruff with."""

    suits: tuple[Suit, ...]
    trumps: int


class LongSuit(Struct, frozen=True):
    """A reason for a discard: it keeps a long side suit; `longest` is the chance that no opponent's suit is as long."""

    suit: Suit
    number: int
    longest: Estimate


class Returned(Struct, frozen=True):
    """A reason for a gift: the cards that each receiver is likely to hand back, with their chances."""

    cards: Mapping[Seat, Chances]


class Followed(Struct, frozen=True):
    """A remark on a call: the discard that follows, if the dealer sees all twenty cards before the call."""

    discard: Hand


class TakesTrick(Struct, frozen=True):
    """A reason for a card: it wins the trick so far; `beaten` is the chance that a player still to play can beat it."""

    beaten: Estimate


class Ducks(Struct, frozen=True):
    """A remark on a card: it leaves the trick to `winner`, although another legal card would be winning it now."""

    winner: Seat


class TopCard(Struct, frozen=True):
    """A remark on a lead: the highest hidden card of the suit, which beats the card led, and its most likely holder."""

    card: Card
    seat: Seat
    chance: Estimate


class LikelyVoid(Struct, frozen=True):
    """A remark on a lead: the chance that an opponent is void in the suit."""

    seat: Seat
    suit: Suit
    chance: Estimate


class Risk(Struct, frozen=True):
    """A risk of the recommended choice: its mean tricks in an unfavourable kind of world and in all other worlds."""

    split: Split


class Rival(Struct, frozen=True):
    """A comparison with another choice: the tricks that it would lose, and the main cause of the difference.

    `heuristic` is true if the rules of thumb make this choice. `lost` is the regret of this choice in tricks. For a
    card, `winner` is the opponent who gains most of the lost tricks, or None. `split` is the kind of world in which
    most of the tricks are lost, or None; its figure is the (negative) lead of this choice.
    """

    action: Action
    heuristic: bool
    lost: Estimate
    winner: Seat | None
    split: Split | None


class ForTheMatch(Struct, frozen=True):
    """Another choice that would win more tricks (`tricks`) but has a lower chance of winning the match (`chance`)."""

    action: Action
    tricks: Estimate
    chance: Estimate


Reason = ForTheMatch | Voids | LongSuit | Returned | Followed | TakesTrick | Ducks | TopCard | LikelyVoid | Risk | Rival


# Holdings that explain a figure


def lengths(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """Yield conditions on length: one seat, or any of the seats, is void in a suit or has at least n cards of it."""
    cards = FULL_DECK.only(suit)
    most = int(np.bitwise_count(worlds[:, list(seats)] & np.uint64(cards.cards)).max(initial=0))
    for group in [(seat,) for seat in seats] + ([tuple(seats)] if len(seats) > 1 else []):
        yield Holding(group, cards, 0, 0)
        yield from (Holding(group, cards, number, len(cards)) for number in range(1, most + 1))


def key_cards(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """Yield conditions on high cards: a particular seat holds one of the highest hidden cards of a suit."""
    hidden = Hand(int(np.bitwise_or.reduce(worlds[:, list(seats)], axis=None)))
    for card in list(hidden.only(suit))[:KEY_CARDS]:
        yield from (Holding((seat,), Hand.of([card]), 1, 1) for seat in seats)


def sharpest(
    figure: Floats, worlds: DistinctWorlds, holdings: Iterable[Holding], least: float, usual: float
) -> Split | None:
    """Return the holding that best explains low values of a figure; None if no holding does.

    `figure` has one number per world. The mean of `figure` must be lower in the worlds with the holding, by at least
    `least` and by at least `SURE` standard errors. Holdings with a chance above `usual` or below `RARE` are skipped.
    Holdings are also skipped if too few worlds have them or if too few lack them.
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
    """Return the effective sample size of worlds with these shares, by Kish's formula."""
    return float(shares.sum() ** 2 / (shares @ shares))


def _mean(figure: Floats, worlds: DistinctWorlds, rows: Mask) -> Estimate:
    """Return the mean of a figure over the selected worlds."""
    shares = worlds.shares[rows]
    return estimate(figure[rows], shares / shares.sum(), worlds.exact)


def share_of(rows: Mask, worlds: DistinctWorlds, effective: float | None = None) -> Estimate:
    """Return the total chance of the selected worlds; `effective` is passed to `estimate`."""
    return estimate(rows.astype(float), worlds.shares, worlds.exact, effective)
