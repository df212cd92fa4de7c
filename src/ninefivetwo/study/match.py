"""The review of a match, or of any deals: what their reviews come to together, player by player.

A player is known by his name, whichever seat he has in a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import hypot
from operator import add
from typing import Annotated, TypeVar

from msgspec.structs import asdict, replace

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Decimals, Document, Part
from ninefivetwo.evaluation import Estimate, show_text
from ninefivetwo.study.deal import Review
from ninefivetwo.study.decision import Decision
from ninefivetwo.study.grades import PlayerGrade, player_grade

DEAREST = 5
DIGITS = 2  # of the terms of luck, which so rounded sum to the result

Names = tuple[str, str, str]
Summed = TypeVar("Summed", "LuckShares", "Ledger")


class LuckShares(Part, frozen=True):
    """How a player's results came about, in tricks: the terms sum to the result.

    deals: deals whose result is split
    par: what such seats win on average
    hands: luck with the hands as dealt
    kitty: luck with the kitty
    exchange: luck with the exchange
    own: what his decisions brought him
    others: what the decisions of the others brought him
    result: tricks won
    error: standard deviation of what luck brought in all
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
        """How a seat's result came about; None where that is not known."""
        luck = review.luck
        if luck is None:
            return None
        own = luck.skill(seat, seat)
        others = sum(luck.skill(other, seat) for other in Seat if other is not seat)
        par, hands, kitty, exchange = (term.tricks[seat] for term in (luck.par, luck.hands, luck.kitty, luck.exchange))
        return cls(1, par, hands, kitty, exchange, own, others, luck.result[seat], luck.dealt.error)

    @property
    def luck(self) -> float:
        """The tricks that luck brought."""
        return self.hands + self.kitty + self.exchange

    @property
    def rounded(self) -> LuckShares:
        """The same, rounded so that the terms still sum to the result."""
        terms = {name: round(getattr(self, name), DIGITS) for name in ("par", "hands", "kitty", "exchange", "own")}
        return replace(self, **terms, others=round(self.result - sum(terms.values()), DIGITS))

    def __add__(self, other: LuckShares) -> LuckShares:
        mine, theirs = asdict(self), asdict(other)
        sums = {name: mine[name] + theirs[name] for name in mine if name != "error"}
        return LuckShares(**sums, error=hypot(self.error, other.error))


class Ledger(Part, frozen=True):
    """Who was paid by whom over several deals; keys are names.

    deals: deals that tell it
    sure: what each player was sure of before the first of the decisions that count
    gave: for each player the tricks that he conceded to each of the others; his own losses, below 0, for himself
    after: what each was sure of at last: what he won, where the deals are over
    """

    deals: int
    sure: dict[str, int]
    gave: dict[str, dict[str, int]]
    after: dict[str, int]

    @classmethod
    def of(cls, review: Review, players: Names) -> Ledger | None:
        """The ledger of a deal by its players' names; None where it has none."""
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
    """Where a deal stands.

    record: name of the record
    deal: which deal of that record it is, from 1: what `--deal` takes
    """

    record: str
    deal: int


class LeftOut(DealPlace, frozen=True):
    """A deal that is not reviewed.

    why: what is wrong with it, with its line; or that the work was stopped
    """

    why: str


class DearDecision(Part, frozen=True):
    """A decision that was dear, and where to find it.

    deal: its deal's place in `deals`, from 0
    decision: its place among the decisions of that deal, from 0
    player: whose it was
    """

    deal: int
    decision: int
    player: str


class PlayerSums(PlayerGrade, frozen=True, kw_only=True):
    """A player's grade over several deals, and his tricks; the phases by what they lost, most first.

    deals: deals that he played in
    finished: how many of them are over
    won: tricks that he won in those
    luck: how they came about; null where no deal's result is split
    """

    deals: int
    finished: int
    won: int
    luck: LuckShares | None

    @property
    def loss(self) -> Estimate:
        """What is lower for who played better: what he lost a decision, or with open cards a deal."""
        return self.lost_in(self.deals if self.fair_loss is None else max(self.unforced, 1))


class MatchReview(Document, frozen=True, tag="ninefivetwo.reviews/2"):
    """The reviews of several deals, of one match or of any, and what they come to together (`review`).

    A player is known by his name, whichever seat he has in a deal.

    deals: the reviews, in the order of the records
    places: where each of these deals stands
    left_out: the deals that are not reviewed
    players: each player's sums, by name, who played best first
    dearest: the five dearest decisions by what could be known; without fair figures by what they cost and conceded
    ledger: who was paid by whom, over the deals that tell it; null if none does
    """

    deals: tuple[Review, ...]
    places: list[DealPlace]
    left_out: list[LeftOut]
    players: dict[str, PlayerSums]
    dearest: list[DearDecision]
    ledger: Ledger | None

    @classmethod
    def of(
        cls,
        reviews: Iterable[Review],
        left_out: Iterable[LeftOut] = (),
        names: Sequence[Names] | None = None,
        places: Iterable[DealPlace] = (),
    ) -> MatchReview:
        """The sums of reviews.  names: of each deal's players, no two alike; left out, those in the reviews are."""
        deals = tuple(reviews)
        named = list(zip(deals, names or [deal.players for deal in deals], strict=True))
        every = dict.fromkeys(name for _, players in named for name in players)
        sums = {name: _sums([(deal, Seat(ps.index(name))) for deal, ps in named if name in ps]) for name in every}
        dearest = [
            DearDecision(deal, decision.index, named[deal][1][decision.seat]) for deal, decision in _dearest(deals)
        ]
        return cls(
            deals=deals,
            places=list(places),
            left_out=list(left_out),
            players=dict(sorted(sums.items(), key=lambda item: (not item[1].unforced, item[1].loss.mean))),
            dearest=dearest,
            ledger=_sum(Ledger.of(deal, players) for deal, players in named),
        )

    def __str__(self) -> str:
        """In a few lines, as `n52 review` prints it."""
        from ninefivetwo.words.review_screen import match_text

        return match_text(self)

    def _repr_html_(self) -> str:
        from ninefivetwo.words.review_screen import match_html

        return match_html(self)

    _repr_pretty_ = show_text

    @property
    def fair(self) -> bool:
        """Was in every deal worked out what could be known?"""
        return all(review.fair_worlds for review in self.deals)


def _dearest(deals: Sequence[Review]) -> list[tuple[int, Decision]]:
    """The dearest decisions, each with the number of its deal."""
    every = [(n, decision) for n, deal in enumerate(deals) for decision in deal.decisions if not decision.forced]
    costs = [(float(decision.price), n, decision) for n, decision in every if decision.price]
    if all(deal.fair_worlds for deal in deals):
        costs = [(one.fair_cost.mean, n, one) for n, one in every if one.findable and one.fair_cost is not None]
    ordered = sorted(costs, key=lambda item: (-item[0], item[1], item[2].index))
    return [(number, decision) for _, number, decision in ordered[:DEAREST]]


def _sums(mine: Sequence[tuple[Review, Seat]]) -> PlayerSums:
    """The sums of a player, from his deals and his seat in each."""
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
    """The sum of those parts that there are; None of none."""
    known = [part for part in parts if part is not None]
    return reduce(add, known) if known else None
