"""The review of a match or of any other set of deals, with each player's totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import hypot
from operator import add
from typing import Annotated, TypeVar

from msgspec.structs import asdict, replace

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Decimals, Document, Part, as_written
from ninefivetwo.evaluation import Estimate, Printed, sum_in_order
from ninefivetwo.study.deal import Review
from ninefivetwo.study.grades import Decision, PlayerGrade, player_grade

MOST_MISTAKES = 5
SHARE_DIGITS = 2  # number of decimals of the terms of luck; the rounded terms still sum to the result

Names = tuple[str, str, str]
Summed = TypeVar("Summed", "LuckShares", "Ledger")


class LuckShares(Part, frozen=True):
    """A player's total result split into luck and skill, in tricks; the terms sum to the result.

    deals: number of deals included in the totals
    par: average number of tricks in usual play for the player's seats
    hands: tricks gained by luck with the hands dealt
    kitty: tricks gained by luck with the kitty
    exchange: tricks gained by luck in the exchange
    own: tricks gained by the player's own decisions
    others: tricks gained by the opponents' decisions
    result: tricks that the player won
    error: standard error of the total luck
    """

    deals: int
    par: float
    hands: float
    kitty: float
    exchange: float
    own: float
    others: float
    result: int
    error: Annotated[float, Decimals(3)]

    @classmethod
    def of(cls, review: Review, seat: Seat) -> LuckShares | None:
        """Return the terms of a seat's result, or None if the result is not split into luck and skill."""
        luck = review.luck
        if luck is None:
            return None
        own = luck.skill(seat, seat)
        others = sum_in_order(luck.skill(other, seat) for other in Seat if other is not seat)
        par, hands, kitty, exchange = (term.tricks[seat] for term in (luck.par, luck.hands, luck.kitty, luck.exchange))
        return cls(1, par, hands, kitty, exchange, own, others, luck.result[seat], luck.dealt.error)

    @property
    def luck(self) -> Estimate:
        """The total tricks gained by luck."""
        return Estimate(self.hands + self.kitty + self.exchange, self.error, self.deals)

    @property
    def rounded(self) -> LuckShares:
        """A copy with rounded terms that sum to the result."""
        terms = {
            name: round(getattr(self, name), SHARE_DIGITS) for name in ("par", "hands", "kitty", "exchange", "own")
        }
        return replace(self, **terms, others=round(self.result - sum(terms.values()), SHARE_DIGITS))

    def __add__(self, other: LuckShares) -> LuckShares:
        mine, theirs = asdict(self), asdict(other)
        sums = {name: mine[name] + theirs[name] for name in mine if name != "error"}
        return LuckShares(**sums, error=hypot(self.error, other.error))


class Ledger(Part, frozen=True):
    """The tricks that players conceded to each other over several deals, keyed by the players' names.

    deals: number of deals that have a ledger
    sure: total of each player's guarantees before the first decision in each deal's ledger
    gave: for each player, the tricks conceded to each opponent; the player's own entry is their loss (negative)
    after: total of each player's guarantees after the last decision in each deal; for a finished deal, the tricks won
    """

    deals: int
    sure: dict[str, int]
    gave: dict[str, dict[str, int]]
    after: dict[str, int]

    @classmethod
    def of(cls, review: Review, players: Names) -> Ledger | None:
        """Return the ledger of a deal, keyed by the players' names, or None if the deal has no ledger."""
        if review.ledger is None:
            return None
        sure, gave, after = review.ledger.sure, review.ledger.gave, review.ledger.after
        named = {players[giver]: _by_name(players, gave[giver]) for giver in Seat}
        return cls(1, _by_name(players, sure), named, _by_name(players, after))

    def __add__(self, other: Ledger) -> Ledger:
        givers = [*self.gave, *(name for name in other.gave if name not in self.gave)]
        gave = {name: _added(self.gave.get(name, {}), other.gave.get(name, {})) for name in givers}
        return Ledger(self.deals + other.deals, _added(self.sure, other.sure), gave, _added(self.after, other.after))


class DealPlace(Part, frozen=True):
    """The location of a deal in the records.

    record: name of the record
    deal: number of the deal in the record, from 1, as in the option `--deal`
    """

    record: str
    deal: int


class LeftOut(DealPlace, frozen=True):
    """A deal that was not reviewed.

    why: the error message with its line number, or a note that the review was stopped
    """

    why: str


class CostlyDecision(Part, frozen=True):
    """A costly decision and its location in a match review.

    deal: index of the deal in the review's `deals`, from 0
    decision: index of the decision in the deal, from 0
    player: name of the player who decided
    """

    deal: int
    decision: int
    player: str


