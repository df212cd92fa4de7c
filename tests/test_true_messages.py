"""What is said of wrong input, and of what goes on, is true: in one line, with the status of its kind."""

from pathlib import Path

import pytest
from commands import answer, refusal, run

from ninefivetwo.cards import Hand, Trump

ROOT = Path(__file__).parents[1]
FRIDAY = ROOT / "examples/friday.n52"
HAND, HAND20 = "AKJ94.Q83.KT5.A7642", "AKJ94.Q83K2.KT53.A7642T"
LAYOUT = f"D:{HAND20} QT87.JT9.QJ9.QJ98 6532.7654.8764.K53"
HUGE = "9" * 23


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        # More than there is memory for, or than the machine counts to
        (["advise", "trump", HAND, "--worlds", HUGE], "--worlds"),
        (["review", FRIDAY, "--fair-worlds", HUGE], "--fair-worlds"),
        (["library", "list", "--limit", HUGE], "--limit"),
        (["match", "--players", "club,club,club", "--deals", HUGE], "--deals"),
        (["match", "--players", "club,club,club", "--matches", HUGE], "--matches"),
        (["solve", "D:A... K... Q...", "--threads", HUGE], "--threads"),
        # Mistyped
        (["advise", "trump", HAND, "--wrlds", "50"], "'--worlds'"),
        (["advise", "discard", HAND20, "--besst=3"], "'--best'"),
        (["today", "--date", "01.11.2026"], "not a date: '01.11.2026' (expected such as 2026-11-01)"),
        (["play", "--seat", "middle"], "unknown seat: 'middle' (expected D, L, R or random)"),
        # Options that need another, or exclude one
        (["advise", "trump", HAND, "--survey", "rows"], "--survey requires --like"),
        (["advise", "trump", HAND, "--number", "3"], "--number requires --score"),
        (["advise", "discard", HAND20, "--best", "3", "--memory", "9"], "--best, --memory requires --layout"),
        (["advise", "discard", HAND20, "--layout", LAYOUT, "--explain"], "--explain cannot be combined with --layout"),
        (["advise", "discard", HAND20, "--layout", LAYOUT, "--worlds", "9"], "--worlds cannot be combined with"),
        (["advise", "play", FRIDAY, "--hand", HAND], "RECORD cannot be combined with --hand"),
        (["advise", "exchange", HAND], "missing option (expected --give, --previous or --received)"),
        (["review", FRIDAY, FRIDAY, "--annotate", "x.n52"], "--annotate requires one RECORD, not 2"),
        (["advise", "exchange", HAND, "--received", "C3", "--void", "left:S"], "--void requires --give or --previous"),
        (["library", "list", "--loss", "0.3", "--sort", "date"], "--sort cannot be combined with --decisions"),
        (["review", FRIDAY, "--no-fair", "--fair-worlds", "60"], "--fair-worlds cannot be combined with --no-fair"),
        (["review", FRIDAY, "--all", "--json"], "--all cannot be combined with --json"),
        (["review", FRIDAY, "--line", "3", "--json"], "--line cannot be combined with --json"),
    ],
)
def test_wrong_usage_is_one_true_line(arguments, words):
    told = refusal(*arguments, status=2)
    assert words in told, told


@pytest.mark.parametrize("content", [b"AKJ\xff\x88\n", "AKJ94".encode("utf-16")], ids=["binary", "utf-16"])
def test_a_file_that_is_not_text_is_called_so(tmp_path, content):
    (tmp_path / "layouts").write_bytes(content)
    assert refusal("solve", "-f", tmp_path / "layouts").endswith("layouts, line 1: not text (expected UTF-8)\n")


def test_suits_as_phones_type_them():
    """With the sign that says how a suit is to be drawn."""
    typed = "♠️ AKJ94 ♥️ Q83 ♦️ KT5 ♣️ A7642"
    assert typed.count("\ufe0f") == 4 and Hand.parse(typed) == Hand.parse(HAND)
    assert answer("advise", "trump", typed, "--void", "left:♥️", "--worlds", "4")
    assert Trump.parse("♠️") is Trump.SPADES


@pytest.mark.parametrize("typed", ["", "n\n"])
def test_who_does_not_say_yes_deletes_nothing(tmp_path, typed):
    place = ["--library", tmp_path / "library.sqlite"]
    answer("library", "add", FRIDAY, *place)
    done = run("library", "delete", "6789", *place, stdin=typed)
    assert done.returncode == 1 and done.stderr.endswith("nothing deleted\n"), done.stderr
    assert "Friday" in answer("library", "list", *place)


def test_help_of_groups_is_whole():
    for group in ("advise", "library", "record", "survey"):
        assert "..." not in answer(group, "--help").partition("Commands:")[2]


@pytest.mark.usefixtures("shared_reviews")
def test_what_a_review_rests_on_is_what_it_used():
    """Fewer than 60 possible deals are not used."""
    assert "N below 60 counts as 60" in " ".join(answer("review", "--help").split())
    assert "up to 60 possible deals" in " ".join(answer("review", FRIDAY, "--fair-worlds", "4", "--all").split())


def test_deals_that_are_drawn_twice_are_explained():
    told = " ".join(answer("advise", "trump", HAND, "--worlds", "4", "--explain").split())
    assert "The deals were drawn at random (seed 0), and a deal drawn twice counts twice." in told
