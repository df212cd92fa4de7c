"""Find the reason for an avoidable mistake, as tested facts that `words/review_why.py` puts into words.

This package must not depend on `words`. Begin with `card_play.py`, which counts events in the playouts of a card, and
`before_play.py`, which does the same for a call, discard or gift. `evidence.py` is the test that each count must pass.
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

    `hindsight` is the double-dummy price of the decision, if all hands are known; `solver` finds the reply that
    punishes the mistake. The threads and the token are taken from `limits`; new worlds are sampled with a seed derived
    from that of `limits`.
    """
    if isinstance(node.action, Play):
        return why_card(node, fair, hindsight, solver, limits)
    return why_before_play(node, fair, limits)
