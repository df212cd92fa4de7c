"""Double-dummy prices: the exact number of tricks that each decision of a deal cost and conceded.

A decision can only lower the player's own guarantee (the *own cost*) and raise the opponents' guarantees (the
*conceded* tricks). A guarantee counts the tricks already won and the guaranteed tricks in the rest of the deal.

Before a card is played, the guarantees are computed for the current position. Before the discard, the dealer's
guarantee assumes the best discard, and an opponent's guarantee assumes the discard that is worst for that opponent.
Before the call, the dealer's guarantee assumes the best call, and an opponent's guarantee assumes the call that is
worst for that opponent.

The price of a gift, or of a discard or call before a gift, assumes that later gifts and calls stay the same. The plain
rules choose the discard after a gift. Later decisions need no assumption, so the guarantees after each decision equal
the guarantees before the next decision, and the changes in the guarantees add up to the result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from ninefivetwo.cards import Card, Hand, Seat, by_seat
from ninefivetwo.evaluation import Bound, Evaluation
from ninefivetwo.exact import CancelToken, Moves, Solver, Workers
from ninefivetwo.game import Action, Play
from ninefivetwo.study.nodes import Branches, DecisionNode, Outlook, SeatPart, SeatPrices, SeatValue, unsettled

TricksBySeat = tuple[int, int, int]  # the tricks of dealer, left and right
REVIEW_MEMORY = 256 << 20  # total size of all tables in bytes; 64 MiB per thread suffices for the hardest of 300 deals
THREADS = 6  # maximum number of threads: there are only fifteen jobs, and some take much longer than others


@dataclass(frozen=True)
class HindsightDetails:
    """Details of a choice: each seat's guarantee after the choice, and the best discard after a call.

    `guarantees` is None if not computed. `discard` is None unless the choice is a call with an exact value.
    """

    guarantees: TricksBySeat | None = None
    discard: Hand | None = None


#: A callback that receives the number of completed jobs and the total number of jobs.
JobsDone = Callable[[int, int], None]

#: A choice with its player's guarantee for the whole deal, in tricks: an exact number or an upper bound.
HindsightEvaluation = Evaluation[Action, int | Bound, HindsightDetails]


@dataclass(frozen=True)
class Hindsight:
    """The double-dummy price of a decision: each seat's guarantee before and after the decision, and all options.

    `options` lists the choices, best first; discards that differ only in touching cards appear once. If `listed` is
    False, some choices are missing. Before the play, the value of most options is only an upper bound. Exact values are
    computed for the actual choice, for one best choice, and for all equally good calls, likely discards and likely
    gifts.

    `best` lists the choices that cost nothing and have an exact value; a choice with an upper bound may be as good.
    `as_if` is True if the price assumes that later choices before the play stay the same.
    """

    before: TricksBySeat
    after: TricksBySeat
    options: tuple[HindsightEvaluation, ...]
    best: tuple[Action, ...]
    forced: bool
    listed: bool = True
    as_if: bool = False

    def own_cost(self, seat: Seat) -> int:
        """Return the tricks by which the decision of `seat` lowered the guarantee of `seat`."""
        return self.before[seat] - self.after[seat]

    def conceded(self, seat: Seat) -> dict[Seat, int]:
        """Return the tricks by which the decision of `seat` raised each opponent's guarantee."""
        return {other: self.after[other] - self.before[other] for other in Seat if other is not seat}


