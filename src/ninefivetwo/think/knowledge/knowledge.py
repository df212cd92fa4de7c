"""What one seat knows at one moment of a deal, and the deals that it could be in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.errors import KnowledgeError
from ninefivetwo.game import DealView, Place
from ninefivetwo.game.rules import KittyShow
from ninefivetwo.layout import Layout
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.knowledge.histories import (
    NOTHING_MISSED,
    CardHistories,
    CardHistory,
    Hints,
    Missed,
    ReturnPool,
    card_histories,
)
from ninefivetwo.think.knowledge.likelihood import CardModel, Likelihood, effective
from ninefivetwo.think.playouts.policies import in_pieces
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo_solver.worlds import Worlds

POOL, LEAST_POOL, MOST_POOL = 25, 800, 40_000  # worlds weighed for each taken, and in any case
KEPT, LEAST_KEPT = 8, 400  # of those by what happened before the play, for each taken and in any case
#: Five card sets: the cards of dealer, left and right now, the kitty on the table, and the cards discarded unseen.
World = tuple[int, int, int, int, int]


class Sample(NamedTuple):
    """Worlds drawn, in no order: their card sets, and how many even draws they are worth (the effective sample size).

    A row a world: the cards of dealer, left and right now, the kitty on the table, and the cards discarded unseen.
    `draws` tells which rows are copies of one draw from a pool, by its number; None where each is a draw of its own.
    """

    sets: Sets
    effective: float
    draws: npt.NDArray[np.int64] | None = None

    @property
    def layouts(self) -> list[Layout]:
        """The same as layouts; the cards out of play are the kitty on the table, or the cards discarded."""
        return [_layout(world) for world in self.sets.tolist()]

    @property
    def distinct(self) -> DistinctWorlds:
        """Each draw once, with the share of the rows that are its copies."""
        if self.draws is None:
            return DistinctWorlds(self.sets, np.full(len(self.sets), 1 / len(self.sets)))
        order = np.argsort(self.draws, kind="stable")
        first = np.flatnonzero(np.diff(self.draws[order], prepend=-1))  # of each draw's copies
        copies = np.diff(first, append=len(order))
        return DistinctWorlds(self.sets[order[first]], copies / len(self.sets))


class Knowledge:
    """All that follows for a seat from what it has seen of a deal, and nothing else.

    A *world* is a way that the whole deal can have gone: every card dealt, given, discarded and played, and all of it
    agreeing with what the seat saw.  All worlds count alike, which is right if the cards were dealt at random and
    the others gave and discarded at random; how the others choose is for likelihoods to say.  Where the cards are
    *now* is a layout; several worlds may lead to one, and then it counts for so many.

    `hints` is what the seat knows beside, from wherever; `missed` what it did not notice of what it saw.  Raises
    KnowledgeError where what was seen cannot be.
    """

    def __init__(
        self, view: DealView, deck: Hand = FULL_DECK, hints: Hints | None = None, missed: Missed = NOTHING_MISSED
    ) -> None:
        if view.viewer is None:
            raise KnowledgeError("the whole deal is seen (expected a seat's view of it, Deal.seen_by)")
        self.view, self.viewer, self._deck, self._hints = view, view.viewer, deck, hints
        self.histories = card_histories(view, deck, missed)
        if hints:
            seen, self.histories = self.histories, hints.narrow(self.histories)
            if lost := self.known():
                raise KnowledgeError(f"contradiction: {hint_fault(hints, lost, seen, view.viewer)}")

    def may_be(self, place: Place) -> Hand:
        """The cards that can be at a place now, as far as each card alone can tell."""
        result = 0
        for history, cards in self.histories.open.items():
            if history.now == place:
                result |= cards
        return Hand(result)

    def known(self, *places: Place) -> Hand:
        """The cards that can be at these places only: with the dealer, say, or discarded by him."""
        elsewhere = 0
        for history, cards in self.histories.open.items():
            if history.now not in places:
                elsewhere |= cards
        return self._deck - Hand(elsewhere)

    def voids(self, seat: Seat) -> tuple[Suit, ...]:
        """The suits of which a seat can hold no card."""
        return tuple(suit for suit in Suit if not self.may_be(Place(seat)).only(suit))

    @cached_property
    def _worlds(self) -> Worlds:
        return _worlds(self.histories, self.viewer)

    def count(self) -> int:
        """How many worlds there are, exactly."""
        return self._worlds.count()

    def chance(self, card: Card, place: Place) -> Fraction:
        """The share of all worlds in which a card is at a place now, exactly."""
        bit = 1 << card.index
        only = {p: c if p.now == place else c & ~bit for p, c in self.histories.open.items()}
        there = _worlds(replace(self.histories, open=only), self.viewer) if self.may_be(place).cards & bit else None
        return Fraction(there.count() if there else 0, self._count_above_0())

    def sample(
        self, number: int, seed: int, likelihood: Likelihood | None = None, pool_size: int | None = None
    ) -> Sample:
        """So many worlds, drawn evenly or, with a likelihood, by how well they explain what the others did.

        The dealer's discards are drawn by the likelihood's model.  Of a pool of worlds, `POOL` times as many, at least
        `LEAST_POOL` and at most `MOST_POOL`, each is then taken with a probability in proportion to its weight
        (sampling importance resampling; Rubin, JASA 82, 1987), by one random number and equal steps.  Where a
        `CardModel` weighs the cards played, which takes long, what happened before the play first leaves `KEPT` times
        as many, at least `LEAST_KEPT`.  pool_size: another size of the pool.  The same for the same seed.  Raises
        KnowledgeError when there is no world.
        """
        if likelihood is None or not likelihood.tells(self.view):
            return Sample(self._drawn(number, seed), number)
        size = pool_size or min(max(POOL * number, LEAST_POOL), MOST_POOL)
        random, dealer = Random(seed), likelihood.dealer(self.view, self.histories)
        pool, logs = dealer.redrawn(self._drawn(max(number, size), seed), seed)
        logs = logs + dealer.logs_of_call(pool) + likelihood.logs_of_gifts(self.view, pool)
        kept, variance = np.arange(len(pool)), 1 / number
        if isinstance(likelihood.play, CardModel) and self.view.plays:
            kept, copies = np.unique(_taken(logs, max(KEPT * number, LEAST_KEPT), random), return_counts=True)
            variance += 1 / effective(np.exp(logs - logs.max()))
            logs = np.log(copies)
        logs = logs + likelihood.logs_of_play(self.view, pool[kept])
        # Shuffled, so that copies of a world are spread and any first few are a fair sample.
        order = np.random.default_rng(seed).permutation(number)
        draws = kept[_taken(logs, number, random)[order]]
        weights = np.exp(logs - logs.max())
        return Sample(pool[draws], 1 / (variance + 1 / effective(weights)), draws)

    def weighed(self, most: int, likelihood: Likelihood | None = None) -> tuple[Sets, Floats] | None:
        """All the different worlds (`Sample.sets`), and how probable each is; None where `all` returns None."""
        listed = self._worlds.listing(most)
        if not listed:
            return None
        sets = np.array([world for *world, _ in listed], dtype=np.uint64)
        chances = np.array([float(ways) for *_, ways in listed])
        if likelihood is not None:
            logs = likelihood.logs(self.view, sets, likelihood.dealer(self.view, self.histories))
            chances *= np.exp(logs - logs.max())
        return sets, chances / chances.sum()

    def _drawn(self, number: int, seed: int) -> Sets:
        self._count_above_0()
        worlds = self._worlds
        return in_pieces(lambda rows: worlds.draw(len(rows), seed % 2**64, rows.start), number)

    def all(self, most: int) -> list[tuple[Layout, int]] | None:
        """All layouts, each with the number of worlds that lead to it.

        None if there are more than `most`, or the search gave up; then it is better to draw some.
        """
        listed = self._worlds.listing(most)
        return None if listed is None else [(_layout((d, a, b, k, out)), ways) for d, a, b, k, out, ways in listed]

    def _count_above_0(self) -> int:
        """How many worlds there are.  Raises KnowledgeError when there is none."""
        if count := self.count():
            return count
        hands = {Place(seat): len(self.view.hands[seat]) for seat in Seat if seat is not self.viewer}
        rooms = hands | {Place.KITTY: len(self.view.kitty), Place.DISCARDED: len(self.view.discarded)}
        only = {places: self.known(*places) for places in choices_of(rooms)}
        fault = number_fault(rooms, only, self._hints)
        why = f": {fault}" if fault else ""
        raise KnowledgeError(f"contradiction: no deal fits what {self.viewer.word} has seen{why}")


def _taken(logs: Floats, number: int, random: Random) -> npt.NDArray[np.int64]:
    """So many rows, in proportion to the weights whose logarithms these are: by one random number and equal steps."""
    weights = np.cumsum(np.exp(logs - logs.max()))
    steps = (np.arange(number) + random.random()) / number * weights[-1]
    return np.minimum(np.searchsorted(weights, steps, side="right"), len(logs) - 1)


class Way(NamedTuple):
    """One way in which some cards can have come to a place, and what they count for; see the engine's worlds.pyx."""

    cards: int
    place: int
    first: bool
    kitty: bool
    discarded: bool
    given: bool
    returned: bool
    kept: bool
    may_show: bool


