"""Runs of single deals or whole matches between computer players, on all cores.

The unit of work is a *round*: one deal, one whole match or, in duplicate, one deal played three times, with each player
in each seat once. The cards and the players' random numbers depend only on the seed and the round's number. Stopping,
resuming or spreading a run over cores does not change its results.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from multiprocessing.connection import wait

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.codec import BySeat, Part
from ninefivetwo.errors import PlayersError
from ninefivetwo.evaluation import Estimate, sum_in_order
from ninefivetwo.exact import in_order
from ninefivetwo.game import Action, Deal, Match, UndealtMatch
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players.levels import PLAYERS, Player

PlayerNames = tuple[str, str, str]
MOST_DEALS = 1000  # maximum number of deals before a match is left unfinished; under some rules it might never end


@dataclass(frozen=True)
class Table:
    """The settings of a run: three players by name (`PLAYERS`), a rule set and a seed.

    If `matches` is set, whole matches are played instead of single deals. If `duplicate` is set, each deal is played
    three times, with the players in rotated seats. Raises PlayersError if a name is unknown, or if both `matches` and
    `duplicate` are set.
    """

    players: PlayerNames
    rules: RuleSet
    seed: int
    matches: bool = False
    duplicate: bool = False

    def __post_init__(self) -> None:
        for name in self.players:
            if name not in PLAYERS:
                raise PlayersError(f"unknown player {name!r} (expected one of {', '.join(PLAYERS)})")
        if self.matches and self.duplicate:
            raise PlayersError("matches cannot be combined with duplicate")

    @property
    def labels(self) -> PlayerNames:
        """The players' names in records, numbered so that they are distinct."""
        one, two, three = (f"{name} {i}" for i, name in enumerate(self.players, 1))
        return one, two, three


@dataclass(frozen=True)
class Round:
    """A completed round: the match after each deal, with each player's thinking time and number of decisions."""

    number: int
    deals: tuple[Match, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]


def play_rounds(table: Table, numbers: Sequence[int], cores: int | None = None) -> Iterator[Round]:
    """Play the rounds with the given numbers (from 0) on `cores` cores, by default all, and yield the rounds in order.

    If the iterator is closed early, rounds in progress are finished.
    """
    play = partial(play_round, table)
    cores = min(cores or os.cpu_count() or 1, len(numbers))
    if cores < 2:
        yield from map(play, numbers)
        return
    with worker_processes(cores) as pool:
        try:
            for played in in_order(numbers, partial(pool.submit, play), 2 * cores + 1):
                yield played.result()
        except BrokenProcessPool as error:
            raise PlayersError("a worker process was killed (there may not be enough memory for this many)") from error
        finally:
            pool.shutdown(cancel_futures=True)


def worker_processes(cores: int | None, method: str | None = None) -> ProcessPoolExecutor:
    """Return a pool of worker processes, by default one per core.

    `method` is a start method of `multiprocessing`, or None for the default method. The worker processes end at Ctrl-C,
    or when this process ends, even if it is killed.
    """
    return ProcessPoolExecutor(cores, multiprocessing.get_context(method), _end_with_parent)


