"""Deals drawn at random, and those of them that meet a condition: ``spades(dealer) >= 6 and hcp(left) < 10``.

A condition is read by Python's own parser and then through a short list of what is allowed, never run as a program:
numbers, ``+``, ``-``, comparisons, ``and``, ``or``, ``not``, and functions of a place (`dealer`, `left`, `right`,
`kitty`):

- ``spades``, ``hearts``, ``diamonds``, ``clubs``: how many; ``longest``, ``shortest``: of its suits the length;
- ``hcp``: high-card points, ace 4, king 3, queen 2, jack 1;
- ``count(left, SA, SK)``: how many of these cards it holds; ``has(left, SA, SK)``: does it hold them all?
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import NoReturn

from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, LANE_BITS, Card, Hand, Seat, Suit, shuffled
from ninefivetwo.checks import Natural, Positive, checked
from ninefivetwo.errors import CardError, ConditionError, quoted
from ninefivetwo.layout import Layout

__all__ = ["HAND_SIZE", "MOST_TRIES", "Condition", "deals_where", "points", "random_deals"]

LONGEST, WINDOW = 1000, 60  # characters: of a condition, and of it that a message shows on either side
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
    """High-card points: ace 4, king 3, queen 2, jack 1.

    >>> points(Hand.parse("AK.Q.J."))
    10
    """
    return sum(value * (hand.cards & honours).bit_count() for honours, value in _HONOURS)


class Condition(Struct, frozen=True):
    """A condition that a deal meets or not.

    >>> condition = Condition.parse("spades(left) == 3 and not has(kitty, CA)")
    >>> condition.holds(Layout.parse("D:... AKQ... ... K:...K"))
    True
    """

    text: str
    holds: Truth

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Read a condition.  Raises ConditionError, which points at the place."""
        reader = _Reader(" ".join(text.split()))
        return cls(text, reader.condition())


class _Reader:
    """Turns the parsed text into a function, refusing whatever is not on the list."""

    def __init__(self, text: str) -> None:
        self.text = text

    def condition(self) -> Truth:
        if not self.text.isprintable():
            raise ConditionError(f"no condition: {quoted(self.text)} (expected text that can be printed)")
        if len(self.text) > LONGEST:
            raise ConditionError(f"condition of {len(self.text)} characters (expected at most {LONGEST})")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # what Python finds odd is refused below
                tree = ast.parse(self.text, mode="eval")
        except SyntaxError as error:
            self.refuse_at(
                (error.offset or len(self.text) + 1) - 1,
                "not a condition (expected such as hcp(left) >= 10 and not has(left, SA))",
            )
        except (RecursionError, MemoryError, ValueError) as error:
            raise ConditionError(f"no condition: {quoted(self.text)} ({error})") from error
        return self.truth(tree.body)

    def truth(self, node: ast.expr) -> Truth:
        """Something that is so or not."""
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
        """Numbers compared, perhaps several in a row: ``2 <= spades(left) <= 4``."""
        numbers = [self.number(part) for part in (node.left, *node.comparators)]
        compare = []
        for op, part in zip(node.ops, node.comparators, strict=True):
            if type(op) not in _COMPARISONS:
                self.refuse(part, "compared by something else than < <= > >= == !=, before")
            compare.append(_COMPARISONS[type(op)])
        triples = list(zip(compare, numbers, numbers[1:], strict=False))
        return lambda layout: all(holds(one(layout), other(layout)) for holds, one, other in triples)

    def number(self, node: ast.expr) -> Number:
        """Something that is a number."""
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
                self.refuse(node, "calculated with something else than + and -")
        self.refuse(node, "not a number")

    def function(self, name: str, node: ast.Call) -> Number:
        if name == "count":
            place, cards = self.place_and_cards(node)
            return lambda layout: (place(layout) & cards).bit_count()
        if name not in _NUMBERS:
            known = ", ".join([*_NUMBERS, "count", "has"])
            self.refuse(node, f"no such function (expected one of {known})")
        if len(node.args) != 1 or node.keywords:
            self.refuse(node, "not of one place")
        value, where = _NUMBERS[name], self.place(node.args[0])
        return lambda layout: value(where(layout))

    def place_and_cards(self, node: ast.Call) -> tuple[Number, int]:
        if len(node.args) < 2 or node.keywords:
            self.refuse(node, "without a place and cards")
        return self.place(node.args[0]), Hand.of({self.card(card) for card in node.args[1:]}).cards

    def place(self, node: ast.expr) -> Number:
        """The cards of a place, as a hand's int."""
        if not isinstance(node, ast.Name) or node.id not in _PLACES:
            self.refuse(node, f"no place (expected one of {', '.join(_PLACES)})")
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
        self.refuse(node, "no card (expected such as SA or HT)")

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


HAND_SIZE = 16
MOST_TRIES = 200_000  # deals looked through for one that meets a condition


@checked(ConditionError)
def random_deals(seed: Natural) -> Iterator[Layout]:
    """Deals without end, sixteen cards to each seat and four to the kitty; the same for the same seed everywhere.

    >>> str(next(random_deals(1)).dealer)
    'A65.AJ873.AKT985.AJ'
    """
    random, deck = Random(seed), [1 << card.index for card in FULL_DECK]
    while True:
        bits = shuffled(deck, random)
        yield Layout(*(Hand(sum(bits[i : i + HAND_SIZE])) for i in range(0, len(bits), HAND_SIZE)))


@checked(ConditionError)
def deals_where(condition: Condition | str, seed: Natural, tries: Positive = MOST_TRIES) -> Iterator[Layout]:
    """Those of `random_deals(seed)` that meet a condition, read if it is text: each as likely as any other that does.

    Raises ConditionError for what is no condition, and when `tries` deals in a row do not meet it; the message says
    how rare it is.
    """
    return _meeting(Condition.parse(condition) if isinstance(condition, str) else condition, seed, tries)


def _meeting(condition: Condition, seed: int, tries: int) -> Iterator[Layout]:
    tried, met, last = 0, 0, 0
    for layout in random_deals(seed):
        tried += 1
        if condition.holds(layout):
            met, last = met + 1, tried
            yield layout
        elif tried - last >= tries:
            raise ConditionError(f"condition hardly ever met: {_rarity(met, tried)}: {condition.text!r}")


def _rarity(met: int, tried: int) -> str:
    """How rare something is that was met so often: if never, then with 95 % confidence by the rule of three."""
    if met:
        return f"{met} of {tried:,} deals, about one in {round(tried / met):,}"
    return f"none of {tried:,} deals, so rarer than about one in {tried // 3:,}, if it can be met at all"
