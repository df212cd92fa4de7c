"""Luck and skill: a deal's result split, in tricks, into what was dealt and what was done.

    result = par + hands + kitty + exchange + every decision

*Par* is what a seat wins of such a deal on average.  The other terms are differences between forecasts, as backgammon
programs separate luck from skill.  The forecasts are of the deal without kitty and exchange, with the kitty, and with
the exchange too, all choices before the play being those of the plain rules; then of the deal after each decision as it
was made.  A decision is credited to its player and counts for all three seats; one that the forecast expects counts 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from ninefivetwo.cards import FULL_DECK, Denomination, Hand, Seat
from ninefivetwo.game import Deal, Play, known_cards
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
    """A part of the result: tricks by seat, and its standard deviation from the errors of the forecasts."""

    tricks: Tricks
    error: float = 0.0


@dataclass(frozen=True)
class Luck:
    """How a result came about, by seat: par, the terms and the decisions sum to `result`.

    `decisions`: by player and phase, the tricks that the decisions brought each seat.
    """

    par: Term
    hands: Term
    kitty: Term
    exchange: Term
    decisions: dict[tuple[Seat, Phase], Tricks]
    result: TricksBySeat

    def skill(self, seat: Seat, of: Seat) -> float:
        """The tricks that the decisions of one seat brought a seat: another one, or itself."""
        return sum(tricks[of] for (who, _), tricks in self.decisions.items() if who is seat)


@dataclass(frozen=True)
class _DealValue:
    """What a deal is forecast to come to."""

    deal: tuple[object, ...]
    tricks: Tricks
    spread: float

    def over(self, other: _DealValue, usual: Tricks = (0.0, 0.0, 0.0)) -> Term:
        """By how much it exceeds another forecast, beyond what is usual."""
        dealer, left, right = (a - b - c for a, b, c in zip(self.tricks, other.tricks, usual, strict=True))
        error = 0.0 if self.deal == other.deal else hypot(self.spread, other.spread)
        return Term((dealer, left, right), error)


def luck(judge: Judge, nodes: Sequence[DecisionNode], sure: Sequence[TricksBySeat]) -> Luck:
    """The result of a deal that is over, split into its terms.  sure: the guarantees after each of its decisions."""
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
    zero = _DealValue((), (0.0, 0.0, 0.0), 0.0)
    return Luck(
        Term(par),
        Term(bare.over(zero, usual_bare).tricks, bare.spread),
        with_kitty.over(bare, usual_kitty),
        whole.over(with_kitty),
        decisions,
        end.won,
    )


def values(judge: Judge, start: Deal) -> tuple[_DealValue, _DealValue, _DealValue]:
    """Forecasts of a deal from its start: without kitty and exchange, with the kitty, and with both."""
    dealer, left, right = map(known_cards, start.dealt)
    layout = Layout(dealer, left, right)
    trump = best_call(dealer, start.rules.denominations())
    sure = judge.solver.guarantees(Position(layout, start.rules.lead), trump)
    bare = _forecast((layout, trump), (sure[Seat.DEALER], sure[Seat.LEFT], sure[Seat.RIGHT]), TRICKS, trump, dealer)
    kitty = FULL_DECK - dealer - left - right
    first = Deal.start(start.rules, Layout(dealer, left, right, kitty))
    return bare, _completed(judge, first), _completed(judge, start)


def _completed(judge: Judge, deal: Deal) -> _DealValue:
    """The forecast of a deal when the plain rules make all choices left before the play."""
    ready = continued(deal, [], (Play,))
    return _value(ready, judge.sure(ready), (ready.called, ready.hand(Seat.DEALER)))


def _playing(nodes: Sequence[DecisionNode]) -> tuple[Denomination, Hand]:
    """What is trump in the play, and the dealer's hand before its first card."""
    first = next(node.before for node in nodes if isinstance(node.action, Play))
    return first.called, first.hand(Seat.DEALER)


def _value(deal: Deal, sure: TricksBySeat, playing: tuple[Denomination, Hand]) -> _DealValue:
    """The forecast of a deal in the play, from its guarantees; tricks won are included."""
    position = deal.position
    left = 0 if position is None else position.tricks
    rest = tuple(a - b for a, b in zip(sure, deal.won, strict=True))
    left_over = _forecast((deal.hands, deal.trump), (rest[0], rest[1], rest[2]), left, *playing)
    return _DealValue(left_over.deal, _sum(left_over.tricks, deal.won), left_over.spread)


def _forecast(deal: tuple[object, ...], sure: TricksBySeat, left: int, trump: Denomination, dealer: Hand) -> _DealValue:
    if not left:
        return _DealValue(deal, (0.0, 0.0, 0.0), 0.0)
    by_seat: dict[Seat, Forecast] = forecasts(dict(zip(Seat, sure, strict=True)), left, kind_of(trump, dealer))
    tricks = by_seat[Seat.DEALER].mean, by_seat[Seat.LEFT].mean, by_seat[Seat.RIGHT].mean
    return _DealValue(deal, tricks, max(each.spread for each in by_seat.values()))


def _sum(one: Tricks, other: Tricks | TricksBySeat) -> Tricks:
    dealer, left, right = (a + b for a, b in zip(one, other, strict=True))
    return dealer, left, right


def shown(luck: Luck, seat: Seat, digits: int = 2) -> dict[str, float]:
    """A seat's terms by name, rounded so that they sum to its result.

    Decisions are named by who made them and their phase: "left lead".  Par is the same in every deal, so it takes no
    part of what rounding leaves.
    """
    par = round(luck.par.tricks[seat], digits)
    terms = {name: getattr(luck, name).tricks[seat] for name in ("hands", "kitty", "exchange")}
    terms |= {f"{who.word} {phase.value}": tricks[seat] for (who, phase), tricks in luck.decisions.items()}
    return {"par": par} | dict(zip(terms, rounded(list(terms.values()), luck.result[seat] - par, digits), strict=True))


def rounded(terms: Sequence[float], total: float, digits: int = 2) -> list[float]:
    """Terms rounded so that they still sum to the total: the error of rounding goes to the largest."""
    result = [round(term, digits) + 0.0 for term in terms]
    largest = max(range(len(result)), key=lambda i: abs(result[i]))
    result[largest] = round(result[largest] + total - sum(result), digits)
    return result
