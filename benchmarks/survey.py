"""How fast surveys are run, and in how much memory.

rate: deals a second of a survey on two cores against the same questions by `play_out` and `solve_batch` alone, by
turns, and the processor time of both; memory: of all its processes together, over a million deals.  What is timed is
checked: the rows of both ways are the same.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Literal

import numpy as np
import psutil
from distributed import Client

from benchmarks.report import check, head, row
from ninefivetwo import Layout, Seat
from ninefivetwo.cards import Hand
from ninefivetwo.playouts import play_out, policy
from ninefivetwo.rules import parse_rules
from ninefivetwo.solve import solve_batch
from ninefivetwo.survey.dealt import dealt, ready
from ninefivetwo.survey.files import batch_path, read_batch
from ninefivetwo.survey.plan import Plan, PlanTable
from ninefivetwo.survey.run import local, run
from ninefivetwo.survey.work import Columns, Work, joined_rows

RULES = "wikipedia"
CORES = 2
MEBIBYTE = 1 << 20


def main(what: Literal["rate", "memory"], *, deals: int | None = None, batch: int = 20_000, solved: int = 80) -> None:
    """
    deals: played out; without it 200,000, for memory 1,000,000
    batch: of them in a batch
    solved: deals solved for the rate
    """
    head("what", "aim", "reached")
    played = deals or (1_000_000 if what == "memory" else 200_000)
    for cells in memory(played, batch) if what == "memory" else rate(played, batch, solved):
        row(*cells)


def plan_of(kind: str, deals: int, batch: int) -> Plan:
    return Plan("benchmark", 952, (PlanTable(kind=kind, rules=RULES, deals=deals, batch=batch),), "")


def rate(deals: int, batch: int, solved: int) -> Iterator[tuple[str, str, str]]:
    with local(CORES) as client:
        for plan, alone in (
            (plan_of("deals", deals, batch), played_alone),
            (plan_of("guarantees", solved, max(solved // (2 * CORES), 1)), solved_alone),
        ):
            surveyed(plan_of(plan.tables[0].kind, 2 * CORES, 1), client)  # what is done once, at first
            alone(plan_of(plan.tables[0].kind, 1, 1))
            yield from compared(plan, partial(alone, plan), client)


def compared(plan: Plan, alone: Callable[[], Columns], client: Client) -> Iterator[tuple[str, str, str]]:
    """A survey against its questions asked alone, by turns: survey, alone, alone, survey."""
    wall, processor, found = {"survey": 0.0, "alone": 0.0}, {"survey": 0.0, "alone": 0.0}, []
    for which in ("survey", "alone", "alone", "survey"):
        began, used = time.perf_counter(), processor_time()
        found.append(surveyed(plan, client) if which == "survey" else alone())
        wall[which] += time.perf_counter() - began
        processor[which] += processor_time() - used
    for name, values in found[1].items():
        right = all(np.array_equal(each[name], values) for each in found)
        check(right, f"{plan.tables[0].kind}: {name} differs")
    kind, deals = plan.tables[0].kind, plan.tables[0].deals
    yield f"`{kind}`: deals a second alone, on {CORES} cores", "", f"{2 * deals / wall['alone']:.4g}"
    yield f"`{kind}`: ... by a survey, of that", "0.95", f"{wall['alone'] / wall['survey']:.3f}"
    yield f"`{kind}`: ... in processor time", "0.95", f"{processor['alone'] / processor['survey']:.3f}"


def surveyed(plan: Plan, client: Client) -> Columns:
    """The rows of a survey, all batches together."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in run(plan, Path(folder), nullcontext(client)):
            pass
        return joined_rows(
            [read_batch(Path(folder) / batch_path(work))[1] for work in sorted(plan.batches(), key=seed_of)]
        )


def seed_of(work: Work) -> int:
    return work.seed


def played_alone(plan: Plan) -> Columns:
    """Tricks of deals dealt, called, discarded for and played out in this process, the play on all cores."""
    player, rules, tricks = policy("learned"), parse_rules(RULES), []
    for work in sorted(plan.batches(), key=seed_of):
        games = ready(rules, None, dealt(work.number, work.seed)).games
        tricks.append(play_out((player, player, player), games, seed=work.seed, threads=CORES))
    every = np.concatenate(tricks)
    return {f"{seat.word}_tricks": every[:, seat] for seat in Seat}


def solved_alone(plan: Plan) -> Columns:
    """Guarantees of the deals by threads of this process."""
    rules, works = parse_rules(RULES), sorted(plan.batches(), key=seed_of)
    hands = np.concatenate([dealt(work.number, work.seed)[:, : len(Seat)] for work in works])
    layouts = [Layout(*map(Hand, row)) for row in hands.tolist()]
    each = rules.denominations()
    found = list(solve_batch(layouts, each, lead=rules.lead, threads=CORES))
    return {
        f"{seat.word}_guarantees": np.array([[one.guarantee[d][seat] for d in each] for one in found], np.int8)
        for seat in Seat
    }


def memory(deals: int, batch: int) -> Iterator[tuple[str, str, str]]:
    """Of this process and all that it started, after each batch, with rows of nothing kept."""
    plan, sizes = plan_of("deals", deals, batch), []
    with tempfile.TemporaryDirectory() as folder:
        for _ in run(plan, Path(folder), local(CORES)):
            sizes.append(sum(each.memory_info().rss for each in tree()) / MEBIBYTE)
    part = max(len(sizes) // 4, 1)
    yield f"memory of {CORES} workers and the rest, {deals:,} deals: most", "1024 MiB", f"{max(sizes[1:]):.0f} MiB"
    yield (
        "... in the second quarter, and in the last",
        "",
        f"{mean(sizes[part : 2 * part]):.0f}, {mean(sizes[-part:]):.0f} MiB",
    )


def tree() -> list[psutil.Process]:
    own = psutil.Process()
    return [own, *own.children(recursive=True)]


def processor_time() -> float:
    """Seconds that this process and those it started have used so far."""
    times = [each.cpu_times() for each in tree()]
    return sum(each.user + each.system for each in times)
