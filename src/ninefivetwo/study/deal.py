"""The review of one deal: the price of every decision, who was paid by whom, luck and skill, and a grade per seat."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.exact import CancelToken, Solver, in_order
from ninefivetwo.game import Deal, Match, PlayTurn
from ninefivetwo.study.decision_nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.study.fair import Fair, fair
from ninefivetwo.study.finders import finders
from ninefivetwo.study.grades import Grade, Judged, by_phase, grade, mark
from ninefivetwo.study.hindsight import MEMORY, Hindsight, Judge
from ninefivetwo.study.luck import Luck, luck
from ninefivetwo.study.why import Why, why
from ninefivetwo.think.advise import Limits

#: Raised whenever the same deal would get other figures, so that reviews that were kept are known to be outdated.
ANALYSIS = 4
FAIR_WORLDS = 500  # in which one decision is measured, at most
TURNING_POINTS = 3

#: Called with the number of steps done, and of all steps.
ReviewProgress = Callable[[int, int], None]


@dataclass(frozen=True)
class Decision:
    """One decision of a deal; `index` counts decisions from 0.

    `hindsight` is None where not all hands are known, `fair` where it was not worked out.  `why` is of those that are
    `findable`, else None.
    `finders`: of those too, the share of each level's players who do as well as the best from that view.
    """

    index: int
    node: DecisionNode
    hindsight: Hindsight | None
    fair: Fair | None
    why: Why | None = None
    finders: dict[str, float] | None = None

    @property
    def seat(self) -> Seat:
        return self.node.seat

    @property
    def phase(self) -> Phase:
        return self.node.phase

    @property
    def forced(self) -> bool:
        """Was there nothing to decide: one choice only, or nothing but touching cards?"""
        return forced_in(self.node) if self.hindsight is None else self.hindsight.forced

    @property
    def own_cost(self) -> int | None:
        return None if self.hindsight is None else self.hindsight.own_cost(self.seat)

    @property
    def conceded(self) -> dict[Seat, int] | None:
        return None if self.hindsight is None else self.hindsight.conceded(self.seat)

    @property
    def price(self) -> int:
        """The tricks that it cost its player and conceded to the others, in hindsight."""
        return (self.own_cost or 0) + sum((self.conceded or {}).values())

    @property
    def mark(self) -> str:
        return mark(self.fair)

    @property
    def findable(self) -> bool:
        return self.fair is not None and self.fair.findable

    @property
    def only_with_open_cards(self) -> bool:
        """Did it cost tricks that nobody could have known of?"""
        return bool(self.own_cost) and self.fair is not None and not self.fair.findable

    def judged(self) -> Judged:
        return Judged(
            self.phase, self.own_cost, None if self.conceded is None else sum(self.conceded.values()), self.fair
        )


@dataclass(frozen=True)
class Review:
    """A deal reviewed.

    `luck` is None where not all hands are known, or the deal is not over.  `worlds` and `seed` are those of the fair
    figures; `worlds` is 0 where these were left out.
    """

    match: Match
    decisions: tuple[Decision, ...]
    luck: Luck | None
    worlds: int
    seed: int

    @property
    def deal(self) -> Deal:
        return self.match.deal

    @property
    def unforced(self) -> list[Decision]:
        return [decision for decision in self.decisions if not decision.forced]

    @property
    def linked(self) -> list[Decision]:
        """The decisions whose prices add up, mostly those from the call on: each begins with what the last one left.

        They follow the last decision that is priced as if the deal had gone on as it did (`Hindsight.as_if`).  There
        are none where not all hands are known.
        """
        last = max((d.index for d in self.decisions if d.hindsight is None or d.hindsight.as_if), default=-1)
        return list(self.decisions[last + 1 :])

    @property
    def ledger(self) -> dict[Seat, dict[Seat, int]]:
        """For each seat the tricks that its linked decisions conceded to each other; for itself, minus their cost."""
        gave = {giver: dict.fromkeys(Seat, 0) for giver in Seat}
        for decision in self.linked:
            gave[decision.seat][decision.seat] -= decision.own_cost or 0
            for other, tricks in (decision.conceded or {}).items():
                gave[decision.seat][other] += tricks
        return gave

    @property
    def turning_points(self) -> list[Decision]:
        """The decisions that cost and conceded most, the worst first; none that did neither."""
        dear = [decision for decision in self.decisions if decision.price]
        return sorted(dear, key=lambda d: (-d.price, -(d.own_cost or 0), d.index))[:TURNING_POINTS]

    def unused_chance(self, seat: Seat) -> Decision | None:
        """For a seat that missed its contract, its own last decision after which the contract was no longer sure."""
        contract = self.match.rules.contracts[seat]
        if not self.deal.over or self.deal.won[seat] >= contract:
            return None
        lost = [d for d in self.linked if d.hindsight is not None and d.seat is seat]
        chances = [d for d in lost if d.hindsight and d.hindsight.before[seat] >= contract > d.hindsight.after[seat]]
        return chances[-1] if chances else None

    def grades(self, seat: Seat) -> tuple[Grade, dict[Phase, Grade]]:
        """A seat's grade, and that of each phase."""
        judged = [decision.judged() for decision in self.unforced if decision.seat is seat]
        return grade(judged), by_phase(judged)

    def line(self, index: int) -> list[tuple[Seat, Card]]:
        """Best play from a decision on, by its player and against him; empty before the play."""
        node = self.decisions[index].node
        position, trump = node.before.position, node.before.trump
        if position is None or trump is None:
            return []
        return Solver().best_line(position, trump, node.seat)


