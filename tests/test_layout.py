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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a layout"),
        ("nonsense", "not a layout"),
        ("D:A... K...", "wrong number of hands"),
        ("D:A... K... Q... J...", "wrong number of hands"),
        ("X:A... K... Q...", "unknown seat"),
        ("D:A... K... ?", "unknown hand"),
        ("D:A... A... Q...", "card twice: SA in the hand of dealer and in the hand of left"),
        ("D:A... K... Q... K:.Q..K.", "expected four suits"),
        ("D:A... K... Q... K:Q...", "card twice: SQ in the hand of right and in the cards out of play"),
        ("D:AA... K... Q...", "card twice: SA"),
        ("D:Z... K... Q...", "invalid rank"),
        ("D:" + "A" * 5000, "wrong number of hands"),
    ],
)
def test_no_layout(text, why):
    with pytest.raises(LayoutError, match=why) as raised:
        Layout.parse(text)
    assert len(str(raised.value)) < 250


@pytest.mark.parametrize(
    ("text", "lead", "table", "why"),
    [
        ("D:... ... ...", "L", "", "0 cards in each hand"),
        ("D:A... KQ... J...", "L", "", "dealer 1, left 2, right 1 "),
        ("D:A... K... Q...", "L", "S2", "dealer 1, left 2, right 1 with the cards on the table"),
        ("D:A... ... Q...", "D", "S2", "dealer 2, left 0, right 1"),
        ("D:A... ... ...", "L", "S2 S3 S4", "3 cards on the table"),
        ("D:A... ... ...", "L", "S2 S2", "card twice: S2 on the table"),
        ("D:A... ... K...", "L", "SA", "card twice: SA on the table and in the hand of dealer"),
        ("D:A... ... K... K:2...", "L", "S2", "card twice: S2 on the table and in the cards out of play"),
        ("D:A...K Q...J .2..3", "L", "S2", "dealer 2, left 3, right 2"),
        ("D:A...KT Q...J .2..3", "L", "C2 H3", "suit not followed: right played H3 but holds C3"),
    ],
)
def test_no_position(text, lead, table, why):
    with pytest.raises(PositionError, match=why):
        Position(Layout.parse(text), Seat.parse(lead), parse_cards(table))


def test_legal_cards_and_what_follows():
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
