"""How a deal goes on from one of its decisions: as it did in fact, by the plain rules, or by the learned policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ninefivetwo.advise.learned import learned_action
from ninefivetwo.game import Action, Deal, Play, Turn
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


def played_by_policy(deal: Deal, until: Callable[[Turn], bool]) -> Deal:
    """The deal gone on as club players would have it (`advise.learned`), up to the first such turn, or to its end.

    All hands must be known.
    """
    while (turn := deal.turn) is not None and not until(turn):
        deal = deal.after(learned_action(deal.seen_by(turn.seat)))
    return deal


def is_last_choice(deal: Deal) -> bool:
    """Is the choice that is due the last one before the first card?"""
    return all(step.kind is Play or not step.is_choice for step in deal.schedule[1:])
