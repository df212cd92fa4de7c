"""Measure the time of whole jobs, with every answer checked: fifteen values, played deals, best discards.

    values     all fifteen guarantees of a deal (random16)
    played     every legal card of all 48 positions of a played deal, for the dealer and for all three seats (dealer16)
    discards   the best discard of four cards from twenty, for one trump and for five (discards20)

One thread works. The table is cleared before each job and kept during the job. For each deal, the time is compared with
that of a single question: one seat's guarantee at the first lead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from statistics import mean, median
from typing import Any, TypeVar

from benchmarks.corpus import DISCARDS, Question, read
from benchmarks.report import SPREAD, check, head, row, spread, timed
from benchmarks.search import answered
from ninefivetwo import Layout, Position, Seat, Solver
from ninefivetwo.exact import best_discards
from ninefivetwo_solver.engine import Engine

Found = TypeVar("Found")


def main(names: tuple[str, ...] = ("values", "played", "discards"), *, every: int = 1) -> None:
    """
    names: names of jobs
    every: use every N-th deal of a corpus
    """
    jobs = {"values": values, "played": played, "discards": discards}
    head("job, ms", *SPREAD, "means / one value's", "median ratio")
    for name in names:
        if name not in jobs:
            raise ValueError(f"unknown job: {name!r} (expected one of {', '.join(jobs)})")
        jobs[name](every)


def took(job: Callable[[], Found]) -> tuple[float, Found]:
    """Run a job and return its milliseconds and its result."""
    seconds, found = timed(job)
    return seconds * 1e3, found


def show(name: str, ms: list[float], single: list[float]) -> None:
    ratio = median(a / b for a, b in zip(ms, single, strict=True))
    row(name, *spread(ms, ".1f"), f"{mean(ms) / mean(single):.1f}", f"{ratio:.1f}")


def values(every: int) -> None:
    solver, engine, ms, single = Solver(), Engine(), [], []
    for question in read("random16")[::every]:
        single.append(answered(engine, question)[0])
        solver.clear()
        spent, solution = took(partial(solver.solve, Position(question.layout)))
        check(solution.guarantee[question.trump][question.seat] == question.tricks, str(question))
        ms.append(spent)
    show("one value", single, single)
    show("fifteen values", ms, single)


def line_of(question: Question, random: Random) -> list[tuple[Position, dict[int, int]]]:
    """Play a deal out with random cards that keep each player's guarantee, and return its positions.

    Each position comes with the dealer's guarantee after each legal card.
    """
    solver, position, line = Solver(), Position(question.layout), []
    while position is not None:
        moves = solver.moves(position, question.trump)
        line.append((position, {card.index: after[Seat.DEALER] for card, after in moves.after.items()}))
        position = position.after(random.choice(moves.best), question.trump)
    return line


def all_cards(engine: Engine, positions: list[tuple[Any, ...]], seats: tuple[Seat, ...]) -> list[list[dict[int, int]]]:
    return [[engine.after_each(*position, int(seat)) for seat in seats] for position in positions]


def played(every: int) -> None:
    engine, random, single, one, three = Engine(), Random(952), [], [], []
    for question in read("dealer16")[::every]:
        single.append(answered(engine, question)[0])
        line = line_of(question, random)
        check(len(line) == 48, str(question))
        asked = [
            ([p.layout[s].cards for s in Seat], int(p.lead), int(question.trump), [c.index for c in p.table])
            for p, _ in line
        ]
        for seats, taken in ((Seat.DEALER,), one), (tuple(Seat), three):
            engine.clear()
            spent, found = took(partial(all_cards, engine, asked, seats))
            check([each[0] for each in found] == [after for _, after in line], str(question))
            taken.append(spent)
        check(min(line[0][1].values()) == question.tricks, str(question))  # the dealer's guarantee; left leads
    show("one value", single, single)
    show("48 positions, every card, one seat", one, single)
    show("48 positions, every card, three seats", three, single)


def discards(every: int) -> None:
    solver, engine, single, one, five = Solver(), Engine(), [], [], []
    for question in read(DISCARDS)[::every]:
        layout, trump = question.layout, question.trump
        solver.clear()
        spent, found = took(partial(solver.best_discard, layout, trump))
        check(found.guarantee == question.tricks, str(question))
        one.append(spent)
        after = Layout(layout.dealer - found.discards[0].cards, layout.left, layout.right)
        single.append(answered(engine, replace(question, layout=after))[0])
        spent, all_ = took(partial(best_discards, layout, threads=1))
        check(all_[trump] == found, str(question))
        five.append(spent)
    show("one value (after the best discard)", single, single)
    show("best discard, one trump", one, single)
    show("best discard, five denominations", five, single)
