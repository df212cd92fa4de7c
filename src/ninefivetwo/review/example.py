"""How a card that was a mistake may be punished: the tricks of one deal that its player could be in."""

from __future__ import annotations

import numpy as np

from ninefivetwo.advise import Assumptions, Limits
from ninefivetwo.advise.pricing import drawn_worlds
from ninefivetwo.cards import Card, Seat
from ninefivetwo.game import Play
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.review.why.lines import Counts, compared

WORLDS = 200
MOST_TRICKS = 4  # of an example: what shows later is hard to follow


def example_line(node: DecisionNode, better: Card, limits: Limits) -> list[Card]:
    """The cards from a decision on, up to the first trick by which the player has won fewer than after the better card.

    Of the deals that he could be in, played out after both, one in which that shows soon; no cards where it takes long.
    limits: the seed, the threads and the token are used.  Raises SearchStopped.
    """
    view = node.before.seen_by(node.seat)
    assert isinstance(node.action, Play)
    worlds = drawn_worlds(view, WORLDS, limits.seed, Assumptions()).worlds
    lines = compared(view, node.action.card, better, worlds, limits.seed, limits)
    behind = _won_by(lines.after.winner, node.seat) < _won_by(lines.instead.winner, node.seat)
    behind[lines.lost <= 0] = False
    soon = np.where(behind.any(axis=1), behind.argmax(axis=1), MOST_TRICKS)
    row = int(soon.argmin())
    if soon[row] >= MOST_TRICKS:
        return []
    cards = []
    for trick in range(int(soon[row]) + 1):
        lead = Seat(int(lines.after.leader[row, trick]))
        cards += [Card.at(int(lines.after.cards[row, trick, lead.after(i)])) for i in range(len(Seat))]
    return cards[len(view.table) :]


def _won_by(winner: Counts, seat: Seat) -> Counts:
    """The tricks that a seat has won by the end of each trick, by world and trick."""
    found: Counts = np.cumsum(winner == int(seat), axis=1)
    return found
