"""Why a card was a mistake: the themes of the play, tried in the lines after it and after the better card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.exact import Solver
from ninefivetwo.game import Deal, DealView, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.study.decision_nodes import DecisionNode
from ninefivetwo.study.fair import Fair
from ninefivetwo.study.hindsight import Hindsight
from ninefivetwo.study.known import About, relevant_facts
from ninefivetwo.study.why.claims import ProvenTheme, Reply, Why
from ninefivetwo.study.why.endings import is_ending
from ninefivetwo.study.why.evidence import proven
from ninefivetwo.study.why.lines import Compared, compared, joined
from ninefivetwo.study.why.themes import tallies
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.pricing import drawn_worlds

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
    line = list[Card]()
    while len(line) < CARDS and not deal.over and deal.turn is not None:
        seat = deal.turn.seat
        sure = _sure_after(deal, player, solver)
        if seat is player:
            keeps = [card for card, tricks in sure.items() if tricks == max(sure.values())]
        else:
            keeps = [card for card, tricks in sure.items() if tricks == min(sure.values())]
        card = min(keeps, key=lambda each: (each.rank, each.suit))
        line.append(card)
        instead = tuple(other for other, tricks in sure.items() if tricks >= before)
        if seat is not player and instead:
            return Reply(seat, tuple(line), before, after, instead)
        deal = deal.after(Play(seat, card))
    return None


def _sure_after(deal: Deal, player: Seat, solver: Solver) -> dict[Card, int]:
    """What a player is sure of in the whole deal after each legal card of the seat to play."""
    found = solver.after_each(deal.due_position, deal.called, player)
    return {card: tricks + deal.won[player] for card, tricks in found.items()}


WORLDS = 800  # half of which pick the themes, and half tell; where none stands, all pick, and as many more tell
ENDING_WORLDS = 240  # where lines take longer
LEAST, MOST = 0.6, 1.7  # of the fair loss, at least and at most: what lines lose whose theme is told
FRESH = 952_000_001  # added to the seed of the fair price, whose worlds picked the better card


def why_card(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """As `ninefivetwo.study.why.why`, of a card."""
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
    return Why(action_object(better), fair.loss, tuple(agreed), reply, len(lines.worlds.shares), seed, tuple(known))


def _about(themes: Sequence[ProvenTheme]) -> About:
    """What the themes name."""
    cards = Hand.of(card for theme in themes for card in theme.cards)
    seats = frozenset(theme.seat for theme in themes if theme.seat is not None)
    return About(cards, seats, frozenset(theme.suit for theme in themes if theme.suit is not None))


def _lines(view: DealView, card: Card, better: Card, seed: int, limits: Limits) -> Compared:
    number = ENDING_WORLDS if is_ending(view) else WORLDS
    worlds = drawn_worlds(Question(view, replace(limits, seed=seed)), number).worlds
    return compared(view, card, better, worlds, seed, limits)
