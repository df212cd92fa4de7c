"""The review of a match, or of any deals: what their reviews come to together, player by player.

A player is known by his name, whichever seat he has in a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import hypot
from typing import TypeVar

from ninefivetwo.cards import Seat
from ninefivetwo.study.deal import Review
from ninefivetwo.study.decision_nodes import Phase
from ninefivetwo.study.grades import Grade, Judged, by_phase, grade
from ninefivetwo.study.hindsight import TricksBySeat

DEAREST = 5

Names = tuple[str, str, str]
Summed = TypeVar("Summed", "LuckShares", "Ledger")


@dataclass(frozen=True)
class LuckShares:
    """How the result of a seat, or the results of a player, came about, in tricks: the terms sum to `result`.

    `par`: what such seats win on average.  `hands`, `kitty`, `exchange`: luck.  `own`: what the player's decisions
    brought him, `others`: what the decisions of the others did.  `error`: the standard deviation of the luck.
    """

    par: float
    hands: float
    kitty: float
    exchange: float
    own: float
    others: float
    result: int
    error: float
    deals: int = 1

    @property
    def luck(self) -> float:
        """The tricks that luck brought."""
        return self.hands + self.kitty + self.exchange

    def __add__(self, other: LuckShares) -> LuckShares:
        return LuckShares(
            self.par + other.par,
            self.hands + other.hands,
            self.kitty + other.kitty,
            self.exchange + other.exchange,
            self.own + other.own,
            self.others + other.others,
            self.result + other.result,
            hypot(self.error, other.error),
            self.deals + other.deals,
        )


@dataclass(frozen=True)
class Ledger:
    """Who was paid by whom, by player: `sure`, and what was given, come to `after`.

    `gave`: for each player the tricks that he conceded to each of the others; for himself, minus those he lost.
    """

    sure: dict[str, int]
    gave: dict[str, dict[str, int]]
    after: dict[str, int]
    deals: int = 1

    def __add__(self, other: Ledger) -> Ledger:
        givers = [*self.gave, *(name for name in other.gave if name not in self.gave)]
        gave = {name: _added(self.gave.get(name, {}), other.gave.get(name, {})) for name in givers}
        return Ledger(_added(self.sure, other.sure), gave, _added(self.after, other.after), self.deals + other.deals)


@dataclass(frozen=True)
class DecisionOutcome:
    """A decision that was not forced, as the sums take it; `index` is its place among those of its deal."""

    index: int
    seat: Seat
    judged: Judged

    @property
    def price(self) -> int:
        """The tricks that it cost its player and conceded to the others, in hindsight."""
        return (self.judged.own_cost or 0) + (self.judged.conceded or 0)


@dataclass(frozen=True)
class DealOutcome:
    """What the sums take from the review of one deal.

    players: names, from the dealer on, no two alike.  won: tricks, None before the end.  luck, ledger: None where the
    review has none.  fair: were fair prices worked out?
    """

    players: Names
    won: TricksBySeat | None
    decisions: tuple[DecisionOutcome, ...]
    luck: tuple[LuckShares, LuckShares, LuckShares] | None
    ledger: Ledger | None
    fair: bool


@dataclass(frozen=True)
class LeftOut:
    """A deal that has no review: the record, which deal of it, and why."""

    record: str
    deal: int
    why: str


@dataclass(frozen=True)
class DearDecision:
    """A decision that was dear: the number of its deal among those reviewed, from 0, and its place in that deal."""

    deal: int
    player: str
    decision: DecisionOutcome


@dataclass(frozen=True)
class PlayerSums:
    """A player over several deals: his grade and that of each phase, his tricks, how they came about.

    `won` are the tricks of the deals that are over, `finished` of `deals`.
    """

    deals: int
    finished: int
    won: int
    grade: Grade
    phases: dict[Phase, Grade]
    luck: LuckShares | None

    @property
    def rank(self) -> tuple[bool, float]:
        """What is lower for who played better: what he lost a decision, or with open cards a deal."""
        of = self.deals if self.grade.loss is None else max(self.grade.decisions, 1)
        return not self.grade.decisions, lost(self.grade) / of

    @property
    def worst(self) -> list[Phase]:
        """The phases by what was lost in them, the most first."""
        return sorted(self.phases, key=lambda phase: -lost(self.phases[phase]))


@dataclass(frozen=True)
class MatchReview:
    """Several deals reviewed, and those that are not."""

    deals: tuple[DealOutcome, ...]
    left_out: tuple[LeftOut, ...] = field(default=())

    @classmethod
    def of(cls, reviews: Iterable[Review], left_out: Iterable[LeftOut] = ()) -> MatchReview:
        """The sums of reviews of deals whose players have names, no two alike."""
        return cls(tuple(outcome(review, review.match.names) for review in reviews), tuple(left_out))

    @property
    def fair(self) -> bool:
        """Are there fair prices in every deal?"""
        return all(deal.fair for deal in self.deals)

    @cached_property
    def players(self) -> dict[str, PlayerSums]:
        """Each player's sums, who played best first."""
        names = dict.fromkeys(name for deal in self.deals for name in deal.players)
        sums = {name: self._sums(name) for name in names}
        return dict(sorted(sums.items(), key=lambda item: item[1].rank))

    @property
    def dearest(self) -> list[DearDecision]:
        """The decisions that lost most of what could have been known; without fair prices, of what open cards show."""
        every = [
            DearDecision(number, deal.players[each.seat], each)
            for number, deal in enumerate(self.deals)
            for each in deal.decisions
        ]
        if self.fair:
            found = [each for each in every if (fair := each.decision.judged.fair) is not None and fair.findable]
            return sorted(found, key=lambda each: (-_fair_loss(each), each.deal, each.decision.index))[:DEAREST]
        dear = [each for each in every if each.decision.price]
        return sorted(dear, key=lambda each: (-each.decision.price, each.deal, each.decision.index))[:DEAREST]

    @property
    def ledger(self) -> Ledger | None:
        """Who gained from whom, over the deals that tell; None where none does."""
        return _sum([deal.ledger for deal in self.deals if deal.ledger is not None])

    def _sums(self, name: str) -> PlayerSums:
        mine = [(deal, Seat(deal.players.index(name))) for deal in self.deals if name in deal.players]
        judged = [each.judged for deal, seat in mine for each in deal.decisions if each.seat is seat]
        over = [deal.won[seat] for deal, seat in mine if deal.won is not None]
        luck = _sum([deal.luck[seat] for deal, seat in mine if deal.luck is not None])
        return PlayerSums(len(mine), len(over), sum(over), grade(judged), by_phase(judged), luck)


