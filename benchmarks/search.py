"""Measure the speed of the search on the corpora, with every answer checked.

For each corpus the program prints milliseconds, nodes, nanoseconds per node and kilobytes of table. One thread works,
and the table is cleared before every question. With --dds, DDS also solves each ending, and the ratio of its time to
ours is printed. With --against DIR, each question alternates with the search of another checkout in its own process,
and the ratio of our processor time to the other's is printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import mean, median

from benchmarks.corpus import NAMES, NODES, Question, read, recorded_nodes
from benchmarks.report import SPREAD, check, head, percentile, row, spread, timed
from benchmarks.versions import python_of
from ninefivetwo_solver.engine import Engine

#: A program that answers one question per line with tricks, nodes and processor seconds.
SERVER = """
import json, sys, time
from ninefivetwo_solver.engine import Engine
engine = Engine()
for line in sys.stdin:
    engine.clear()
    asked, nodes, start = json.loads(line), engine.nodes, time.thread_time()
    tricks = engine.guarantee(*asked)
    print(json.dumps([tricks, engine.nodes - nodes, time.thread_time() - start]), flush=True)
"""


def main(
    names: tuple[str, ...] = NAMES,
    *,
    every: int = 1,
    against: str | None = None,
    dds: bool = False,
    record: bool = False,
) -> None:
    """
    names: names of corpora
    every: ask only every N-th question
    against: checkout of another version, set up by make .venv/tested
    dds: time DDS on the endings too
    record: write the nodes to nodes.json
    """
    if against is not None:
        by_turns(names, every, Version(python_of(against)))
        return
    head("corpus", *SPREAD, "worst / median", "nodes", "ns a node", "table KB, p90")
    nodes_of, ratios = recorded_nodes(), []
    for name in names:
        questions, engine, theirs = read(name)[::every], Engine(), list[float]()
        rows = []
        for question in questions:
            rows.append(answered(engine, question))
            if dds and name.startswith("end"):
                theirs.append(timed_by_dds(question))
        ms, nodes, table = ([each[i] for each in rows] for i in range(3))
        tail, per_node = max(ms) / median(ms), sum(ms) * 1e6 / sum(nodes)
        figures = f"{tail:,.0f}", f"{mean(nodes):,.0f}", f"{per_node:.0f}", f"{percentile(table, 90) / 1024:,.0f}"
        row(name, *spread(ms), *figures)
        if theirs:
            each = median(their / our for their, our in zip(theirs, ms, strict=True))
            ratios += [f"{name}: DDS {mean(theirs):.2f} ms; {each:.2f} (median), {mean(theirs) / mean(ms):.2f} (means)"]
        if every == 1 and nodes_of.get(name, sum(nodes)) != sum(nodes):
            print(f"{name}: {sum(nodes):,} nodes, {nodes_of[name]:,} recorded")
        nodes_of[name] = sum(nodes)
    print("\n".join(ratios))
    if record and every == 1:
        NODES.write_text(json.dumps(nodes_of, indent=1) + "\n")


def answered(engine: Engine, question: Question) -> tuple[float, int, int]:
    """Return the milliseconds, nodes and bytes of table for one question; a wrong answer ends the run."""
    before = engine.nodes
    engine.clear()
    seconds, tricks = timed(lambda: engine.guarantee(*question.asked()))
    check(tricks == question.tricks, f"{tricks} tricks for {question}")
    return seconds * 1e3, engine.nodes - before, engine.table_bytes


def timed_by_dds(question: Question) -> float:
    """Return the milliseconds of DDS's SolveBoard alone, called with a prepared struct: target -1, one solution, thread
    0.
    """
    from endplay import _dds
    from judge import BEST_CARD, board, solve_board, tricks_of
    from reference import State

    hands = [
        frozenset((int(c.suit), c.rank) for c in hand)
        for hand in (*map(question.layout.__getitem__, range(3)), question.layout.out)
    ]
    trump = None if question.trump == 4 else int(question.trump)
    deal = board(State(tuple(hands[:3]), int(question.lead), (), trump), hands[3], int(question.seat))
    found = _dds.futureTricks()
    seconds, _ = timed(lambda: solve_board(deal, BEST_CARD, found))
    check(tricks_of(deal, found.score[0], len(hands[0])) == question.tricks, f"DDS differs for {question}")
    return seconds * 1e3


class Version:
    """The search of one version, in its own process."""

    def __init__(self, python: Path | str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def nodes_and_seconds(self, question: Question) -> tuple[int, float]:
        self.process.stdin.write(json.dumps(question.asked()) + "\n")
        tricks, nodes, seconds = json.loads(self.process.stdout.readline())
        check(tricks == question.tricks, f"{tricks} tricks for {question}")
        return nodes, seconds


def by_turns(names: tuple[str, ...], every: int, other: Version) -> None:
    this = Version(sys.executable)
    head("corpus", "nodes, other", "nodes, this", "time, this / other", "median", "ns a node, this / other")
    for name in names:
        compare(name, read(name)[::every], other, this)


def compare(name: str, questions: list[Question], other: Version, this: Version) -> None:
    """Run two versions on each question, in alternating order."""
    rows = []
    for i, question in enumerate(questions):
        pair = (other, this) if i % 2 else (this, other)
        found = {version: version.nodes_and_seconds(question) for version in pair}
        rows.append((*found[other], *found[this]))
    nodes_before, before, nodes, seconds = (sum(column) for column in zip(*rows, strict=True))
    means = (f"{mean(each[column] for each in rows):,.0f}" for column in (0, 2))
    ratios = seconds / before, median(each[3] / each[1] for each in rows), seconds / nodes * nodes_before / before
    row(name, *means, *(f"{each:.3f}" for each in ratios))
