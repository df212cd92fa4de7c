"""What the program tells of a deal, held against what then happened: the forms of it, and how advice is asked for.

Deals that were played are gone through again.  Where a seat had to choose it is advised as a user would be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ninefivetwo.cards import Seat
from ninefivetwo.game import DealView, Give, Match, known_cards
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.session.computers import opponents_of
from ninefivetwo.sets import Sets
from ninefivetwo.study.nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.think.advise import AnyAdvice, Assumptions, Limits, Question, advise
from ninefivetwo.think.advise.reasons import Holding
from ninefivetwo.think.knowledge import Likelihood
from ninefivetwo.think.playouts.opponents import Level, Opponents

TRICKS_ASKED = (1, 4, 8, 12)
BEFORE_PLAY = (Phase.EXCHANGE, Phase.CALL, Phase.DISCARD)


@dataclass(frozen=True)
class Asked:
    """How advice is asked for: worlds for each piece, and a seed.

    slip: the share of discards that it takes for any cards; None for what it usually does.  opponents: the level that
    all others are taken to be of; None for that which each is of.  of: the player who asks, by name; None for all.
    What is told is won by one who plays on as the learned policy does, so of a weaker player it does not hold.
    """

    worlds: int
    seed: int
    slip: float | None = None
    opponents: Level | None = None
    of: str | None = None

    def seed_of(self, *numbers: int) -> int:
        """A seed for what has these numbers."""
        return int(np.random.default_rng((self.seed, *numbers)).integers(1 << 60))

    def limits(self, *numbers: int) -> Limits:
        """The limits for advice with these numbers."""
        return Limits(None, self.worlds, self.seed_of(*numbers), threads=1)

    def question(self, view: DealView, known: Opponents, *numbers: int) -> Question:
        """The question with these numbers; known: what the players are."""
        opponents = known if self.opponents is None else Opponents.all(self.opponents)
        likelihood = Likelihood() if self.slip is None else Likelihood(slip=self.slip)
        return Question(view, self.limits(*numbers), assumptions=Assumptions(None, likelihood, opponents))


@dataclass(frozen=True)
class Position:
    """A decision of a played deal.  cluster: the number of its match; when: the trick, or the phase before the play."""

    cluster: int
    seat: Seat
    when: str
    exchanged: bool


@dataclass(frozen=True)
class Told:
    """A piece of advice at a decision that was made in a deal, which is kept to its end."""

    at: Position
    match: Match
    node: DecisionNode
    advice: AnyAdvice

    @property
    def hands(self) -> Sets:
        """The three hands as they were, a row (`Sample.sets`)."""
        return np.array([[known_cards(hand).cards for hand in self.node.before.hands]], dtype=np.uint64)

    def chance(self, holding: Holding) -> float:
        """The chance of a holding in the worlds that the advice rests on."""
        sets, shares, _ = self.advice.outcomes.worlds
        return float(shares @ holding.holds(sets))

    def on_holding(self, of: str, holding: Holding, chance: float | None = None) -> Figure:
        """The chance of a holding, as it was told or as it is in the worlds, and whether it is there."""
        told = self.chance(holding) if chance is None else chance
        return Figure(self.at, of, told, float(holding.holds(self.hands)[0]))


@dataclass(frozen=True)
class Forecast:
    """What was told of a choice that was made: the tricks, the chance of the contract, the chance of each number of
    tricks; and the tricks won."""

    at: Position
    tricks: float
    make: float
    distribution: tuple[float, ...]
    contract: int
    won: int

    @property
    def made(self) -> bool:
        """Was the contract made?"""
        return self.won >= self.contract


@dataclass(frozen=True)
class Figure:
    """A figure that was told, and what it was in truth.  of: what is told; of a chance the truth is 0 or 1."""

    at: Position
    of: str
    told: float
    true: float


def name_of(trick: int) -> str:
    """A trick as a table names it."""
    return f"trick {trick}"


WHENS = [*(phase.value for phase in BEFORE_PLAY), *map(name_of, TRICKS_ASKED)]


def deals_in(text: str) -> list[Match]:
    """The deals of a match, from their records."""
    return [record.match for record in read_file(text).records]


def advice_in(cluster: int, text: str, asked: Asked, before_play: bool = False) -> Iterator[Told]:
    """Advice at the cards of a match that are asked about, or at all decisions before the play."""
    for number, record in enumerate(read_file(text).records):
        known = opponents_of(record)
        for index, node in enumerate(decision_nodes(record.match.deal)):
            if asked.of not in (None, record.match.names[node.seat].rpartition(" ")[0]):
                continue
            if node.phase in BEFORE_PLAY if before_play else node.trick in TRICKS_ASKED:
                advice = advise(asked.question(node.before.seen_by(node.seat), known, cluster, number, index))
                yield Told(_position(cluster, node), record.match, node, advice)


def _position(cluster: int, node: DecisionNode) -> Position:
    exchanged = any(isinstance(event, Give) for event in node.after.events)
    return Position(cluster, node.seat, name_of(node.trick) if node.trick else node.phase.value, exchanged)
