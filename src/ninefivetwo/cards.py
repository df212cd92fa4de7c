"""Cards, hands, seats and denominations: values, each with one parser and one printer.

Reading is tolerant (``AS``, ``10h``, ``♥10``), printing is not: a card is suit then rank (``SA``), a hand
``spades.hearts.diamonds.clubs`` from high to low with ``-`` for a void.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import TypeVar

from ninefivetwo.errors import CardError, quoted

Item = TypeVar("Item")

RANKS = "23456789TJQKA"
LANE_BITS = 16  # a hand's card set keeps each suit in sixteen bits, thirteen of them used
_GLYPHS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}


class Suit(IntEnum):
    """A suit; its letter is its name."""

    S = 0
    H = 1
    D = 2
    C = 3


class Denomination(IntEnum):
    """What is trumps: a suit, or N for no-trump.

    >>> Denomination.parse("nt")
    <Denomination.N: 4>
    """

    S = 0
    H = 1
    D = 2
    C = 3
    N = 4

    @classmethod
    def parse(cls, text: str) -> Denomination:
        """Read a denomination: a letter, a word or a suit sign.  Raises CardError."""
        found = _DENOMINATIONS.get(text.strip().upper())
        if found is None:
            raise CardError(f"no denomination: {quoted(text)} (expected S, H, D, C or N)")
        return found


_DENOMINATIONS = {
    **{d.name: d for d in Denomination},
    **{glyph: Denomination[letter] for glyph, letter in _GLYPHS.items()},
    **{"SPADES": Denomination.S, "HEARTS": Denomination.H, "DIAMONDS": Denomination.D, "CLUBS": Denomination.C},
    **{"NT": Denomination.N, "NO-TRUMP": Denomination.N, "NOTRUMP": Denomination.N},
}


class Seat(IntEnum):
    """A player by his place from the dealer, clockwise: dealer 0, left 1, right 2.

    >>> Seat.parse("L"), Seat.LEFT.next, Seat.LEFT.word, Seat.LEFT.letter
    (<Seat.LEFT: 1>, <Seat.RIGHT: 2>, 'left', 'L')
    """

    DEALER = 0
    LEFT = 1
    RIGHT = 2

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read a seat by its letter or word.  Raises CardError."""
        wanted = text.strip().lower()
        for seat in cls:
            if wanted and wanted in (seat.word, seat.word[0]):
                return seat
        raise CardError(f"no seat: {quoted(text)} (expected D, L or R)")

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def letter(self) -> str:
        return self.name[0]

    @property
    def next(self) -> Seat:
        """The seat that plays after this one."""
        return self.after(1)

    def after(self, turns: int) -> Seat:
        """The seat so many turns clockwise."""
        return Seat((self + turns) % 3)


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """A card.  `rank` counts from 0, the deuce, to 12, the ace.

    >>> Card.parse("10h"), str(Card.parse("♠a"))
    (Card('HT'), 'SA')
    """

    suit: Suit
    rank: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card, suit and rank in either order.  Raises CardError."""
        word = text.strip().upper().replace("10", "T")
        for glyph, letter in _GLYPHS.items():
            word = word.replace(glyph, letter)
        if len(word) == 2 and word[0] in RANKS:
            word = word[::-1]
        if len(word) != 2 or word[0] not in Suit.__members__ or word[1] not in RANKS:
            raise CardError(f"no card: {quoted(text)} (expected a suit S H D C and a rank, such as SA or HT)")
        return cls(Suit[word[0]], RANKS.index(word[1]))

    @classmethod
    def at(cls, index: int) -> Card:
        """The card of a bit in a card set (inverse of `index`)."""
        return cls(Suit(index // LANE_BITS), index % LANE_BITS)

    @property
    def index(self) -> int:
        """The card's bit in a card set."""
        return LANE_BITS * self.suit + self.rank

    def __str__(self) -> str:
        return self.suit.name + RANKS[self.rank]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in a row, parted by spaces or commas.  Raises CardError.

    >>> parse_cards("SA, h10")
    (Card('SA'), Card('HT'))
    """
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, kept as an int of four 16-bit lanes (`Card.index`): spades lowest, deuce lowest.

    >>> hand = Hand.parse("AK3.10..98")
    >>> str(hand), len(hand), Card.parse("SA") in hand
    ('AK3.T.-.98', 6, True)
    >>> [str(card) for card in hand]
    ['SA', 'SK', 'S3', 'HT', 'C9', 'C8']
    """

    cards: int = 0

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read ``spades.hearts.diamonds.clubs``; a void is empty or ``-``.  Raises CardError."""
        lanes = text.strip().upper().replace("10", "T").split(".")
        if len(lanes) != 4:
            raise CardError(f"no hand: {quoted(text)} (expected four suits, spades.hearts.diamonds.clubs)")
        cards = 0
        for suit, ranks in zip(Suit, lanes, strict=True):
            for rank in "" if ranks.strip() == "-" else ranks:
                if rank not in RANKS:
                    raise CardError(f"no rank: {rank!r} in hand {quoted(text)} (expected A K Q J T 9 ... 2)")
                bit = 1 << Card(suit, RANKS.index(rank)).index
                if cards & bit:
                    raise CardError(f"card twice: {suit.name}{rank} in hand {quoted(text)}")
                cards |= bit
        return cls(cards)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """The hand of these cards."""
        return cls(sum(1 << index for index in {card.index for card in cards}))

    def suit(self, suit: Suit) -> str:
        """The ranks held in a suit, high to low; empty for a void."""
        return "".join(RANKS[rank] for rank in reversed(range(13)) if self.cards >> (LANE_BITS * suit + rank) & 1)

    def only(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return Hand(self.cards & 0x1FFF << LANE_BITS * suit)

    def __str__(self) -> str:
        return ".".join(self.suit(suit) or "-" for suit in Suit)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def __len__(self) -> int:
        return self.cards.bit_count()

    def __iter__(self) -> Iterator[Card]:
        """Card by card, spades to clubs, high to low."""
        for suit in Suit:
            for rank in self.suit(suit):
                yield Card(suit, RANKS.index(rank))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.cards >> card.index & 1)

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.cards | other.cards)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.cards & other.cards)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.cards & ~other.cards)


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """The items in a random order, the same for the same state of `random` in every version of Python.

    Only `Random.random` is promised to draw alike everywhere, so it alone is used.
    """
    found = list(items)
    keys = [random.random() for _ in found]
    return [found[i] for i in sorted(range(len(found)), key=keys.__getitem__)]


FULL_DECK = Hand(sum(0x1FFF << LANE_BITS * suit for suit in Suit))
