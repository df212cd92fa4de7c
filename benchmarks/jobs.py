"""Times whole jobs, checking every answer: `python -m benchmarks jobs [values] [played] [discards] [cores]`.

values     all fifteen guarantees of a deal (random16)
played     every legal card of all 48 positions of a played deal, for the dealer and for all three seats (dealer16)
discards   the exact best of the discards of four from twenty, one denomination and five (discards20)
cores      the fifteen values of many deals on one core and on two

One thread but for `cores`.  A job's table is cleared before it and kept warm within it.  Each is compared, deal by
deal, with a single question in the same run: one seat's guarantee at the first lead.  With --every N every N-th deal
of a corpus is taken.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import mean, median
from typing import Any

from benchmarks.corpus import DISCARDS, Question, positive, read
from benchmarks.timings import answered, spread
from ninefivetwo import Layout, Position, Seat, Solution, Solver, best_discards, solve_batch
from ninefivetwo_solver.engine import Engine


def timed(job: Callable[..., Any], *arguments: Any, **named: Any) -> tuple[float, Any]:
    """Milliseconds, and what came of it."""
    start = time.perf_counter()
    found = job(*arguments, **named)
    return (time.perf_counter() - start) * 1e3, found


def check(found: object, expected: object, question: Question) -> None:
    if found != expected:
        raise SystemExit(f"wrong: {found}, not {expected}: {question}")


def row(name: str, ms: list[float], single: list[float]) -> None:
    ratios = median(a / b for a, b in zip(ms, single, strict=True))
    told = " | ".join(f"{figure:.1f}" for figure in spread(ms))
    print(f"| {name} | {told} | {mean(ms) / mean(single):.1f} | {ratios:.1f} |", flush=True)


def values(every: int) -> None:
    solver, engine, ms, single = Solver(), Engine(), [], []
    for question in read("random16")[::every]:
        position = Position(question.layout)
        single.append(answered(engine, question)[0])
        solver.clear()
        took, solution = timed(solver.solve, position)
        check(solution.guarantee[question.trump][question.seat], question.tricks, question)
        ms.append(took)
    row("one value", single, single)
    row("fifteen values", ms, single)


def line_of(question: Question, random: Random) -> list[tuple[Position, dict[int, int]]]:
    """A deal played out: each seat plays a card, drawn, that keeps its guarantee; with every position the dealer's
    guarantee after each legal card."""
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
        check(len(line), 48, question)
        asked = [
            ([p.layout[s].cards for s in Seat], int(p.lead), int(question.trump), [c.index for c in p.table])
            for p, _ in line
        ]
        for seats, taken in ((Seat.DEALER,), one), (tuple(Seat), three):
            engine.clear()
            took, found = timed(all_cards, engine, asked, seats)
            check([each[0] for each in found], [after for _, after in line], question)
            taken.append(took)
        check(min(line[0][1].values()), question.tricks, question)  # left leads, against the dealer
    row("one value", single, single)
    row("48 positions, every card, one seat", one, single)
    row("48 positions, every card, three seats", three, single)


def discards(every: int) -> None:
    solver, engine, single, one, five = Solver(), Engine(), [], [], []
    for question in read(DISCARDS)[::every]:
        layout, trump = question.layout, question.trump
        solver.clear()
        took, found = timed(solver.best_discard, layout, trump)
        check(found.guarantee, question.tricks, question)
        one.append(took)
        after = Layout(layout.dealer - found.discards[0].cards, layout.left, layout.right)
        single.append(answered(engine, replace(question, layout=after))[0])
        took, all_ = timed(best_discards, layout, threads=1)
        check(all_[trump], found, question)
        five.append(took)
    row("one value (after the best discard)", single, single)
    row("best discard, one trump", one, single)
    row("best discard, five denominations", five, single)


def solved(layouts: list[Layout], threads: int) -> list[Solution]:
    return list(solve_batch(layouts, threads=threads))


def cores(every: int) -> None:
    """Seconds for the fifteen values of 100 deals at most, by turns on one core and on two."""
    layouts = [question.layout for question in read("random16")[::every]][:100]
    took: dict[int, list[float]] = {1: [], 2: []}
    answers = []
    for _ in range(3):
        for threads, seconds in took.items():
            ms, solutions = timed(solved, layouts, threads)
            seconds.append(ms / 1e3)
            answers.append(solutions)
    if any(each != answers[0] for each in answers):
        raise SystemExit("wrong: the answers differ")
    one, two = (median(took[threads]) for threads in (1, 2))
    told = f"{one:.1f} s on one core, {two:.1f} s on two: {one / two:.2f} times as fast"
    print(f"\nfifteen values of {len(layouts)} deals: {told}")


def main() -> None:
    jobs = {"values": values, "played": played, "discards": discards, "cores": cores}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=[*jobs], metavar="JOB", help=", ".join(jobs))
    parser.add_argument("--every", type=positive, default=1, metavar="N", help="take every N-th deal")
    options = parser.parse_args()
    print("| job | mean ms | median | p90 | p99 | worst | means / one value's | median ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name in options.names:
        jobs[name](options.every)


if __name__ == "__main__":
    main()
