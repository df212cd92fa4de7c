"""What the program tells a seat about its deal before a card, held against what then happened.

At some cards of played deals the seat's advice is asked for, as a user would get it.  What it says of the card that was
played is compared with what the seat won, so no figure is of a choice that was picked by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.game import Give, Match, Play
from ninefivetwo.game.records import read_file
from ninefivetwo.sets import Floats
from ninefivetwo.study.decision_nodes import DecisionNode, decision_nodes
from ninefivetwo.think.advise import Advice, CardEvaluation, Limits, advise_play

TRICKS_ASKED = (1, 4, 8, 12)


@dataclass(frozen=True)
class Asked:
    """How advice is asked for: worlds for each piece, and a seed."""

    worlds: int
    seed: int

    def limits(self, *numbers: int) -> Limits:
        """The limits for a piece with these numbers."""
        seed = np.random.default_rng((self.seed, *numbers)).integers(1 << 60)
        return Limits(None, self.worlds, int(seed), threads=1)


@dataclass(frozen=True)
class Position:
    """A card of a played deal.  cluster: the number of its match; result: the tricks that each seat won in the end."""

    cluster: int
    seat: Seat
    trick: int
    exchanged: bool


@dataclass(frozen=True)
class Forecast:
    """What was told of a card that was played: the tricks, the chance of the contract, the chance of each number of
    tricks; and the tricks won."""

    at: Position
    tricks: float
    make: float
    distribution: Floats
    contract: int
    won: int

    @property
    def made(self) -> bool:
        """Was the contract made?"""
        return self.won >= self.contract


def deals_in(text: str) -> list[Match]:
    """The deals of a match, from their records."""
    return [record.match for record in read_file(text).records]


def nodes_asked(match: Match) -> list[DecisionNode]:
    """The cards of a deal at which advice is asked for."""
    return [node for node in decision_nodes(match.deal) if node.trick in TRICKS_ASKED]


def position_of(cluster: int, node: DecisionNode) -> Position:
    """The position before a card."""
    assert node.trick is not None
    exchanged = any(isinstance(event, Give) for event in node.before.events)
    return Position(cluster, node.seat, node.trick, exchanged)


def told_of(advice: Advice[CardEvaluation], action: Play) -> CardEvaluation:
    """What is told of a card; of those that touch it, the same is."""
    return next(each for each in advice.evaluations if action.card in each.details.cards)


def forecasts(cluster: int, text: str, asked: Asked) -> Iterator[Forecast]:
    """The forecasts for a match, given by its records, and what came of them."""
    for number, match in enumerate(deals_in(text)):
        for index, node in enumerate(nodes_asked(match)):
            limits = asked.limits(cluster, number, index)
            advice = advise_play(node.before.seen_by(node.seat), limits)
            assert isinstance(node.action, Play)
            details = told_of(advice, node.action).details
            yield Forecast(
                position_of(cluster, node),
                details.tricks.mean,
                details.make.mean,
                np.array(details.distribution),
                match.rules.contracts[node.seat],
                match.deal.won[node.seat],
            )
