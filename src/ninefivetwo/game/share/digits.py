"""Choices as one whole number: each choice, one of so many options, is a digit in a base of its own.

A `DigitWriter` puts the digits together, a `DigitReader` takes them apart in the same order.  Both have the same
methods, so that one function describes a thing both ways: each method is given what to write, which a reader ignores
(there it may be None), and returns what is written or read.  A choice among n options takes log2(n) bits, and one among
a single option nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import comb
from typing import TypeVar

from ninefivetwo.cards import Card, Hand
from ninefivetwo.errors import ShareError

Option = TypeVar("Option")
_LOW = 8  # a whole number without limit is written in this base, each digit with a mark whether another follows


class Digits(ABC):
    """Choices on their way into a number, or out of one.  Raises ShareError for what is none of the options."""

    writing: bool

    @abstractmethod
    def number(self, options: int, value: int | None) -> int:
        """One of the numbers below `options`."""

    def flag(self, value: bool) -> bool:
        """Yes or no."""
        return bool(self.number(2, value))

    def one_of(self, options: Sequence[Option], value: Option | None) -> Option:
        """One of several values."""
        return options[self.number(len(options), None if value is None else options.index(value))]

    def integer(self, value: int) -> int:
        """Any whole number; small ones are short."""
        rest, total, place = 2 * value if value >= 0 else -2 * value - 1, 0, 1
        while True:
            rest, low = divmod(rest, _LOW)
            digit = self.number(2 * _LOW, low + _LOW * (rest > 0))
            total += digit % _LOW * place
            place *= _LOW
            if digit < _LOW:
                return -(total + 1) // 2 if total % 2 else total // 2

    def text(self, most: int, value: str) -> str:
        """A text of at most so many bytes."""
        data = value.encode(errors="replace")
        length = self.number(most + 1, len(data))
        try:
            return bytes(self.number(256, data[i] if self.writing else None) for i in range(length)).decode()
        except UnicodeDecodeError as error:
            raise ShareError("no code: a name in it is no text (expected a code as it was copied)") from error

    def card(self, pool: Hand, card: Card | None) -> Card:
        """One card of a pool."""
        if card is not None and card not in pool:
            raise ShareError(f"cannot be put into a code: {card} (expected one of {pool})")
        return self.one_of(list(pool), card)

    def cards(self, number: int, pool: Hand, cards: Hand | None) -> Hand:
        """So many cards of a pool."""
        if cards is not None and (cards - pool or len(cards) != number):
            raise ShareError(f"cannot be put into a code: {cards} (expected {number} cards of {pool})")
        rank, left, chosen = (
            self.number(comb(len(pool), number), None if cards is None else _rank(cards, pool)),
            number,
            [],
        )
        for i, card in enumerate(pool):
            ways = comb(len(pool) - i - 1, left - 1) if left else 0
            if rank < ways:
                chosen.append(card)
                left -= 1
            else:
                rank -= ways
        return Hand.of(chosen)


def _rank(cards: Hand, pool: Hand) -> int:
    """The place of some cards among all that are as many of a pool."""
    left, rank = len(cards), 0
    for i, card in enumerate(pool):
        if card in cards:
            left -= 1
        else:  # all the ways in which this one is chosen come first
            rank += comb(len(pool) - i - 1, left - 1) if left else 0
    return rank


class DigitWriter(Digits):
    """Choices to be put into a number."""

    writing = True

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def number(self, options: int, value: int | None) -> int:
        if value is None or not 0 <= value < options:
            raise ShareError(f"cannot be put into a code: {value} (expected 0 to {options - 1})")
        self._digits.append((value, options))
        return value

    @property
    def total(self) -> int:
        """All of it as one number."""
        result = 0
        for value, options in reversed(self._digits):
            result = result * options + value
        return result


class DigitReader(Digits):
    """A number taken apart into choices; the bases must be those it was written with."""

    writing = False

    def __init__(self, total: int) -> None:
        self._rest = total

    def number(self, options: int, value: int | None = None) -> int:
        if options < 1:
            raise ShareError("no code: it asks for a choice where there is none (expected a code as it was copied)")
        self._rest, digit = divmod(self._rest, options)
        return digit

    def check_end(self) -> None:
        """Raises ShareError where something is left over."""
        if self._rest:
            raise ShareError("no code: there is more in it than it tells of (expected a code as it was copied)")
