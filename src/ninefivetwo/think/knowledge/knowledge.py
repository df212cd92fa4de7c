"""A seat's knowledge at one point of a deal, and the possible complete deals (worlds)."""

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

POOL, LEAST_POOL, MOST_POOL = 25, 800, 40_000  # pool size: worlds drawn per world taken, minimum, maximum
KEPT, LEAST_KEPT = 8, 400  # size of the reduced pool: worlds kept per world taken, minimum
#: A world as five card sets: the present hands of dealer, left and right, the kitty on the table, the discarded cards.
World = tuple[int, int, int, int, int]


class Sample(NamedTuple):
    """Worlds in random order, with their effective sample size.

    `sets` has one row per world: the current hands of dealer, left and right, the kitty on the table, and the discard.
    Rows with the same number in `draws` are copies of one draw from a pool. `draws` is None if every row is a separate
    draw.
    """

    sets: Sets
    effective: float
    draws: npt.NDArray[np.int64] | None = None

    @property
    def layouts(self) -> list[Layout]:
        """The worlds as layouts, with the kitty on the table and the discard out of play."""
        return [_layout(world) for world in self.sets.tolist()]

    @property
    def distinct(self) -> DistinctWorlds:
        """The distinct draws, each with its share of all rows."""
        if self.draws is None:
            return DistinctWorlds(self.sets, np.full(len(self.sets), 1 / len(self.sets)))
        order = np.argsort(self.draws, kind="stable")
        first = np.flatnonzero(np.diff(self.draws[order], prepend=-1))  # index of each draw's first copy
        copies = np.diff(first, append=len(order))
        return DistinctWorlds(self.sets[order[first]], copies / len(self.sets))


class Knowledge:
    """All conclusions that one seat can draw from its view of a deal.

    A *world* is a possible course of the whole deal that is consistent with the view. All worlds are equally probable
    if the other players give and discard at random. A `Likelihood` models how players really choose. A layout records
    only the current place of every card, so several worlds can lead to the same layout.

    `hints` has the seat's knowledge from other sources, and `missed` has the facts that the seat saw but did not
    notice. Raises KnowledgeError if the view and the hints contradict each other.
    """

    def __init__(
        self, view: DealView, deck: Hand = FULL_DECK, hints: Hints | None = None, missed: Missed = NOTHING_MISSED
    ) -> None:
        if view.viewer is None:
            raise KnowledgeError("not one seat's view: the whole deal is visible (expected a view from Deal.seen_by)")
        self.view, self.viewer, self._deck, self._hints = view, view.viewer, deck, hints
        self.histories = card_histories(view, deck, missed)
        if hints:
            seen, self.histories = self.histories, hints.narrow(self.histories)
            if lost := self.known():
                raise KnowledgeError(f"contradiction: {hint_fault(hints, lost, seen, view.viewer)}")

    def may_be(self, place: Place) -> Hand:
        """Return the cards that can be at a place now, considering each card on its own."""
        result = 0
        for history, cards in self.histories.open.items():
            if history.now == place:
                result |= cards
        return Hand(result)

    def known(self, *places: Place) -> Hand:
        """Return the cards that must be at one of these places."""
        elsewhere = 0
        for history, cards in self.histories.open.items():
            if history.now not in places:
                elsewhere |= cards
        return self._deck - Hand(elsewhere)

    def voids(self, seat: Seat) -> tuple[Suit, ...]:
        """Return the suits in which a seat must be void."""
        return tuple(suit for suit in Suit if not self.may_be(Place(seat)).only(suit))

    @cached_property
    def _worlds(self) -> Worlds:
        return _worlds(self.histories, self.viewer)

    def count(self) -> int:
        """Return the exact number of worlds."""
        return self._worlds.count()

    def chance(self, card: Card, place: Place) -> Fraction:
        """Return the exact probability that a card is at a place now, if all worlds are equally probable."""
        bit = 1 << card.index
        only = {p: c if p.now == place else c & ~bit for p, c in self.histories.open.items()}
        there = _worlds(replace(self.histories, open=only), self.viewer) if self.may_be(place).cards & bit else None
        return Fraction(there.count() if there else 0, self._count_above_0())

    def sample(
        self, number: int, seed: int, likelihood: Likelihood | None = None, pool_size: int | None = None
    ) -> Sample:
        """Draw `number` worlds, either with equal probabilities or in proportion to a likelihood.

        With a likelihood, a pool of worlds is drawn first. The pool has `pool_size` worlds or, by default, `POOL *
        number`, but at least `LEAST_POOL` and at most `MOST_POOL`. Worlds are then taken from the pool by systematic
        sampling, in proportion to their weights (sampling importance resampling; Rubin, JASA 82, 1987). Before a slow
        `CardModel` is applied, the weights of the events before the play reduce the pool to `KEPT * number` worlds, but
        at least `LEAST_KEPT`. The same seed gives the same worlds. Raises KnowledgeError if there is no world.
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
        # Shuffle the rows to spread the copies of a world, so that the first rows alone are also a fair sample.
        order = np.random.default_rng(seed).permutation(number)
        draws = kept[_taken(logs, number, random)[order]]
        weights = np.exp(logs - logs.max())
        return Sample(pool[draws], 1 / (variance + 1 / effective(weights)), draws)

    def weighed(self, most: int, likelihood: Likelihood | None = None) -> tuple[Sets, Floats] | None:
        """Return all distinct worlds (as in `Sample.sets`) with probabilities, or None if there are too many worlds."""
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
        """Return all possible layouts, each with the number of worlds that lead to the layout.

        Returns None if there are more than `most` layouts or the search for layouts gives up.
        """
        listed = self._worlds.listing(most)
        return None if listed is None else [(_layout((d, a, b, k, out)), ways) for d, a, b, k, out, ways in listed]

    def _count_above_0(self) -> int:
        """Return the number of worlds. Raises KnowledgeError if there is no world."""
        if count := self.count():
            return count
        hands = {Place(seat): len(self.view.hands[seat]) for seat in Seat if seat is not self.viewer}
        rooms = hands | {Place.KITTY: len(self.view.kitty), Place.DISCARDED: len(self.view.discarded)}
        only = {places: self.known(*places) for places in choices_of(rooms)}
        fault = number_fault(rooms, only, self._hints)
        why = f": {fault}" if fault else ""
        raise KnowledgeError(f"contradiction: no deal fits what {self.viewer.word} has seen{why}")


def _taken(logs: Floats, number: int, random: Random) -> npt.NDArray[np.int64]:
    """Draw row numbers by systematic sampling, with probabilities proportional to exp(`logs`)."""
    weights = np.cumsum(np.exp(logs - logs.max()))
    steps = (np.arange(number) + random.random()) / number * weights[-1]
    return np.minimum(np.searchsorted(weights, steps, side="right"), len(logs) - 1)


class Way(NamedTuple):
    """A set of cards that share a history, in the form that the engine's world counter needs (worlds.pyx)."""

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
    """Return the engine's world counter for one of the two unseen hands, which determines the other hand."""
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


