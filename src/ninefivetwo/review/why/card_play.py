"""Why a card was a mistake: the themes of the play, tried in the lines after it and after the better card."""

from __future__ import annotations

from ninefivetwo.advise import Assumptions, Limits
from ninefivetwo.advise.pricing import drawn_worlds
from ninefivetwo.game import Play
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.review.fair import Fair
from ninefivetwo.review.hindsight import Hindsight
from ninefivetwo.review.why.claims import Why
from ninefivetwo.review.why.evidence import proven
from ninefivetwo.review.why.lines import compared
from ninefivetwo.review.why.reply import punishing_reply
from ninefivetwo.review.why.themes import tallies
from ninefivetwo.solve import Solver

WORLDS = 800  # half of which pick the themes, and half tell their figures
FRESH = 952_000_001  # added to the seed of the fair price, whose worlds picked the better card


def why_card(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """As `ninefivetwo.review.why.why`, of a card."""
    view, seed = node.before.seen_by(node.seat), limits.seed + FRESH
    better = fair.best.action
    assert isinstance(node.action, Play) and isinstance(better, Play)
    worlds = drawn_worlds(view, WORLDS, seed, Assumptions()).worlds
    lines = compared(view, node.action.card, better.card, worlds, seed, limits)
    found = proven(lines.lost, worlds, tallies(lines))
    reply = None if hindsight is None else punishing_reply(node, hindsight, solver)
    return Why(better, fair.loss, tuple(found), reply, len(worlds.shares), seed)
