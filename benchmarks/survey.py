"""How well surveys are run: `python -m benchmarks survey rate | memory | cores | sleep`.

rate: deals a second of a survey on two cores against the same questions by `play_out` and `solve_batch` alone, by
turns, and the processor time of both; memory: of all its processes together, over a million deals; cores: deals a
second of one worker and of two; sleep: batches that only sleep, on 1 to 8 workers, and so what a batch costs beside
its work.  What is timed is checked: the rows of both ways are the same.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import mean

import numpy as np
import psutil
from distributed import Client

from ninefivetwo import Layout, Seat
from ninefivetwo.cards import Hand
from ninefivetwo.playouts import play_out, policy
from ninefivetwo.rules import parse_rules
from ninefivetwo.solve import solve_batch
from ninefivetwo.survey.dealt import dealt, ready
from ninefivetwo.survey.files import BatchInfo, batch_path, read_batch
from ninefivetwo.survey.plan import Plan, PlanTable
from ninefivetwo.survey.run import local, run
from ninefivetwo.survey.work import Columns, Work, joined_rows

RULES = "wikipedia"
CORES = 2
MEBIBYTE = 1 << 20


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["rate", "memory", "cores", "sleep"])
    parser.add_argument("--deals", type=int, help="played out (default: 200,000; memory: 1,000,000)")
    parser.add_argument("--batch", type=int, default=20_000, help="of them in a batch (default: 20,000)")
    parser.add_argument("--solved", type=int, default=80, help="deals solved for the rate (default: 80)")
    parser.add_argument("--batches", type=int, default=40, help="that sleep, for each worker (default: 40)")
    parser.add_argument("--seconds", type=float, default=0.5, help="that each sleeps (default: 0.5)")
    asked = parser.parse_args(arguments)
    deals = asked.deals or (1_000_000 if asked.what == "memory" else 200_000)
    measures = {
        "rate": lambda: rate(deals, asked.batch, asked.solved),
        "memory": lambda: memory(deals, asked.batch),
        "cores": lambda: cores(deals, asked.batch),
        "sleep": lambda: sleep(asked.batches, asked.seconds),
    }
    print("| what | aim | reached |\n|---|---|---|")
    for row in measures[asked.what]():
        print(f"| {' | '.join(row)} |", flush=True)


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
        if not all(np.array_equal(each[name], values) for each in found):
            raise SystemExit(f"wrong: {plan.tables[0].kind}: {name} differs")
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


def cores(deals: int, batch: int) -> Iterator[tuple[str, str, str]]:
    """One worker and two, by turns, on the same deals."""
    seconds = {1: 0.0, 2: 0.0}
    for workers in (1, 2, 2, 1):
        with local(workers) as client:
            began = time.perf_counter()
            surveyed(plan_of("deals", deals, batch), client)
            seconds[workers] += time.perf_counter() - began
    yield "deals a second, one worker", "", f"{2 * deals / seconds[1]:,.0f}"
    yield "... two workers, against one", "1.9", f"{seconds[1] / seconds[2]:.2f}"


def sleeping_batch(seconds: float, work: Work, info: BatchInfo) -> bytes:
    """A file of the usual size after so many seconds, without work."""
    time.sleep(seconds)
    return bytes(MEBIBYTE)


def sleep(batches: int, seconds: float) -> Iterator[tuple[str, str, str]]:
    first = 0.0
    for workers in (1, 2, 4, 8):
        plan = plan_of("deals", batches * workers, 1)
        with local(workers) as client, tempfile.TemporaryDirectory() as folder:
            began, used = time.perf_counter(), processor_time()
            for _ in run(plan, Path(folder), nullcontext(client), partial(sleeping_batch, seconds)):
                pass
            passed, used = time.perf_counter() - began, processor_time() - used
        first = first or passed
        aim = {1: "", 2: "1.9"}.get(workers, "")
        over = (passed - batches * seconds) / batches / workers
        yield f"{workers} workers asleep, against one", aim, f"{workers * first / passed:.2f}"
        each = used / batches / workers
        yield "... a batch costs beside its work: time, processor time", "", f"{over * 1000:.1f}, {each * 1000:.1f} ms"


if __name__ == "__main__":
    main()
