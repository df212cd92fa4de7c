"""Choices before the play raced against each other: which is worth most, by how much, and how sure that is.

Three methods make a few solved worlds go a long way.

- *Common random numbers* (Glasserman and Yao, Management Science 38, 1992): all choices are valued in the same worlds,
  so what is lucky in a world is lucky for all of them, and differences are sharper than the values themselves.
- A *control variate* (Lavenberg and Welch, Management Science 27, 1981): every deal is estimated in microseconds
  (`models.estimate`), in thousands of worlds; as many as time allows are solved and forecast.  A mean is that of the
  estimates plus the mean error of the estimates where both are known.
- A *race* (Maron and Moore, Hoeffding races, 1994): a choice that is clearly behind is solved no further.

The best of several choices looks better than it is: the *winner's curse* (Smith and Winkler, The Optimizer's Curse,
Management Science 52, 2006).  So what the solved worlds say of one choice alone is believed in part only
(`Race.doubt`), as in their Bayesian remedy.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from math import sqrt

import numpy as np

from ninefivetwo.advise.advice import DealEvaluation, DealProspects, Limits
from ninefivetwo.advise.completed_deals import CompletedDeals
from ninefivetwo.advise.figures import variance
from ninefivetwo.advise.objective import Objective
from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action
from ninefivetwo.layout import Layout, Position
from ninefivetwo.models.distribution import distribution, make
from ninefivetwo.models.estimate import estimates
from ninefivetwo.models.forecast import forecasts, kind_of
from ninefivetwo.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.solve import Job, Solver, Workers, in_order

SETTLED = 0.15  # tricks, of the error of the last choice left: then nothing more is to be found out
BEHIND = 3.0  # standard errors behind the best, after which a choice is solved no further
AHEAD = 8  # worlds in flight; fixed, not the number of threads, so that the answer does not depend on the machine
LEVEL = 0.03  # tricks: a difference known so well needs no more worlds
ESTIMATE_SPREAD = 1.4  # tricks, standard deviation of what is won about an estimate
PRIOR_SPREAD, PRIOR_CHANCE = 0.6, 0.15  # tricks, chances: spreads expected before any world is solved

#: Of one deal: the tricks that dealer, left and right will win, and the spread of one seat's.
DealForecast = tuple[float, float, float, float]


@dataclass
class Race:
    """Choices of one seat, the deals that follow from each, and what is known of them so far.

    A choice goes by its number.  `completed`: of each choice the deals, world by world.  `doubt`: what n solved worlds
    say of one choice alone is believed for n / (n + doubt).  `effective`: how many evenly drawn worlds the worlds are
    worth.  `exact`: is there one world only?
    """

    choices: Sequence[Action]
    completed: list[CompletedDeals]
    rules: RuleSet
    seat: Seat
    objective: Objective
    doubt: float
    effective: float
    exact: bool = False
    stopped: bool = False
    solved: list[list[DealForecast]] = field(init=False)  # by choice, world
    raced: list[int] = field(init=False)  # the choices that entered
    running: list[int] = field(init=False)  # those not dropped yet
    _tricks: Floats = field(init=False)  # estimated, by choice, world, seat
    _worths: Floats = field(init=False)  # of these estimates, by choice, world

    def __post_init__(self) -> None:
        self.solved = [[] for _ in self.completed]
        self.raced = self.running = list(range(len(self.completed)))
        self._tricks = np.array([_estimated(deals) for deals in self.completed])
        self._worths = self._worth(self._tricks, ESTIMATE_SPREAD)

    def entrants(self, size: int, wanted: Sequence[Action]) -> list[int]:
        """So many choices with the best estimates, those wanted among them in any case.

        Of several that are estimated alike in every world only the first counts, a wanted one if there is one.
        """
        asked = [self.choices.index(choice) for choice in wanted]
        entered = self._unlike(asked)[:size]
        missing = [number for number in asked if number not in entered]
        if not missing:
            return entered
        spare = [number for number in entered if number not in asked]
        dropped = spare[len(spare) - len(missing) :]
        return [number for number in entered if number not in dropped] + missing

    def _unlike(self, first: list[int]) -> list[int]:
        """One choice of each group that is estimated alike, the best first; at equal means these first."""
        means = self._worths.mean(axis=1).round(9)
        order = sorted(range(len(self.completed)), key=lambda number: (-means[number], number not in first))
        groups = dict[bytes, int]()
        for number in order:
            groups.setdefault(self._tricks[number].round(9).tobytes(), number)
        return list(groups.values())

    def run(self, entered: list[int], least: int, limits: Limits) -> None:
        """Solve world after world for the choices still running, until it is decided or time is up.

        least: worlds solved of every choice before any is dropped, as far as twice the seconds allow.  Where there is
        no time for a single world, the estimates are all that is known.
        """
        self.raced = self.running = entered
        end = None if limits.seconds is None else time.monotonic() + limits.seconds
        threads = min(limits.threads or os.cpu_count() or 1, AHEAD)
        with Workers[list[DealForecast]](threads, limits.memory, None, limits.token) as workers:
            try:
                for done, (numbers, deals) in enumerate(self._solved_in_order(workers, least, limits, end), 1):
                    for number, forecast in zip(numbers, deals, strict=True):
                        self.solved[number].append(forecast)
                    if limits.progress is not None:
                        limits.progress(done)
                    if done >= least:
                        self._drop_the_beaten()
                        if self._decided():
                            break
            except (SearchStopped, KeyboardInterrupt):
                self.stopped = True
            except TimeoutError:
                pass
        self.running = [number for number in self.running if self.solved[number]] or self.running

    def _solved_in_order(
        self, workers: Workers[list[DealForecast]], least: int, limits: Limits, end: float | None
    ) -> Iterator[tuple[list[int], list[DealForecast]]]:
        """World after world: the choices that it was solved for, and their forecasts.

        Raises TimeoutError at the end of the time, which is moved for the first few worlds.
        """
        worlds = range(min(limits.worlds, len(self.completed[0].trumps)))

        def start(world: int) -> tuple[list[int], Future[list[DealForecast]]]:
            return self.running, workers.start(self._job(self.running, world), 0)

        for done, (numbers, answer) in enumerate(in_order(worlds, start, AHEAD)):
            grace = (limits.seconds or 0.0) if done < least else 0.0
            yield numbers, answer.result(None if end is None else max(end + grace - time.monotonic(), 0.0))

    def _job(self, numbers: list[int], world: int) -> Job[list[DealForecast]]:
        """The forecasts of one world for some choices; those that lead to the same deal are solved once."""

        def solve(solver: Solver) -> list[DealForecast]:
            by_deal: dict[tuple[int, ...], DealForecast] = {}
            deals = []
            for number in numbers:
                completed = self.completed[number]
                deal = (*map(int, completed.hands[world]), int(completed.trumps[world]))
                if deal not in by_deal:
                    by_deal[deal] = forecast_deal(solver, deal, self.rules.lead, self.seat)
                deals.append(by_deal[deal])
            return deals

        return solve

    def _drop_the_beaten(self) -> None:
        best = max(self.running, key=self._value)
        regrets = {number: self.regret(number, best) for number in self.running}
        self.running = [n for n, regret in regrets.items() if regret.mean <= BEHIND * regret.standard_error]

    def _decided(self) -> bool:
        """Is what is left known well enough?"""
        best = max(self.running, key=self._value)
        if len(self.running) == 1:
            return self.evaluation(best, best).details.tricks.standard_error < SETTLED
        return all(self.regret(number, best).standard_error < LEVEL for number in self.running if number != best)

    def best(self, heuristic: int, margin: float) -> int:
        """The choice to recommend: the best, but that of the plain rules unless the best leads it by so many errors."""
        best = max(self.running, key=self._value)
        if heuristic in self.running:
            regret = self.regret(heuristic, best)
            if regret.mean < margin * regret.standard_error:
                return heuristic
        return best

    def evaluation(self, number: int, best: int) -> DealEvaluation:
        """All that is known of one choice; its regret is against another."""
        contract, seat = self.rules.contracts[self.seat], self.seat
        own = self._tricks[:, :, seat]

        def solved_tricks(n: int) -> Floats:
            return self._forecasts(n)[0][:, seat]

        def solved_makes(n: int) -> Floats:
            tricks, spreads = self._forecasts(n)
            return make(tricks[:, seat], spreads, contract)

        tricks = self._mean(own, solved_tricks, number, PRIOR_SPREAD)
        chance = self._mean(make(own, ESTIMATE_SPREAD, contract), solved_makes, number, PRIOR_CHANCE)
        value = self._mean(self._worths, self._solved_worths, number, self._prior)
        return Evaluation(
            self.choices[number],
            _as_chance(value) if self.objective.in_chances else value,
            self.regret(number, best),
            DealProspects(tricks, _as_chance(chance), self._distribution(number)),
        )

    def regret(self, number: int, best: int) -> Estimate:
        """How much less one choice is worth than another, in the worlds in which both are solved."""
        one, other = self._solved_worths(number), self._solved_worths(best)
        n = min(len(one), len(other))
        if number == best:
            return Estimate(0.0, 0.0, n)
        estimated, solved = self._worths[best] - self._worths[number], other[:n] - one[:n]
        error = self._error(estimated, solved, self._prior)
        if self.exact and n:
            return Estimate(float(solved.mean()), error, n)
        correction = float((solved - estimated[:n]).mean()) * self._belief(n) if n else 0.0
        return Estimate(float(estimated.mean()) + correction, error, n)

    def _distribution(self, number: int) -> tuple[float, ...]:
        """The chance of each number of tricks."""
        tricks, spreads = self._forecasts(number)
        estimated = distribution(self._tricks[number, :, self.seat], ESTIMATE_SPREAD)
        chances = estimated.mean(axis=0)
        if n := len(tricks):
            correction = (distribution(tricks[:, self.seat], spreads) - estimated[:n]).mean(axis=0)
            chances = np.maximum(chances + correction, 0)
        return tuple((chances / chances.sum()).tolist())

    def _worth(self, tricks: Floats, spreads: Floats | float) -> Floats:
        return self.objective.worth(self.rules, self.seat, tricks, spreads)

    def _forecasts(self, number: int) -> tuple[Floats, Floats]:
        """The solved worlds of a choice: tricks by world and seat, and the spreads."""
        solved = np.array(self.solved[number]).reshape(-1, 4)
        return solved[:, :3], solved[:, 3]

    def _solved_worths(self, number: int) -> Floats:
        return self._worth(*self._forecasts(number))

    def _value(self, number: int) -> float:
        """What a choice is worth."""
        return self._corrected(self._worths, self._solved_worths, number)

    def _mean(self, estimated: Floats, solved: Callable[[int], Floats], number: int, prior: float) -> Estimate:
        """The mean of some figure of a choice.

        estimated: the figure by choice and world.  solved: the figure in the solved worlds of a choice.
        """
        worlds = solved(number)
        error = self._error(estimated[number], worlds, prior)
        return Estimate(self._corrected(estimated, solved, number), error, len(worlds))

    def _corrected(self, estimated: Floats, solved: Callable[[int], Floats], number: int) -> float:
        """The mean of a choice's estimates, corrected by the solved worlds.

        What these say of all choices alike is believed, what they say of this one alone in part (`doubt`).
        """
        n = len(self.solved[number])
        mean = float(estimated[number].mean())
        if n == 0:
            return mean
        if self.exact:
            return float(solved(number).mean())
        others = [c for c in self.raced if len(self.solved[c]) >= n]
        wrong = {c: float((solved(c)[:n] - estimated[c][:n]).mean()) for c in others}
        common = sum(wrong.values()) / len(wrong)
        return mean + common + (wrong[number] - common) * self._belief(n)

    def _belief(self, n: int) -> float:
        """How much of what n solved worlds say of one choice alone is believed: all, if there are no other worlds."""
        return n / (n + self.doubt * (1 - n / self._tricks.shape[1]))

    def _error(self, estimated: Floats, solved: Floats, prior: float) -> float:
        """The standard error of the mean of estimates that is corrected by solved worlds."""
        n, number = len(solved), len(estimated)
        if n == 0:
            return sqrt(prior**2 + estimated.var() / number)
        if self.exact:
            return 0.0
        pool = max(1 / self.effective - 1 / number, 0)  # for worlds taken from a pool by their weights
        wrong = variance(solved - estimated[:n], prior)
        return sqrt(wrong * (1 / n + pool) + estimated.var() * (1 / number + pool))

    @property
    def _prior(self) -> float:
        return PRIOR_CHANCE if self.objective.in_chances else PRIOR_SPREAD


def _as_chance(estimate: Estimate) -> Estimate:
    return replace(estimate, mean=min(max(estimate.mean, 0.0), 1.0))


def _estimated(deals: CompletedDeals) -> Floats:
    """The tricks of each seat in each deal, estimated."""
    tricks = np.zeros((len(deals.trumps), len(Seat)))
    for trump in np.unique(deals.trumps):
        rows = deals.trumps == trump
        tricks[rows] = estimates(deals.hands[rows], Denomination(int(trump)))
    return np.clip(tricks, 0, TRICKS)


def forecast_deal(solver: Solver, deal: tuple[int, ...], lead: Seat, seat: Seat) -> DealForecast:
    """What the seats will win of a deal, given as three hands' sets and the trump's number, and the spread of one's."""
    dealer, left, right, trump = deal
    layout, denomination = Layout(Hand(dealer), Hand(left), Hand(right)), Denomination(trump)
    guarantees = solver.guarantees(Position(layout, lead), denomination)
    found = forecasts(guarantees, TRICKS, kind_of(denomination, Hand(dealer)), (layout, denomination))
    return found[Seat.DEALER].mean, found[Seat.LEFT].mean, found[Seat.RIGHT].mean, found[seat].spread
