"""Make the shipped set of problems; a seed makes the same problems again.

The problems of each kind are the first that the seeds from `--seed` on produce (`ninefivetwo.keep.drills.mining`). At
most a fixed number have the same theme and difficulty. The results are written line by line to `--work`, so that a
stopped run continues where it was.
"""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from pathlib import Path

import msgspec.structs

from ninefivetwo.game.rules import NAMED, RuleSet
from ninefivetwo.keep.drills.drills import SET, set_text
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.mining import mine
from ninefivetwo.keep.drills.problem import Problem, problem_of_text, problem_text
from ninefivetwo.think.players.runner import worker_processes

SEED = 9520
NUMBERS = {"know": 70, "play": 85, "call": 25, "give": 10}
USUAL = 20  # number of problems of any other kind
ALIKE = {"know": 9, "play": 8}  # largest number of problems with one theme and difficulty
ANOTHER = 5  # one seed in this many uses other rules than the first rule set
FIRST, *OTHERS = (named.rules for named in NAMED.values())


def rules_of(seed: int) -> RuleSet:
    return FIRST if seed % ANOTHER else OTHERS[seed // ANOTHER % len(OTHERS)]


def looked(kind: str, seed: int) -> Problem | None:
    return mine(kind, rules_of(seed), seed)


class Work:
    """The seeds examined so far: the problem found for each kind and seed, or None."""

    def __init__(self, path: Path) -> None:
        self.found: dict[tuple[str, int], Problem | None] = {}
        for line in path.read_text().splitlines(keepends=True) if path.exists() else ():
            if line.endswith("\n"):  # an incomplete line was cut off when a run was stopped
                kind, seed, problem = json.loads(line)
                self.found[kind, seed] = None if problem is None else problem_of_text(problem)
        self.path = path
        self._write("".join(self._line(*key) for key in self.found), "w")

    def add(self, kind: str, seed: int, problem: Problem | None) -> None:
        self.found[kind, seed] = problem
        self._write(self._line(kind, seed), "a")

    def _line(self, kind: str, seed: int) -> str:
        problem = self.found[kind, seed]
        return json.dumps([kind, seed, problem and problem_text(problem)], ensure_ascii=False) + "\n"

    def _write(self, text: str, mode: str) -> None:
        with self.path.open(mode) as file:
            file.write(text)


def every(kind: str, first: int, work: Work, pool: ProcessPoolExecutor, cores: int) -> Iterator[Problem]:
    """Yield the problems of a kind in the order of their seeds; later seeds are examined in the background."""
    ahead = deque[tuple[int, Future[Problem | None] | None]]()
    seeds = count(first)
    while True:
        while len(ahead) < 3 * cores:
            seed = next(seeds)
            ahead.append((seed, None if (kind, seed) in work.found else pool.submit(looked, kind, seed)))
        seed, waiting = ahead.popleft()
        if waiting is not None:
            work.add(kind, seed, waiting.result())
        if (problem := work.found[kind, seed]) is not None:
            yield msgspec.structs.replace(problem, source="set")


def chosen(kind: str, number: int, problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield the given number of problems, with a limit on those of the same theme and difficulty."""
    alike = Counter[tuple[str, int]]()
    while alike.total() < number:
        problem = next(problems)
        key = problem.theme, problem.difficulty
        if alike[key] < ALIKE.get(kind, number):
            alike[key] += 1
            print(kind, alike.total(), *key, flush=True)
            yield problem


def main(
    *,
    seed: int = SEED,
    work: Path = Path("problems.part"),
    output: Path = SET,
    cores: int = os.cpu_count() or 1,
    share: float = 1.0,
) -> None:
    """
    work: file of the seeds examined, which a stopped run continues
    share: share of the numbers of each kind to make; at least one problem of each
    """
    looked_at, found = Work(work), list[Problem]()
    with worker_processes(cores, "spawn") as pool:
        for kind in dict.fromkeys([*NUMBERS, *DRILL_KINDS]):
            problems, number = every(kind, seed, looked_at, pool, cores), NUMBERS.get(kind, USUAL)
            found += chosen(kind, max(1, round(share * number)), problems)
            output.write_text(set_text(found))
        pool.shutdown(cancel_futures=True)
