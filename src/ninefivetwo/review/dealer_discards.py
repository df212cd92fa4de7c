"""The dealer's discards with all cards seen: the best for him, and what each leaves every seat."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Deal
from ninefivetwo.layout import Layout, Position
from ninefivetwo.rules import TRICKS
from ninefivetwo.solve import DiscardValue, Solver
from ninefivetwo.solve.discard import discard_classes, race, touching
from ninefivetwo.solve.values import Guarantees


class DealerDiscards:
    """The discards of a deal in which nothing else is to be chosen before the play."""

    def __init__(self, solver: Solver, deal: Deal, trump: Denomination) -> None:
        left, right, held = deal.hand(Seat.LEFT), deal.hand(Seat.RIGHT), deal.hand(Seat.DEALER)
        self._solver, self._trump, self._lead = solver, trump, deal.rules.lead
        self._others, self._held = (left, right), held
        self._kitty = deal.kitty if isinstance(deal.kitty, Hand) else Hand()  # taken after the discard, by some rules
        self._least: dict[Seat, tuple[int, int]] = {}  # by seat: what was found, and where the search had begun
        number = len(held) + len(self._kitty) - TRICKS
        self._classes = discard_classes(held, left | right, number, trump)

    @cached_property
    def raced(self) -> tuple[DiscardValue, ...]:
        """The discards, best for the dealer first; the best is exact, of the others there may be only a bound."""
        return race(self._classes, self._value, self._reaches, 1)

    def ranked(self, asked: Iterable[Hand]) -> list[DiscardValue]:
        """The discards, best for the dealer first.

        Of those asked about, and of the equal ones, it is settled whether they are as good as the best.  Of others that
        may be as good it is not: there may be thousands, and each takes a search.
        """
        level, wanted = self.raced[0].high, {self._class(discard) for discard in asked}
        settled = [
            self._settled(each) if each.high == level and self._class(each.cards) in wanted else each
            for each in self.raced
        ]
        return sorted(settled, key=lambda discard: (-discard.high, not discard.exact))

    def _class(self, discard: Hand) -> tuple[int, ...]:
        """The same for discards that differ in touching cards only: how many cards of each group are thrown."""
        return tuple(sum(card in discard for card in group) for group in self._groups)

    @cached_property
    def _groups(self) -> list[list[Card]]:
        others = self._others[0] | self._others[1]
        return [group for suit in Suit for group in touching(self._held.only(suit), others.only(suit))]

    def least(self, seat: Seat, at_most: int = TRICKS) -> int:
        """What one of the others is sure of whatever the dealer discards, or `at_most` if that is less."""
        known = self._least.get(seat)
        if known is not None and (known[0] < known[1] or at_most <= known[1]):
            return min(known[0], at_most)
        least = at_most
        for discard in self._classes:
            while least and not self._solver.can_force(self._position(discard), self._trump, seat, least):
                least -= 1
        self._least[seat] = least, at_most
        return least

    def guarantees(self, discard: Hand) -> Guarantees:
        """What each seat is sure of after a discard."""
        return self._solver.guarantees(self._position(discard), self._trump)

    def _settled(self, discard: DiscardValue) -> DiscardValue:
        """A discard that may be worth its upper bound: is it?"""
        level = discard.high
        if discard.exact or self._reaches(discard.cards, level):
            return DiscardValue(discard.cards, level, level)
        return DiscardValue(discard.cards, 0, level - 1)

    def _position(self, discard: Hand) -> Position:
        return Position(Layout((self._held - discard) | self._kitty, *self._others), self._lead)

    def _value(self, discard: Hand) -> int:
        return self._solver.guarantee(self._position(discard), self._trump, Seat.DEALER)

    def _reaches(self, discard: Hand, tricks: int) -> bool:
        return self._solver.can_force(self._position(discard), self._trump, Seat.DEALER, tricks)
