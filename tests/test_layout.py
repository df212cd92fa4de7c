"""Layouts and positions: round trips, and everything that is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo import Card, Hand, Layout, Position, Seat, Trump
from ninefivetwo.cards import FULL_DECK, parse_cards
from ninefivetwo.errors import LayoutError, PositionError


@st.composite
def layouts(draw):
    deck = draw(st.permutations(list(FULL_DECK)))
    cuts = sorted(draw(st.lists(st.integers(0, 52), min_size=4, max_size=4)))
    parts = [Hand.of(deck[a:b]) for a, b in zip([0, *cuts[:3]], cuts, strict=True)]
    return Layout(*parts[:3], parts[3] if draw(st.booleans()) else None)


@given(layouts())
def test_layouts_round_trip(layout):
    assert Layout.parse(str(layout)) == layout


@given(layouts(), st.sampled_from(Seat))
def test_any_seat_may_stand_first(layout, first):
    hands = " ".join(str(layout[first.after(i)]) for i in range(3))
    assert Layout.parse(f"{first.word}: {hands}") == Layout(layout.dealer, layout.left, layout.right)


def test_a_long_text_is_refused_in_a_short_line():
    with pytest.raises(LayoutError, match="wrong number of hands") as raised:
        Layout.parse("D:" + "A" * 5000)
    assert len(str(raised.value)) < 250


def test_suit_is_followed_and_the_winner_leads():
    position = Position(Layout.parse("D:A2.K.. K3.A.. Q4...2"), Seat.LEFT)
    assert str(position.legal()) == "K3.A.-.-"
    position = position.after(Card.parse("HA"), Trump.SPADES)
    assert position.mover is Seat.RIGHT
    assert str(position.legal()) == "Q4.-.-.2"
    with pytest.raises(PositionError, match="illegal card: HK from right"):
        position.after(Card.parse("HK"), Trump.SPADES)
    position = position.after(Card.parse("S4"), Trump.SPADES)
    assert str(position.legal()) == "-.K.-.-"
    ruffed = position.after(Card.parse("HK"), Trump.SPADES)
    assert (ruffed.lead, ruffed.tricks, ruffed.table) == (Seat.RIGHT, 2, ())
    assert position.after(Card.parse("HK"), Trump.NO_TRUMP).lead is Seat.LEFT


def test_the_last_card_ends_it():
    position = Position(Layout.parse("D:A... ... ..."), Seat.LEFT, parse_cards("SK SQ"))
    assert position.after(Card.parse("SA"), Trump.NO_TRUMP) is None
