"""Cards, hands, seats and denominations, with their parsers and printed forms.

The parsers accept many forms, such as ``AS``, ``10h`` and ``♥10``, or ``♠KQ94 ♥A7 ♣J``. A card is printed as suit and
rank (``SA``). A hand is printed as ``spades.hearts.diamonds.clubs`` from high to low, with ``-`` for a void.

Internal: import public names from `ninefivetwo` instead.
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
SMALL_CARD = "X"  # a small card, whose rank need not be entered
LANE_BITS = 16  # number of bits for each suit in a hand's card set; thirteen of them are used
_LANE = 0x1FFF  # all thirteen cards of a suit
_DECK = _LANE * (1 + (1 << LANE_BITS) + (1 << 2 * LANE_BITS) + (1 << 3 * LANE_BITS))
_GLYPHS = str.maketrans("♠♥♦♣♤♡♢♧–—", "SHDCSHDC--", "\ufe0e\ufe0f")  # phones add variation selectors to suit signs
RANK_WORDS = (*map(str, range(2, 11)), "jack", "queen", "king", "ace")


class _Enumerated(IntEnum):
    @property
    def letter(self) -> str:
        """The first letter of the name, for input and output."""
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
    if type(value) is int or isinstance(value, _Enumerated):
        with suppress(CardError):
            return kind(value)
    expected = ", ".join(map(str, kind))
    raise CardError(f"unknown {what}: {in_short(value)} (expected {expected}, as text or as a {kind.__name__})")


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
        """The suit's name in lower case: ``spades``."""
        return self.name.lower()


#: The suits by letter.
SUITS = {suit.letter: suit for suit in Suit}


class Trump(_Enumerated):
    """A denomination, which is a trump suit or no-trump.

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
        """Parse a denomination: a letter, a word or a suit sign. Raises CardError."""
        result = _TRUMPS.get(text.strip().upper().translate(_GLYPHS))
        if result is None:
            raise CardError(f"unknown denomination: {quoted(text)} (expected S, H, D, C or N)")
        return result

    @classmethod
    def of(cls, value: Trump | str) -> Trump:
        """Return a denomination, which may be given as text. Raises CardError."""
        return cls.parse(value) if isinstance(value, str) else _member(cls, value, "denomination")

    @classmethod
    def several(cls, values: Trump | str | Iterable[Trump | str]) -> tuple[Trump, ...]:
        """Return a tuple of one or several denominations, parsing denominations given as text. Raises CardError.

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
    """A player's seat. The seats are numbered clockwise: dealer 0, left 1, right 2.

    >>> Seat.parse("L"), Seat.LEFT.next, str(Seat.LEFT), Seat.LEFT.letter
    (<Seat.LEFT: 1>, <Seat.RIGHT: 2>, 'left', 'L')
    """

    DEALER = 0
    LEFT = 1
    RIGHT = 2

    @classmethod
    @checked(CardError)
    def parse(cls, text: str) -> Seat:
        """Parse a seat's letter or word. Raises CardError."""
        word = text.strip().lower()
        for seat in cls:
            if word in (seat.word, seat.word[0]):
                return seat
        raise CardError(f"unknown seat: {quoted(text)} (expected D, L or R)")

    @classmethod
    def of(cls, value: Seat | str) -> Seat:
        """Return a seat, which may be given as text. Raises CardError."""
        return cls.parse(value) if isinstance(value, str) else _member(cls, value, "seat")

    def __str__(self) -> str:
        return self.word

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def next(self) -> Seat:
        """The next seat clockwise."""
        return self.after(1)

    def after(self, turns: int) -> Seat:
        """Return the seat `turns` places clockwise from this seat."""
        return _SEATS[(self + turns) % 3]


_SEATS = tuple(Seat)


def by_seat(values: Iterable[Item]) -> tuple[Item, Item, Item]:
    """Return three values as a tuple in the order dealer, left, right."""
    dealer, left, right = values
    return dealer, left, right


#: All ordered pairs of seats, such as giver and receiver. Survey columns and fitted numbers use this order.
SEAT_PAIRS = tuple(permutations(Seat, 2))


