"""The state of a match: its deals, scores and winners, and the rotation of the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.checks import check_fields
from ninefivetwo.errors import GameError
from ninefivetwo.game.deal import Deal, DealView
from ninefivetwo.game.events import Action, PreviousResults, tricks_won
from ninefivetwo.game.rules import RuleSet, Tie, Winner
from ninefivetwo.layout import Layout

Three = tuple[int, int, int]
Value = TypeVar("Value")
SEAT_NAMES = ("dealer", "left", "right")


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of a match before a deal. `names` and `score` are indexed by the seats of that deal.

    `number` is the number of the deal, from 1. `previous_results` is each seat's result in the previous deal, or None
    in the first deal. Raises GameError if a value is impossible.
    """

    rules: RuleSet
    names: tuple[str, str, str] = SEAT_NAMES
    score: Three = (0, 0, 0)
    previous_results: PreviousResults | None = None
    number: int = 1

    def __post_init__(self) -> None:
        check_fields(self, GameError)
        if sum(self.score) != 0 or self.number < 1:
            raise GameError(
                f"invalid match: names {self.names}, score {self.score}, deal {self.number}"
                " (expected three names, a score that sums to 0, a number from 1)"
            )


@dataclass(frozen=True, slots=True)
class UndealtMatch(MatchState):
    """A new match, or a match between two deals. `past` is the match after the previous deal, or None."""

    past: Match | None = field(default=None, compare=False, repr=False)

    def dealt(self, layout: Layout) -> Match:
        """Return the match after the cards are dealt. Raises GameError if the layout is not a full deal."""
        deal = Deal.start(self.rules, layout, self.previous_results)
        return Match(self.rules, self.names, self.score, self.previous_results, self.number, deal=deal, past=self)

    def undo(self) -> Match:
        """Return the match before the seats were rotated. Raises GameError if `past` is None."""
        if self.past is None:
            raise GameError("nothing to undo: no earlier step of the match is kept")
        return self.past