def _worlds(histories: CardHistories, viewer: Seat) -> Worlds:
    """The histories as the engine's ways; of the two hands not seen one is counted, which tells the other."""
    first = next(seat for seat in Seat if seat is not viewer)
    ways = [_way(history, cards, int(first), histories) for history, cards in histories.open.items() if cards]
    dealt, shown = histories.dealt, histories.shown
    totals = dealt[first], dealt[Place.KITTY], histories.discarded, histories.given, shown or 0
    above = 0 if shown is None else 1 if histories.show is KittyShow.RETURNED else 2
    return Worlds(ways, totals, histories.answered, above)


def _way(history: CardHistory, cards: int, first: int, histories: CardHistories) -> Way:
    return Way(
        cards,
        history.now,
        first=history.start == first,
        kitty=history.start == Place.KITTY,
        discarded=bool(histories.discarded) and history.now == Place.DISCARDED,
        given=history.given,
        returned=history.pool == ReturnPool.RETURNED,
        kept=history.pool == ReturnPool.KEPT,
        may_show=histories.shown is not None and history.start == Place.KITTY and history.pool != ReturnPool.RETURNED,
    )


def _layout(world: World) -> Layout:
    dealer, left, right, kitty, discarded = world
    return Layout(Hand(dealer), Hand(left), Hand(right), Hand(kitty | discarded))