@total_ordering
class Card:
    """A playing card. `rank` is from 0 (deuce) to 12 (ace). `index` is the number of the card's bit in a card set.

    Only 52 objects of this class exist, even after copying and unpickling. Cards are sorted by suit, then by rank.
    Raises CardError for an invalid suit or rank.

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
            raise CardError(f"not a suit: {in_short(suit)} (expected a Suit; Card.parse reads text)")
        if type(rank) is not int or not 0 <= rank < len(RANKS):
            raise CardError(f"invalid rank of a card: {in_short(rank)} (expected 0, the deuce, to 12, the ace)")
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
        """Parse a card, with suit and rank in either order. Raises CardError."""
        if not isinstance(text, str):  # the decorator `checked` would take longer than parsing the card
            raise CardError(f"Card.parse: invalid text: {in_short(text)} (expected str)")
        card = _BY_TEXT.get(text) or _BY_TEXT.get(plain_text(text.strip()))
        if card is None:
            raise CardError(f"not a card: {quoted(text)} (expected a suit S H D C and a rank, such as SA or HT)")
        return card

    @classmethod
    def at(cls, index: int) -> Card:
        """Return the card with the given index. Raises CardError for an invalid index."""
        if (card := _CARDS.get(index)) is None:
            raise CardError(f"invalid index of a card: {index}")
        return card

    @property
    def words(self) -> str:
        """The card's name: ``queen of spades``."""
        return f"{RANK_WORDS[self.rank]} of {self.suit.word}"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {self}.{name}")

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index  # hashing the address would order sets differently in every run

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Card.at, (self.index,)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self._text!r})"


_CARDS = {LANE_BITS * suit + rank: Card._make(suit, rank) for suit in Suit for rank in range(len(RANKS))}
_BY_TEXT = {text: card for card in _CARDS.values() for text in (str(card), str(card)[::-1])}


def plain_text(text: str) -> str:
    """Return a text in capitals, with letters for suit signs and T for 10."""
    return text.upper().translate(_GLYPHS).replace("10", "T")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards separated by spaces or commas; several ranks may follow a suit. Raises CardError.

    >>> parse_cards("SA, h10"), parse_cards("♥8 3 D54")
    ((Card('SA'), Card('HT')), (Card('H8'), Card('H3'), Card('D5'), Card('D4')))
    """
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        plain = plain_text(word)
        suit, ranks = (plain[:1], plain[1:]) if plain[:1] in SUITS else (str(cards[-1])[:1] if cards else "", plain)
        if suit and ranks and set(ranks) <= set(RANKS):
            cards += [Card.parse(suit + rank) for rank in ranks]
        else:
            cards.append(Card.parse(word))
    return tuple(cards)


def as_cards(cards: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Return a tuple of cards, parsing cards given as text. Raises CardError."""
    if isinstance(cards, str):
        return parse_cards(cards)
    return tuple(card if isinstance(card, Card) else _read(card) for card in _iterated(cards))


def _iterated(cards: Iterable[Card | str]) -> Iterator[Card | str]:
    try:
        return iter(cards)
    except TypeError as error:
        raise CardError(f"not cards: {in_short(cards)} (expected cards, or text such as SA HT)") from error


def _read(card: object) -> Card:
    if not isinstance(card, str):
        raise CardError(f"not a card: {in_short(card)} (expected a Card, or text such as SA or HT)")
    return Card.parse(card)


