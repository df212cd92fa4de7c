"""Why a call, a discard or a gift was a mistake."""

from __future__ import annotations

from ninefivetwo.advise import Limits
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.review.fair import Fair
from ninefivetwo.review.hindsight import Hindsight
from ninefivetwo.review.why.claims import Why
from ninefivetwo.solve import Solver


def why_before_play(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """As `ninefivetwo.review.why.why`, of a choice before the play."""
    return Why(fair.best.action, fair.loss, (), None, 0, limits.seed)