def lost(grade: Grade) -> float:
    """What some decisions lost, in tricks: by what could be known, or with open cards where that was not worked out."""
    return max(grade.loss.mean, 0.0) if grade.loss is not None else float(grade.own_cost or 0)


def outcome(review: Review, players: Names) -> DealOutcome:
    """What a match's sums take from a review; `players` are names of which no two are alike."""
    ledger, luck = None, None
    if review.linked:
        first, last = review.linked[0].hindsight, review.linked[-1].hindsight
        assert first is not None and last is not None
        gave = {players[giver]: by_name(players, [row[to] for to in Seat]) for giver, row in review.ledger.items()}
        ledger = Ledger(by_name(players, first.before), gave, by_name(players, last.after))
    if review.luck is not None:
        dealer, left, right = (luck_shares(review, seat) for seat in Seat)
        luck = dealer, left, right
    decisions = tuple(DecisionOutcome(each.index, each.seat, each.judged()) for each in review.unforced)
    won = review.deal.won if review.deal.over else None
    return DealOutcome(players, won, decisions, luck, ledger, bool(review.worlds))


def luck_shares(review: Review, seat: Seat) -> LuckShares:
    """How a seat's result came about."""
    luck = review.luck
    assert luck is not None
    terms = luck.hands, luck.kitty, luck.exchange
    hands, kitty, exchange = (term.tricks[seat] for term in terms)
    others = sum(luck.skill(other, seat) for other in Seat if other is not seat)
    error = hypot(*(term.error for term in terms))
    own, par = luck.skill(seat, seat), luck.par.tricks[seat]
    return LuckShares(par, hands, kitty, exchange, own, others, luck.result[seat], error)


def _fair_loss(each: DearDecision) -> float:
    fair = each.decision.judged.fair
    return fair.loss.mean if fair is not None else 0.0


def by_name(players: Names, tricks: Sequence[int]) -> dict[str, int]:
    """Tricks by seat as tricks by player."""
    return dict(zip(players, tricks, strict=True))


def _added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *(n for n in other if n not in one))}


def _sum(parts: Sequence[Summed]) -> Summed | None:
    """The sum of parts; None of none."""
    whole = None
    for part in parts:
        whole = part if whole is None else whole + part
    return whole
