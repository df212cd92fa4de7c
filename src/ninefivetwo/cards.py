"""Cards, hands, seats and denominations: values, each with one parser and one printer.

Reading is tolerant (``AS``, ``10h``, ``♥10``; ``♠KQ94 ♥A7 ♣J``), printing is not: a card is suit then rank (``SA``), a
hand ``spades.hearts.diamonds.clubs`` from high to low with ``-`` for a void.

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, total_ordering
from itertools import permutations
from random import Random
from typing import NoReturn, TypeVar

from ninefivetwo.checks import checked, no_member
from ninefivetwo.errors import CardError, in_short, quoted

Item = TypeVar("Item")

RANKS = "23456789TJQKA"
SMALL = "X"  # a card whose rank does not matter to whoever types the hand
LANE_BITS = 16  # a hand's card set keeps each suit in sixteen bits, thirteen of them used
_LANE = 0x1FFF  # all thirteen cards of a suit
_DECK = _LANE * (1 + (1 << LANE_BITS) + (1 << 2 * LANE_BITS) + (1 << 3 * LANE_BITS))
_GLYPHS = str.maketrans("♠♥♦♣♤♡♢♧–—", "SHDCSHDC--", "\ufe0e\ufe0f")  # phones add how a sign is to be drawn
_RANK_WORDS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


class _Enumerated(IntEnum):
    """An enumeration that prints as its letter."""

    @property
    def letter(self) -> str:
        """The first of its name, by which it is typed and printed."""
        return self.name[0]

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        no_member(cls, value, CardError)

    def __str__(self) -> str:
        return self.letter

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


Value = TypeVar("Value", bound=_Enumerated)


def _member(kind: type[Value], value: int, what: str) -> Value:
    """The member of an enumeration with this value.  Raises CardError where there is none."""
    if type(value) is int or isinstance(value, _Enumerated):
        with suppress(CardError):
            return kind(value)
    expected = ", ".join(map(str, kind))
    raise CardError(f"no {what}: {in_short(value)} (expected {expected}, as text or as a {kind.__name__})")


class Suit(_Enumerated):
    """A suit.

    >>> Suit.HEARTS.letter, Suit.HEARTS.word, Suit.HEARTS == Trump.HEARTS
    ('H', 'hearts', True)
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def word(self) -> str:
        """The name of its cards: ``spades``."""
        return self.name.lower()


#: The suits by letter.
SUITS = {suit.letter: suit for suit in Suit}


class Trump(_Enumerated):
    """What is trumps: a suit, or N for no-trump; the denomination, as the messages call it.

    >>> Trump.parse("nt"), str(Trump.HEARTS)
    (<Trump.NO_TRUMP: 4>, 'H')
    """

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NO_TRUMP = 4

    @classmethod
    @checked(CardError)
    def parse(cls, text: str) -> Trump:
        """Read a denomination: a letter, a word or a suit sign.  Raises CardError."""
        result = _TRUMPS.get(text.strip().upper().translate(_GLYPHS))
        if result is None:
            raise CardError(f"no denomination: {quoted(text)} (expected S, H, D, C or N)")
        return result

    @classmethod
    def of(cls, value: Trump | str) -> Trump:
        """The denomination, read if it is text.  Raises CardError."""
        return cls.parse(value) if isinstance(value, str) else _member(cls, value, "denomination")

    @classmethod
    def several(cls, values: Trump | str | Iterable[Trump | str]) -> tuple[Trump, ...]:
        """Denominations, given as one or as several, each read if it is text.  Raises CardError.

        >>> Trump.several("N"), Trump.several(["S", Trump.HEARTS])
        ((<Trump.NO_TRUMP: 4>,), (<Trump.SPADES: 0>, <Trump.HEARTS: 1>))
        """
        return (
            tuple(map(cls.of, values))
            if isinstance(values, Iterable) and not isinstance(values, str)
            else (cls.of(values),)
        )


_TRUMPS = {
    **{trump.letter: trump for trump in Trump},
    **{trump.name: trump for trump in Trump},
    **{"NT": Trump.NO_TRUMP, "NO-TRUMP": Trump.NO_TRUMP, "NOTRUMP": Trump.NO_TRUMP},
}


