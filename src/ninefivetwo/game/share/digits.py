"""Choices as one whole number: each choice, one of so many options, is a digit in a base of its own.

A writer puts the digits together, a reader takes them apart in the same order; both must ask for the same bases.  So
a choice among n options takes log2(n) bits, and one among a single option nothing.
"""

from __future__ import annotations

from math import comb

from ninefivetwo.cards import Card, Hand
from ninefivetwo.errors import ShareError

_LOW = 8  # a whole number without limit is written in this base, each digit with a mark whether another follows


class DigitWriter:
    """Choices to be put into a number."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []

    def number(self, value: int, options: int) -> None:
        """One of the numbers below `options`.  Raises ShareError for another."""
        if not 0 <= value < options:
            raise ShareError(f"cannot be put into a code: {value} (expected 0 to {options - 1})")
        self._digits.append((value, options))

    def flag(self, value: bool) -> None:
        """Yes or no."""
        self.number(value, 2)

    def integer(self, value: int) -> None:
        """Any whole number; small ones are short."""
        rest = 2 * value if value >= 0 else -2 * value - 1
        while True:
            rest, digit = divmod(rest, _LOW)
            self.number(digit + _LOW * (rest > 0), 2 * _LOW)
            if not rest:
                return

    def text(self, value: str, most: int) -> None:
        """A text of at most so many bytes.  Raises ShareError for a longer one."""
        data = value.encode(errors="replace")
        self.number(len(data), most + 1)
        for byte in data:
            self.number(byte, 256)

    def card(self, card: Card, pool: Hand) -> None:
        """One card of a pool.  Raises ShareError for another."""
        if card not in pool:
            raise ShareError(f"cannot be put into a code: {card} (expected one of {pool})")
        self.number(list(pool).index(card), len(pool))

    def cards(self, chosen: Hand, pool: Hand) -> None:
        """Cards of a pool, of which it is known how many they are.  Raises ShareError for others."""
        if other := chosen - pool:
            raise ShareError(f"cannot be put into a code: {other} (expected cards of {pool})")
        left, rank = len(chosen), 0
        for i, card in enumerate(pool):
            if card in chosen:
                left -= 1
            else:  # all the ways in which this one is chosen come first
                rank += comb(len(pool) - i - 1, left - 1) if left else 0
        self.number(rank, comb(len(pool), len(chosen)))

    @property
    def total(self) -> int:
        """All of it as one number."""
        result = 0
        for value, options in reversed(self._digits):
            result = result * options + value
        return result


class DigitReader:
    """A number taken apart into choices; the bases must be those it was written with."""

    def __init__(self, total: int) -> None:
        self._rest = total

    def number(self, options: int) -> int:
        """One of the numbers below `options`.  Raises ShareError where there is no option."""
        if options < 1:
            raise ShareError("no code: it asks for a choice where there is none (expected a code as it was copied)")
        self._rest, value = divmod(self._rest, options)
        return value

    def flag(self) -> bool:
        return bool(self.number(2))

    def integer(self) -> int:
        value, place = 0, 1
        while True:
            digit = self.number(2 * _LOW)
            value += digit % _LOW * place
            place *= _LOW
            if digit < _LOW:
                return -(value + 1) // 2 if value % 2 else value // 2

    def text(self, most: int) -> str:
        """A text of at most so many bytes.  Raises ShareError for what is no text."""
        length = self.number(most + 1)
        try:
            return bytes(self.number(256) for _ in range(length)).decode()
        except UnicodeDecodeError as error:
            raise ShareError("no code: a name in it is no text (expected a code as it was copied)") from error

    def card(self, pool: Hand) -> Card:
        return list(pool)[self.number(len(pool))]

    def cards(self, number: int, pool: Hand) -> Hand:
        """So many cards of a pool.  Raises ShareError where the pool has fewer."""
        rank, left, chosen = self.number(comb(len(pool), number)), number, []
        for i, card in enumerate(pool):
            ways = comb(len(pool) - i - 1, left - 1) if left else 0
            if rank < ways:
                chosen.append(card)
                left -= 1
            else:
                rank -= ways
        return Hand.of(chosen)

    def check_end(self) -> None:
        """Raises ShareError where something is left over."""
        if self._rest:
            raise ShareError("no code: there is more in it than it tells of (expected a code as it was copied)")
