"""Times two versions of the search on the same questions: `python -m benchmarks by_turns DIR [--every N] [NAME...]`.

DIR is a checkout of the other version with a .venv of its own (`make .venv/tested`).  Each version answers in a process
of its own, question by question by turns, its table cleared before each; every answer is checked.  Times are processor
times, so other work on the machine disturbs them little.  For each corpus: nodes of the other version and of this one,
and this one's time divided by the other's, of the sums and the median of each question's; and the same for
the nanoseconds a node.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import mean, median

from benchmarks.corpus import NAMES, Question, positive, read

#: Answers questions, one a line, as long as there are any: tricks, nodes and processor seconds.
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


class Version:
    """One version's search, in a process of its own."""

    def __init__(self, python: Path | str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def nodes_and_seconds(self, question: Question) -> tuple[int, float]:
        self.process.stdin.write(json.dumps(question.asked()) + "\n")
        tricks, nodes, seconds = json.loads(self.process.stdout.readline())
        if tricks != question.tricks:
            raise SystemExit(f"wrong: {tricks} tricks for {question}")
        return nodes, seconds


def compare(name: str, questions: list[Question], other: Version, this: Version) -> None:
    rows = []
    for i, question in enumerate(questions):
        pair = (other, this) if i % 2 else (this, other)
        found = {version: version.nodes_and_seconds(question) for version in pair}
        rows.append((*found[other], *found[this]))
    nodes_before, before, nodes, seconds = (sum(column) for column in zip(*rows, strict=True))
    told = [f"{mean(row[0] for row in rows):,.0f}", f"{mean(row[2] for row in rows):,.0f}"]
    told += [f"{seconds / before:.3f}", f"{median(row[3] / row[1] for row in rows):.3f}"]
    told += [f"{(seconds / nodes) / (before / nodes_before):.3f}"]
    print(f"| {name} | {' | '.join(told)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, metavar="DIR", help="a checkout of the other version")
    parser.add_argument("names", nargs="*", default=NAMES, metavar="NAME", help="corpora")
    parser.add_argument("--every", type=positive, default=1, metavar="N", help="only every n-th question")
    asked = parser.parse_intermixed_args()
    python = asked.other / ".venv/bin/python"
    if not python.exists():
        raise SystemExit(f"no {python} (expected a checkout with a .venv: make .venv/tested)")
    other, this = Version(python.absolute()), Version(sys.executable)
    print("| corpus | nodes, other | nodes, this | time, this / other | median | ns a node, this / other |")
    print("|---|---|---|---|---|---|")
    for name in asked.names:
        compare(name, read(name)[:: asked.every], other, this)


if __name__ == "__main__":
    main()
