"""The decisions of a deal in order, with the state before and after each decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Action, Call, Deal, DealView, Discard, Give, Play, Turn
from ninefivetwo.think.advise import Assumptions, Limits, Question, learned_action
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, Opponents


class Phase(Enum):
    """The kind of a decision; cards are divided into leads, cards that follow suit, and ruffs or sluffs."""

    EXCHANGE = "exchange"
    CALL = "call"
    DISCARD = "discard"
    LEAD = "lead"
    FOLLOW = "follow"
    RUFF_OR_SLUFF = "ruff-or-sluff"


@dataclass(frozen=True)
class DecisionNode:
    """A decision: the state before the choice, the choice made and the state after the choice.

    `opponents` is each player's level, as assumed by the other two players.
    """

    before: Deal
    action: Action
    after: Deal
    opponents: Opponents = CLUB_PLAYERS

    @property
    def seat(self) -> Seat:
        return self.action.seat

    @property
    def phase(self) -> Phase:
        match self.action:
            case Give():
                return Phase.EXCHANGE
            case Call():
                return Phase.CALL
            case Discard():
                return Phase.DISCARD
            case Play(_, card) if self.before.table:
                return Phase.FOLLOW if card.suit is self.before.table[0].suit else Phase.RUFF_OR_SLUFF
        return Phase.LEAD

    @property
    def trick(self) -> int | None:
        """The number of the trick, from 1, or None before the play."""
        return sum(self.before.won) + 1 if isinstance(self.action, Play) else None

    def question(self, limits: Limits) -> Question:
        """Return the question about this decision, based only on the player's view."""
        return Question(self.before.seen_by(self.seat), limits, assumptions=Assumptions(opponents=self.opponents))


def decision_nodes(deal: Deal, opponents: Opponents = CLUB_PLAYERS) -> list[DecisionNode]:
    """Return the decisions in a deal so far; in a seat's view, return only the viewer's decisions.

    A look at the kitty is not a decision, because it costs nothing.
    """
    return [
        DecisionNode(before, action, after, opponents)
        for before, action, after in deal.steps
        if isinstance(action, Give | Call | Discard | Play) and before.viewer in (None, action.seat)
    ]


def continued(deal: Deal, actual: Sequence[Action], until: tuple[type[Action], ...]) -> Deal:
    """Continue a deal until the next choice is of a kind in `until`.

    Choices are taken from `actual` if they are legal, otherwise from the plain rules.
    """
    while (turn := deal.turn) is not None and turn.kind not in until:
        action = next((step for step in actual if type(step) is turn.kind and step.seat is turn.seat), None)
        if action is None or deal.refusal(action) is not None:
            action = heuristic_action(deal.seen_by(turn.seat))
        deal = deal.after(action)
    return deal


def played_by_policy(deal: Deal, until: Callable[[Turn], bool]) -> Deal:
    """Continue a deal with club players' choices (`advise.learned_action`) to its end or a turn accepted by `until`."""
    while (turn := deal.turn) is not None and not until(turn):
        deal = deal.after(learned_action(deal.seen_by(turn.seat)))
    return deal


def is_last_choice(deal: Deal) -> bool:
    """Whether the next choice is the last choice before the first card."""
    return all(step.kind is Play or not step.is_choice for step in deal.schedule[1:])


def gone(view: DealView) -> Hand:
    """Return the cards that have left all hands: completed tricks and the viewer's own discard."""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    return (view.played - Hand.of(view.table)) | discarded
