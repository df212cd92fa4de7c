"""Deals played by rollout players, who leave a row a decision: files of so many deals each, made by several threads.

A file holds the same rows whenever and in whatever order it is made, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from threading import Event

import numpy as np
from policy_rows import Rows, how_made, write

from ninefivetwo.playouts.views import game_of
from ninefivetwo.rules import parse_rules
from ninefivetwo.survey.decision_deals import deal_to_play
from ninefivetwo_solver.playout import Policy, rows_of_play

#: Contracts 9-5-2 and left leads; 9-2-5 and the dealer leads; 8-5-3 and left leads: the deals take turns.
RULES = tuple(map(parse_rules, ("wikipedia", "nine-two-five", "sergeant-major notrump=yes")))
DEALS = 200  # deals of a file
SLICE = 10  # deals played at once; a run that is to stop stops after them


@dataclass(frozen=True)
class Job:
    """What is played: each seat chooses by rollouts of the policy `inner`, called `name`, in so many worlds.

    In the rollouts the other seats play by policies of the company, which has their names; without one by `inner` too.
    Instead of what it chooses a random card is played with chance `random`; the row is the same.
    """

    inner: Policy
    name: str
    worlds: int
    random: float
    seed: int
    company: Mapping[str, Policy] = field(default_factory=dict)
    stopped: Event = field(default_factory=Event)

    def made(self, number: int) -> dict[str, str]:
        """How the file of that number is made, for its metadata."""
        made = {"policy": self.name, "worlds": self.worlds, "random": self.random, "seed": self.seed}
        if self.company:
            made["company"] = ", ".join(self.company)
        return {key: str(value) for key, value in (made | {"first": number * DEALS, "deals": DEALS}).items()}

    def rows(self, number: int) -> Rows | None:
        """The rows of the file of that number; None where the run was stopped."""
        players = (Policy.rollout(self.inner, self.worlds, tuple(self.company.values())),) * 3
        parts = []
        for first in range(number * DEALS, (number + 1) * DEALS, SLICE):
            if self.stopped.is_set():
                return None
            numbers = range(first, first + SLICE)
            games = np.concatenate(
                [game_of(deal_to_play(RULES[number % len(RULES)], self.seed, number)) for number in numbers]
            )
            _, views, values, row = rows_of_play(players, games, self.random, seed=self.seed, first=first)
            parts.append(Rows((first + row).astype(np.int32), views, values))
        return Rows.joined(parts)


def play(job: Job, folder: Path, deals: int, threads: int) -> None:
    """Write the files of so many deals, rounded up to whole files, that the folder does not hold yet.

    Tells on stderr how far it is.  Raises ValueError where the folder holds a file with rows that were made otherwise.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {number: folder / f"{job.seed}-{number:05}.parquet" for number in range(-(-deals // DEALS))}
    for number, path in paths.items():
        if path.exists():
            check_same(path, how_made(path), job.made(number))
    missing = {number: path for number, path in paths.items() if not path.exists()}
    started, rows = time.monotonic(), 0
    for done, found in enumerate(_written(job, missing, threads), 1):
        rows += found
        seconds = time.monotonic() - started
        left = timedelta(seconds=round(seconds / done * (len(missing) - done)))
        print(
            f"{done} of {len(missing)} files, {rows} rows, {rows / seconds:.0f} rows a second, {left} left",
            file=sys.stderr,
            flush=True,
        )


def check_same(path: Path, found: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Raises ValueError where rows were made otherwise than expected."""
    for key, value in expected.items():
        if found.get(key) != value:
            raise ValueError(f"{path}: rows made with {key} {found.get(key)} (expected {value}, or another folder)")


def _written(job: Job, missing: Mapping[int, Path], threads: int) -> Iterator[int]:
    """Make and write files; yields the number of rows of each as it is done."""

    def made(number: int) -> int:
        rows = job.rows(number)
        if rows is None:
            return 0
        write(missing[number], rows, job.made(number))
        return len(rows)

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(made, number) for number in missing]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            job.stopped.set()
            pool.shutdown(cancel_futures=True)
