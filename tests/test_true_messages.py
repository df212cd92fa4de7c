"""What is said of wrong input, and of what goes on, is true: in one line, with the status of its kind."""

from commands import answer

from ninefivetwo.cards import Hand, Trump


def test_suits_are_read_as_phones_type_them():
    """With the sign that says how a suit is to be drawn."""
    typed = "♠️ AKJ94 ♥️ Q83 ♦️ KT5 ♣️ A7642"
    assert typed.count("\ufe0f") == 4 and Hand.parse(typed) == Hand.parse("AKJ94.Q83.KT5.A7642")
    assert Trump.parse("♠️") is Trump.SPADES


def test_help_of_groups_is_whole():
    for group in ("advise", "library", "record", "survey"):
        assert "..." not in answer(group, "--help").partition("Commands:")[2]
    assert "N below 60 counts as 60" in " ".join(answer("review", "--help").split())