_THERE = {Place.KITTY: "in the kitty", Place.DISCARDED: "in the discard"}


def hint_fault(hints: Hints, lost: Hand, histories: CardHistories, viewer: Seat) -> str:
    """Return an error message about hints that leave a card without a possible place.

    `lost` has the cards without a possible place, and `histories` dates from before the hints were applied.
    """
    card = max(lost, key=lambda card: card in hints.kitty or any(card == known for _, known in hints.known))
    seats = sorted({seat for seat, known in hints.known if known == card})
    voids = sorted({seat for seat, suit in hints.voids if suit is card.suit})
    places = {place for place in Place if card in _at(histories, place)}
    name = f"the {card.words}"
    if card in hints.kitty:
        others = f"it is said to be with {_and(seat.word for seat in seats)}" if seats else _where(card, places, viewer)
        return f"{name} cannot have been in the kitty: {others}"
    if len(seats) > 1:
        return f"{name} cannot be with {_and(seat.word for seat in seats)} at the same time"
    if seats and seats[0] in voids:
        return f"{seats[0].word} cannot hold {name} and be void in {card.suit.word}"
    if seats:
        return f"{name} cannot be with {seats[0].word}: {_where(card, places, viewer)}"
    return f"{_voids(hints, [card.suit])}, but {name} can be nowhere else"


def number_fault(rooms: Mapping[Place, int], only: Mapping[tuple[Place, ...], Hand], hints: Hints | None) -> str | None:
    """Return an error message if some cards do not fit into their only possible places, or None if all cards fit.

    `rooms` maps each place to its number of cards. `only` maps each combination of places to the cards that must be at
    one of the places.
    """
    for places, cards in only.items():
        room = sum(rooms[place] for place in places)
        if len(cards) > room:
            suits = [suit for suit in Suit if cards.only(suit)]
            numbers = _and(f"{len(cards.only(suit))} {suit.word}" for suit in suits)
            there = " or ".join(_THERE.get(place, f"with {place.name.lower()}") for place in places)
            void_words = _voids(hints, suits) if hints else ""
            why = void_words and f"; {void_words}"
            return f"{numbers} would have to be {there}, but only {room} cards fit there{why}"
    return None


def choices_of(places: Iterable[Place]) -> list[tuple[Place, ...]]:
    """Return all non-empty combinations of these places, starting with the smallest combinations."""
    every = list(places)
    return [choice for number in range(1, len(every) + 1) for choice in combinations(every, number)]


def _at(histories: CardHistories, place: Place) -> Hand:
    found = Hand()
    for history, cards in histories.open.items():
        if history.now == place:
            found |= Hand(cards)
    return found


def _where(card: Card, places: set[Place], viewer: Seat) -> str:
    if len(places) > 1:
        return "what was seen rules that out"
    (place,) = places
    if place == Place.PLAYED:
        return "it has been played"
    owner = f"{place.name.lower()}'s {'own ' * (place == int(viewer))}"
    return f"it is {_THERE.get(place, f'in {owner}hand')}"


def _voids(hints: Hints, suits: list[Suit]) -> str:
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
