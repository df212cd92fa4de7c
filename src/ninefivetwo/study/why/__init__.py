"""Find the reason for an avoidable mistake by tests in playouts.

This package must not depend on `words`. Begin with `card_play.py` for cards, and with `before_play.py` for calls,
discards and gifts. Both modules count events in playouts, and `evidence.py` tests whether a count explains the mistake.
"""

from __future__ import annotations

from ninefivetwo.exact import Solver
from ninefivetwo.game import Play
from ninefivetwo.study.fair_price import Fair
from ninefivetwo.study.hindsight import Hindsight
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.study.why.before_play import why_before_play
from ninefivetwo.study.why.card_play import why_card
from ninefivetwo.study.why.claims import ProvenTheme, Reply, Theme, Why
from ninefivetwo.think.advise import Limits

__all__ = ["ProvenTheme", "Reply", "Theme", "Why", "why"]


def why(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """Return the reason why a decision was an avoidable mistake.

    `hindsight` is None if a hand is unknown. `solver` finds the reply that punishes the mistake. The seed of new worlds
    is derived from `limits.seed`.
    """
    if isinstance(node.action, Play):
        return why_card(node, fair, hindsight, solver, limits)
    return why_before_play(node, fair, limits)
