"""What one seat knows at one moment of a deal, and the deals that it could be in."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.errors import KnowledgeError
from ninefivetwo.game import Deal
from ninefivetwo.knowledge.likelihood import Likelihood, effective
from ninefivetwo.knowledge.paths import Hints, Path, Paths, Place, Pool, paths_of
from ninefivetwo.layout import Layout
from ninefivetwo.rules import Show
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.solve.worlds import Totals, Way, World, Worlds

POOL, LEAST_POOL, MOST_POOL = 25, 800, 40_000  # worlds weighed for each taken, and in any case


class Sample(NamedTuple):
    """Worlds drawn, in no order: their card sets, and how many even draws they are worth (the effective sample size).

    A row a world: the cards of dealer, left and right now, the kitty on the table, and the cards thrown unseen.
    """

    sets: Sets
    effective: float

    @property
    def layouts(self) -> list[Layout]:
        """The same as layouts; the cards out of play are the kitty on the table, or the cards thrown."""
        return [_layout(world) for world in self.sets.tolist()]


class Knowledge:
    """All that follows for a seat from what it has seen of a deal, and nothing else.

    A *world* is a way that the whole deal can have gone: every card dealt, given, thrown and played, and all of it
    agreeing with what the seat witnessed.  All worlds count alike, which is right if the cards were dealt at random and
    the others gave and threw at random; how the others choose is for likelihoods to say.  Where the cards are *now* is
    a layout; several worlds may lead to one, and then it counts for so many.

    `hints` is what the seat knows beside, from wherever.  Raises KnowledgeError where what was seen cannot be.
    """

    def __init__(self, view: Deal, deck: Hand = FULL_DECK, hints: Hints | None = None) -> None:
        if view.viewer is None:
            raise KnowledgeError("the whole deal is seen (expected a seat's view of it, Deal.seen_by)")
        self.view, self.viewer, self._deck = view, view.viewer, deck
        paths = paths_of(view, deck)
        self.paths = hints.narrow(paths, deck) if hints else paths

    def may_be(self, place: Place) -> Hand:
        """The cards that can be at a place now, as far as each card alone can tell."""
        found = 0
        for path, cards in self.paths.open.items():
            if path.now == place:
                found |= cards
        return Hand(found)

    def known(self, *places: Place) -> Hand:
        """The cards that can be at these places only: with the dealer, say, or thrown by him."""
        elsewhere = 0
        for path, cards in self.paths.open.items():
            if path.now not in places:
                elsewhere |= cards
        return self._deck - Hand(elsewhere)

    def voids(self, seat: Seat) -> tuple[Suit, ...]:
        """The suits of which a seat can hold no card."""
        return tuple(suit for suit in Suit if not self.may_be(Place(seat)).only(suit))

    @cached_property
    def _worlds(self) -> Worlds:
        return _worlds(self.paths, self.viewer)

    def count(self) -> int:
        """How many worlds there are, exactly."""
        return self._worlds.count()

    def chance(self, card: Card, place: Place) -> Fraction:
        """The share of all worlds in which a card is at a place now, exactly."""
        bit = 1 << card.index
        only = {p: c if p.now == place else c & ~bit for p, c in self.paths.open.items()}
        there = _worlds(replace(self.paths, open=only), self.viewer) if self.may_be(place).cards & bit else None
        return Fraction(there.count() if there else 0, self._count_above_0())

    def sample(self, number: int, seed: int, likelihood: Likelihood | None = None) -> Sample:
        """So many worlds, drawn evenly or, with a likelihood, by how well they explain what the others did.

        By likelihood of a pool of evenly drawn worlds, `POOL` times as many, at least `LEAST_POOL` and at most
        `MOST_POOL`, each is taken with a probability in proportion to its weight (sampling importance resampling;
        Rubin, JASA 82, 1987), by one random number and equal steps.  The same for the same seed.  Raises KnowledgeError
        when there is no world.
        """
        if likelihood is None or not likelihood.tells(self.view):
            return Sample(np.array(self._drawn(number, seed), dtype=np.uint64), number)
        pool = np.array(self._drawn(max(number, min(max(POOL * number, LEAST_POOL), MOST_POOL)), seed), dtype=np.uint64)
        weights = likelihood.weights(self.view, pool)
        steps = (np.arange(number) + Random(seed).random()) / number
        taken = np.searchsorted(np.cumsum(weights), steps * weights.sum(), side="right")
        order = np.random.default_rng(seed).permutation(number)  # copies of a world apart, that any first few do
        return Sample(pool[np.minimum(taken, len(pool) - 1)[order]], 1 / (1 / number + 1 / effective(weights)))

    def weighed(self, most: int, likelihood: Likelihood | None = None) -> tuple[Sets, Floats] | None:
        """All the different worlds (`Sample.sets`), and how probable each is; None where `all` gives none."""
        listed = self._worlds.listing(most)
        if not listed:
            return None
        sets = np.array([world for world, _ in listed], dtype=np.uint64)
        chances = np.array([float(ways) for _, ways in listed])
        if likelihood is not None:
            chances *= likelihood.weights(self.view, sets)
        return sets, chances / chances.sum()

    def _drawn(self, number: int, seed: int) -> list[World]:
        self._count_above_0()
        return self._worlds.draw(number, seed)

    def all(self, most: int) -> list[tuple[Layout, int]] | None:
        """All layouts, each with the number of worlds that lead to it; None when there are more than `most`.

        None also when the search for them is given up; then they are best drawn.
        """
        found = self._worlds.listing(most)
        return None if found is None else [(_layout(world), ways) for world, ways in found]

    def _count_above_0(self) -> int:
        """How many worlds there are.  Raises KnowledgeError when there is none."""
        if count := self.count():
            return count
        told = ", ".join(
            f"{place.name.lower()} {len(self.known(place))} to {len(self.may_be(place))}" for place in Place
        )
        raise KnowledgeError(
            f"contradiction: no deal fits what {self.viewer.word} has seen, for the numbers do not add up"
            f" (cards that must and can be there: {told})"
        )


def _worlds(paths: Paths, viewer: Seat) -> Worlds:
    """The paths as the engine's ways; of the two hands not seen one is counted, which tells the other."""
    first = next(seat for seat in Seat if seat is not viewer)
    ways = [_way(path, cards, int(first), paths) for path, cards in paths.open.items() if cards]
    totals = Totals(paths.dealt[first], paths.dealt[Place.KITTY], paths.thrown, paths.given, paths.shown or 0)
    above = None
    if paths.shown is not None:
        above = "returned" if paths.show is Show.RETURNED else "given"
    return Worlds(ways, totals, paths.answered, above)


def _way(path: Path, cards: int, first: int, paths: Paths) -> Way:
    return Way(
        cards,
        path.now,
        first=path.start == first,
        kitty=path.start == Place.KITTY,
        thrown=bool(paths.thrown) and path.now == Place.THROWN,
        given=path.given,
        returned=path.pool == Pool.RETURNED,
        kept=path.pool == Pool.KEPT,
        may_show=paths.shown is not None and path.start == Place.KITTY,
    )


def _layout(world: World) -> Layout:
    dealer, left, right, kitty, thrown = world
    return Layout(Hand(dealer), Hand(left), Hand(right), Hand(kitty | thrown))
