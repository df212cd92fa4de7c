"""Advice in the play: what each legal card is worth over the deals that could be."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ninefivetwo.advise.before import Terms, due
from ninefivetwo.advise.figures import variance
from ninefivetwo.advise.race import CLEAR, Limits
from ninefivetwo.advise.utility import Objective, Utility, make
from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import AdviceError, SearchStopped
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Deal, PlayTurn
from ninefivetwo.heuristics import best_by
from ninefivetwo.knowledge import Knowledge, effective
from ninefivetwo.layout import Layout, Position
from ninefivetwo.models.forecast import forecasts, kind_of
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.solve import QuantalSolver, Solver, Workers

QUANTAL_TRICKS = 9  # left, from which the quantal value is asked; before that, the forecast from the guarantees
QUANTAL_MEMORY = 64 << 20  # bytes
QUANTAL_SPREAD = 0.6 / 7  # tricks, for each trick left but the last: 0.6 at eight left (DESIGN's experiment)
LISTED = 300  # worlds, up to which all are looked at and none is drawn
FORCED = 16  # worlds looked at for what the only card is worth
PRIOR_SPREAD = 0.3  # tricks, PRIOR_MAKE chances: what differences over worlds are thought to be before any are seen
PRIOR_MAKE = 0.1
LEAST = 2  # worlds valued, whatever the time

#: For each legal card what dealer, left and right will win of the tricks left, and the spread of that.
Values = Mapping[Card, tuple[tuple[float, float, float], float]]


class Valuer:
    """What cards are worth with all hands seen; tables stay warm from one position to the next, for one thread."""

    def __init__(self, solver: Solver | None = None) -> None:
        self._solver, self._quantal = solver or Solver(), QuantalSolver(memory=QUANTAL_MEMORY)

    def values(self, position: Position, trump: Denomination) -> Values:
        """Quantal values in the last tricks, before that forecasts from the guarantees after each card."""
        if position.tricks <= QUANTAL_TRICKS:
            spread = QUANTAL_SPREAD * (position.tricks - 1)
            return {card: (means, spread) for card, means in self._quantal.moves(position, trump).items()}
        kind, mover, found = kind_of(trump, position.layout.dealer or Hand()), position.mover, {}
        for card, sure in self._solver.moves(position, trump).after.items():
            told = forecasts(sure, position.tricks, kind)
            found[card] = (told[Seat.DEALER].mean, told[Seat.LEFT].mean, told[Seat.RIGHT].mean), told[mover].spread
        return found


@dataclass(frozen=True)
class CardPrice:
    """What a card, or several that are equal in every world, is worth to the seat that may play it.

    `tricks`: what it will win of the whole deal; `make`: the chance that it makes its contract; `worst`: its tricks in
    the worst world looked at; `behind`: how much less the card is worth than the one recommended, by the utility asked
    for; `conceded`: how many tricks more than with that one each other seat will win.
    """

    cards: tuple[Card, ...]
    tricks: Estimate
    make: Estimate
    worst: float
    behind: Estimate
    conceded: dict[Seat, Estimate]


@dataclass(frozen=True)
class PlayAdvice:
    """What a seat is advised to play.

    `prices`: the recommended card's first, then the best first.  `exact`: are these all the worlds there can be?  Then
    no figure has an error but what the values and the likelihood themselves get wrong.  `worlds` is how many were
    looked at, `effective` how many even draws they are worth.  `objective` is by what the cards were judged.
    """

    view: Deal
    objective: Objective
    recommended: Card
    prices: tuple[CardPrice, ...]
    clear: bool
    exact: bool
    worlds: int
    effective: float
    seed: int
    stopped: bool


def advise_play(view: Deal, limits: Limits, terms: Terms, valuer: Valuer | None = None) -> PlayAdvice:
    """The card to play, for the seat whose view this is, and whose turn it must be.

    valuer: to work in this thread with its tables, in place of threads of their own.  Raises AdviceError where no card
    is due, KnowledgeError for a contradiction, SearchStopped when time is up before any world is valued.
    """
    start, turn = time.monotonic(), view.turn
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(view)} (expected a card to play)")
    if turn.count() == 1:
        limits = replace(limits, worlds=min(limits.worlds, FORCED))
    worlds = _worlds(view, limits, terms)
    if limits.seconds is not None:  # the draw is part of the time, but does not take all of it
        left = limits.seconds - (time.monotonic() - start)
        limits = replace(limits, seconds=max(left, limits.seconds / 4))
    found, stopped = list[Values](), False
    try:
        for values in _valued(view, worlds.sets, limits, valuer):
            found.append(values)
            if limits.progress is not None:
                limits.progress(len(found))
    except KeyboardInterrupt:
        stopped = True
    if not found:
        if stopped:
            raise KeyboardInterrupt
        raise SearchStopped("no world valued in the time given (expected more --seconds)")
    return _Tally(view, turn, worlds, found, terms).advice(limits.seed, stopped)


@dataclass(frozen=True)
class _Worlds:
    """Worlds to look at: all with their probabilities, or drawn ones."""

    sets: Sets
    chances: Floats | None
    effective: float


def _worlds(view: Deal, limits: Limits, terms: Terms) -> _Worlds:
    knowledge = Knowledge(view, hints=terms.hints)
    if listed := knowledge.weighed(min(LISTED, limits.worlds), terms.likelihood):
        sets, chances = listed
        order = np.random.default_rng(limits.seed).permutation(len(sets))  # that the first few do if time is short
        return _Worlds(sets[order], chances[order], effective(chances))
    sample = knowledge.sample(limits.worlds, limits.seed, terms.likelihood)
    return _Worlds(sample.sets, None, sample.effective)


def _valued(view: Deal, sets: Sets, limits: Limits, valuer: Valuer | None) -> Iterator[Values]:
    """The values of the legal cards in one world after another, until time is up."""
    trump = view.trump
    assert trump is not None

    def position(row: Any) -> Position:
        dealer, left, right = (Hand(int(cards)) for cards in row[:3])
        return Position(Layout(dealer, left, right), view.lead, view.table)

    end = None if limits.seconds is None else time.monotonic() + limits.seconds
    if valuer is not None:
        for i, row in enumerate(sets):
            if end is not None and i >= LEAST and time.monotonic() > end:
                return
            yield valuer.values(position(row), trump)
        return
    valuers: dict[Solver, Valuer] = {}  # one for each solver: a thread may get another's

    def job(at: Position, solver: Solver) -> Values:
        if solver not in valuers:
            valuers[solver] = Valuer(solver)
        return valuers[solver].values(at, trump)

    threads = min(limits.threads or os.cpu_count() or 1, len(sets))
    waiting, rows = deque[Future[Values]](), iter(sets)
    with Workers[Values](threads, limits.memory, None) as workers:
        for i in range(len(sets)):
            while len(waiting) < 2 * threads and (row := next(rows, None)) is not None:
                waiting.append(workers.start(partial(job, position(row)), 0))
            grace = (limits.seconds or 0) * (i < LEAST)
            left = None if end is None else max(end + grace - time.monotonic(), 0)
            try:
                yield waiting.popleft().result(left)
            except TimeoutError:
                return


class _Tally:
    """The values of cards over worlds, and the advice that follows."""

    def __init__(self, view: Deal, turn: PlayTurn, worlds: _Worlds, found: list[Values], terms: Terms) -> None:
        self.view, self.seat, self.worlds = view, turn.seat, worlds
        self.objective = terms.objective(view.rules, turn.seat)
        self.cards = list(turn.legal())
        means = np.array([[values[card][0] for card in self.cards] for values in found])  # world, card, seat
        self.means = means + np.array(view.won)
        self.spreads = np.array([[values[card][1] for card in self.cards] for values in found])
        self.n = len(found)
        whole = worlds.chances is not None and self.n == len(worlds.chances)
        self.exact = whole
        chances = worlds.chances if worlds.chances is not None else np.ones(self.n)
        self.chances = chances[: self.n] / chances[: self.n].sum()
        self.contract = self.objective.contract
        won = view.won[self.seat]
        self.open = won < self.contract <= won + len(view.hands[self.seat])  # neither made already nor out of reach

    def mean(self, values: Floats, prior: float = PRIOR_SPREAD) -> Estimate:
        """The mean over the worlds; its error counts few draws for many when the likelihood let few through."""
        mean = float(values @ self.chances)
        if self.exact:
            return Estimate(mean, 0.0, self.n)
        number = len(self.worlds.sets)
        share = float((self.chances**2).sum()) + max(1 / self.worlds.effective - 1 / number, 0)
        return Estimate(mean, (variance(values, prior) * share) ** 0.5, self.n)

    def advice(self, seed: int, stopped: bool) -> PlayAdvice:
        own = self.means[:, :, self.seat]
        worth = np.array([self.worth(i) for i in range(len(self.cards))]).T
        totals = self.chances @ worth
        if self.objective.in_chances:  # of cards that do it as often, the one that wins more
            totals = totals + 1e-6 * (self.chances @ own)
        best = self.cards.index(best_by(dict(zip(self.cards, totals, strict=True)), self.view))
        order = sorted(self._groups(), key=lambda group: (best not in group, -totals[group[0]]))
        prices = tuple(self._price(group, best, worth) for group in order)
        ahead = [price.behind for price in prices[1:]]
        clear = all(each.mean > CLEAR * each.standard_error for each in ahead)
        return PlayAdvice(
            self.view,
            self.objective,
            self.cards[best],
            prices,
            clear,
            self.exact,
            self.n,
            self.worlds.effective,
            seed,
            stopped,
        )

    def makes(self, card: int) -> Floats:
        """The chance of the contract after a card, by world; what is won already, or out of reach, is no chance."""
        if not self.open:
            return np.full(self.n, float(self.view.won[self.seat] >= self.contract))
        return make(self.means[:, card, self.seat], self.spreads[:, card], self.contract)

    def worth(self, card: int) -> Floats:
        """What a card is worth, by world."""
        if self.objective.utility is Utility.MAKE:
            return self.makes(card)
        return self.objective.worth(self.means[:, card], self.spreads[:, card])

    def _groups(self) -> list[list[int]]:
        """The cards by number, those together that touch in the hand's suit and are worth the same in every world."""
        groups: list[list[int]] = []
        for i, card in enumerate(self.cards):
            last = groups[-1][-1] if groups else None
            if last is not None and self.cards[last].suit is card.suit and self._equal(last, i):
                groups[-1].append(i)
            else:
                groups.append([i])
        return groups

    def _equal(self, one: int, other: int) -> bool:
        return bool(np.allclose(self.means[:, one], self.means[:, other], rtol=0, atol=1e-9))

    def _price(self, group: list[int], best: int, worth: Floats) -> CardPrice:
        i = group[0]
        tricks = self.means[:, i, self.seat]
        others = [seat for seat in Seat if seat is not self.seat]
        prior = 0.0 if best in group else PRIOR_SPREAD
        return CardPrice(
            tuple(self.cards[j] for j in group),
            self.mean(tricks),
            self.mean(self.makes(i), PRIOR_MAKE if self.open else 0.0),
            float(tricks.min()),
            self.mean(worth[:, best] - worth[:, i], prior),
            {seat: self.mean(self.means[:, i, seat] - self.means[:, best, seat], prior) for seat in others},
        )