def review(
    match: Match,
    limits: Limits | None = None,
    progress: ReviewProgress | None = None,
    memory: int = MEMORY,
    judge: Judge | None = None,
) -> Review:
    """Review a match's deal as far as it goes; of a seat's view only the viewer's decisions, by what could be known.

    limits: of the fair price of each decision; None leaves fair prices out.  memory: bytes of table for hindsight.
    judge: to use in place of a new one, so that its solver can be cancelled or all choices be valued exactly.  Raises
    SearchStopped where the solver is cancelled, or where the time of the limits is up.
    """
    nodes = decision_nodes(match.deal)
    open_cards = all(isinstance(hand, Hand) for hand in match.deal.dealt)
    steps = _Steps(len(nodes) * (bool(limits) + open_cards), progress)
    judge = judge or Judge(memory, threads=limits.threads if limits else None)
    hindsights: list[Hindsight | None] = [None] * len(nodes)
    if open_cards:
        priced = judge.hindsights(nodes, [node.action for node in nodes], steps.share(len(nodes)))
        hindsights = [*priced]
    decisions = [Decision(i, node, hindsights[i], None) for i, node in enumerate(nodes)]
    if limits is not None:
        found = steps.each(judged_fairly(decisions, limits))  # of the next ones while it is asked why of the last
        decisions = [explained(d, judge.solver, limits) for d in found]
    split = None
    if open_cards and match.deal.over and nodes:
        split = luck(nodes, limits.seed if limits else 0)
    return Review(match, tuple(decisions), split, limits.worlds if limits else 0, limits.seed if limits else 0)


def forced_in(node: DecisionNode) -> bool:
    """Could the player see that there was nothing to decide: one choice, or cards separated only by cards gone?"""
    view = node.before.seen_by(node.seat)  # of the deal's other cards it must not tell
    turn = view.due_turn
    if not isinstance(turn, PlayTurn):
        return turn.count() == 1
    legal = sorted(turn.legal())
    gone = view.played - Hand.of(view.table)
    gone |= view.discarded if isinstance(view.discarded, Hand) else Hand()
    between = Hand.of(Card(c.suit, rank) for c in legal[:1] for rank in range(c.rank, legal[-1].rank + 1))
    return len({card.suit for card in legal}) == 1 and not between - gone - Hand.of(legal)


def judged_fairly(decisions: Sequence[Decision], limits: Limits) -> Iterator[Decision]:
    """The decisions with their fair prices, and with who would have found it, several at a time."""
    threads, halt = limits.threads or os.cpu_count() or 1, CancelToken(limits.token)
    price = partial(judged, limits=replace(limits, threads=1, token=halt))
    pool = ThreadPoolExecutor(threads)
    try:
        for found in in_order(decisions, lambda decision: pool.submit(price, decision), 2 * threads):
            yield found.result()
    finally:
        halt.cancel()
        pool.shutdown(cancel_futures=True)


def judged(decision: Decision, limits: Limits) -> Decision:
    """The decision with its fair price, and with who would have found it.  Raises SearchStopped."""
    if decision.forced:
        return decision
    seed = limits.seed + 2 * decision.index
    found = fair(decision.node, replace(limits, seed=seed))
    return replace(decision, fair=found, finders=finders(decision.node, found, seed))


def explained(decision: Decision, solver: Solver, limits: Limits) -> Decision:
    """The decision with what makes it a mistake, where that could be known.  Raises SearchStopped."""
    if not decision.findable or decision.fair is None:
        return decision
    seeded = replace(limits, seed=limits.seed + 2 * decision.index)
    return replace(decision, why=why(decision.node, decision.fair, decision.hindsight, solver, seeded))


@dataclass
class _Steps:
    """Counts steps and reports them."""

    of: int
    progress: ReviewProgress | None
    number: int = 0

    def done(self) -> None:
        self.number += 1
        if self.progress is not None:
            self.progress(self.number, self.of)

    def share(self, steps: int) -> ReviewProgress:
        """Progress of jobs that take so many of the steps together."""
        start = self.number

        def report(done: int, of: int) -> None:
            self.number = start + steps * done // of
            if self.progress is not None:
                self.progress(self.number, self.of)

        return report

    def each(self, decisions: Iterable[Decision]) -> Iterator[Decision]:
        for decision in decisions:
            yield decision
            self.done()
