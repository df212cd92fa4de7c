"""Random deals that meet a condition such as ``spades(dealer) >= 6 and hcp(left) < 10``.

A condition is parsed as a Python expression but never executed. Only numbers, ``+``, ``-``, comparisons, ``and``,
``or``, ``not`` and functions of a place (`dealer`, `left`, `right` or `kitty`) are allowed.

- ``spades``, ``hearts``, ``diamonds`` and ``clubs`` return the number of cards in the suit.
- ``longest`` and ``shortest`` return the length of the longest or shortest suit.
- ``hcp`` returns the high-card points (ace 4, king 3, queen 2, jack 1).
- ``count(left, SA, SK)`` counts the listed cards at a place, and ``has(left, SA, SK)`` requires all listed cards.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterator
from typing import NoReturn

from msgspec import Struct

from ninefivetwo.cards import LANE_BITS, Card, Hand, Seat, Suit
from ninefivetwo.checks import Natural, Positive, checked
from ninefivetwo.errors import CardError, ConditionError, quoted
from ninefivetwo.layout import Layout, random_deals

LONGEST, WINDOW = 1000, 60  # in characters: maximum length of a condition; text quoted on each side of an error
Number = Callable[[Layout], int]
Truth = Callable[[Layout], bool]

_SUITS = {"spades": Suit.SPADES, "hearts": Suit.HEARTS, "diamonds": Suit.DIAMONDS, "clubs": Suit.CLUBS}
_PLACES = {**{seat.word: seat for seat in Seat}, "kitty": None}
_COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_HONOURS = [(sum(1 << (LANE_BITS * suit + rank) for suit in Suit), rank - 8) for rank in range(9, 13)]


def points(hand: Hand) -> int:
    """Return a hand's high-card points (ace 4, king 3, queen 2, jack 1).

    >>> points(Hand.parse("AK.Q.J."))
    10
    """
    return sum(value * (hand.cards & honours).bit_count() for honours, value in _HONOURS)


class Condition(Struct, frozen=True):
    """A condition that a deal can meet.

    >>> condition = Condition.parse("spades(left) == 3 and not has(kitty, CA)")
    >>> condition.holds(Layout.parse("D:... AKQ... ... K:...K"))
    True
    """

    text: str
    holds: Truth

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Parse a condition. Raises ConditionError, with the position of the error, if the text is invalid."""
        reader = _Reader(" ".join(text.split()))
        return cls(text, reader.condition())


