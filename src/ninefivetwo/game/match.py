"""A match as a state that moves: deals, scores, rotation, the end and its winners."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from ninefivetwo.cards import Seat
from ninefivetwo.errors import GameError
from ninefivetwo.game.deal import Deal
from ninefivetwo.game.events import Action
from ninefivetwo.game.exchange import PreviousResults
from ninefivetwo.layout import Layout
from ninefivetwo.rules import RuleSet, Tie, Winner

Three = tuple[int, int, int]
Value = TypeVar("Value")
NAMES = ("dealer", "left", "right")


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment.  All is by the seats of the deal now played: `names` of the players, `score` before it.

    `number` counts deals from 1; `previous_results` is each seat's result in the deal before, None in the first.
    `deal` is None until its cards are dealt.
    """

    rules: RuleSet
    names: tuple[str, str, str] = NAMES
    score: Three = (0, 0, 0)
    previous_results: PreviousResults | None = None
    number: int = 1
    deal: Deal | None = None
    past: Match | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.names) != len(Seat) or sum(self.score) != 0 or self.number < 1:
            raise GameError(
                f"no match: names {self.names}, score {self.score}, deal {self.number}"
                " (expected three names, a score that sums to 0, a number from 1)"
            )

    def dealt(self, layout: Layout) -> Match:
        """The match once the cards of its next deal are dealt.  Raises GameError."""
        if self.deal is not None:
            raise GameError("the cards of this deal are dealt already")
        return replace(self, deal=Deal.start(self.rules, layout, self.previous_results), past=self)

    def after(self, action: Action) -> Match:
        """The match after an action in its deal.  Raises GameError as `Deal.after` does."""
        if self.deal is None:
            raise GameError("no cards are dealt yet")
        return replace(self, deal=self.deal.after(action), past=self)

    def undo(self) -> Match:
        """The match before the last step, be it an action, a deal or the change of dealer.  Raises GameError."""
        if self.past is None:
            raise GameError("nothing to undo: no earlier step of the match is kept")
        return self.past

    @property
    def total(self) -> Three:
        """The score with the deal just played.  Raises GameError before that is over."""
        dealer, left, right = (a + b for a, b in zip(self.score, self._finished().scores, strict=True))
        return dealer, left, right

    def _finished(self) -> Deal:
        if self.deal is None or not self.deal.over:
            raise GameError("the deal is not over")
        return self.deal

    @property
    def over(self) -> bool:
        """Is the match at its end?  Never while a deal is being played."""
        return self.deal is not None and self.deal.over and bool(self.winners())

    def winners(self) -> tuple[Seat, ...]:
        """Who has won, by the seats of the deal just played; several share a win, none while the match goes on.

        Raises GameError before the deal is over.
        """
        deal = self._finished()
        return winners_of(self.rules, self.total, deal.scores, deal.won, self.number)

    def following(self) -> Match:
        """The match before the cards of the next deal are dealt: the deal has passed to the left.

        Raises GameError before the deal is over, and when the match is.
        """
        deal, total = self._finished(), self.total
        if self.over:
            raise GameError("the match is over")
        return replace(
            self,
            names=rotated(self.names),
            score=rotated(total),
            previous_results=rotated(deal.scores),
            number=self.number + 1,
            deal=None,
            past=self,
        )


def winners_of(rules: RuleSet, total: Three, scores: Three, won: Three, number: int) -> tuple[Seat, ...]:
    """Who has won a match after a deal: the score with it, the deal's own scores and tricks, and its number.

    The end is judged afresh after each deal, also after one that was played because of a tie.
    """
    swept = [s for s in Seat if _reached(won[s], rules.sweep) or _reached(scores[s], rules.over)]
    if swept:
        return _best(swept, total, rules)
    ends = [s for s in Seat if _reached(total[s], rules.target) or _reached(-total[s], _negative(rules.floor))]
    if not ends and not _reached(number, rules.deals):
        return ()
    if rules.winner is Winner.FURTHEST and ends:
        return (max(ends, key=lambda seat: (abs(total[seat]), total[seat])),)
    return _best(list(Seat), total, rules)


def rotated(by_seat: tuple[Value, Value, Value]) -> tuple[Value, Value, Value]:
    """What was dealer's, left's and right's, by the seats of the next deal: left deals, the dealer sits right.

    >>> rotated(("Ann", "Bob", "Cy"))
    ('Bob', 'Cy', 'Ann')
    """
    dealer, left, right = by_seat
    return left, right, dealer


def _reached(value: int, limit: int | None) -> bool:
    return limit is not None and value >= limit


def _negative(limit: int | None) -> int | None:
    return None if limit is None else -limit


def _best(seats: list[Seat], total: Three, rules: RuleSet) -> tuple[Seat, ...]:
    """Those of the seats with the highest score: one, or several who share, or none when another deal decides."""
    most = max(total[seat] for seat in seats)
    best = tuple(seat for seat in seats if total[seat] == most)
    return best if len(best) == 1 or rules.tie is Tie.SHARE else ()
