"""What one seat was sure of before and after the decisions of a deal: the questions that one solver is asked.

Before the play there may be thousands of deals to look at, and nobody reads their values.  So the choice that was made
is valued exactly, and of each other one is asked only what may count: can its player get more by it than by the best
found so far, and is another seat sure of less?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.evaluation import Bound
from ninefivetwo.exact import SeatQuestions, Solver
from ninefivetwo.game import Discard, known_cards
from ninefivetwo.study.branches import Branches, Ready
from ninefivetwo.study.decision_nodes import DecisionNode


class SeatValue(NamedTuple):
    """What a choice is worth to its player, and the discard of his that then keeps it."""

    tricks: int | Bound
    discard: Hand | None = None


@dataclass(frozen=True)
class SeatPart:
    """What a seat is sure of over some choices of a decision: the most of its own, the least of another's.

    `values`: of its own choices, by their places.
    """

    sure: int
    values: dict[int, SeatValue] = field(default_factory=dict)


def unsettled(branches: Branches, values: Mapping[int, SeatValue]) -> list[int]:
    """The places of choices of which it is wanted to know whether they are as good as the best, and not known."""
    best = max(value.tricks for value in values.values() if isinstance(value.tricks, int))
    return [
        place for place, value in values.items() if branches.all[place].wanted and value.tricks == Bound(at_most=best)
    ]


class SeatPrices:
    """The questions about one seat of a deal.  deep: value all of its choices exactly."""

    def __init__(self, solver: Solver, seat: Seat, deep: bool) -> None:
        self._solver, self._seat, self._deep = solver, seat, deep
        self._most: dict[Ready, SeatValue] = {}
        self._least: dict[Ready, int] = {}

    def cards(self, node: DecisionNode) -> dict[Card, int]:
        """What the seat is sure of, of the tricks that are left, once each card is played."""
        return self._solver.after_each(node.before.due_position, node.before.called, self._seat)

    def made(self, branches: Branches) -> tuple[int, SeatPart]:
        """What it was sure of after the choice that was made, and the choices that lead to the same trump."""
        places, ready = next(iter(branches.parts.values())), branches.all[0].ready
        if branches.seat is self._seat:
            part = self._own(branches, places, None)
            for place in unsettled(branches, part.values):
                part.values[place] = self.settled(branches, place, part.sure)
            after = part.values[0].tricks
            assert isinstance(after, int)
        else:
            after = self._least_of(ready)
            part = self.others(branches, places[1:], after)
        if branches.whole is not None:
            self._remember(branches, branches.whole, part)
        return after, part

    def others(self, branches: Branches, places: Sequence[int], so_far: int) -> SeatPart:
        """More choices, after those over which the seat is sure of `so_far`."""
        if branches.seat is self._seat:
            return self._own(branches, places, so_far)
        ready = [branches.all[place].ready for place in places]
        for each in ready:
            if len(each.hands) > 1:  # where one trump leaves it little, much need not be proved for the others
                so_far = self._less(each, so_far, most=1)
        for each in ready:
            so_far = self._less(each, so_far)
        return SeatPart(so_far)

    def settled(self, branches: Branches, place: int, best: int) -> SeatValue:
        """A choice of its own that is at most as good as the best: is it as good?"""
        more = self._more(branches.all[place].ready, best - 1)
        return more if isinstance(more.tricks, int) else SeatValue(Bound(at_most=best - 1))

    def _own(self, branches: Branches, places: Sequence[int], best: int | None) -> SeatPart:
        """Its own choices.  Of those that are no better than the best before them there is only a bound."""
        values = {}
        for place in places:
            ready = branches.all[place].ready
            value = self._most_of(ready) if best is None or self._deep else self._more(ready, best)
            values[place] = value
            if isinstance(value.tricks, int):
                best = max(value.tricks, best or 0)
        assert best is not None
        return SeatPart(best, values)

    def _remember(self, branches: Branches, whole: Ready, part: SeatPart) -> None:
        """The call asks for all the discards together when they have been looked at one by one."""
        if branches.seat is not self._seat:
            self._least[whole] = part.sure
            return
        place = next(place for place, value in part.values.items() if value.tricks == part.sure)
        action = branches.all[place].action
        assert isinstance(action, Discard)
        self._most[whole] = SeatValue(part.sure, known_cards(action.cards))

    def _most_of(self, ready: Ready) -> SeatValue:
        """The most that the seat is sure of in any of these deals."""
        if ready not in self._most:
            first = self._questions(ready).value(ready.hands[0])
            more = self._more(ready, first)
            self._most[ready] = more if isinstance(more.tricks, int) else SeatValue(first, ready.discard(0))
        return self._most[ready]

    def _more(self, ready: Ready, best: int) -> SeatValue:
        """The most, if it is more than `best`; else that it is at most so much."""
        questions, found = self._questions(ready), SeatValue(Bound(at_most=best))
        for place, hands in enumerate(ready.hands):
            while questions.reaches(hands, best + 1):
                best += 1
                found = SeatValue(best, ready.discard(place))
        return found

    def _least_of(self, ready: Ready) -> int:
        """The least that the seat is sure of in any of these deals."""
        if ready not in self._least:
            self._least[ready] = self._less(ready, self._questions(ready).value(ready.hands[0]))
        return self._least[ready]

    def _less(self, ready: Ready, least: int, most: int | None = None) -> int:
        """The least, if it is less than so much; in all of these deals, or in so many."""
        questions = self._questions(ready)
        for hands in ready.hands[:most]:
            while least and not questions.reaches(hands, least):
                least -= 1
        return least

    def _questions(self, ready: Ready) -> SeatQuestions:
        return self._solver.questions(ready.lead, ready.trump, self._seat)
