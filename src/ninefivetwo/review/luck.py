"""Luck and skill: a deal's result split, in tricks, into what was dealt and what was done.

    result = par + hands + kitty + exchange + every decision

*Par* is what a seat wins of such a deal on average.  The rest are differences between forecasts, as programs for
backgammon split a game: of the deal without kitty and exchange, with the kitty, with the exchange too, all that is
chosen before the play being chosen by the plain rules; then of the deal after each decision that was made in fact.  A
decision is credited to whoever made it, and counts for all three seats; playing as the forecast expects counts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from ninefivetwo.cards import FULL_DECK, Denomination, Hand, Seat
from ninefivetwo.game import Deal, Play
from ninefivetwo.heuristics import best_call
from ninefivetwo.layout import Layout, Position
from ninefivetwo.models.forecast import Forecast, forecasts, kind_of
from ninefivetwo.models.par import Tricks, par_of
from ninefivetwo.review.continuation import continued
from ninefivetwo.review.decision_nodes import DecisionNode, Phase
from ninefivetwo.review.hindsight import Judge, TricksBySeat
from ninefivetwo.rules import TRICKS


@dataclass(frozen=True)
class Term:
    """A part of the result: tricks by seat, and the standard deviation that the forecasts' own errors give it."""

    tricks: Tricks
    error: float = 0.0


@dataclass(frozen=True)
class Luck:
    """How a result came about, all by seat; the terms and `par` sum to `result`.

    `decisions`: by who decided, and in which phase, the tricks that it brought each seat.
    """

    par: Term
    hands: Term
    kitty: Term
    exchange: Term
    decisions: dict[tuple[Seat, Phase], Tricks]
    result: TricksBySeat

    def skill(self, seat: Seat, of: Seat) -> float:
        """The tricks that all decisions of one seat brought another, or itself."""
        return sum(tricks[of] for (who, _), tricks in self.decisions.items() if who is seat)


@dataclass(frozen=True)
class _Value:
    """What a deal is forecast to come to."""

    deal: tuple[Any, ...]
    tricks: Tricks
    spread: float

    def over(self, other: _Value, usual: Tricks = (0.0, 0.0, 0.0)) -> Term:
        """By how much it is more than another, beyond what is usual."""
        dealer, left, right = (a - b - c for a, b, c in zip(self.tricks, other.tricks, usual, strict=True))
        error = 0.0 if self.deal == other.deal else hypot(self.spread, other.spread)
        return Term((dealer, left, right), error)


def luck(judge: Judge, nodes: Sequence[DecisionNode], sure: Sequence[TricksBySeat]) -> Luck:
    """The result of a deal that is over, split; `sure` are the guarantees after each of its decisions."""
    start, end = nodes[0].before, nodes[-1].after
    while start.past is not None:
        start = start.past
    bare, with_kitty, whole = values(judge, start)
    usual_bare, usual_kitty = par_of(start.rules)
    par = _sum(usual_bare, usual_kitty)
    decisions: dict[tuple[Seat, Phase], Tricks] = {}
    before, cards = whole, _playing(nodes)
    for node, guarantee in zip(nodes, sure, strict=True):
        if isinstance(node.action, Play):
            after = _value(node.after, guarantee, cards)
        else:
            after = _completed(judge, node.after)
        key = node.seat, node.phase
        decisions[key] = _sum(decisions.get(key, (0.0, 0.0, 0.0)), after.over(before).tricks)
        before = after
    zero = _Value((), (0.0, 0.0, 0.0), 0.0)
    return Luck(
        Term(par),
        Term(bare.over(zero, usual_bare).tricks, bare.spread),
        with_kitty.over(bare, usual_kitty),
        whole.over(with_kitty),
        decisions,
        end.won,
    )


def values(judge: Judge, start: Deal) -> tuple[_Value, _Value, _Value]:
    """A deal whose cards have been dealt: without kitty and exchange, with the kitty, and with both, by plain rules."""
    dealer, left, right = start.dealt
    assert isinstance(dealer, Hand) and isinstance(left, Hand) and isinstance(right, Hand)
    layout = Layout(dealer, left, right)
    trump = best_call(dealer, start.rules.denominations())
    sure = judge.solver.guarantees(Position(layout, start.rules.lead), trump)
    bare = _forecast((layout, trump), (sure[Seat.DEALER], sure[Seat.LEFT], sure[Seat.RIGHT]), TRICKS, trump, dealer)
    kitty = FULL_DECK - dealer - left - right
    first = Deal.start(start.rules, Layout(dealer, left, right, kitty))
    return bare, _completed(judge, first), _completed(judge, start)


def _completed(judge: Judge, deal: Deal) -> _Value:
    """The deal when the plain rules have chosen all that is left before the play."""
    ready = continued(deal, [], (Play,))
    dealer = ready.hands[Seat.DEALER]
    assert isinstance(dealer, Hand) and ready.trump is not None
    return _value(ready, judge.sure(ready), (ready.trump, dealer))


def _playing(nodes: Sequence[DecisionNode]) -> tuple[Denomination, Hand]:
    """What is trump in the play, and the dealer's hand before its first card."""
    first = next(node.before for node in nodes if isinstance(node.action, Play))
    dealer = first.hands[Seat.DEALER]
    assert isinstance(dealer, Hand) and first.trump is not None
    return first.trump, dealer


def _value(deal: Deal, sure: TricksBySeat, playing: tuple[Denomination, Hand]) -> _Value:
    """What a deal in the play will come to, by its guarantees, tricks won included."""
    position = deal.position
    left = 0 if position is None else position.tricks
    rest = tuple(a - b for a, b in zip(sure, deal.won, strict=True))
    found = _forecast((deal.hands, deal.trump), (rest[0], rest[1], rest[2]), left, *playing)
    return _Value(found.deal, _sum(found.tricks, deal.won), found.spread)


def _forecast(deal: tuple[Any, ...], sure: TricksBySeat, left: int, trump: Denomination, dealer: Hand) -> _Value:
    if not left:
        return _Value(deal, (0.0, 0.0, 0.0), 0.0)
    found: dict[Seat, Forecast] = forecasts(dict(zip(Seat, sure, strict=True)), left, kind_of(trump, dealer))
    tricks = found[Seat.DEALER].mean, found[Seat.LEFT].mean, found[Seat.RIGHT].mean
    return _Value(deal, tricks, max(each.spread for each in found.values()))


def _sum(one: Tricks, other: Tricks | TricksBySeat) -> Tricks:
    dealer, left, right = (a + b for a, b in zip(one, other, strict=True))
    return dealer, left, right


def shown(luck: Luck, seat: Seat, digits: int = 2) -> dict[str, float]:
    """A seat's terms by name, rounded; decisions are named by who made them and their phase, as in "left lead"."""
    terms = {name: getattr(luck, name).tricks[seat] for name in ("par", "hands", "kitty", "exchange")}
    terms |= {f"{who.word} {phase.value}": tricks[seat] for (who, phase), tricks in luck.decisions.items()}
    return dict(zip(terms, rounded(list(terms.values()), luck.result[seat], digits), strict=True))


def rounded(terms: Sequence[float], total: float, digits: int = 2) -> list[float]:
    """Terms rounded so that they still sum to the total: what rounding leaves goes to the largest."""
    found = [round(term, digits) + 0.0 for term in terms]
    largest = max(range(len(found)), key=lambda i: abs(found[i]))
    found[largest] = round(found[largest] + total - sum(found), digits)
    return found