class Seat(_Enumerated):
    """A player by his place from the dealer, clockwise: dealer 0, left 1, right 2.

    >>> Seat.parse("L"), Seat.LEFT.next, str(Seat.LEFT), Seat.LEFT.letter
    (<Seat.LEFT: 1>, <Seat.RIGHT: 2>, 'left', 'L')
    """

    DEALER = 0
    LEFT = 1
    RIGHT = 2

    @classmethod
    @checked(CardError)
    def parse(cls, text: str) -> Seat:
        """Read a seat by its letter or word.  Raises CardError."""
        word = text.strip().lower()
        for seat in cls:
            if word in (seat.word, seat.word[0]):
                return seat
        raise CardError(f"no seat: {quoted(text)} (expected D, L or R)")

    @classmethod
    def of(cls, value: Seat | str) -> Seat:
        """The seat, read if it is text.  Raises CardError."""
        return cls.parse(value) if isinstance(value, str) else _member(cls, value, "seat")

    def __str__(self) -> str:
        return self.word

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def next(self) -> Seat:
        """The seat that plays after this one."""
        return self.after(1)

    def after(self, turns: int) -> Seat:
        """The seat so many turns clockwise."""
        return _SEATS[(self + turns) % 3]


_SEATS = tuple(Seat)


def by_seat(values: Iterable[Item]) -> tuple[Item, Item, Item]:
    """Three values, those of dealer, left and right."""
    dealer, left, right = values
    return dealer, left, right


#: Each seat with each other: giver and receiver, say.  Columns of surveys' files and fitted numbers are in this order.
SEAT_PAIRS = tuple(permutations(Seat, 2))


@total_ordering
class Card:
    """A card.  `rank` counts from 0, the deuce, to 12, the ace; `index` is the card's bit in a card set.

    There are 52 objects of this class: `Card` gives the same one for the same suit and rank, and so do parsing,
    iterating over a hand, copying and unpickling.  Cards sort by suit, then rank.  Raises CardError for no rank.

    >>> Card.parse("10h"), str(Card.parse("♠a")), Card.parse("SQ").words
    (Card('HT'), 'SA', 'queen of spades')
    """

    __slots__ = ("suit", "rank", "index", "_text")
    __match_args__ = ("suit", "rank")
    suit: Suit
    rank: int
    index: int
    _text: str

    def __new__(cls, suit: Suit, rank: int) -> Card:
        if not isinstance(suit, Suit):
            raise CardError(f"no suit: {in_short(suit)} (expected a Suit; text is for Card.parse)")
        if type(rank) is not int or not 0 <= rank < len(RANKS):
            raise CardError(f"no rank of a card: {in_short(rank)} (expected 0, the deuce, to 12, the ace)")
        return _CARDS[LANE_BITS * suit + rank]

    @classmethod
    def _make(cls, suit: Suit, rank: int) -> Card:
        card = object.__new__(cls)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "index", LANE_BITS * suit + rank)
        object.__setattr__(card, "_text", suit.letter + RANKS[rank])
        return card

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read a card, suit and rank in either order.  Raises CardError."""
        if not isinstance(text, str):  # by hand: `checked` takes longer than all of the reading
            raise CardError(f"Card.parse: invalid text: {in_short(text)} (expected str)")
        card = _BY_TEXT.get(text) or _BY_TEXT.get(plain_text(text.strip()))
        if card is None:
            raise CardError(f"no card: {quoted(text)} (expected a suit S H D C and a rank, such as SA or HT)")
        return card

    @classmethod
    def at(cls, index: int) -> Card:
        """The card of a bit in a card set (inverse of `index`).  Raises CardError where no card has that bit."""
        if (card := _CARDS.get(index)) is None:
            raise CardError(f"no index of a card: {index}")
        return card

    @property
    def words(self) -> str:
        """The card's name: ``queen of spades``."""
        rank = RANKS[self.rank]
        return f"{_RANK_WORDS.get(rank, rank)} of {self.suit.word}"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {self}.{name}")

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index  # not the address: sets of cards must have one order in every run

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Card.at, (self.index,)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self._text!r})"


_CARDS = {LANE_BITS * suit + rank: Card._make(suit, rank) for suit in Suit for rank in range(len(RANKS))}
_BY_TEXT = {text: card for card in _CARDS.values() for text in (str(card), str(card)[::-1])}


