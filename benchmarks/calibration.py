"""Is everything true that the program tells of a deal?  What it told, held against what then happened.

    python -m benchmarks calibration --only forecasts --deals 400 --company expert --seed 31
    python -m benchmarks calibration --only forecasts --trump N --discarder random

Deals are played by a company, two of each match, so that every second has an exchange.  Errors are clustered by match.

forecasts   at each seat's card of trick 1, 4, 8 and 12: the tricks, the chance of the contract, the bands
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, TypeVar

from benchmarks import forecast_tables
from benchmarks.played import DEALS_OF_A_MATCH, Company, Trump, matches_in
from benchmarks.told import Asked, forecasts
from ninefivetwo.game.rules import parse_rules

Part = Literal["forecasts"]
Found = TypeVar("Found")

#: By part: what is told and happened in a match, given by its number and records; and what is printed of all of it.
PARTS: dict[Part, tuple[Callable[[int, str, Asked], Iterable[object]], Callable[[Sequence[object]], None]]] = {
    "forecasts": (forecasts, forecast_tables.show),
}


def main(
    *,
    only: Part | None = None,
    company: str = "club",
    deals: int = 400,
    trump: Trump = "suits",
    discarder: str | None = None,
    rules: str = "wikipedia",
    seed: int = 952,
    worlds: int = 200,
    processes: int | None = None,
    kept: Path | None = None,
) -> None:
    """
    company: who plays: a player for all seats, or three, who change seats
    trump: suits; N: every dealer has to call no-trump; any: what they call
    discarder: a player whose discards take the place of the dealer's
    worlds: for a piece of advice
    processes: None for one per core
    kept: a file of the deals, which are read from there if it exists, else written
    """
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        matches = played(Company.of(company, parse_rules(rules), seed, trump, discarder), deals, pool, kept)
        for part in [only] if only else PARTS:
            told, show = PARTS[part]
            show([*each_match(told, matches, Asked(worlds, seed), pool)])


def played(company: Company, deals: int, pool: ProcessPoolExecutor, kept: Path | None) -> list[str]:
    """The records of so many deals, match by match."""
    if kept and kept.exists():
        return matches_in(kept.read_text())
    matches = [*pool.map(company.match, range(-(-deals // DEALS_OF_A_MATCH)))]
    if kept:
        kept.write_text("\n".join(matches))
    return matches


def each_match(
    told: Callable[[int, str, Asked], Iterable[Found]], matches: Sequence[str], asked: Asked, pool: ProcessPoolExecutor
) -> Iterator[Found]:
    """What is told in all matches."""
    for found in pool.map(partial(_listed, told, asked), range(len(matches)), matches):
        yield from found


def _listed(told: Callable[[int, str, Asked], Iterable[Found]], asked: Asked, number: int, text: str) -> list[Found]:
    return [*told(number, text, asked)]
