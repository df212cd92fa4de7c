"""Why a card was a mistake: the themes of the play, tried in the lines after it and after the better card."""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.advise import Assumptions, Limits
from ninefivetwo.advise.pricing import drawn_worlds
from ninefivetwo.cards import Card, Hand
from ninefivetwo.game import DealView, Play
from ninefivetwo.review.decision_nodes import DecisionNode
from ninefivetwo.review.fair import Fair
from ninefivetwo.review.hindsight import Hindsight
from ninefivetwo.review.known import About, relevant_facts
from ninefivetwo.review.why.claims import ProvenTheme, Why
from ninefivetwo.review.why.endings import is_ending
from ninefivetwo.review.why.evidence import proven
from ninefivetwo.review.why.lines import Compared, compared, joined
from ninefivetwo.review.why.reply import punishing_reply
from ninefivetwo.review.why.themes import tallies
from ninefivetwo.solve import Solver

WORLDS = 800  # half of which pick the themes, and half tell; where none stands, all pick, and as many more tell
ENDING_WORLDS = 240  # where lines take longer
LEAST, MOST = 0.6, 1.7  # of the fair loss, at least and at most: what lines lose whose theme is told
FRESH = 952_000_001  # added to the seed of the fair price, whose worlds picked the better card


def why_card(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """As `ninefivetwo.review.why.why`, of a card."""
    view, seed = node.before.seen_by(node.seat), limits.seed + FRESH
    better = fair.best.action
    assert isinstance(node.action, Play) and isinstance(better, Play)
    lines = _lines(view, node.action.card, better.card, seed, limits)
    found = proven(lines.lost, lines.worlds, tallies(lines))
    if not found and not lines.worlds.exact:
        lines, picking = joined(lines, _lines(view, node.action.card, better.card, seed + 1, limits))
        found = proven(lines.lost, lines.worlds, tallies(lines), picking=picking)
    agreed = [theme for theme in found if LEAST * fair.loss.mean <= theme.loss.mean <= MOST * fair.loss.mean]
    reply = None if hindsight is None else punishing_reply(node, hindsight, solver)
    known = relevant_facts(view, node.action, better, _about(agreed), seed)
    return Why(better, fair.loss, tuple(agreed), reply, len(lines.worlds.shares), seed, tuple(known))


def _about(themes: Sequence[ProvenTheme]) -> About:
    """What the themes name."""
    cards = Hand.of(card for theme in themes for card in theme.cards)
    seats = frozenset(theme.seat for theme in themes if theme.seat is not None)
    return About(cards, seats, frozenset(theme.suit for theme in themes if theme.suit is not None))


def _lines(view: DealView, card: Card, better: Card, seed: int, limits: Limits) -> Compared:
    number = ENDING_WORLDS if is_ending(view) else WORLDS
    worlds = drawn_worlds(view, number, seed, Assumptions()).worlds
    return compared(view, card, better, worlds, seed, limits)