def _end_with_parent() -> None:
    """Make this worker process end at Ctrl-C or with its parent process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_round(table: Table, number: int) -> Round:
    session = _RoundRunner(table, number)
    layouts = random_deals(mixed(table.seed, number))
    if table.matches:
        deals = tuple(session.match(layouts))
    else:
        layout = next(layouts)
        deals = tuple(session.deal(layout, turns) for turns in range(3 if table.duplicate else 1))
    return Round(number, deals, tuple(session.seconds), tuple(session.decisions))


def mixed(seed: int, number: int) -> int:
    """Return a seed for the round `number` that is unlike the seeds of adjacent rounds."""
    return (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 1) % 2**63


class _RoundRunner:
    """The players in one round, with each player's thinking time and number of decisions so far."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self.seconds, self.decisions = [0.0] * 3, [0] * 3

    def deal(self, layout: Layout, turns: int) -> Match:
        """Play one deal with each player moved `turns` seats clockwise."""
        labels = self.table.labels
        names = by_seat(labels[(seat - turns) % 3] for seat in Seat)
        return self.played(UndealtMatch(self.table.rules, names).dealt(layout), turns)

    def match(self, layouts: Iterator[Layout]) -> Iterator[Match]:
        """Play a whole match and yield its state after each deal."""
        match = UndealtMatch(self.table.rules, self.table.labels)
        for layout in islice(layouts, MOST_DEALS):
            played = self.played(match.dealt(layout), match.number)
            yield played
            if played.over:
                return
            match = played.following()

    def played(self, match: Match, salt: int) -> Match:
        """Play the current deal of a match to its end; `salt` gives each deal of a round its own random numbers."""
        sits = [self.table.labels.index(name) for name in match.names]
        seeds = [mixed(mixed(self.table.seed, self.number), 8 * salt + seat) for seat in Seat]
        players: list[Player] = [PLAYERS[self.table.players[sits[seat]]](seeds[seat]) for seat in Seat]
        if self.table.matches:
            for player in players:
                player.match_score = MatchScore(match.score, match.number)

        def act(deal: Deal) -> Action:
            seat = deal.due_turn.seat
            view = deal.seen_by(seat)
            start = time.perf_counter()
            action: Action = players[seat].act(view)
            self.seconds[sits[seat]] += time.perf_counter() - start
            self.decisions[sits[seat]] += 1
            return action

        return played_out(match, act)


def played_out(match: Match, act: Callable[[Deal], Action]) -> Match:
    """Play a match's current deal to its end with actions chosen by `act`; return the match without its past."""
    deal = match.deal
    while deal.turn is not None:
        deal = deal.after(act(deal))
    return replace(match, deal=replace(deal, past=None), past=None)


# Results


class PlayerResult(Part, frozen=True):
    """The results of one player in a run; a field without data is null.

    score: points per deal
    tricks: tricks per deal, by seat
    made: share of contracts made, by seat
    wins: matches won, where a shared win counts as a fraction; null for single deals
    seconds: seconds per decision
    """

    score: Estimate | None
    tricks: BySeat[Estimate | None]
    made: BySeat[Estimate | None]
    wins: float | None
    seconds: float | None


def player_results(rounds: list[Round], labels: tuple[str, str, str], matches: bool) -> dict[str, PlayerResult]:
    """Return each player's results by label; a round counts as one sample because its deals are not independent."""
    return {label: _result(rounds, i, label, matches) for i, label in enumerate(labels)}


def _result(rounds: list[Round], number: int, label: str, matches: bool) -> PlayerResult:
    def in_seats(value: Callable[[Deal, Seat], float]) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
        return by_seat(
            Estimate.of(
                mean for played in rounds for mean in _mean(value(deal, seat) for deal in _at(played, label, seat))
            )
            for seat in Seat
        )

    decisions = sum(played.decisions[number] for played in rounds)
    seconds = sum(played.seconds[number] for played in rounds)
    wins = sum(_share(played.deals[-1], label) for played in rounds) if matches else None
    return PlayerResult(
        Estimate.of(score for played in rounds for score in _mean(_score(deal, label) for deal in played.deals)),
        in_seats(lambda deal, seat: deal.won[seat]),
        in_seats(lambda deal, seat: float(deal.scores[seat] >= 0)),
        wins,
        seconds / decisions if decisions else None,
    )


def _at(played: Round, label: str, seat: Seat) -> list[Deal]:
    return [match.deal for match in played.deals if match.names[seat] == label]


def _mean(values: Iterable[float]) -> list[float]:
    """Return the mean of the values in a list, or an empty list if there are no values."""
    sample = list(values)
    return [sum_in_order(sample) / len(sample)] if sample else []


def _score(match: Match, label: str) -> float:
    return match.deal.scores[match.names.index(label)]


def _share(match: Match, label: str) -> float:
    winners = [match.names[seat] for seat in match.winners()]
    return 1 / len(winners) if label in winners else 0.0


def differences(rounds: list[Round], labels: tuple[str, str, str]) -> dict[tuple[str, str], Estimate | None]:
    """Return the difference in points per deal, first player minus second, for each pair of players.

    The rounds must have been played in duplicate, so that both players had the same cards.
    """
    return {
        (one, other): Estimate.of(
            sum(_score(deal, one) - _score(deal, other) for deal in played.deals) / len(played.deals)
            for played in rounds
        )
        for one, other in combinations(labels, 2)
    }
