"""Candidates raced against each other: which choice before the play is worth most, by how much, how sure is that.

All candidates see the same worlds.  In thousands of them each deal that comes of a candidate is estimated
(`estimate.py`), in as many as time allows it is solved and forecast; a mean is that of the estimates, corrected by how
much the forecasts differ from them where both are known (a control variate).  Whoever is clearly behind the best is
solved no further, so time goes to what is close.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np

from ninefivetwo.advise.completed_deals import CompletedDeals
from ninefivetwo.advise.figures import variance
from ninefivetwo.advise.utility import MOST, Objective, distribution, make
from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.evaluation import Estimate
from ninefivetwo.layout import Layout, Position
from ninefivetwo.models.estimate import estimates
from ninefivetwo.models.forecast import forecasts, kind_of
from ninefivetwo.sets import Floats
from ninefivetwo.solve import DEFAULT_MEMORY, Job, Solver, Workers

SETTLED = 0.15  # tricks, of the error of the best candidate's own price, when there is nothing else to find out
BEHIND = 3.0  # standard errors behind the best, after which a candidate is solved no further
CLEAR = 2.5  # standard errors ahead of the rest, and a recommendation is called clear
AHEAD = 8  # worlds given out before the first of them is back: not by threads, that the answer be the same
LEVEL = 0.03  # tricks: a difference known so well needs no more worlds
ESTIMATE_SPREAD = 1.4  # tricks, of what is won about an estimate
PRIOR_SPREAD, PRIOR_CHANCE = 0.6, 0.15  # tricks, chances: what is thought of spreads before any world is solved

#: Of one deal: the tricks that dealer, left and right will win, and the spread of the asking seat's.
Found = tuple[float, float, float, float]


@dataclass(frozen=True)
class Limits:
    """How much is spent on advice: at most so many seconds, so many worlds solved, threads, bytes of table for each.

    `estimated` is the number of worlds for the estimates.  With `seconds` None the answer depends on the seed alone.
    """

    seconds: float | None = 5.0
    worlds: int = 1000
    seed: int = 0
    threads: int | None = None
    memory: int = DEFAULT_MEMORY
    estimated: int = 2000
    progress: Callable[[int], None] | None = None


@dataclass(frozen=True)
class Price:
    """What a choice is worth to the seat.

    `tricks` is what it will win; `make`, the chance that it makes its contract; `worth`, what that is worth by the
    utility asked for; `distribution`, of each number of tricks; `behind`, how much less the choice is worth than the
    one recommended.
    """

    tricks: Estimate
    make: Estimate
    worth: Estimate
    distribution: tuple[float, ...]
    behind: Estimate


@dataclass
class Race:
    """The candidates' completed, and what is known of them so far."""

    completed: list[CompletedDeals]
    lead: Seat
    objective: Objective
    doubt: float  # worlds: what n solved ones say of one candidate alone is believed for n / (n + doubt)
    effective: float  # how many even draws the worlds are worth (`Sample.effective`)
    certain: bool = False  # is there one world only?
    stopped: bool = False
    solved: list[list[Found]] = field(init=False)  # by candidate, world
    _cheap: Floats = field(init=False)  # tricks by candidate, world, seat

    def __post_init__(self) -> None:
        self.solved = [[] for _ in self.completed]
        self.raced = self.alive = list(range(len(self.completed)))
        self._cheap = np.array([_estimated(deals) for deals in self.completed])
        self._useful = np.array([self.objective.worth(tricks, ESTIMATE_SPREAD) for tricks in self._cheap])

    def run(self, alive: list[int], least: int, limits: Limits) -> None:
        """Solve worlds in order, of the candidates that are in the running, until it is decided or time is up.

        Where time is too short for a single world, the estimates are what is known.

        least: worlds solved of every candidate before any is dropped, if twice the seconds are enough for them.
        """
        self.raced = alive
        end = None if limits.seconds is None else time.monotonic() + limits.seconds
        number = min(limits.worlds, len(self.completed[0].trumps))
        threads = min(limits.threads or os.cpu_count() or 1, AHEAD)
        waiting = deque[tuple[list[int], Future[list[Found]]]]()
        with Workers[list[Found]](threads, limits.memory, None) as workers:
            begun = done = 0
            try:
                while begun < number or waiting:
                    while begun < number and len(waiting) < AHEAD:
                        waiting.append((alive, workers.start(self._job(alive, begun), 0)))
                        begun += 1
                    entered, answer = waiting.popleft()
                    grace = (limits.seconds or 0) * (done < least)
                    left = None if end is None else max(end + grace - time.monotonic(), 0)
                    for candidate, found in zip(entered, answer.result(left), strict=True):
                        self.solved[candidate].append(found)
                    done += 1
                    if limits.progress is not None:
                        limits.progress(done)
                    if done >= least:
                        alive = self._in_the_running(alive)
                        if self._decided(alive):
                            break
            except (TimeoutError, SearchStopped):
                pass
            except KeyboardInterrupt:
                self.stopped = True
        self.alive = [candidate for candidate in alive if self.solved[candidate]] or alive

    def _job(self, candidates: list[int], world: int) -> Job[list[Found]]:
        """The forecasts of one world for some candidates; those that come to the same deal are solved once."""

        def solve(solver: Solver) -> list[Found]:
            found: dict[tuple[int, ...], Found] = {}
            answer = []
            for candidate in candidates:
                deals = self.completed[candidate]
                key = (*map(int, deals.hands[world]), int(deals.trumps[world]))
                if key not in found:
                    found[key] = forecast(solver, key, self.lead, self.objective.seat)
                answer.append(found[key])
            return answer

        return solve

    def _in_the_running(self, alive: list[int]) -> list[int]:
        best = max(alive, key=self._value)
        behind = {c: self.behind(c, best) for c in alive}
        return [c for c in alive if behind[c].mean <= BEHIND * behind[c].standard_error]

    def _decided(self, alive: list[int]) -> bool:
        best = max(alive, key=self._value)
        if len(alive) == 1:
            return self.price(best, best).tricks.standard_error < SETTLED
        return all(self.behind(c, best).standard_error < LEVEL for c in alive if c != best)

    def _found(self, candidate: int) -> tuple[Floats, Floats]:
        """The solved worlds of a candidate: tricks by world and seat, and the spreads."""
        found = np.array(self.solved[candidate]).reshape(-1, 4)
        return found[:, :3], found[:, 3]

    def _utilities(self, candidate: int) -> Floats:
        return self.objective.worth(*self._found(candidate))

    def _value(self, candidate: int) -> float:
        """What a candidate is worth."""
        return self._corrected(self._useful, self._utilities, candidate)

    def _corrected(self, cheap: Floats, solved: Callable[[int], Floats], candidate: int) -> float:
        """The mean of a candidate's estimates, corrected by the solved worlds.

        What they say of all candidates alike is believed, what they say of this one alone in part (`doubt`): else the
        best of many would be the luckiest of many.
        """
        n = len(self.solved[candidate])
        mean = float(cheap[candidate].mean())
        if n == 0:
            return mean
        if self.certain:
            return float(solved(candidate).mean())
        others = [c for c in self.raced if len(self.solved[c]) >= n]
        wrong = {c: float((solved(c)[:n] - cheap[c][:n]).mean()) for c in others}
        common = sum(wrong.values()) / len(wrong)
        return mean + common + (wrong[candidate] - common) * self._believed(n)

    def _believed(self, n: int) -> float:
        """How much of what n solved worlds say of one candidate alone is believed: all, if there are no others."""
        return n / (n + self.doubt * (1 - n / self._cheap.shape[1]))

    def _error(self, cheap: Floats, solved: Floats, prior: float) -> float:
        """The standard error of the mean of estimates corrected by solved worlds."""
        n, number = len(solved), len(cheap)
        if n == 0:
            return sqrt(prior**2 + cheap.var() / number)
        if self.certain:
            return 0.0
        pool = max(1 / self.effective - 1 / number, 0)  # for worlds taken from a pool by their weights
        return sqrt(variance(solved - cheap[:n], prior) * (1 / n + pool) + cheap.var() * (1 / number + pool))

    def behind(self, candidate: int, best: int) -> Estimate:
        """How much less one candidate is worth than another, over the worlds in which both are solved."""
        one, other = self._utilities(candidate), self._utilities(best)
        n = min(len(one), len(other))
        if candidate == best:
            return Estimate(0.0, 0.0, n)
        cheap, solved = self._useful[best] - self._useful[candidate], other[:n] - one[:n]
        error = self._error(cheap, solved, self._prior)
        if self.certain and n:
            return Estimate(float(solved.mean()), error, n)
        shown = float((solved - cheap[:n]).mean()) * self._believed(n) if n else 0.0
        return Estimate(float(cheap.mean()) + shown, error, n)

    @property
    def _prior(self) -> float:
        return PRIOR_CHANCE if self.objective.in_chances else PRIOR_SPREAD

    def price(self, candidate: int, best: int) -> Price:
        """All that is known of one candidate, against the one recommended."""
        tricks, spreads = self._found(candidate)
        seat, contract = self.objective.seat, self.objective.contract
        cheap = distribution(self._cheap[candidate, :, seat], ESTIMATE_SPREAD)
        chances = cheap.mean(axis=0)
        if n := len(tricks):
            chances = np.maximum(chances + (distribution(tricks[:, seat], spreads) - cheap[:n]).mean(axis=0), 0)
        makes = make(self._cheap[:, :, seat], ESTIMATE_SPREAD, contract)
        chance = self._mean(makes, lambda c: make(self._found(c)[0][:, seat], self._found(c)[1], contract), candidate)
        worth = self._mean(self._useful, self._utilities, candidate, self._prior)
        return Price(
            self._mean(self._cheap[:, :, seat], lambda c: self._found(c)[0][:, seat], candidate, PRIOR_SPREAD),
            _as_chance(chance),
            _as_chance(worth) if self.objective.in_chances else worth,
            tuple((chances / chances.sum()).tolist()),
            self.behind(candidate, best),
        )

    def _mean(
        self, cheap: Floats, solved: Callable[[int], Floats], candidate: int, prior: float = PRIOR_CHANCE
    ) -> Estimate:
        """A figure of one candidate: by estimates, and by solved worlds."""
        found = solved(candidate)
        return Estimate(
            self._corrected(cheap, solved, candidate), self._error(cheap[candidate], found, prior), len(found)
        )

    def best(self, plain: int | None, margin: float) -> int:
        """The candidate to recommend: the best, or the plain rule's unless the best leads it by so many errors."""
        best = max(self.alive, key=self._value)
        if plain in self.alive:
            lead = self.behind(plain, best)
            if lead.mean < margin * lead.standard_error:
                return plain
        return best

    def field(self, most: int, wanted: list[int]) -> list[int]:
        """The candidates with the best estimates, and those wanted in any case; of several that are estimated alike in
        every world one, if possible a wanted one."""
        means = self._useful.mean(axis=1).round(9)
        order = sorted(range(len(self.completed)), key=lambda c: (-means[c], c not in wanted))
        alike, kept = set[bytes](), list[int]()
        for candidate in order:
            key = self._cheap[candidate].round(9).tobytes()
            if key not in alike and len(kept) < most:
                kept.append(candidate)
            alike.add(key)
        missing = [candidate for candidate in wanted if candidate not in kept]
        spare = [candidate for candidate in kept if candidate not in wanted]
        return [c for c in kept if c not in spare[len(spare) - len(missing) :]] + missing if missing else kept


def _as_chance(mean: Estimate) -> Estimate:
    return replace(mean, mean=min(max(mean.mean, 0.0), 1.0))


def _estimated(deals: CompletedDeals) -> Floats:
    """The tricks of each seat in each deal, estimated."""
    found = np.zeros((len(deals.trumps), len(Seat)))
    for trump in np.unique(deals.trumps):
        rows = deals.trumps == trump
        found[rows] = estimates(deals.hands[rows], Denomination(int(trump)))
    return np.clip(found, 0, MOST)


def forecast(solver: Solver, deal: tuple[int, ...], lead: Seat, seat: Seat) -> Found:
    """What the seats will win of a deal, given as three hands' sets and the trump's number, and the spread of one's."""
    dealer, left, right, trump = deal
    layout, denomination = Layout(Hand(dealer), Hand(left), Hand(right)), Denomination(trump)
    sure = solver.guarantees(Position(layout, lead), denomination)
    found = forecasts(sure, MOST, kind_of(denomination, Hand(dealer)), (layout, denomination))
    return found[Seat.DEALER].mean, found[Seat.LEFT].mean, found[Seat.RIGHT].mean, found[seat].spread
