"""A player who is called You is spoken to."""

import re
from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_fields
from test_review import played

from ninefivetwo.codec import encode
from ninefivetwo.study import review
from ninefivetwo.study.review_object import review_object
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review import with_words
from ninefivetwo.words.review_match import deal_line
from ninefivetwo.words.seat_names import second_person


@pytest.mark.parametrize(
    ("third", "second"),
    [
        ("You leads the 4 of spades; the 9 saves 0.8 tricks.", "You lead the 4 of spades; the 9 saves 0.8 tricks."),
        ("Trick 3: You leads the 4.", "Trick 3: you lead the 4."),
        ("You's S4 cost 1 trick. You's D5 kept 3.", "Your S4 cost 1 trick. Your D5 kept 3."),
        ("Bob's 3 punishes it: You is sure of 4.", "Bob's 3 punishes it: you are sure of 4."),
        ("You was sure of 5 until trick 2", "You were sure of 5 until trick 2"),
        ("After it You, ruffing hearts, wins 1.2.", "After it you, ruffing hearts, win 1.2."),
        ("Bob conceded 1 to You", "Bob conceded 1 to you"),
        ("Your own; Youth; Lou's", "Your own; Youth; Lou's"),
        ("You had the luck", "You had the luck"),
    ],
)
def test_a_player_called_you_is_spoken_to(third, second):
    assert second_person(third) == second


def test_a_review_speaks_to_a_player_called_you():
    """In all its sentences; the list of the players still says who is who."""
    match = replace(played("wikipedia", 5), names=("Ann", "You", "Cy"))
    words = with_words(review_object(review(match, Limits(worlds=4))), match).words
    assert words.players[1] == "You"
    told = encode(replace_fields(words, players=("", "", ""))).decode()
    assert re.search(r"\b[Yy]ou (had|lead|play|give|throw|ruff)\b|\b[Yy]our\b", told)
    assert not re.search(r"You's|\b[Yy]ou (is|was|leads|plays|gives|throws|ruffs|discards)\b", told)


def test_what_was_lost_with_open_cards_is_a_whole_number():
    """Without fair figures tricks are counted, so none is told in tenths."""
    value = review_object(review(played("wikipedia", 5)))
    assert not re.search(
        r"\d\.\d tricks", " ".join(with_words(value, played("wikipedia", 5)).words.best) + deal_line(value)
    )