class _Reader:
    """A compiler that turns a parsed condition into a function of a deal, and rejects all other syntax."""

    def __init__(self, text: str) -> None:
        self.text = text

    def condition(self) -> Truth:
        if not self.text.isprintable():
            raise ConditionError(f"not a condition: {quoted(self.text)} (expected printable text)")
        if len(self.text) > LONGEST:
            raise ConditionError(f"condition of {len(self.text)} characters (expected at most {LONGEST})")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Hide Python's warnings about the text of the condition.
                tree = ast.parse(self.text, mode="eval")
        except SyntaxError as error:
            self.refuse_at(
                (error.offset or len(self.text) + 1) - 1,
                "not a condition (expected such as hcp(left) >= 10 and not has(left, SA))",
            )
        except (RecursionError, MemoryError, ValueError) as error:
            raise ConditionError(f"not a condition: {quoted(self.text)} ({error})") from error
        return self.truth(tree.body)

    def truth(self, node: ast.expr) -> Truth:
        """Compile a boolean expression to a function of a deal."""
        match node:
            case ast.BoolOp(op=op, values=values):
                parts, joined = [self.truth(value) for value in values], all if isinstance(op, ast.And) else any
                return lambda layout: joined(part(layout) for part in parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.truth(operand)
                return lambda layout: not inner(layout)
            case ast.Compare():
                return self.comparison(node)
            case ast.Call(func=ast.Name(id="has")):
                place, cards = self.place_and_cards(node)
                return lambda layout: place(layout) & cards == cards
        self.refuse(node, "neither true nor false" if self.is_number(node) else "not allowed here")

    def comparison(self, node: ast.Compare) -> Truth:
        """Compile a comparison, which can be chained as in ``2 <= spades(left) <= 4``."""
        numbers = [self.number(part) for part in (node.left, *node.comparators)]
        compare = []
        for op, part in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _COMPARISONS:
                self.refuse(part, "compared by an unsupported operator (expected < <= > >= == or !=)")
            compare.append(_COMPARISONS[type(op)])
        triples = list(zip(compare, numbers, numbers[1:], strict=False))
        return lambda layout: all(holds(one(layout), other(layout)) for holds, one, other in triples)

    def number(self, node: ast.expr) -> Number:
        """Compile a numeric expression to a function of a deal."""
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int(value)):
                return lambda layout: value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.number(operand)
                return lambda layout: -inner(layout)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                one, other = self.number(left), self.number(right)
                sign = 1 if isinstance(op, ast.Add) else -1
                return lambda layout: one(layout) + sign * other(layout)
            case ast.Call(func=ast.Name(id=name)) if name != "has":
                return self.function(name, node)
            case ast.BinOp():
                self.refuse(node, "an unsupported calculation (expected only + and -)")
        self.refuse(node, "not a number")

    def function(self, name: str, node: ast.Call) -> Number:
        if name == "count":
            place, cards = self.place_and_cards(node)
            return lambda layout: (place(layout) & cards).bit_count()
        if name not in _NUMBERS:
            known = ", ".join([*_NUMBERS, "count", "has"])
            self.refuse(node, f"not a known function (expected one of {known})")
        if len(node.args) != 1 or node.keywords:
            self.refuse(node, "not a function of exactly one place")
        value, where = _NUMBERS[name], self.place(node.args[0])
        return lambda layout: value(where(layout))

    def place_and_cards(self, node: ast.Call) -> tuple[Number, int]:
        if len(node.args) < 2 or node.keywords:
            self.refuse(node, "missing a place and cards")
        return self.place(node.args[0]), Hand.of({self.card(card) for card in node.args[1:]}).cards

    def place(self, node: ast.expr) -> Number:
        """Compile the name of a place to a function that returns the cards there as a bit mask."""
        if not isinstance(node, ast.Name) or node.id not in _PLACES:
            self.refuse(node, f"not a place (expected one of {', '.join(_PLACES)})")
        seat = _PLACES[node.id]
        if seat is None:
            return lambda layout: layout.out.cards if layout.out else 0
        return lambda layout: layout[seat].cards

    def card(self, node: ast.expr) -> Card:
        try:
            if isinstance(node, ast.Name):
                return Card.parse(node.id)
        except CardError:
            pass
        self.refuse(node, "not a card (expected such as SA or HT)")

    def is_number(self, node: ast.expr) -> bool:
        try:
            self.number(node)
        except ConditionError:
            return False
        return True

    def refuse(self, node: ast.expr, why: str) -> NoReturn:
        piece = ast.get_source_segment(self.text, node) or ""
        at = len(self.text.encode()[: node.col_offset].decode())
        self.refuse_at(at, f"{piece!r} is {why}")

    def refuse_at(self, at: int, why: str) -> NoReturn:
        before, after = self.text[max(0, at - WINDOW) : at], self.text[at : at + WINDOW]
        raise ConditionError(f"condition, character {at + 1}: {why}: {before}>>>{after}")


def _length(suit: Suit) -> Callable[[int], int]:
    lane = 0x1FFF << LANE_BITS * suit
    return lambda cards: (cards & lane).bit_count()


_NUMBERS: dict[str, Callable[[int], int]] = {
    **{name: _length(suit) for name, suit in _SUITS.items()},
    "longest": lambda cards: max(_length(suit)(cards) for suit in Suit),
    "shortest": lambda cards: min(_length(suit)(cards) for suit in Suit),
    "hcp": lambda cards: points(Hand(cards)),
}


MOST_TRIES = 200_000  # maximum number of consecutive deals that are tried without meeting a condition


@checked(ConditionError)
def deals_where(condition: Condition | str, seed: Natural, tries: Positive = MOST_TRIES) -> Iterator[Layout]:
    """Yield the deals from `random_deals(seed)` that meet a condition.

    Raises ConditionError if the text of the condition is invalid. Raises ConditionError, with an estimate of how rare
    the deals are, if `tries` consecutive deals fail to meet the condition.
    """
    return _meeting(Condition.parse(condition) if isinstance(condition, str) else condition, seed, tries)


def _meeting(condition: Condition, seed: int, tries: int) -> Iterator[Layout]:
    met, last = 0, 0
    for tried, layout in enumerate(random_deals(seed), 1):
        if condition.holds(layout):
            met, last = met + 1, tried
            yield layout
        elif tried - last >= tries:
            raise ConditionError(f"condition hardly ever met: {_rarity(met, tried)}: {condition.text!r}")


def _rarity(met: int, tried: int) -> str:
    """Describe how often deals meet a condition, with the 95 % upper limit (rule of three) if no deal did."""
    if met:
        return f"{met} of {tried:,} deals, about one in {round(tried / met):,}"
    return f"none of {tried:,} deals, so rarer than about one in {tried // 3:,}, if it can be met at all"
