"""Luck and skill: a deal's result, in tricks, split into the luck of the cards and the effect of each decision.

    result = par + hands + kitty + exchange + every decision

The baseline is *usual play*: club players' calls, discards and gifts, and cards chosen with the learned policy's
probabilities (`playouts.policies.usual`). The value of a deal at a given time is the average result of playouts of the
actual cards from that time on. *Par* is the average value of deals with the same rules and previous results. `hands` is
the value of the deal without kitty and exchange, `kitty` is the change in value due to the kitty, and `exchange` is the
change due to the exchange. `hands`, `kitty` and `exchange` are relative to their averages, so each averages zero over
many deals. A decision's effect is the change in the deal's value for all three seats, attributed to the player who
decided. Backgammon programs also use rollouts to separate luck from skill.

Each term is measured with an error, but the terms must sum to the result. Any difference from the result is distributed
among the terms in proportion to their squared errors, which is the least-squares correction for independent errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from operator import add, sub

import numpy as np

from ninefivetwo.cards import FULL_DECK, Seat, by_seat
from ninefivetwo.codec import Part, printed_as
from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.game import Deal, Play, known_cards
from ninefivetwo.layout import Layout
from ninefivetwo.sets import Floats
from ninefivetwo.study.hindsight import TricksBySeat
from ninefivetwo.study.nodes import DecisionNode, Phase, played_by_policy
from ninefivetwo.think.advise import learned_action
from ninefivetwo.think.models.deal_results import Tricks, par_of
from ninefivetwo.think.models.exchange import modelled_calls
from ninefivetwo.think.playouts import Rows, game_of, games_of_hands
from ninefivetwo.think.playouts.policies import card_changes, usual_tricks

DEAL_PLAYOUTS = 400  # number of playouts of the whole deal for each of the terms hands, kitty and exchange
CARD_PLAYOUTS = 200  # number of playouts for each decision that can differ from usual play


@dataclass(frozen=True)
class LuckTerm:
    """A term of the result: the tricks of each seat, and the largest of the three standard errors."""

    tricks: Tricks
    error: float = 0.0

    @classmethod
    def of(cls, rows: Floats) -> LuckTerm:
        """Return the mean tricks of several playouts; `rows` are tricks, shape (playouts, 3)."""
        return cls(by_seat(rows.mean(axis=0).tolist()), float(rows.std(axis=0, ddof=1).max()) / sqrt(len(rows)))

    def __add__(self, other: LuckTerm) -> LuckTerm:
        """Return the sum of two terms with independent errors."""
        return LuckTerm(by_seat(map(add, self.tricks, other.tricks)), hypot(self.error, other.error))

    def __sub__(self, other: LuckTerm) -> LuckTerm:
        """Return the difference of two terms with independent errors."""
        return LuckTerm(by_seat(map(sub, self.tricks, other.tricks)), hypot(self.error, other.error))


NO_LUCK = LuckTerm((0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Luck:
    """The result of a deal split into luck and skill: each seat's par, luck terms and decisions sum to `result`.

    `decisions` maps each player and phase to the effect on every seat. The errors cover the playouts and par, but not
    the difference between the actual players and usual play.
    """

    par: LuckTerm
    hands: LuckTerm
    kitty: LuckTerm
    exchange: LuckTerm
    decisions: dict[tuple[Seat, Phase], LuckTerm]
    result: TricksBySeat

    @property
    def terms(self) -> dict[str, LuckTerm]:
        """All terms except par, by name; a decision's term is named after the player and phase, such as `left lead`."""
        dealt = {"hands": self.hands, "kitty": self.kitty, "exchange": self.exchange}
        return dealt | {f"{who.word} {phase.value}": term for (who, phase), term in self.decisions.items()}

    def skill(self, seat: Seat, of: Seat) -> float:
        """Return the tricks that the decisions of `seat` gained for the seat `of`, which can be the same seat."""
        return sum_in_order(term.tricks[of] for (who, _), term in self.decisions.items() if who is seat)

    @property
    def dealt(self) -> LuckTerm:
        """The total luck: the sum of hands, kitty and exchange."""
        return self.hands + self.kitty + self.exchange


def luck(nodes: Sequence[DecisionNode], seed: int = 0) -> Luck:
    """Split the result of a finished deal with all hands known; `seed` is the seed of the playouts."""
    start, result = nodes[0].before, nodes[-1].after.won
    while start.past is not None:
        start = start.past
    bare, with_kitty, whole = dealt_values(start, seed)
    changes = [_change(node, seed + 1000 * number) for number, node in enumerate(nodes, 2)]
    exchanged = whole is not with_kitty
    whole, *changes = _adjusted([whole, *changes], result)
    with_kitty = with_kitty if exchanged else whole
    decisions: dict[tuple[Seat, Phase], LuckTerm] = {}
    for node, term in zip(nodes, changes, strict=True):
        decisions[node.seat, node.phase] = decisions.get((node.seat, node.phase), NO_LUCK) + term
    par = par_of(start.rules, start.previous_results)
    return Luck(
        LuckTerm(par.tricks, par.error),
        bare - LuckTerm(par.bare),
        with_kitty - bare - LuckTerm(par.kitty),
        whole - with_kitty - LuckTerm(par.exchange) if exchanged else NO_LUCK,
        decisions,
        result,
    )


