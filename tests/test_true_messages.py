"""What is said of wrong input, and of what goes on, is true: in one line, with the status of its kind."""

from pathlib import Path

import pytest
from commands import answer

from ninefivetwo.cards import Hand, Trump

ROOT = Path(__file__).parents[1]
FRIDAY = ROOT / "examples/friday.n52"


def test_suits_as_phones_type_them():
    """With the sign that says how a suit is to be drawn."""
    typed = "♠️ AKJ94 ♥️ Q83 ♦️ KT5 ♣️ A7642"
    assert typed.count("\ufe0f") == 4 and Hand.parse(typed) == Hand.parse("AKJ94.Q83.KT5.A7642")
    assert Trump.parse("♠️") is Trump.SPADES


def test_help_of_groups_is_whole():
    for group in ("advise", "library", "record", "survey"):
        assert "..." not in answer(group, "--help").partition("Commands:")[2]


@pytest.mark.usefixtures("shared_reviews")
def test_what_a_review_rests_on_is_what_it_used():
    """Fewer than 60 possible deals are not used."""
    assert "N below 60 counts as 60" in " ".join(answer("review", "--help").split())
    assert "up to 60 possible deals" in " ".join(answer("review", FRIDAY, "--fair-worlds", "4", "--all").split())
