"""Hindsight: what each decision of a deal cost and conceded with all cards seen, exactly.

A decision can only lower its player's guarantee (its *own cost*) and only raise the others' (the tricks *conceded*).
Guarantees are of the whole deal: the tricks won already, and those that are sure of the rest.

- Before a card they are the guarantees of the position.
- Before the discard the dealer has his best discard, and each of the others the discard that leaves him the least.
- Before the call it is the same with the best call.
- A gift is priced as if the deal went on as it did, and so is a discard or a call that gifts follow: the call stays as
  it was, and so does the discard, unless it is the next choice; then it is that of the plain rules.

So after the last decision of that kind the guarantees after one decision are those before the next one, and every trick
between there and the result is accounted for.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from functools import partial
from typing import Any

from ninefivetwo.cards import Card, Hand, Seat, by_seat
from ninefivetwo.evaluation import Bound, Evaluation
from ninefivetwo.exact import CancelToken, Moves, Solver, Workers
from ninefivetwo.game import Action, Deal, Play
from ninefivetwo.study.branches import Branches, Outlook, SeatPart, SeatPrices, SeatValue, unsettled
from ninefivetwo.study.nodes import DecisionNode

TricksBySeat = tuple[int, int, int]  # of dealer, left and right
MEMORY = 256 << 20  # bytes of table, of all threads; 64 MiB a thread is enough for the hardest of 300 deals
THREADS = 6  # at most: there are fifteen jobs, some much longer than others


@dataclass(frozen=True)
class HindsightDetails:
    """`guarantees`: what each seat is sure of after the choice; None where that was not asked.

    `discard`: of a call that was valued exactly, a best discard after it.
    """

    guarantees: TricksBySeat | None = None
    discard: Hand | None = None


#: Called with the number of jobs done, and of all jobs.
JobsDone = Callable[[int, int], None]

#: A choice by what its player is sure of after it, in tricks of the whole deal: a number, or at most so many.
HindsightEvaluation = Evaluation[Action, int | Bound, HindsightDetails]


@dataclass(frozen=True)
class Hindsight:
    """A decision with all cards seen: what each seat was sure of before and after it, and what else there was.

    `options` holds every choice, best for its player first; of discards one of each class of touching cards, and where
    `listed` is False only some.  Before the play most are only known to be no better than what they were compared with:
    then their value is a bound.  Exact are the choice made, one that is best, and of the calls, and of the discards and
    gifts that a player would think of, those as good as the best.  `best` are those that cost nothing and are valued
    exactly; others may be as good, where their bound is.  `as_if`: is it priced as if the deal had gone on as it did,
    other choices following it before the play?
    """

    before: TricksBySeat
    after: TricksBySeat
    options: tuple[HindsightEvaluation, ...]
    best: tuple[Action, ...]
    forced: bool
    listed: bool = True
    as_if: bool = False

    def own_cost(self, seat: Seat) -> int:
        """What the decision cost its player, who sits there."""
        return self.before[seat] - self.after[seat]

    def conceded(self, seat: Seat) -> dict[Seat, int]:
        """The tricks that it conceded to each of the others."""
        return {other: self.after[other] - self.before[other] for other in Seat if other is not seat}


class Judge:
    """Prices decisions.

    memory: bytes of table, of all threads together.  deep: value every choice before the play exactly, which may take
    minutes; else most get a bound.  threads: how many solvers work at once, None for one a core; what is found does not
    depend on it.  token: cancels the work of all, as does that of `solver`.
    """

    def __init__(
        self,
        memory: int = MEMORY,
        *,
        deep: bool = False,
        threads: int | None = None,
        token: CancelToken | None = None,
    ) -> None:
        self.solver = Solver(memory, token=token)
        self._memory, self._deep = memory, deep
        self._threads = min(threads or os.cpu_count() or 1, THREADS)

    def hindsights(
        self, nodes: Sequence[DecisionNode], actual: Sequence[Action], progress: JobsDone | None = None
    ) -> list[Hindsight]:
        """The prices of several decisions of one deal, all hands being known.

        actual: all the deal's decisions.  progress: called with the jobs done, and of how many.
        """
        outlook = Outlook(actual)
        work = [node if isinstance(node.action, Play) else outlook.branches(node) for node in nodes]
        with Workers[Any](self._threads, self._memory // self._threads, None, self.solver.token) as workers:
            found = _Course(workers, work, self._deep, progress).run()
        return [
            _of_card(node, found[i]) if isinstance(one, DecisionNode) else _of_choices(node, one, found[i])
            for i, (node, one) in enumerate(zip(nodes, work, strict=True))
        ]

    def sure(self, deal: Deal) -> TricksBySeat:
        """What each seat is sure of in a deal that is being played or over."""
        if deal.over or deal.position is None:
            return deal.won
        guarantees = self.solver.guarantees(deal.position, deal.called)
        return by_seat(guarantees[seat] + deal.won[seat] for seat in Seat)


CardsFound = dict[Card, int]  # what a seat is sure of once each card is played
Priceable = DecisionNode | Branches


class _Course:
    """All questions about a deal, as jobs.

    A table is of no use for another seat or another trump.  So each seat has a job for all that has the trump of what
    was done, where the table stays warm from the last card back to the first choice.  What others would have become
    trump follows: a job for each, or for a seat that did not choose one for all.  Then it is known what is best, and it
    is settled what is as good.
    """

    def __init__(self, workers: Workers[Any], work: Sequence[Priceable], deep: bool, progress: JobsDone | None) -> None:
        self._workers, self._work, self._deep, self._progress = workers, work, deep, progress
        self._found: list[dict[Seat, Any]] = [{} for _ in work]
        self._later = {seat: list(self._places(seat)) for seat in Seat}
        self._done, self._of = 0, len(Seat) + 1 + sum(map(len, self._later.values()))

    def _places(self, seat: Seat) -> Iterator[tuple[int, list[int]]]:
        """The jobs of a seat that follow the first: the number of a decision, and the places of choices."""
        for i, work in enumerate(self._work):
            if isinstance(work, Branches) and len(work.parts) > 1:
                parts = list(work.parts.values())[1:]
                yield from ((i, part) for part in (parts if work.seat is seat else [sum(parts, [])]))

    def run(self) -> list[dict[Seat, Any]]:
        """What each seat is sure of, decision by decision: `CardsFound` of a card, else a `SeatPart`."""
        first = {self._workers.start(partial(self._made, seat), hard=0): seat for seat in Seat}
        later: dict[Future[Any], SeatPart] = {}
        for job in as_completed(first):
            self._count()
            seat = first[job]
            for seats, found in zip(self._found, job.result(), strict=True):
                seats[seat] = found
            for i, places in self._later[seat]:
                part = self._found[i][seat]
                hard = int(bool(part.values))  # the choices of the player himself take longest
                later[self._workers.start(partial(self._more, seat, i, places, part.sure), hard)] = part
        for job, part in later.items():
            more = job.result()
            part.sure = (max if part.values else min)(part.sure, more.sure)
            part.values |= more.values
            self._count()
        self._settle()
        return self._found

    def _made(self, seat: Seat, solver: Solver) -> list[CardsFound | SeatPart]:
        """From the last decision back to the first."""
        prices = SeatPrices(solver, seat, self._deep)
        found = [prices.made(one) if isinstance(one, Branches) else prices.cards(one) for one in reversed(self._work)]
        return found[::-1]

    def _more(self, seat: Seat, i: int, places: Sequence[int], so_far: int, solver: Solver) -> SeatPart:
        branches = self._work[i]
        assert isinstance(branches, Branches)
        return SeatPrices(solver, seat, self._deep).others(branches, places, so_far)

    def _settle(self) -> None:
        jobs = {}
        for work, found in zip(self._work, self._found, strict=True):
            if isinstance(work, Branches):
                mine = found[work.seat]
                for place in unsettled(work, mine.values):
                    job = self._workers.start(partial(self._settled, work, place, mine.sure), hard=0)
                    jobs[job] = mine, place
        for job, (mine, place) in jobs.items():
            mine.values[place] = job.result()
        self._count()

    def _settled(self, branches: Branches, place: int, best: int, solver: Solver) -> SeatValue:
        return SeatPrices(solver, branches.seat, self._deep).settled(branches, place, best)

    def _count(self) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._of)


def _of_card(node: DecisionNode, found: dict[Seat, CardsFound]) -> Hindsight:
    deal, seat = node.before, node.seat
    after = {card: {other: found[other][card] for other in Seat} for card in found[seat]}
    moves = Moves(deal.due_position, deal.called, after)
    before = by_seat(moves.guarantee[other] + deal.won[other] for other in Seat)
    options = []
    for card, guarantees in moves.after.items():
        sure = by_seat(guarantees[other] + deal.won[other] for other in Seat)
        options.append(_option(Play(seat, card), sure[seat], before[seat], HindsightDetails(sure)))
    return _priced(node, options, before, len(moves.groups()) == 1)


def _of_choices(node: DecisionNode, branches: Branches, found: dict[Seat, SeatPart]) -> Hindsight:
    before, after = by_seat(found[other].sure for other in Seat), by_seat(found[other].after for other in Seat)
    values, most, options = found[branches.seat].values, before[node.seat], []
    for place, branch in enumerate(branches.all):
        details = HindsightDetails(None if place else after, values[place].discard)
        options.append(_option(branch.action, values[place].tricks, most, details))
    return _priced(node, options, before, branches.forced, branches.listed, branches.as_if)


def _option(action: Action, value: int | Bound, most: int, details: HindsightDetails) -> HindsightEvaluation:
    """A choice against the best there was."""
    regret = most - value if isinstance(value, int) else Bound(at_least=most - _at_most(value))
    return Evaluation(action, value, regret, details)


def _at_most(value: int | Bound) -> int:
    """The value, or what it is at most."""
    return value if isinstance(value, int) else value.at_most or 0


def _priced(
    node: DecisionNode,
    options: list[HindsightEvaluation],
    before: TricksBySeat,
    forced: bool,
    listed: bool = True,
    as_if: bool = False,
) -> Hindsight:
    """The decision with its options in order; of the one chosen the guarantees are known."""
    after = next(o.details.guarantees for o in options if o.action == node.action and o.details.guarantees is not None)
    options = sorted(options, key=lambda option: (-_at_most(option.value), not isinstance(option.value, int)))
    most = _at_most(options[0].value)
    best = tuple(option.action for option in options if isinstance(option.value, int) and option.value == most)
    return Hindsight(before, after, tuple(options), best, forced, listed, as_if)