class PlayerSums(PlayerGrade, frozen=True, kw_only=True):
    """A player's grade and tricks over several deals; phases are ordered by loss, largest first.

    deals: number of deals in which the player took part
    finished: number of the player's finished deals
    won: tricks that the player won in finished deals
    luck: the player's result split into luck and skill; null if no deal's result is split
    """

    deals: int
    finished: int
    won: int
    luck: LuckShares | None

    @property
    def loss(self) -> Estimate:
        """The average fair loss of an unforced decision; without fair prices, the double-dummy loss per deal."""
        return self.lost_in(self.deals if self.fair_loss is None else max(self.unforced, 1))


class MatchReview(Document, Printed, frozen=True, tag="ninefivetwo.reviews/3"):
    """The reviews of several deals, from one match or from any records, and each player's totals.

    Players are identified by name, regardless of their seats in each deal.

    deals: the reviews, in the order of the records
    places: the location of each reviewed deal
    left_out: the deals that were not reviewed
    players: each player's totals by name, best player first
    costliest: the five costliest avoidable mistakes; without fair prices, the five costliest decisions, double dummy
    ledger: the tricks that the players conceded to each other in all deals; null if no deal has a ledger
    """

    deals: tuple[Review, ...]
    places: list[DealPlace]
    left_out: list[LeftOut]
    players: dict[str, PlayerSums]
    costliest: list[CostlyDecision]
    ledger: Ledger | None

    @classmethod
    def of(
        cls,
        reviews: Iterable[Review],
        left_out: Iterable[LeftOut] = (),
        names: Sequence[Names] | None = None,
        places: Iterable[DealPlace] = (),
    ) -> MatchReview:
        """Combine reviews into a match review.

        `names` lists the players' names in each deal; by default, the names in the reviews are used.
        """
        deals = tuple(reviews)
        named = list(zip(deals, names or [deal.players for deal in deals], strict=True))
        every = dict.fromkeys(name for _, players in named for name in players)
        played = {name: [(deal, Seat(ps.index(name))) for deal, ps in named if name in ps] for name in every}
        sums = {name: as_written(_sums(mine)) for name, mine in played.items()}
        costliest = [
            CostlyDecision(deal, decision.index, named[deal][1][decision.seat]) for deal, decision in _costliest(deals)
        ]
        return cls(
            deals=deals,
            places=list(places),
            left_out=list(left_out),
            players=dict(sorted(sums.items(), key=lambda item: (not item[1].unforced, item[1].loss.mean))),
            costliest=costliest,
            ledger=_sum(Ledger.of(deal, players) for deal, players in named),
        )

    @property
    def fair(self) -> bool:
        """Whether every deal has fair prices."""
        return all(review.fair_worlds for review in self.deals)


def _costliest(deals: Sequence[Review]) -> list[tuple[int, Decision]]:
    every = [(n, decision) for n, deal in enumerate(deals) for decision in deal.decisions if not decision.forced]
    costs = [(float(decision.price), n, decision) for n, decision in every if decision.price]
    if all(deal.fair_worlds for deal in deals):
        costs = [(one.fair_cost.mean, n, one) for n, one in every if one.avoidable and one.fair_cost is not None]
    ordered = sorted(costs, key=lambda item: (-item[0], item[1], item[2].index))
    return [(number, decision) for _, number, decision in ordered[:MOST_MISTAKES]]


def _sums(mine: Sequence[tuple[Review, Seat]]) -> PlayerSums:
    whole = player_grade(decision for deal, seat in mine for decision in deal.decisions if decision.seat is seat)
    won = [deal.result[seat] for deal, seat in mine if deal.result is not None]
    luck = _sum(LuckShares.of(deal, seat) for deal, seat in mine)
    phases = dict(sorted(whole.phases.items(), key=lambda item: -item[1].lost))
    fields = asdict(whole) | {"phases": phases}
    return PlayerSums(
        **fields, deals=len(mine), finished=len(won), won=sum(won), luck=None if luck is None else luck.rounded
    )


def _by_name(players: Names, tricks: Sequence[int]) -> dict[str, int]:
    return dict(zip(players, tricks, strict=True))


def _added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in (*one, *(n for n in other if n not in one))}


def _sum(parts: Iterable[Summed | None]) -> Summed | None:
    """Return the sum of the values that are not None, or None if all values are None."""
    known = [part for part in parts if part is not None]
    return reduce(add, known) if known else None
