"""Times the search on the corpora, checking every answer: `python -m benchmarks timings [--dds] [--record] [NAME...]`.

For each corpus: milliseconds (mean, median, p90, p99, worst, and worst by median), nodes, nanoseconds a node and
kilobytes of table, one thread, the table cleared before every question.  With --dds, endings are also put to DDS (one
thread) in the same run, question by question, and the ratios of the times given: DDS's over ours.  With --record the
nodes are written down as the search's signature (nodes.json), which a test compares.
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import mean, median, quantiles

from benchmarks.corpus import NAMES, NODES, Question, read, recorded_nodes
from ninefivetwo_solver.engine import Engine


def percentile(values: list[float], n: int) -> float:
    return quantiles(values, n=100, method="inclusive")[n - 1]


def spread(values: list[float]) -> list[float]:
    """Mean, median, p90, p99 and worst."""
    return [mean(values), median(values), percentile(values, 90), percentile(values, 99), max(values)]


def answered(engine: Engine, question: Question) -> tuple[float, int, int]:
    """Milliseconds, nodes and bytes of table for one question; a wrong answer ends the run."""
    asked, before = question.asked(), engine.nodes
    engine.clear()
    start = time.perf_counter()
    tricks = engine.guarantee(*asked)
    took = (time.perf_counter() - start) * 1e3
    if tricks != question.tricks:
        raise SystemExit(f"wrong: {tricks} tricks for {question}")
    return took, engine.nodes - before, engine.table_bytes


def timed_by_dds(question: Question) -> float:
    """Milliseconds of DDS's SolveBoard alone, called with a filled struct: target -1, one solution, thread 0."""
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
    start = time.perf_counter()
    solve_board(deal, BEST_CARD, found)
    took = (time.perf_counter() - start) * 1e3
    if tricks_of(deal, found.score[0], len(hands[0])) != question.tricks:
        raise SystemExit(f"DDS differs for {question}")
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME")
    parser.add_argument("--dds", action="store_true", help="time DDS on the endings too")
    parser.add_argument("--record", action="store_true", help="write the nodes down as the search's signature")
    options = parser.parse_args()
    nodes_of = recorded_nodes() if NODES.exists() else {}
    print("| corpus | mean ms | median | p90 | p99 | worst | worst / median | nodes | ns a node | table KB, p90 |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    ratios = []
    for name in options.names:
        engine, rows, theirs = Engine(), [], []
        for question in read(name):
            rows.append(answered(engine, question))
            if options.dds and name.startswith("end"):
                theirs.append(timed_by_dds(question))
        ms, nodes, table = ([row[i] for row in rows] for i in range(3))
        told = " | ".join(f"{figure:.2f}" for figure in spread(ms))
        per_node, kilobytes = sum(ms) * 1e6 / sum(nodes), percentile(table, 90) / 1024
        tail = max(ms) / median(ms)
        print(f"| {name} | {told} | {tail:,.0f} | {mean(nodes):,.0f} | {per_node:.0f} | {kilobytes:,.0f} |", flush=True)
        if theirs:
            each = median(their / our for their, our in zip(theirs, ms, strict=True))
            ratios.append(
                f"{name}: DDS {mean(theirs):.2f} ms; ratios {each:.2f} (median), {mean(theirs) / mean(ms):.2f} (means)"
            )
        if nodes_of.get(name, sum(nodes)) != sum(nodes):
            print(f"{name}: {sum(nodes):,} nodes, {nodes_of[name]:,} recorded")
        nodes_of[name] = sum(nodes)
    print("\n".join(ratios))
    if options.record:
        NODES.write_text(json.dumps(nodes_of, indent=1) + "\n")


if __name__ == "__main__":
    main()
