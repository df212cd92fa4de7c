"""Results of many rounds: tricks and scores by player, seat and contract, with their standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Deal, Match
from ninefivetwo.think.players.runner import Round


@dataclass(frozen=True)
class PlayerResult:
    """One player's results: points per deal, tricks per deal by seat, matches won, seconds per decision."""

    label: str
    score: Estimate | None
    tricks: dict[Seat, Estimate | None]
    made: dict[Seat, Estimate | None]  # the share of contracts made
    wins: float | None  # of matches; a shared one counts for its part
    seconds: float | None


def player_results(rounds: list[Round], labels: tuple[str, str, str], matches: bool) -> list[PlayerResult]:
    """Each player's results.  A round counts as one value, for its deals are not independent."""
    return [_result(rounds, i, label, matches) for i, label in enumerate(labels)]


def _result(rounds: list[Round], number: int, label: str, matches: bool) -> PlayerResult:
    def by_seat(value: Callable[[Deal, Seat], float]) -> dict[Seat, Estimate | None]:
        return {
            seat: Estimate.of(v for each in rounds for v in _mean(value(deal, seat) for deal in _at(each, label, seat)))
            for seat in Seat
        }

    decisions = sum(each.decisions[number] for each in rounds)
    seconds = sum(each.seconds[number] for each in rounds)
    wins = sum(_share(each.deals[-1], label) for each in rounds) if matches else None
    return PlayerResult(
        label,
        Estimate.of(score for each in rounds for score in _mean(_score(deal, label) for deal in each.deals)),
        by_seat(lambda deal, seat: deal.won[seat]),
        by_seat(lambda deal, seat: float(deal.scores[seat] >= 0)),
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
            sum(_score(deal, one) - _score(deal, other) for deal in each.deals) / len(each.deals) for each in rounds
        )
        for one, other in combinations(labels, 2)
    }
