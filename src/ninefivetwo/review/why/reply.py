"""The reply that punishes a card on the real deal, exactly."""

from __future__ import annotations

from ninefivetwo.cards import Card, Seat
from ninefivetwo.game import Deal, Play
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.review.hindsight import Hindsight
from ninefivetwo.review.why.claims import Reply
from ninefivetwo.solve import Solver

CARDS = 3  # after the mistake, among which the reply is looked for


def punishing_reply(node: DecisionNode, hindsight: Hindsight, solver: Solver) -> Reply | None:
    """The first card of another seat after which the player is sure of no more than his mistake left him, where that
    seat had others after which he would have been.  None where his mistake cost nothing, or there is no such card.

    Up to it both sides play what keeps their due, the lowest such card where there are several.
    """
    deal, player = node.after, node.seat
    before, after = hindsight.before[player], hindsight.after[player]
    if after >= before or not isinstance(node.action, Play):
        return None
    line = list[tuple[Seat, Card]]()
    while len(line) < CARDS and not deal.over and deal.turn is not None:
        seat = deal.turn.seat
        sure = _sure_after(deal, player, solver)
        if seat is player:
            keeps = [card for card, tricks in sure.items() if tricks == max(sure.values())]
        else:
            keeps = [card for card, tricks in sure.items() if tricks == min(sure.values())]
        card = min(keeps, key=lambda each: (each.rank, each.suit))
        line.append((seat, card))
        instead = tuple(other for other, tricks in sure.items() if tricks >= before)
        if seat is not player and instead:
            return Reply(seat, tuple(line), before, after, instead)
        deal = deal.after(Play(seat, card))
    return None


def _sure_after(deal: Deal, player: Seat, solver: Solver) -> dict[Card, int]:
    """What a player is sure of in the whole deal after each legal card of the seat to play."""
    found = solver.after_each(deal.due_position, deal.called, player)
    return {card: tricks + deal.won[player] for card, tricks in found.items()}