@dataclass(frozen=True, slots=True)
class Match(MatchState):
    """A match with a deal that is in progress or over. `past` is the previous state of the match, or None."""

    deal: Deal = field(kw_only=True)
    past: Match | UndealtMatch | None = field(default=None, compare=False, repr=False)

    def after(self, action: Action) -> Match:
        """Return the match after an action in its deal. Raises the same errors as `Deal.after`."""
        return replace(self, deal=self.deal.after(action), past=self)

    def undo(self) -> Match | UndealtMatch:
        """Return the match before the last action or before dealing. Raises GameError if `past` is None."""
        if self.past is None:
            raise GameError("nothing to undo: no earlier step of the match is kept")
        return self.past

    @property
    def view(self) -> DealView:
        """The deal, which must be one seat's view. Raises GameError if all cards are known."""
        if not isinstance(self.deal, DealView):
            raise GameError("all cards are known (expected one seat's view of the deal)")
        return self.deal

    @property
    def total(self) -> Three:
        """Each seat's score including the current deal. Raises GameError if the deal is not over."""
        return by_seat(a + b for a, b in zip(self.score, self.deal.scores, strict=True))

    @property
    def over(self) -> bool:
        """Whether the match is over (False while a deal is in progress)."""
        return self.deal.over and bool(self.winners())

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats of the winners, or an empty tuple if the match continues.

        Several players can share a win. Raises GameError if the deal is not over.
        """
        return winners_of(self.rules, self.total, self.deal.scores, self.deal.won, self.number)

    def following(self) -> UndealtMatch:
        """Return the match before its next deal, with the seats rotated.

        Raises GameError if the deal is not over or the match is over.
        """
        if self.over:
            raise GameError("the match is over")
        total, results = rotated(self.total), rotated(self.deal.scores)
        return UndealtMatch(self.rules, rotated(self.names), total, results, self.number + 1, past=self)


def runs(matches: Sequence[Match]) -> list[list[Match]]:
    """Split a sequence of deals into groups of consecutive deals from one match."""
    result: list[list[Match]] = []
    for match in matches:
        if result and why_not_next(result[-1][-1], match) is None:
            result[-1].append(match)
        else:
            result.append([match])
    return result


def why_not_next(before: Match, match: Match) -> str | None:
    """Return None if `match` contains the deal after `before` in the same match, otherwise the reason why not."""
    if not before.deal.over:
        return "that is not played out"
    if before.over:
        return "that ended its match"
    expected = before.following()
    if match.rules != expected.rules:
        return "other rules"
    for what in ("names", "number", "score", "previous_results"):
        if (value := getattr(match, what)) != getattr(expected, what):
            return f"{what.replace('_', ' ')} {_told(value)} (expected {_told(getattr(expected, what))})"
    return None


def _told(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(f"{seat.letter}:{part}" for seat, part in zip(Seat, value, strict=True))
    return "none" if value is None else str(value)


def place_fault(
    rules: RuleSet,
    names: tuple[str, str, str],
    number: int | None,
    score: Three | None,
    previous_results: PreviousResults | None,
) -> tuple[Literal["score", "previous_results"], str] | None:
    """Return the name of a field that contradicts other fields, with the reason, or None if there is no contradiction.

    `score` is the score before the deal. Unknown fields are None.
    """
    if number == 1 and previous_results:
        return "previous_results", "previous results given for deal 1 (expected none, or another number)"
    if number == 1 and score and any(score):
        return "score", "nonzero score before deal 1 (expected D:0 L:0 R:0, or another number)"
    if number == 2 and score and previous_results and score != previous_results:
        return "score", "the score before deal 2 is not the result of deal 1"
    if score and previous_results:
        won = tricks_won(rules, previous_results)
        if winners := winners_of(rules, score, previous_results, won, number - 1 if number else 1):
            return "score", f"the match was over before this deal: {' and '.join(names[s] for s in winners)} had won it"
    return None


def winners_of(rules: RuleSet, total: Three, scores: Three, won: Three, number: int) -> tuple[Seat, ...]:
    """Return the winners of a match after a deal, or an empty tuple if the match continues.

    `total` is the score including the deal. `scores`, `won` and `number` are the points, tricks and number of the deal.
    If a tie requires another deal, the end conditions are tested again after that deal.
    """
    swept = [s for s in Seat if _reached(won[s], rules.sweep) or _reached(scores[s], rules.over)]
    if swept:
        return _best(swept, total, rules)
    ranks = [end_rank(rules, total[seat]) for seat in Seat]
    if max(ranks) == 0 and not _reached(number, rules.deals):
        return ()
    return _best(list(Seat), ranks if rules.winner is Winner.FURTHEST and max(ranks) else total, rules)


def end_rank(rules: RuleSet, total: int) -> int:
    """Return the rank of a score, which grows with the distance beyond the target or floor.

    The rank is 0 if the score has reached neither limit. At equal distances, a score beyond the target ranks higher.

    >>> from ninefivetwo.game.rules import parse_rules
    >>> rules = parse_rules("catalan-plus-minus target=40 floor=-6")
    >>> [end_rank(rules, total) for total in (42, -8, -7, 39)]
    [6, 5, 3, 0]
    """
    if rules.target is not None and total >= rules.target:
        return 2 * (total - rules.target) + 2
    if rules.floor is not None and total <= rules.floor:
        return 2 * (rules.floor - total) + 1
    return 0


def rotated(by_seat: tuple[Value, Value, Value]) -> tuple[Value, Value, Value]:
    """Rotate values indexed by seat to the seats of the next deal, in which left becomes the dealer.

    >>> rotated(("Ann", "Bob", "Cy"))
    ('Bob', 'Cy', 'Ann')
    """
    dealer, left, right = by_seat
    return left, right, dealer


def _reached(value: int, limit: int | None) -> bool:
    return limit is not None and value >= limit


def _best(seats: list[Seat], ranks: Sequence[int], rules: RuleSet) -> tuple[Seat, ...]:
    """Return the seats with the highest rank, or an empty tuple if a tie requires another deal."""
    most = max(ranks[seat] for seat in seats)
    best = tuple(seat for seat in seats if ranks[seat] == most)
    return best if len(best) == 1 or rules.tie is Tie.SHARE else ()
