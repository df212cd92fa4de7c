"""The kinds of reasons in advice, and a search for the hidden holdings that cause bad results."""

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
ENOUGH_WORLDS = 10  # minimum effective sample size, both of the worlds with a holding and of those without it
KEY_CARDS = 3  # number of the highest hidden cards that are considered in each suit
RARE, USUAL = 0.05, 0.6  # a holding explains little if its chance is not between these limits
Mask = npt.NDArray[np.bool_]
#: Cards with their chances, likeliest first.
Chances = tuple[tuple[Card, Estimate], ...]


class Holding(Struct, frozen=True):
    """A condition that one of `seats` holds at least `least` and at most `most` of the given cards."""

    seats: tuple[Seat, ...]
    cards: Hand
    least: int
    most: int

    def holds(self, worlds: Sets) -> Mask:
        """Return a mask of the worlds that meet the condition."""
        numbers = np.bitwise_count(worlds[:, list(self.seats)] & np.uint64(self.cards.cards))
        return ((self.least <= numbers) & (numbers <= self.most)).any(axis=1)


class Split(Struct, frozen=True):
    """The means of a figure over the worlds with a holding (`within`) and over all other worlds (`otherwise`)."""

    holding: Holding
    chance: Estimate
    within: Estimate
    otherwise: Estimate


class Voids(Struct, frozen=True):
    """The reason that a discard creates voids in `suits` and leaves a number of trumps for ruffing (`trumps`)."""

    suits: tuple[Suit, ...]
    trumps: int


class LongSuit(Struct, frozen=True):
    """The reason that a discard keeps a long suit, with the chance that no opponent's suit is as long (`longest`)."""

    suit: Suit
    number: int
    longest: Estimate


class Returned(Struct, frozen=True):
    """A reason for a gift: the cards that each receiver is likely to return, with their chances."""

    cards: Mapping[Seat, Chances]


class Followed(Struct, frozen=True):
    """A remark on a call that names the discard after the call, if the dealer has seen all twenty cards."""

    discard: Hand


class TakesTrick(Struct, frozen=True):
    """The reason that a card is winning the trick, with the chance that a later player can beat the card (`beaten`)."""

    beaten: Estimate


class Ducks(Struct, frozen=True):
    """A remark that a card stays below the card of `winner`, although another legal card would beat it.

    `leaves` is true if nobody plays after this card, so that `winner` wins the trick.
    """

    winner: Seat
    leaves: bool


class TopCard(Struct, frozen=True):
    """A remark on a lead that names the suit's highest hidden card, which beats the lead, and its likeliest holder."""

    card: Card
    seat: Seat
    chance: Estimate


class LikelyVoid(Struct, frozen=True):
    """A remark on a lead that gives the chance that an opponent is void in the suit."""

    seat: Seat
    suit: Suit
    chance: Estimate


class Risk(Struct, frozen=True):
    """A risk of the recommended choice, with its mean tricks in unfavourable worlds and in all other worlds."""

    split: Split


class Rival(Struct, frozen=True):
    """A comparison of the recommended choice with a worse choice.

    `heuristic` is true if the rules of thumb make the worse choice, and `lost` is the regret of the worse choice in
    tricks. For a card, `winner` is the opponent who wins most of the lost tricks, or None. `split` has the hidden
    holding that explains most of the loss, or is None. The means in `split` are the worse choice's lead in tricks,
    which is negative.
    """

    action: Action
    heuristic: bool
    lost: Estimate
    winner: Seat | None
    split: Split | None


class ForTheMatch(Struct, frozen=True):
    """A choice that would win `tricks` more tricks but has a lower chance of winning the match (`chance`)."""

    action: Action
    tricks: Estimate
    chance: Estimate


Reason = ForTheMatch | Voids | LongSuit | Returned | Followed | TakesTrick | Ducks | TopCard | LikelyVoid | Risk | Rival


# Holdings that explain a figure


def lengths(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """Yield the conditions that a given seat, or any of `seats`, is void in a suit or holds at least n cards of it."""
    cards = FULL_DECK.only(suit)
    most = int(np.bitwise_count(worlds[:, list(seats)] & np.uint64(cards.cards)).max(initial=0))
    for group in [(seat,) for seat in seats] + ([tuple(seats)] if len(seats) > 1 else []):
        yield Holding(group, cards, 0, 0)
        yield from (Holding(group, cards, number, len(cards)) for number in range(1, most + 1))


def key_cards(suit: Suit, seats: Sequence[Seat], worlds: Sets) -> Iterator[Holding]:
    """Yield the conditions that a given seat holds a given card, for the highest hidden cards of a suit."""
    hidden = Hand(int(np.bitwise_or.reduce(worlds[:, list(seats)], axis=None)))
    for card in list(hidden.only(suit))[:KEY_CARDS]:
        yield from (Holding((seat,), Hand.of([card]), 1, 1) for seat in seats)


def sharpest(
    figure: Floats, worlds: DistinctWorlds, holdings: Iterable[Holding], least: float, usual: float
) -> Split | None:
    """Return the holding that best explains low values of a figure, or None if no holding does.

    `figure` has one number per world. The holding must lower the mean of `figure` by at least `least` and by at least
    `SURE` standard errors. Holdings are skipped if their chance is above `usual` or below `RARE`, or if too few worlds
    have or lack the holding.
    """
    most, best = 0.0, None
    for holding in holdings:
        rows = holding.holds(worlds.sets)
        chance = float(worlds.shares @ rows)
        if not RARE <= chance <= usual:
            continue
        if (
            not worlds.exact
            and min(_evenly_drawn(worlds.shares[rows]), _evenly_drawn(worlds.shares[~rows])) < ENOUGH_WORLDS
        ):
            continue
        within, otherwise = _mean(figure, worlds, rows), _mean(figure, worlds, ~rows)
        gap = otherwise.mean - within.mean
        if gap < max(least, SURE * hypot(within.standard_error, otherwise.standard_error)):
            continue
        if (explained := chance * (1 - chance) * gap**2) > most:
            most, best = explained, Split(holding, share_of(rows, worlds), within, otherwise)
    return best


def _evenly_drawn(shares: Floats) -> float:
    """Return the effective sample size of worlds with these shares (Kish's formula)."""
    return float(shares.sum() ** 2 / (shares @ shares))


def _mean(figure: Floats, worlds: DistinctWorlds, rows: Mask) -> Estimate:
    shares = worlds.shares[rows]
    return estimate(figure[rows], shares / shares.sum(), worlds.exact)


def share_of(rows: Mask, worlds: DistinctWorlds, effective: float | None = None) -> Estimate:
    """Return the total chance of the selected worlds. `effective` is the effective sample size of all worlds."""
    return estimate(rows.astype(float), worlds.shares, worlds.exact, effective)