def dealt_values(start: Deal, seed: int) -> tuple[LuckTerm, LuckTerm, LuckTerm]:
    """Return the value of a deal in usual play: without kitty and exchange, with the kitty only, and with both.

    If there is nothing to exchange, the last two values are the same object.
    """
    dealer, left, right = map(known_cards, start.dealt)
    first = Deal.start(start.rules, Layout(dealer, left, right, FULL_DECK - dealer - left - right))
    games = [_without_kitty(start), game_of(_ready(first)), game_of(_ready(start))]
    bare, with_kitty, whole = (LuckTerm.of(usual_tricks(game, DEAL_PLAYOUTS, seed + i)) for i, game in enumerate(games))
    return bare, with_kitty, with_kitty if (games[1] == games[2]).all() else whole


def _without_kitty(start: Deal) -> Rows:
    """Return the deal without a kitty: the dealer calls trump and plays with the sixteen cards dealt."""
    hands = np.array([[known_cards(hand).cards for hand in start.dealt]], dtype=np.uint64)
    trump = modelled_calls(hands[:, Seat.DEALER], start.rules.trumps(), kitty_seen=False)
    return games_of_hands(hands, trump, np.zeros(1, dtype=np.uint64), start.rules)


def _ready(deal: Deal) -> Deal:
    """Continue a deal with usual play up to the first lead."""
    return played_by_policy(deal, lambda turn: turn.kind is Play)


def _change(node: DecisionNode, seed: int) -> LuckTerm:
    """Return the number of tricks by which a decision changed the value of the deal, for each seat."""
    if isinstance(node.action, Play):
        return LuckTerm.of(card_changes(game_of(node.before), node.action.card, CARD_PLAYOUTS, seed))
    usual = learned_action(node.before.seen_by(node.seat))
    if usual == node.action:
        return NO_LUCK
    made, other = (game_of(_ready(deal)) for deal in (node.after, node.before.after(usual)))
    after, before = (usual_tricks(game, CARD_PLAYOUTS, seed) for game in (made, other))
    return LuckTerm.of(after - before)


def _adjusted(terms: Sequence[LuckTerm], result: TricksBySeat) -> list[LuckTerm]:
    """Correct the terms to sum to the result, and return the corrected terms with their remaining errors."""
    squares = np.array([term.error**2 for term in terms])
    tricks = np.array([term.tricks for term in terms])
    shares = squares / max(squares.sum(), 1e-12)
    tricks += shares[:, None] * (np.array(result) - tricks.sum(axis=0))
    errors = np.sqrt(squares * (1 - shares))
    rows = zip(tricks.tolist(), errors.tolist(), strict=True)
    return [LuckTerm((dealer, left, right), error) for (dealer, left, right), error in rows]


def shown_terms(luck: Luck, seat: Seat, digits: int = 2) -> dict[str, float]:
    """Return a seat's terms by name (`Luck.terms`), par first, rounded so that they sum to the seat's result.

    Rounding errors are never added to par, which is the same for all comparable deals.
    """
    par = round(luck.par.tricks[seat], digits)
    terms = [term.tricks[seat] for term in luck.terms.values()]
    return {"par": par} | dict(zip(luck.terms, rounded_terms(terms, luck.result[seat] - par, digits), strict=True))


def rounded_terms(terms: Sequence[float], total: float, digits: int = 2) -> list[float]:
    """Round terms so that they sum to `total`; the largest term absorbs the rounding error."""
    result = [round(term, digits) + 0.0 for term in terms]
    largest = max(range(len(result)), key=lambda i: abs(result[i]))
    result[largest] = round(result[largest] + total - sum(result), digits)
    return result


class LuckObject(Part, frozen=True):
    """The result split into luck and skill: each seat's terms, in tricks, sum to the seat's result.

    The terms are `par`, `hands`, `kitty`, `exchange`, and the decisions of each player and phase, such as `left lead`.

    dealer: the terms of the dealer's result
    left: the terms of the left seat's result
    right: the terms of the right seat's result
    errors: for each term except `par`, the largest of the three seats' standard errors
    """

    dealer: dict[str, float]
    left: dict[str, float]
    right: dict[str, float]
    errors: dict[str, float]


def _luck_object(luck: Luck) -> LuckObject:
    errors = {name: round(term.error, 3) for name, term in luck.terms.items()}
    return LuckObject(*by_seat(shown_terms(luck, seat) for seat in Seat), errors)


def _luck_of(value: LuckObject) -> Luck:
    """Build the luck from its JSON form, which does not include the error of par."""
    seats = value.dealer, value.left, value.right
    terms = {
        name: LuckTerm(by_seat(seat.get(name, 0.0) for seat in seats), value.errors.get(name, 0.0))
        for name in value.dealer
    }
    par, hands, kitty, exchange = (terms.pop(name, NO_LUCK) for name in ("par", "hands", "kitty", "exchange"))
    decisions = {}
    for name, term in terms.items():
        seat, _, phase = name.partition(" ")
        decisions[Seat.parse(seat), Phase(phase)] = term
    return Luck(par, hands, kitty, exchange, decisions, by_seat(round(sum(each.values())) for each in seats))


printed_as(Luck, LuckObject, _luck_object, _luck_of)