@dataclass(frozen=True, slots=True)
class Hand:
    """A set of cards. `cards` is a bit mask with 16 bits for each suit, in which each card has the bit `Card.index`.

    Raises CardError if `cards` is not a valid bit mask. `Hand.parse` reads text.

    >>> hand = Hand.parse("AK3.10..98")
    >>> str(hand), len(hand), Card.parse("SA") in hand, hand.spades, hand.diamonds
    ('AK3.T.-.98', 6, True, 'AK3', '')
    >>> [str(card) for card in hand]
    ['SA', 'SK', 'S3', 'HT', 'C9', 'C8']
    """

    cards: int = 0

    def __post_init__(self) -> None:
        if type(self.cards) is not int or self.cards & ~_DECK:
            raise CardError(f"not a set of cards: {in_short(self.cards)} (expected its bits; Hand.parse reads text)")

    @classmethod
    @checked(CardError)
    def parse(cls, text: str) -> Hand:
        """Parse a hand. Raises CardError.

        The first form is ``spades.hearts.diamonds.clubs``. A void is empty or ``-``, and spaces may replace the dots if
        no suit is empty. In the second form, each suit begins with its letter or sign, the suits may be in any order,
        and voids may be omitted.

        >>> [str(Hand.parse(text)) for text in ("KQ942 A7 - J", "♠KQ942 ♥A7 ♣J", "s kq942 h a7 d - c j")]
        ['KQ942.A7.-.J', 'KQ942.A7.-.J', 'KQ942.A7.-.J']
        """
        return cls.of(card for suit, ranks in _ranks_by_suit(text).items() for card in _named(suit, ranks, text))

    @classmethod
    def parse_small(cls, text: str, elsewhere: Hand) -> tuple[Hand, Hand]:
        """Parse a hand in which ``x`` is a small card. Returns the hand and the cards chosen for all ``x``.

        Each ``x`` becomes the lowest card of its suit that is neither in the hand nor in `elsewhere`. Raises CardError.

        >>> Hand.parse_small("AKxx.x.-.2", Hand.parse("3..."))
        (Hand('AK42.2.-.2'), Hand('42.2.-.-'))
        """
        suits = _ranks_by_suit(text)
        named, small = cls(), cls()
        for suit, ranks in suits.items():
            named |= _named(suit, ranks.replace(SMALL_CARD, ""), text)
            left, number = sorted(FULL_DECK.only(suit) - named - elsewhere), ranks.count(SMALL_CARD)
            if len(left) < number:
                raise CardError(
                    f"too many small {suit.word} in hand {quoted(text)}: {number} (expected at most {len(left)})"
                )
            small |= cls.of(left[:number])
        return named | small, small

    @classmethod
    def of(cls, cards: Iterable[Card | str]) -> Hand:
        """Return the hand with the given cards, which may be text. Raises CardError, including for a duplicate card.

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
        """The ranks held in spades, high to low."""
        return self.suit(Suit.SPADES)

    @property
    def hearts(self) -> str:
        """The ranks held in hearts, high to low."""
        return self.suit(Suit.HEARTS)

    @property
    def diamonds(self) -> str:
        """The ranks held in diamonds, high to low."""
        return self.suit(Suit.DIAMONDS)

    @property
    def clubs(self) -> str:
        """The ranks held in clubs, high to low."""
        return self.suit(Suit.CLUBS)

    def suit(self, suit: Suit) -> str:
        """Return the ranks held in a suit, high to low."""
        return _ranks(self.cards >> LANE_BITS * suit & _LANE)

    def only(self, suit: Suit) -> Hand:
        """Return the hand's cards of one suit."""
        return Hand(self.cards & _LANE << LANE_BITS * suit)

    def __str__(self) -> str:
        return ".".join(self.suit(suit) or "-" for suit in Suit)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def __len__(self) -> int:
        return self.cards.bit_count()

    def __iter__(self) -> Iterator[Card]:
        """Iterate over the cards from spades to clubs, high to low."""
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
    return "".join(RANKS[rank] for rank in reversed(range(len(RANKS))) if lane >> rank & 1)


def _ranks_by_suit(text: str) -> dict[Suit, str]:
    """Return the ranks in each suit, as written in the text of a hand. Raises CardError."""
    plain = plain_text(text.strip())
    by_letter = any(suit.letter in plain for suit in Suit)
    result = dict.fromkeys(Suit, "")
    for suit, ranks in _suits_by_letter(plain, text) if by_letter else zip(Suit, _four_suits(plain, text), strict=True):
        result[suit] += "" if ranks == "-" else ranks
    return result


def _named(suit: Suit, ranks: str, text: str) -> Hand:
    for rank in ranks:
        if rank not in RANKS:
            raise CardError(f"invalid rank {rank!r} in hand {quoted(text)} (expected A K Q J T 9 ... 2)")
        if ranks.count(rank) > 1:
            raise CardError(f"card twice: {suit.letter}{rank} in hand {quoted(text)} (expected each once)")
    return Hand.of(Card(suit, RANKS.index(rank)) for rank in ranks)


def _four_suits(plain: str, text: str) -> list[str]:
    """Split a hand's text into four suits. Raises CardError if the number of suits is wrong."""
    suits = [suit.strip() for suit in plain.split("." if "." in plain else None)]
    if len(suits) != len(Suit) or any(" " in suit for suit in suits):
        raise CardError(f"not a hand: {quoted(text)} (expected four suits, such as KQ942.A7.-.J or ♠KQ942 ♥A7 ♣J)")
    return suits


def _suits_by_letter(plain: str, text: str) -> list[tuple[Suit, str]]:
    """Return each suit and the ranks that follow its letter. A suit may occur several times."""
    first, *parts = re.split(f"([{''.join(SUITS)}])", re.sub(r"[\s,;:]", "", plain))
    if first:
        raise CardError(
            f"missing suit before {first[0]!r} in hand {quoted(text)} (expected the suit first, as in ♠KQ942 ♥A7)"
        )
    return [(SUITS[name], ranks) for name, ranks in zip(parts[::2], parts[1::2], strict=True)]


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """Return the items in a random order that is the same in every version of Python.

    Only `Random.random` is used, because Python guarantees the numbers of no other method.
    """
    result = list(items)
    keys = [random.random() for _ in result]
    return [result[i] for i in sorted(range(len(result)), key=keys.__getitem__)]


FULL_DECK = Hand(sum(_LANE << LANE_BITS * suit for suit in Suit))