_THERE = {Place.KITTY: "in the kitty", Place.DISCARDED: "discarded"}


def hint_fault(hints: Hints, lost: Hand, histories: CardHistories, viewer: Seat) -> str:
    """Why hints leave a card without a place.

    lost: the cards that have none left.  histories: those open before the hints.
    """
    card = max(lost, key=lambda card: card in hints.kitty or any(card == known for _, known in hints.known))
    seats = sorted({seat for seat, known in hints.known if known == card})
    voids = sorted({seat for seat, suit in hints.voids if suit is card.suit})
    places = {place for place in Place if card in _at(histories, place)}
    name = f"the {card.words}"
    if card in hints.kitty:
        others = f"to be with {_and(seat.word for seat in seats)}" if seats else _where(card, places, viewer)
        return f"{name} is said to have been in the kitty, and {others}"
    if len(seats) > 1:
        return f"{name} is said to be with {_and(seat.word for seat in seats)}"
    if seats and seats[0] in voids:
        return f"{seats[0].word} is said to hold {name} and to be void in {card.suit.word}"
    if seats:
        return f"{name} is said to be with {seats[0].word}, and {_where(card, places, viewer)}"
    return f"{_voids(hints, [card.suit])}, and {name} can be nowhere else"


def number_fault(rooms: Mapping[Place, int], only: Mapping[tuple[Place, ...], Hand], hints: Hints | None) -> str | None:
    """Which cards are too many for the places left to them; None where it is not so simple.

    rooms: how many cards each place holds.  only: for each choice of places, the cards that can be nowhere else.
    """
    for places, cards in only.items():
        room = sum(rooms[place] for place in places)
        if len(cards) > room:
            suits = [suit for suit in Suit if cards.only(suit)]
            numbers = _and(f"{len(cards.only(suit))} {suit.word}" for suit in suits)
            there = " or ".join(_THERE.get(place, f"with {place.name.lower()}") for place in places)
            void_words = _voids(hints, suits) if hints else ""
            return f"{numbers} would have to be {there}, and only {room} cards are" + (void_words and f"; {void_words}")
    return None


def choices_of(places: Iterable[Place]) -> list[tuple[Place, ...]]:
    """Every choice of some of the places, those of few first."""
    every = list(places)
    return [choice for number in range(1, len(every) + 1) for choice in combinations(every, number)]


def _at(histories: CardHistories, place: Place) -> Hand:
    """The cards that can be at a place now."""
    found = Hand()
    for history, cards in histories.open.items():
        if history.now == place:
            found |= Hand(cards)
    return found


def _where(card: Card, places: set[Place], viewer: Seat) -> str:
    """Where a card is instead, or that it cannot be where it was said to be."""
    if len(places) > 1:
        return "cannot be there by what was seen"
    (place,) = places
    if place == Place.PLAYED:
        return "has been played"
    return f"is {_THERE.get(place, f'in the hand of {place.name.lower()}' + ' himself' * (place == int(viewer)))}"


def _voids(hints: Hints, suits: list[Suit]) -> str:
    """Who is said to be void in which of these suits; empty where nobody is."""
    voids: dict[tuple[Seat, ...], list[Suit]] = {}
    for suit in suits:
        if seats := tuple(seat for seat in Seat if (seat, suit) in hints.voids):
            voids.setdefault(seats, []).append(suit)
    return ", ".join(
        f"{_and(seat.word for seat in seats)} {'are' if len(seats) > 1 else 'is'} said to be void in "
        + _and(suit.word for suit in void)
        for seats, void in voids.items()
    )


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