def plain_text(text: str) -> str:
    """A card or hand as typed, with letters for suit signs, T for 10, in capitals."""
    return text.upper().translate(_GLYPHS).replace("10", "T")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in a row, separated by spaces or commas.  Raises CardError.

    >>> parse_cards("SA, h10")
    (Card('SA'), Card('HT'))
    """
    return tuple(Card.parse(word) for word in text.replace(",", " ").split())


def as_cards(cards: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Cards in a row, each read if it is text.  Raises CardError."""
    if isinstance(cards, str):
        return parse_cards(cards)
    return tuple(card if isinstance(card, Card) else _read(card) for card in _iterated(cards))


def _iterated(cards: Iterable[Card | str]) -> Iterator[Card | str]:
    try:
        return iter(cards)
    except TypeError as error:
        raise CardError(f"no cards: {in_short(cards)} (expected cards, or text such as SA HT)") from error


def _read(card: object) -> Card:
    if not isinstance(card, str):
        raise CardError(f"no card: {in_short(card)} (expected a Card, or text such as SA or HT)")
    return Card.parse(card)


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards, kept as an int of four 16-bit lanes (`Card.index`): spades lowest, deuce lowest.

    Raises CardError for anything else; texts are for `Hand.parse`.

    >>> hand = Hand.parse("AK3.10..98")
    >>> str(hand), len(hand), Card.parse("SA") in hand, hand.spades, hand.diamonds
    ('AK3.T.-.98', 6, True, 'AK3', '')
    >>> [str(card) for card in hand]
    ['SA', 'SK', 'S3', 'HT', 'C9', 'C8']
    """

    cards: int = 0

    def __post_init__(self) -> None:
        if type(self.cards) is not int or self.cards & ~_DECK:
            raise CardError(f"no set of cards: {in_short(self.cards)} (expected its bits; text is for Hand.parse)")

    @classmethod
    @checked(CardError)
    def parse(cls, text: str) -> Hand:
        """Read a hand.  Raises CardError.

        ``spades.hearts.diamonds.clubs``, a void empty or ``-``, with spaces for the dots if no suit is empty; or each
        suit after its letter or sign, in any order, voids left out if wished.

        >>> [str(Hand.parse(text)) for text in ("KQ942 A7 - J", "♠KQ942 ♥A7 ♣J", "s kq942 h a7 d - c j")]
        ['KQ942.A7.-.J', 'KQ942.A7.-.J', 'KQ942.A7.-.J']
        """
        return cls.of(card for suit, ranks in _ranks_by_suit(text).items() for card in _named(suit, ranks, text))

    @classmethod
    def parse_small(cls, text: str, elsewhere: Hand) -> tuple[Hand, Hand]:
        """Read a hand in which ``x`` is a small card: the hand, and those of its cards that an ``x`` stands for.

        They are the lowest of their suit that are named neither in the hand nor elsewhere.  Raises CardError.

        >>> Hand.parse_small("AKxx.x.-.2", Hand.parse("3..."))
        (Hand('AK42.2.-.2'), Hand('42.2.-.-'))
        """
        suits = _ranks_by_suit(text)
        named, small = cls(), cls()
        for suit, ranks in suits.items():
            named |= _named(suit, ranks.replace(SMALL, ""), text)
            left, number = sorted(FULL_DECK.only(suit) - named - elsewhere), ranks.count(SMALL)
            if len(left) < number:
                raise CardError(f"{number} small {suit.word} in hand {quoted(text)} (expected at most {len(left)})")
            small |= cls.of(left[:number])
        return named | small, small

    @classmethod
    def of(cls, cards: Iterable[Card | str]) -> Hand:
        """The hand of these cards, each read if it is text.  Raises CardError, also for a card that is there twice.

        >>> Hand.of("SA h10"), Hand.of(["SA", Card.parse("HT")])
        (Hand('A.T.-.-'), Hand('A.T.-.-'))
        """
        bits = 0
        for each in parse_cards(cards) if isinstance(cards, str) else _iterated(cards):
            card = each if isinstance(each, Card) else _read(each)
            bit = 1 << card.index
            if bits & bit:
                raise CardError(f"card twice: {card} (expected each once)")
            bits |= bit
        return cls(bits)

    @property
    def spades(self) -> str:
        """The ranks held in spades, high to low; empty for a void."""
        return self.suit(Suit.SPADES)

    @property
    def hearts(self) -> str:
        """The ranks held in hearts."""
        return self.suit(Suit.HEARTS)

    @property
    def diamonds(self) -> str:
        """The ranks held in diamonds."""
        return self.suit(Suit.DIAMONDS)

    @property
    def clubs(self) -> str:
        """The ranks held in clubs."""
        return self.suit(Suit.CLUBS)

    def suit(self, suit: Suit) -> str:
        """The ranks held in a suit, high to low; empty for a void."""
        return _ranks(self.cards >> LANE_BITS * suit & _LANE)

    def only(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return Hand(self.cards & _LANE << LANE_BITS * suit)

    def __str__(self) -> str:
        return ".".join(self.suit(suit) or "-" for suit in Suit)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def __len__(self) -> int:
        return self.cards.bit_count()

    def __iter__(self) -> Iterator[Card]:
        """Card by card, spades to clubs, high to low."""
        for base in range(0, 4 * LANE_BITS, LANE_BITS):
            lane = self.cards >> base & _LANE
            while lane:
                rank = lane.bit_length() - 1
                lane ^= 1 << rank
                yield _CARDS[base + rank]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.cards >> card.index & 1)

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.cards | other.cards)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.cards & other.cards)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.cards & ~other.cards)


@cache
def _ranks(lane: int) -> str:
    """The ranks of a suit's cards, high to low."""
    return "".join(RANKS[rank] for rank in reversed(range(len(RANKS))) if lane >> rank & 1)


