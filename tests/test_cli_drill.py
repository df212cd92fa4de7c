"""`ninefivetwo drill` as its users run it: what is posed, answered, counted and mined."""

import re
import sys

import pytest
from commands import answer
from test_drills import NOW, of

from ninefivetwo.cards import Seat
from ninefivetwo.cli.drill_session import DrillSession, answer_of, format_problem
from ninefivetwo.errors import GameError
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.problem import KINDS
from ninefivetwo.keep.library import Library
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.card_words import called, card_text
from ninefivetwo.words.drill_text import answer_prompt
from ninefivetwo.words.drills import chosen_words, prompt
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import Speaker


@pytest.fixture
def path(tmp_path):
    return tmp_path / "library.sqlite"


def first(path, kind, seed=0):
    with Library(path) as library:
        return Drills(library, seed=seed).next(kind, NOW)


def typing(monkeypatch, *lines):
    """What the person types, line by line, then nothing more."""
    found = iter([*lines, None])
    monkeypatch.setattr(sys.modules["ninefivetwo.cli.terminal"], "ask", lambda prompt: next(found))


def best_typed(problem):
    """The best answer, as a person might type it."""
    if problem.question is not None:
        return f"{100 * problem.question.chance.weighed.mean:.0f} %"
    return action_object(problem.best.action) if problem.kind == "call" else action_words(problem.best.action)


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_is_posed_and_the_best_answer_is_right(path, kind, monkeypatch, capsys):
    problem = first(path, kind)
    text = best_typed(problem)
    posed = "\n".join(format_problem(problem))
    assert prompt(problem) in posed and f"difficulty {problem.difficulty} of 5" in posed and ", you" in posed
    assert problem.theme not in posed and posed.count("♠ ?") == 2
    typing(monkeypatch, text)
    with Library(path) as library:
        DrillSession(Drills(library), {problem.id for problem in of(kind)}, False).run(1)
    told = capsys.readouterr().out
    assert told.startswith(posed) and f"Right. Theme: {problem.theme}." in told
    assert "Right answers: 1 of 1. Points: 10 of 10." in told
    assert told.count("♠ ?") == 2  # then all cards are seen


def test_what_is_wrong_is_explained_and_comes_back(path):
    problem = first(path, "play")
    told = answer("drill", "play", "--number", "1", "--library", path, stdin=f"{problem.choices[-1].action.card}\n")
    speaker, own = Speaker(me=problem.seat), problem.choices[-1].action.card
    assert re.search(r"(Wrong|Partly right: \d of 10 points)\. Theme: ", told)
    assert f"- Best: {chosen_words(problem.best, speaker)}. You win " in told
    assert re.search(r"Right answers: 0 of 1\. Points: \d of 10\.", told)
    assert re.search(r"- In (all )?[\d,]+ possible deals, your choice wins fewer tricks", told)
    assert "- A possible deal where your choice " in told
    assert re.search(rf"After the {own.words}, you win \d+ tricks?:\n  you {card_text(own)}[ ,]", told)
    assert re.search(r"A rule of thumb (also finds the best choice|would play the \w+ of \w+)\.\n", told)
    listed = answer("drill", "play", "--list", "--library", path)
    assert re.search(r"\nplay +0 +\d+ +1 +0\n", listed)
    assert "know" not in listed and "which loser" in listed


def test_a_deal_in_which_a_call_fails_is_told_trick_by_trick(path):
    """The call once, and each trick with who leads to it."""
    problem = first(path, "call")
    told = answer("drill", "call", "--number", "1", "--library", path, stdin=f"{problem.choices[-1].action.trump}\n")
    own = called(problem.choices[-1].action.trump)
    [line] = re.findall(rf"After {own}, you win \d+ tricks?:\n  (.*)", told)
    first_trick, *_ = line.split(", ")
    assert first_trick.count(" ") == 3 and line.count(",") == 6 and line.endswith(", and so on")


def test_mined_problems_are_kept_and_posed(path):
    """Mined again from the same deals, only what is not there yet is found."""
    for number in (1, 2):
        told = answer("drill", "know", "--mine", "1", "--seed", "7", "--library", path)
        assert told.count("Know: ") + told.count("know: ") == 1 and told.endswith("1 puzzle found.\n")
        with Library(path) as library:
            assert [posed.source for posed in library.problems()] == ["mined"] * number
            assert Drills(library).counts(NOW)["know"].unseen == len(of("know")) + number


def test_what_is_typed():
    give = of("give")[0]
    typed = action_words(give.best.action)
    assert answer_of(give, typed) == action_object(give.best.action)
    assert answer_of(of("know")[0], "70 %") == answer_of(of("know")[0], "70") == 0.7
    know = of("know")[0]
    for text, chance in (("50%", 0.5), ("50 %", 0.5), ("70,5", 0.705), ("0", 0), ("100", 1)):
        assert answer_of(know, text) == chance
    with pytest.raises(GameError):
        answer_of(give, "left XX")


def test_a_gift_is_asked_for_by_number_and_receiver():
    """And after the results of the last deal, from which that follows."""
    for problem in of("give"):
        text, owed = "\n".join(format_problem(problem)), problem.view.turn.owed
        assert "Results of the previous deal: " in text
        gifts = " and ".join(f"{plural(owed[s], 'card')} to {s.word}" for s in Seat if owed[s])
        assert answer_prompt(problem) in (f"Give {gifts}>", f"Give up to {gifts}>")
