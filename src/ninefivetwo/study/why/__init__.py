"""Why a decision was a mistake: facts of the engine, each tested, which `words/review_why.py` puts into words.

It must not know sentences.  Begin with `card_play.py` (what is counted in a card's playouts) and `before_play.py` (in
those of a call, discard or gift); `evidence.py` is the test that each count must pass.
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
    """Why a decision was a mistake that could have been found.

    hindsight: its exact price, where all hands are known; solver: for the reply that punishes it.  limits: the threads
    and the token are used; the worlds are fresh, from a seed that follows from theirs.
    """
    if isinstance(node.action, Play):
        return why_card(node, fair, hindsight, solver, limits)
    return why_before_play(node, fair, limits)