def _ranks_by_suit(text: str) -> dict[Suit, str]:
    """Each suit of a hand with what is written for its ranks.  Raises CardError."""
    plain = plain_text(text.strip())
    by_letter = any(suit.letter in plain for suit in Suit)
    result = dict.fromkeys(Suit, "")
    for suit, ranks in _suits_by_letter(plain, text) if by_letter else zip(Suit, _four_suits(plain, text), strict=True):
        result[suit] += "" if ranks == "-" else ranks
    return result


def _named(suit: Suit, ranks: str, text: str) -> Hand:
    """The cards of a suit.  Raises CardError for another rank than there is, and for one twice."""
    for rank in ranks:
        if rank not in RANKS:
            raise CardError(f"no rank: {rank!r} in hand {quoted(text)} (expected A K Q J T 9 ... 2)")
        if ranks.count(rank) > 1:
            raise CardError(f"card twice: {suit.letter}{rank} in hand {quoted(text)} (expected each once)")
    return Hand.of(Card(suit, RANKS.index(rank)) for rank in ranks)


def _four_suits(plain: str, text: str) -> list[str]:
    """Spades, hearts, diamonds and clubs as they stand in that order."""
    suits = [suit.strip() for suit in plain.split("." if "." in plain else None)]
    if len(suits) != len(Suit) or any(" " in suit for suit in suits):
        raise CardError(f"no hand: {quoted(text)} (expected four suits, such as KQ942.A7.-.J or ♠KQ942 ♥A7 ♣J)")
    return suits


def _suits_by_letter(plain: str, text: str) -> list[tuple[Suit, str]]:
    """Each suit with the ranks that follow its letter; a suit may be named again, even for every card."""
    first, *parts = re.split(f"([{''.join(SUITS)}])", re.sub(r"[\s,;:]", "", plain))
    if first:
        raise CardError(
            f"no suit before {first[0]!r} in hand {quoted(text)} (expected such as ♠KQ942 ♥A7 or S KQ942 H A7)"
        )
    return [(SUITS[name], ranks) for name, ranks in zip(parts[::2], parts[1::2], strict=True)]


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """The items in a random order, the same for the same state of `random` in every version of Python.

    Only `Random.random` is promised to draw alike everywhere, so it alone is used.
    """
    result = list(items)
    keys = [random.random() for _ in result]
    return [result[i] for i in sorted(range(len(result)), key=keys.__getitem__)]


FULL_DECK = Hand(sum(_LANE << LANE_BITS * suit for suit in Suit))