class Judge:
    """A judge that computes double-dummy prices of decisions.

    `memory` is the total size of all threads' transposition tables in bytes. If `deep` is True, every choice before the
    play is solved exactly, which may take minutes. `threads` is the number of parallel solvers (None: one for each
    core) and does not affect the result. Cancelling `token`, which `solver` also uses, stops all threads.
    """

    def __init__(
        self,
        memory: int = REVIEW_MEMORY,
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
        """Return the prices of several decisions in one deal; all hands must be known.

        `actual` lists all decisions of the deal. `progress` receives the number of completed jobs and the total number
        of jobs.
        """
        outlook = Outlook(actual)
        work = [node if isinstance(node.action, Play) else outlook.branches(node) for node in nodes]
        with Workers[Any](self._threads, self._memory // self._threads, None, self.solver.token) as workers:
            found = _Course(workers, work, self._deep, progress).run()
        return [
            _of_card(node, found[i]) if isinstance(one, DecisionNode) else _of_choices(node, one, found[i])
            for i, (node, one) in enumerate(zip(nodes, work, strict=True))
        ]


CardsFound = dict[Card, int]  # a seat's guarantee after each card
Priceable = DecisionNode | Branches


class _Course:
    """The jobs that solve all decisions of one deal.

    A transposition table is valid only for one seat and one trump. Therefore, each seat's first job covers all
    positions with the called trump, from the last card back to the first choice. Jobs for other trumps follow. The seat
    that chose the trump has one job for each other trump, and each opponent has a single job. Finally, likely choices
    are compared exactly with the best choice.
    """

    def __init__(self, workers: Workers[Any], work: Sequence[Priceable], deep: bool, progress: JobsDone | None) -> None:
        self._workers, self._work, self._deep, self._progress = workers, work, deep, progress
        self._found: list[dict[Seat, Any]] = [{} for _ in work]
        self._later = {seat: list(self._places(seat)) for seat in Seat}
        self._done, self._of = 0, len(Seat) + 1 + sum(map(len, self._later.values()))

    def _places(self, seat: Seat) -> Iterator[tuple[int, list[int]]]:
        """Yield a seat's jobs for other trumps: the index of a decision and the indices of some of its choices."""
        for i, work in enumerate(self._work):
            if isinstance(work, Branches) and len(work.parts) > 1:
                parts = list(work.parts.values())[1:]
                yield from ((i, part) for part in (parts if work.seat is seat else [list(chain.from_iterable(parts))]))

    def run(self) -> list[dict[Seat, Any]]:
        """Return each seat's guarantees in every decision: `CardsFound` for a card, otherwise a `SeatPart`."""
        first = {self._workers.start(partial(self._made, seat), hard=0): seat for seat in Seat}
        later: dict[Future[Any], SeatPart] = {}
        for job in as_completed(first):
            self._count()
            seat = first[job]
            for seats, found in zip(self._found, job.result(), strict=True):
                seats[seat] = found
            for i, places in self._later[seat]:
                part = self._found[i][seat]
                hard = int(bool(part.values))  # the deciding player's own choices take longest
                later[self._workers.start(partial(self._more, seat, i, places, part.sure), hard)] = part
        for job, part in later.items():
            more = job.result()
            part.sure = (max if part.values else min)(part.sure, more.sure)
            part.values |= more.values
            self._count()
        self._settle()
        return self._found

    def _made(self, seat: Seat, solver: Solver) -> list[CardsFound | SeatPart]:
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
    """Return a choice with its regret, measured from the best guarantee `most`."""
    regret = most - value if isinstance(value, int) else Bound(at_least=most - _at_most(value))
    return Evaluation(action, value, regret, details)


def _at_most(value: int | Bound) -> int:
    return value if isinstance(value, int) else value.at_most or 0


def _priced(
    node: DecisionNode,
    options: list[HindsightEvaluation],
    before: TricksBySeat,
    forced: bool,
    listed: bool = True,
    as_if: bool = False,
) -> Hindsight:
    """Build the decision's price and sort its options; the guarantees after the actual choice must be known."""
    after = next(o.details.guarantees for o in options if o.action == node.action and o.details.guarantees is not None)
    options = sorted(options, key=lambda option: (-_at_most(option.value), not isinstance(option.value, int)))
    most = _at_most(options[0].value)
    best = tuple(option.action for option in options if isinstance(option.value, int) and option.value == most)
    return Hindsight(before, after, tuple(options), best, forced, listed, as_if)
