"""What advice tells of the choice that was made, so no figure is of a choice that was picked by it."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.told import Asked, Forecast, Told, advice_in
from ninefivetwo.game import Action, Play
from ninefivetwo.think.advise import DealEvaluation
from ninefivetwo.think.advise.advice import CardDetails, Prospects


def forecasts(cluster: int, text: str, asked: Asked) -> Iterator[Forecast]:
    """The forecasts for the cards of a match, given by its records, and what came of them."""
    for told in advice_in(cluster, text, asked):
        (found,) = (each for each in told.advice.evaluations if is_of(each, told.node.action))
        yield _forecast(told, found.details)


def forecasts_before_play(cluster: int, text: str, asked: Asked) -> Iterator[Forecast]:
    """The same for gifts, calls and discards; one that advice gave up after a first look has none."""
    for told in advice_in(cluster, text, asked, before_play=True):
        for found in told.advice.evaluations:
            if is_of(found, told.node.action):
                yield _forecast(told, found.details)


def is_of(found: DealEvaluation, action: Action) -> bool:
    """Is an evaluation of this choice?  Of cards that touch the same is told."""
    if isinstance(action, Play) and isinstance(found.details, CardDetails):
        return action.card in found.details.cards
    return found.action == action


def _forecast(told: Told, details: Prospects) -> Forecast:
    seat = told.node.seat
    contract, won = told.match.rules.contracts[seat], told.match.deal.won[seat]
    return Forecast(told.at, details.tricks.mean, details.make.mean, details.distribution, contract, won)
