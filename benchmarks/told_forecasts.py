"""Forecasts for the choices that were made, rather than for the recommended ones, whose figures have a selection
bias."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.told import Asked, Forecast, Told, advice_in
from ninefivetwo.game import Action, Play
from ninefivetwo.think.advise import DealEvaluation
from ninefivetwo.think.advise.advice import CardDetails, Prospects


def forecasts(cluster: int, text: str, asked: Asked) -> Iterator[Forecast]:
    """Yield the forecasts for the cards of a match, given by its records, with the results."""
    for told in advice_in(cluster, text, asked):
        (found,) = (each for each in told.advice.evaluations if is_of(each, told.node.action))
        yield _forecast(told, found.details)


def forecasts_before_play(cluster: int, text: str, asked: Asked) -> Iterator[Forecast]:
    """Yield the forecasts for gifts, calls and discards, except for choices that the adviser dropped after its first
    sample.
    """
    for told in advice_in(cluster, text, asked, before_play=True):
        for found in told.advice.evaluations:
            if is_of(found, told.node.action):
                yield _forecast(told, found.details)


def is_of(found: DealEvaluation, action: Action) -> bool:
    """Return whether an evaluation is for this choice; touching cards share one evaluation."""
    if isinstance(action, Play) and isinstance(found.details, CardDetails):
        return action.card in found.details.cards
    return found.action == action


def _forecast(told: Told, details: Prospects) -> Forecast:
    seat = told.node.seat
    contract, won = told.match.rules.contracts[seat], told.match.deal.won[seat]
    return Forecast(told.at, details.tricks.mean, details.make.mean, details.distribution, contract, won)
