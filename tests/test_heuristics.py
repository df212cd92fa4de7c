"""The plain rules for thousands of hands at once say of each what they say of it alone."""

from random import Random

import pytest
from table import drawn_hands, sets

from ninefivetwo.cards import Hand, Seat, Trump, shuffled
from ninefivetwo.game import GiveTurn
from ninefivetwo.game.events import returned
from ninefivetwo.think.heuristics import best_call, best_calls, give, gives, returns

FREAKS = ["AKQJT98765432.AKQ.-.-", "-.-.AKQJT987.AKQJT987", "-.A.KQJT98765432.AK", "5432.5432.5432.5432"]


def test_calls_for_many_hands_are_those_for_each():
    many = drawn_hands(300, 16) + [Hand.parse(freak) for freak in FREAKS]
    assert best_calls(sets(many), tuple(Trump)).tolist() == [best_call(hand, tuple(Trump)) for hand in many]


@pytest.mark.parametrize("number", [1, 3, 7, 16])
def test_gifts_from_many_hands_are_those_from_each(number):
    many = drawn_hands(200, 16) + [Hand.parse(freak) for freak in FREAKS]
    expected = [give(GiveTurn(Seat.RIGHT, hand, (number, 0, 0), True)).cards[0].cards for hand in many]
    assert gives(sets(many), number).tolist() == expected


def test_returns_from_many_hands_are_those_from_each():
    random = Random(1)
    many = drawn_hands(300, 20) + [Hand.parse(freak) for freak in FREAKS]
    given = [Hand.of(shuffled(hand, random)[: random.randrange(6)]) for hand in many]
    expected = [returned(hand, gift).cards for hand, gift in zip(many, given, strict=True)]
    assert returns(sets(many), sets(given)).tolist() == expected
