"""The table runner: computer players at the table, deals or whole matches, on all cores.

The unit of work is a *round*: one deal (in duplicate, the same cards three times, each player once in every seat), or
one whole match.  A round's cards and the players' random numbers follow from the seed and the round's number alone, so
a run may be stopped, resumed and spread over cores without changing what it finds.
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
from ninefivetwo.evaluation import Estimate
from ninefivetwo.exact import in_order
from ninefivetwo.game import Action, Deal, Match, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import Layout
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players.levels import PLAYERS, Player

PlayerNames = tuple[str, str, str]
MOST_DEALS = 1000  # of a match, after which it is left unfinished: some rules give no certain end


@dataclass(frozen=True)
class Table:
    """Who plays what: three players by name (`PLAYERS`), a rule set, a seed.

    `matches`: whole matches in place of single deals.  `duplicate`: each deal in all three rotations.
    Raises PlayersError for a name that is none, or for matches in duplicate.
    """

    players: PlayerNames
    rules: RuleSet
    seed: int
    matches: bool = False
    duplicate: bool = False

    def __post_init__(self) -> None:
        for name in self.players:
            if name not in PLAYERS:
                raise PlayersError(f"no player: {name!r} (expected one of {', '.join(PLAYERS)})")
        if self.matches and self.duplicate:
            raise PlayersError("a match in duplicate (expected single deals)")

    @property
    def labels(self) -> PlayerNames:
        """The players as records name them: told apart by their numbers."""
        one, two, three = (f"{name} {i}" for i, name in enumerate(self.players, 1))
        return one, two, three


@dataclass(frozen=True)
class Round:
    """A round played: its deals, each as a match at its end, and the seconds and decisions of each player."""

    number: int
    deals: tuple[Match, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]


def play_rounds(table: Table, numbers: Sequence[int], cores: int | None = None) -> Iterator[Round]:
    """Play rounds by their numbers (from 0), in order, on so many cores (None: all).

    When the iterator is left early, only the rounds in progress are played to their ends.
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
            raise PlayersError("a process that played was killed (is there memory enough for so many?)") from error
        finally:
            pool.shutdown(cancel_futures=True)


def worker_processes(cores: int | None, method: str | None = None) -> ProcessPoolExecutor:
    """So many processes (None: one for each core), started by a method of `multiprocessing` (None: its default).

    They end at Ctrl-C, and with this process, even if it is killed.
    """
    return ProcessPoolExecutor(cores, multiprocessing.get_context(method), _end_with_parent)


def _end_with_parent() -> None:
    """Make this worker process end at Ctrl-C, and when its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_round(table: Table, number: int) -> Round:
    """One round, the same wherever it is played."""
    session = _RoundRunner(table, number)
    layouts = random_deals(mixed(table.seed, number))
    if table.matches:
        deals = tuple(session.match(layouts))
    else:
        layout = next(layouts)
        deals = tuple(session.deal(layout, turns) for turns in range(3 if table.duplicate else 1))
    return Round(number, deals, tuple(session.seconds), tuple(session.decisions))


def mixed(seed: int, number: int) -> int:
    """A seed for a round, far from its neighbours'."""
    return (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 1) % 2**63


class _RoundRunner:
    """The players of one round, and what they took."""

    def __init__(self, table: Table, number: int) -> None:
        self.table, self.number = table, number
        self.seconds, self.decisions = [0.0] * 3, [0] * 3

    def deal(self, layout: Layout, turns: int) -> Match:
        """One deal, each player so many seats further clockwise."""
        labels = self.table.labels
        names = by_seat(labels[(seat - turns) % 3] for seat in Seat)
        return self.played(UndealtMatch(self.table.rules, names).dealt(layout), turns)

    def match(self, layouts: Iterator[Layout]) -> Iterator[Match]:
        """A whole match, deal by deal."""
        match = UndealtMatch(self.table.rules, self.table.labels)
        for layout in islice(layouts, MOST_DEALS):
            played = self.played(match.dealt(layout), match.number)
            yield played
            if played.over:
                return
            match = played.following()

    def played(self, match: Match, salt: int) -> Match:
        """The match when its deal is over.  `salt` tells deals of a round apart."""
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
    """The match when its deal is over, each choice as `act` says; without its past, which none needs."""
    deal = match.deal
    while deal.turn is not None:
        deal = deal.after(act(deal))
    return replace(match, deal=replace(deal, past=None), past=None)


# Results of many rounds, with their standard errors.


class PlayerResult(Part, frozen=True):
    """One player's part of a run; null where there is nothing to tell it by.

    score: points a deal
    tricks: a deal, by seat
    made: the share of contracts made, by seat
    wins: matches won, a shared one by its part; null for single deals
    seconds: a decision
    """

    score: Estimate | None
    tricks: BySeat[Estimate | None]
    made: BySeat[Estimate | None]
    wins: float | None
    seconds: float | None


def player_results(rounds: list[Round], labels: tuple[str, str, str], matches: bool) -> dict[str, PlayerResult]:
    """Each player's results, by label.  A round counts as one value, for its deals are not independent."""
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
    """A round's deals in which a player sat there."""
    return [match.deal for match in played.deals if match.names[seat] == label]


def _mean(values: Iterable[float]) -> list[float]:
    """The mean of a round's values as one value, or none."""
    sample = list(values)
    return [sum(sample) / len(sample)] if sample else []


def _score(match: Match, label: str) -> float:
    return match.deal.scores[match.names.index(label)]


def _share(match: Match, label: str) -> float:
    winners = [match.names[seat] for seat in match.winners()]
    return 1 / len(winners) if label in winners else 0.0


def differences(rounds: list[Round], labels: tuple[str, str, str]) -> dict[tuple[str, str], Estimate | None]:
    """For each pair of players, by how many points a deal the first did better on the same cards, in duplicate."""
    return {
        (one, other): Estimate.of(
            sum(_score(deal, one) - _score(deal, other) for deal in played.deals) / len(played.deals)
            for played in rounds
        )
        for one, other in combinations(labels, 2)
    }
