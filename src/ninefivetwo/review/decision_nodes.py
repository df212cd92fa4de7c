"""The decisions of a deal, in order: the state before each, what was chosen, the state after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ninefivetwo.cards import Seat
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Play


class Phase(Enum):
    """The kind of a decision.  Cards played are leads, cards that follow suit, or ruffs and discards of the void."""

    EXCHANGE = "exchange"
    CALL = "call"
    DISCARD = "discard"
    LEAD = "lead"
    FOLLOW = "follow"
    RUFF_OR_SLUFF = "ruff-or-sluff"


@dataclass(frozen=True)
class DecisionNode:
    """One decision: the state before it, the choice, the state after it."""

    before: Deal
    action: Action
    after: Deal

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
        """The number of its trick, from 1; None before the play."""
        return sum(self.before.won) + 1 if isinstance(self.action, Play) else None


def decision_nodes(deal: Deal) -> list[DecisionNode]:
    """The decisions that led to the state of a deal, in order; in a seat's view only the viewer's.

    A look at the kitty costs nothing, so it does not count as a decision.
    """
    states = [deal]
    while (past := states[-1].past) is not None:
        states.append(past)
    nodes = []
    for after, before in zip(states, states[1:], strict=False):
        turn = before.turn
        if turn is not None and (before.viewer is None or turn.seat is before.viewer):
            action = after.events[len(before.events)]
            if isinstance(action, Give | Call | Discard | Play):
                nodes.append(DecisionNode(before, action, after))
    return nodes[::-1]
