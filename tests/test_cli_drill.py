"""`ninefivetwo drill` as its users run it: what is mined and what can be typed; `cases/drill.txt` has more."""

import pytest
from commands import answer
from test_drills import NOW, of

from ninefivetwo.cards import Seat
from ninefivetwo.cli.drill_session import format_problem
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.library import Library
from ninefivetwo.words.drills import answer_prompt
from ninefivetwo.words.figures import plural


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library.sqlite"


def test_mined_problems_are_kept_and_posed(path):
    """Mined again from the same deals, only what is not there yet is found."""
    for number in (1, 2):
        told = answer("drill", "know", "--mine", "1", "--seed", "7", "--library", path)
        assert told.count("Know: ") + told.count("know: ") == 1 and told.endswith("1 puzzle found.\n")
        with Library(path) as library:
            assert [posed.source for posed in library.problems()] == ["mined"] * number
            assert Drills(library).counts(NOW)["know"].unseen == len(of("know")) + number


def test_a_gift_is_asked_for_by_number_and_receiver():
    """And after the results of the last deal, from which that follows."""
    for problem in of("give"):
        text, owed = "\n".join(format_problem(problem)), problem.view.turn.owed
        assert "Results of the previous deal: " in text
        gifts = " and ".join(f"{plural(owed[s], 'card')} to {s.word}" for s in Seat if owed[s])
        assert answer_prompt(problem) in (f"Give {gifts}>", f"Give up to {gifts}>")
