"""How a deal goes on from one of its decisions: as it did in fact, or as the plain rules would have it."""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.game import Action, Deal, Play
from ninefivetwo.heuristics import heuristic_action


def continued(deal: Deal, actual: Sequence[Action], until: tuple[type[Action], ...]) -> Deal:
    """The deal continued until a choice of one of these kinds is due.

    Each choice on the way is the one made in fact (`actual`) where it is legal, else that of the plain rules.
    """
    while (turn := deal.turn) is not None and turn.kind not in until:
        action = next((each for each in actual if type(each) is turn.kind and each.seat is turn.seat), None)
        if action is None or deal.refusal(action) is not None:
            action = heuristic_action(deal.seen_by(turn.seat))
        deal = deal.after(action)
    return deal


def is_last_choice(deal: Deal) -> bool:
    """Is the choice that is due the last one before the first card?"""
    return all(step.kind is Play or not step.is_choice for step in deal.schedule[1:])
