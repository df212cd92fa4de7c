"""`n52 today`: the deal of the day at the terminal, and how one stands."""

import re
import sys
from datetime import UTC, date, datetime
from importlib import import_module

import pytest
from commands import answer, refusal
from test_cli_play import text_of

from ninefivetwo.keep.daily import Streak, begun
from ninefivetwo.keep.drills.ratings import Rating, Ratings
from ninefivetwo.keep.library import TERMINAL, Library
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.words.kept import not_played, standing

TODAY = date(2026, 11, 24)


@pytest.fixture
def at(tmp_path, monkeypatch):
    import_module("ninefivetwo.cli.today")
    monkeypatch.setattr(sys.modules["ninefivetwo.cli.today"], "local_day", lambda now: TODAY)
    return "--library", tmp_path / "library.sqlite"


@pytest.fixture
def typing(monkeypatch, at):
    """A person who types by the plain rules, and leaves after so many questions."""
    left = [99]

    def ask(prompt):
        left[0] -= 1
        with Library(at[1]) as library:
            session = begun(library, TERMINAL, TODAY)
        return "quit" if left[0] < 0 else text_of(heuristic_action(session.view))

    monkeypatch.setattr(sys.modules["ninefivetwo.cli.terminal"], "ask", ask)
    return left


def plain(text):
    return " ".join(text.split())


def test_the_deal_of_the_day_is_played_once_and_may_be_left(at, typing):
    typing[0] = 3
    assert "The match is saved." in answer("today", "--play", *at)
    assert "In progress. Continue with: n52 today --play" in answer("today", *at)
    typing[0] = 99
    out = plain(answer("today", "--play", "--name", "Ann", *at))
    with Library(at[1]) as library:
        row = library.days_played(TERMINAL).get(TODAY)
    assert re.search(rf"You won {row.tricks} tricks?, ", out) and "1-day streak (best 1)." in out
    assert out.startswith("Serious match: You against two computers (club)") and "Ann" not in out  # begun as You
    assert "master" in out and "No puzzle is due." in out and "drill rating: shown after 10 more answers." in out


def test_puzzles_due_are_counted():
    """And the rating is shown once it is based on ten answers."""
    rating = Rating(1500.0, 80.0, 0.06)
    nine, ten = (Ratings(rating, ((datetime.now(UTC), rating),) * answers, {}) for answers in (9, 10))
    one, two = (list(standing(Streak(0, 0), due, ten)) for due in (1, 2))
    assert one == ["1 puzzle is due. To solve puzzles: n52 drill all", "Your drill rating: 1500 ± 80."]
    assert list(standing(Streak(0, 0), 0, nine))[-1] == "Your drill rating: shown after 1 more answer."
    assert two[0] == "2 puzzles are due. To solve puzzles: n52 drill all"
    assert not_played(TODAY, TODAY, begun=False) == "Not played yet. Play it with: n52 today --play"


def test_a_day_to_come_is_refused(at):
    """Looked at, too: its cards would be known beforehand."""
    for asked in (["--play"], []):
        assert "cannot be played before 2926-01-01" in refusal("today", *asked, "--date", "2926-01-01", *at)
