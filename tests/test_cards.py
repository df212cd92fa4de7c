"""Cards, hands, seats, denominations: tolerant reading, exact printing, round trips."""

import pickle
from copy import copy, deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo import Card, Hand, Seat, Suit, Trump
from ninefivetwo.cards import FULL_DECK, parse_cards
from ninefivetwo.errors import CardError

cards = st.builds(Card, st.sampled_from(Suit), st.integers(0, 12))
hands = st.frozensets(cards).map(Hand.of)


@given(cards)
def test_cards_round_trip(card):
    text = str(card)
    assert Card.parse(text) == Card.parse(text[::-1]) == Card.parse(f" {text.lower()} ") == Card.at(card.index) == card


def test_cards_exist_once():
    """Every way to a card leads to the same object, so that cards may be compared by identity; none can be changed."""
    assert len(set(FULL_DECK)) == len(FULL_DECK) == 52 and sorted(FULL_DECK) == sorted(FULL_DECK, key=lambda c: c.index)
    for card in FULL_DECK:
        ways = (Card(card.suit, card.rank), Card.at(card.index), Card.parse(str(card)))
        copies = (copy(card), deepcopy(card), pickle.loads(pickle.dumps(card)))
        assert all(way is card for way in (*ways, *copies))
        assert Card.at(hash(card)) is card
        with pytest.raises(AttributeError, match="a card cannot be changed"):
            card.rank = 3
    for rank in (-1, 13, 16):
        with pytest.raises(CardError, match="invalid rank of a card"):
            Card(Suit.HEARTS, rank)
    with pytest.raises(CardError, match="invalid index of a card"):
        Card.at(13)


@given(hands)
def test_hands_round_trip(hand):
    assert Hand.parse(str(hand)) == Hand.of(hand) == hand
    assert Hand.parse(str(hand).replace("-", "").replace("T", "10").lower()) == hand
    assert Hand.parse(str(hand).replace(".", " ")) == hand
    if hand:
        assert Hand.parse(" ".join(map(str, hand))) == hand
        assert Hand.parse(" ".join(f"{suit}{hand.suit(suit)}" for suit in reversed(Suit) if hand.suit(suit))) == hand


@given(hands, hands)
def test_hands_are_sets(one, other):
    assert set(one | other) == set(one) | set(other)
    assert set(one & other) == set(one) & set(other)
    assert set(one - other) == set(one) - set(other)
    assert len(one) == len(set(one))
    assert all(card in one for card in one)


@pytest.mark.parametrize("text", ["SA", "AS", "sa", "♠A", "a♠", " As "])
def test_cards_are_read_as_people_type_them(text):
    assert Card.parse(text) == Card(Suit.SPADES, 12)


@pytest.mark.parametrize(
    "text",
    [
        "KQ942.A7.-.J10",
        "kq942.a7..jt",
        "KQ942 . A7 . - . JT",
        "KQ942 A7 - JT",
        "♠KQ942 ♥A7 ♦- ♣J10",
        "♠ K Q 9 4 2  ♥ A 7  ♣ J 10",
        "S KQ942 H A7 D - C JT",
        "s:kq942, h:a7, d:–, c:jt",
        "SK SQ S9 S4 S2 HA H7 CJ C10",
        "♣jt♥a7♠kq942",
    ],
)
def test_hands_are_read_as_people_type_them(text):
    assert str(Hand.parse(text)) == "KQ942.A7.-.JT"


def test_a_ten_is_typed_as_10_or_t():
    assert [str(card) for card in parse_cards("10h, h10 TH ♥10")] == ["HT"] * 4


@pytest.mark.parametrize("text", ["", "S", "SS", "AA", "S1", "S11", "XA", "SAK", "1S", "S-1"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(CardError, match="not a card"):
        Card.parse(text)


def test_values_print_as_their_words():
    assert [str(seat) for seat in Seat] == [f"{seat}" for seat in Seat] == ["dealer", "left", "right"]
    assert f"{Suit.SPADES} {Trump.NO_TRUMP}" == "S N" and [*Seat] == [0, 1, 2]
    assert Card.parse("TH").words == "10 of hearts" and Card.parse("C2").words == "2 of clubs"


def test_seats_and_denominations_are_read_or_refused():
    assert [Seat.parse(text) for text in ("d", "Left", " R ")] == [Seat.DEALER, Seat.LEFT, Seat.RIGHT]
    assert Seat.RIGHT.next is Seat.DEALER
    assert [Trump.parse(text) for text in ("s", "♥", "nt", "Clubs", "N")] == [
        Trump.SPADES,
        Trump.HEARTS,
        Trump.NO_TRUMP,
        Trump.CLUBS,
        Trump.NO_TRUMP,
    ]
    for parse in (Seat.parse, Trump.parse):
        for text in ("", "x", "dealerleft"):
            with pytest.raises(CardError):
                parse(text)
