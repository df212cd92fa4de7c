"""Cards, hands, seats, denominations: tolerant reading, exact printing, round trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo import Card, CardError, Denomination, Hand, Seat, Suit, parse_cards

cards = st.builds(Card, st.sampled_from(Suit), st.integers(0, 12))
hands = st.frozensets(cards).map(Hand.of)


@given(cards)
def test_cards_round_trip(card):
    text = str(card)
    assert Card.parse(text) == Card.parse(text[::-1]) == Card.parse(f" {text.lower()} ") == Card.at(card.index) == card


@given(hands)
def test_hands_round_trip(hand):
    assert Hand.parse(str(hand)) == Hand.of(hand) == hand
    assert Hand.parse(str(hand).replace("-", "").replace("T", "10").lower()) == hand


@given(hands, hands)
def test_hands_are_sets(one, other):
    assert set(one | other) == set(one) | set(other)
    assert set(one & other) == set(one) & set(other)
    assert set(one - other) == set(one) - set(other)
    assert len(one) == len(set(one))
    assert all(card in one for card in one)


@pytest.mark.parametrize("text", ["SA", "AS", "sa", "♠A", "a♠", " As "])
def test_tolerant_cards(text):
    assert Card.parse(text) == Card(Suit.S, 12)


def test_tens():
    assert [str(card) for card in parse_cards("10h, h10 TH ♥10")] == ["HT"] * 4


@pytest.mark.parametrize("text", ["", "S", "SS", "AA", "S1", "S11", "XA", "SAK", "1S", "S-1"])
def test_no_card(text):
    with pytest.raises(CardError, match="no card"):
        Card.parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("AK", "expected four suits"),
        ("A.K.Q.J.T", "expected four suits"),
        ("AA...", "card twice: SA"),
        ("A1...", "no rank: '1'"),
        ("A K...", "no rank: ' '"),
        ("A" * 200, "expected four suits"),
    ],
)
def test_no_hand(text, why):
    with pytest.raises(CardError, match=why) as raised:
        Hand.parse(text)
    assert len(str(raised.value)) < 200


def test_seats_and_denominations():
    assert [Seat.parse(text) for text in ("d", "Left", " R ")] == [Seat.DEALER, Seat.LEFT, Seat.RIGHT]
    assert Seat.RIGHT.next is Seat.DEALER
    assert [Denomination.parse(text) for text in ("s", "♥", "nt", "Clubs", "N")] == [
        Denomination.S,
        Denomination.H,
        Denomination.N,
        Denomination.C,
        Denomination.N,
    ]
    for parse in (Seat.parse, Denomination.parse):
        for text in ("", "x", "dealerleft"):
            with pytest.raises(CardError):
                parse(text)
