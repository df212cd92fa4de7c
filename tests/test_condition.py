"""Conditions on a deal: what they mean, against plain counting, and where a fault is."""

import contextlib
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.errors import ConditionError
from ninefivetwo.game.dealing import Condition, deals_where, points
from ninefivetwo.layout import Layout, random_deals

DEALS = list(islice(random_deals(8), 400))
WORTH = {12: 4, 11: 3, 10: 2, 9: 1}


def hcp(hand):
    return sum(WORTH.get(card.rank, 0) for card in hand)


def length(hand, suit):
    return sum(card.suit == suit for card in hand)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("spades(dealer)>=6 and hcp(left)<10", lambda d: length(d.dealer, Suit.SPADES) >= 6 and hcp(d.left) < 10),
        ("hearts(left) == 5 or diamonds(right) != 5", lambda d: length(d.left, 1) == 5 or length(d.right, 2) != 5),
        ("not clubs(kitty) > 0", lambda d: length(d.out, Suit.CLUBS) == 0),
        ("3 <= spades(dealer) < 6", lambda d: 3 <= length(d.dealer, Suit.SPADES) < 6),
        ("has(left, SA, HA)", lambda d: {"SA", "HA"} <= {str(card) for card in d.left}),
        ("count(left, SA, HA, DA, CA) == 2", lambda d: sum(card.rank == 12 for card in d.left) == 2),
        ("longest(right) >= 7", lambda d: max(length(d.right, s) for s in Suit) >= 7),
        ("shortest(dealer) == 0", lambda d: not all(length(d.dealer, s) for s in Suit)),
        ("spades(dealer) + hearts(dealer) - -1 > 10", lambda d: length(d.dealer, 0) + length(d.dealer, 1) + 1 > 10),
        ("hcp(dealer) - hcp(left) > 12", lambda d: hcp(d.dealer) - hcp(d.left) > 12),
        ("has(kitty, S10) or has(kitty, TS)", lambda d: "ST" in {str(card) for card in d.out}),
        ("not (hcp(kitty) < 3 and not hcp(left) < 12)", lambda d: not (hcp(d.out) < 3 and not hcp(d.left) < 12)),
    ],
)
def test_conditions_mean_what_they_say(text, plain):
    holds = Condition.parse(text).holds
    found = [holds(deal) for deal in DEALS]
    assert found == [plain(deal) for deal in DEALS]
    assert 0 < sum(found) < len(DEALS)


def test_points_are_those_of_honours_and_sum_to_40():
    for deal in DEALS[:50]:
        assert sum(points(deal[seat]) for seat in Seat) + points(deal.out) == 40
        assert points(deal.left) == hcp(deal.left)


def test_without_a_kitty_there_are_no_points_in_it():
    assert Condition.parse("hcp(kitty) == 0").holds(Layout(Hand(), Hand(), Hand()))


@pytest.mark.parametrize(
    ("text", "told"), [("(" * 300, "not a condition"), ("x" * 2000, "of 2000 char"), ("\x00", "printable text")]
)
def test_long_and_unprintable_conditions_are_refused(text, told):
    with pytest.raises(ConditionError, match=told) as caught:
        Condition.parse(text)
    assert len(str(caught.value)) < 400


@given(st.text(max_size=80) | st.text("spades(dealer)>=6 and hcp<=10 not or,SA+-", max_size=60))
def test_any_text_is_a_condition_or_refused(text):
    with contextlib.suppress(ConditionError):
        Condition.parse(text).holds(DEALS[0])


def test_deals_that_meet_a_condition_are_those_of_the_seed():
    condition = Condition.parse("hcp(left) > 15")
    found = list(islice(deals_where(condition, 8), 20))
    assert found == [deal for deal in random_deals_until(found[-1]) if condition.holds(deal)]


def random_deals_until(last):
    for deal in random_deals(8):
        yield deal
        if deal == last:
            return


def test_giving_up_says_how_rare_it_is():
    with pytest.raises(ConditionError) as caught:
        list(deals_where(Condition.parse("spades(dealer) == 14"), 1, tries=3000))
    assert "none of 3,000 deals, so rarer than about one in 1,000, if it can be met at all" in str(caught.value)
    rare = deals_where(Condition.parse("spades(dealer) >= 9"), 1, tries=200)
    with pytest.raises(ConditionError) as caught:
        list(rare)
    assert "deals, about one in " in str(caught.value)
