"""Types for forecasts and their results, and the advice that is requested in played deals.

Deals that were played are gone through again. At each choice, advice is requested as a user would request it.
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
    """The settings of requested advice: the number of worlds and the seed.

    `slip` is the share of discards assumed to be random; None means the usual share. `opponents` is the level assumed
    for all other players; None means their real levels. `of` is the name of the player who asks; None means all. A
    forecast assumes that the player goes on by the learned policy, so it is too high for a weaker player.
    """

    worlds: int
    seed: int
    slip: float | None = None
    opponents: Level | None = None
    of: str | None = None

    def seed_of(self, *numbers: int) -> int:
        """Return a seed that follows from these numbers."""
        return int(np.random.default_rng((self.seed, *numbers)).integers(1 << 60))

    def limits(self, *numbers: int) -> Limits:
        """Return limits with the seed that follows from these numbers."""
        return Limits(None, self.worlds, self.seed_of(*numbers), threads=1)

    def question(self, view: DealView, known: Opponents, *numbers: int) -> Question:
        """Return a question with these numbers; `known` has the levels of the players."""
        opponents = known if self.opponents is None else Opponents.all(self.opponents)
        likelihood = Likelihood() if self.slip is None else Likelihood(slip=self.slip)
        return Question(view, self.limits(*numbers), assumptions=Assumptions(None, likelihood, opponents))


@dataclass(frozen=True)
class Position:
    """A decision in a played deal; `cluster` is the number of its match, and `when` the trick or the phase before the
    play.
    """

    cluster: int
    seat: Seat
    when: str
    exchanged: bool


@dataclass(frozen=True)
class Told:
    """Advice at a decision of a deal that is known to its end."""

    at: Position
    match: Match
    node: DecisionNode
    advice: AnyAdvice

    @property
    def hands(self) -> Sets:
        """The three true hands as one row of card sets (`Sample.sets`)."""
        return np.array([[known_cards(hand).cards for hand in self.node.before.hands]], dtype=np.uint64)

    def chance(self, holding: Holding) -> float:
        """Return the chance of a holding in the worlds of the advice."""
        sets, shares, _ = self.advice.outcomes.worlds
        return float(shares @ holding.holds(sets))

    def on_holding(self, of: str, holding: Holding, chance: float | None = None) -> Figure:
        """Compare the chance of a holding, by default the chance in the worlds of the advice, with the true hands."""
        told = self.chance(holding) if chance is None else chance
        return Figure(self.at, of, told, float(holding.holds(self.hands)[0]))


@dataclass(frozen=True)
class Forecast:
    """The forecast for the choice that was made, and the tricks won.

    It has the expected tricks, the chance of the contract, and the chance of each number of tricks.
    """

    at: Position
    tricks: float
    make: float
    distribution: tuple[float, ...]
    contract: int
    won: int

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.won >= self.contract


@dataclass(frozen=True)
class Figure:
    """A forecast figure and its true value; `of` is its kind, and the true value of a chance is 0 or 1."""

    at: Position
    of: str
    told: float
    true: float


def name_of(trick: int) -> str:
    """Return the name of a trick in a table."""
    return f"trick {trick}"


WHENS = [*(phase.value for phase in BEFORE_PLAY), *map(name_of, TRICKS_ASKED)]


def deals_in(text: str) -> list[Match]:
    """Return the deals of a match from its records."""
    return [record.match for record in read_file(text).records]


def advice_in(cluster: int, text: str, asked: Asked, before_play: bool = False) -> Iterator[Told]:
    """Yield advice at selected cards of a match, or at all decisions before the play."""
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
