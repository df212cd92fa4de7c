"""Compare the forecasts shown to users with what then happened.

    python -m benchmarks calibration --only forecasts --deals 400 --company expert --seed 31
    python -m benchmarks calibration --only forecasts --trump N --discarder random
    python -m benchmarks calibration --only forecasts --kept deals.n52 --against before.json

A company of computer players plays two deals of each match, so that every second deal has an exchange. Errors are
clustered by match.

    forecasts   the tricks, the chance of the contract and the bands, at each seat's card in tricks 1, 4, 8 and 12
    before      the same at gifts, calls and discards
    holdings    the positions of honours and the dealer's voids, at the same cards
    reasons     all chances in the reasons for advice, such as "takes the trick, except in N %"
    luck        the result of usual play, par, and the terms of luck
    drills      the answers to "what do you know?", in deals of their own
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from benchmarks import figure_tables, forecast_tables
from benchmarks.played import DEALS_OF_A_MATCH, Called, Company, matches_in
from benchmarks.told import Asked, Forecast
from benchmarks.told_drills import BLOCK, questions
from benchmarks.told_forecasts import forecasts, forecasts_before_play
from benchmarks.told_holdings import holdings
from benchmarks.told_luck import usual_play
from benchmarks.told_reasons import reasons
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.think.players.runner import worker_processes
from ninefivetwo.think.playouts.opponents import Level

Part = Literal["forecasts", "before", "holdings", "reasons", "luck", "drills"]
Found = TypeVar("Found")
#: A function that yields the forecasts and results of a match, given its number and records, and one that prints them.
ToldAndShown: TypeAlias = tuple[Callable[[int, str, Asked], Iterable[Any]], Callable[[Sequence[Any]], None]]

OF_MATCHES: dict[Part, ToldAndShown] = {
    "forecasts": (forecasts, forecast_tables.show),
    "before": (forecasts_before_play, forecast_tables.show),
    "holdings": (holdings, figure_tables.show_holdings),
    "reasons": (reasons, figure_tables.show_reasons),
    "luck": (usual_play, partial(figure_tables.show_kinds, chances=False)),
}


def main(
    *,
    only: Part | None = None,
    company: str = "club",
    deals: int = 400,
    trump: Called = "suits",
    discarder: str | None = None,
    rules: str = "wikipedia",
    seed: int = 952,
    worlds: int = 200,
    slip: float | None = None,
    opponents: Level | None = None,
    of: str | None = None,
    drills: int = 2000,
    processes: int | None = None,
    kept: Path | None = None,
    write: Path | None = None,
    against: Path | None = None,
) -> None:
    """
    company: the players: one name for all seats, or three, who change seats
    trump: deals to use: suits; N for deals that a club player calls at no-trump; any for all
    discarder: player whose discards replace the dealer's
    worlds: number of worlds for each piece of advice
    slip: share of discards that advice assumes to be random; default: as usual
    opponents: level that advice assumes for all other players; default: their real levels
    of: judge only this player's advice, such as club; forecasts assume a player who goes on by the learned policy
    drills: smallest number of questions
    processes: number of processes; default: one per core
    kept: file with the deals; it is written if it does not exist
    write: file to write the forecasts to
    against: file with another version's forecasts for the same deals, whose losses are compared deal by deal
    """
    table, asked = parse_rules(rules), Asked(worlds, seed, slip, opponents, of)
    parts = {part: how for part, how in OF_MATCHES.items() if only in (part, None)}
    if deals < DEALS_OF_A_MATCH:
        raise ValueError(f"{deals} deals (expected {DEALS_OF_A_MATCH} or more)")
    with worker_processes(processes, "spawn") as pool:
        matches = played(Company.of(company, table, seed, trump, discarder), deals, pool, kept) if parts else []
        for part, (told, show) in parts.items():
            print(f"## {part}\n")
            found = [*each_of(partial(told, asked=asked), pool, range(len(matches)), matches)]
            show(found)
            if part == "forecasts":
                compared(found, write, against)
        if only in ("drills", None):
            print("## drills\n")
            blocks = range(-(-drills // BLOCK))
            figure_tables.show_questions([*each_of(partial(questions, table, asked), pool, blocks)])


def played(company: Company, deals: int, pool: ProcessPoolExecutor, kept: Path | None) -> list[str]:
    """Return the records of the deals, one text per match."""
    if kept and kept.exists():
        return matches_in(kept.read_text())
    matches = [*pool.map(company.match, range(-(-deals // DEALS_OF_A_MATCH)))]
    if kept:
        kept.write_text("\n".join(matches))
    return matches


def compared(found: list[Forecast], write: Path | None, against: Path | None) -> None:
    """Write the forecasts to a file, and print how they compare with those of another version."""
    if against:
        forecast_tables.show_against(found, msgspec.json.decode(against.read_bytes(), type=list[Forecast]))
    if write:
        write.write_bytes(msgspec.json.encode(found))


def each_of(
    told: Callable[..., Iterable[Found]], pool: ProcessPoolExecutor, *arguments: Iterable[object]
) -> Iterator[Found]:
    """Yield the results of a function for all arguments, computed by a pool of processes."""
    for found in pool.map(partial(_listed, told), *arguments):
        yield from found


def _listed(told: Callable[..., Iterable[Found]], *arguments: object) -> list[Found]:
    return [*told(*arguments)]
