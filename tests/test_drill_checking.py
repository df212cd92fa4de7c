"""Problems from elsewhere: one that cannot be posed is told from one that can, and never stands in another's way."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from commands import refusal
from test_drills import NOW, PROBLEMS, of

from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.posing import problem_fault
from ninefivetwo.keep.drills.problem import problem_id, problem_text
from ninefivetwo.keep.library import Answered, Library, ScheduledProblem


def test_what_is_shipped_can_be_posed():
    assert [problem_fault(each.id, problem_text(each)) for each in PROBLEMS[::7]] == [None] * len(PROBLEMS[::7])


def changed(problem, **fields):
    """A problem's text with other fields, and the id that it would have."""
    value = json.loads(problem_text(problem)) | fields
    question = problem.question if "question" not in fields else None
    value["id"] = problem_id(value["kind"], value["record"], question)
    return value["id"], json.dumps(value)


def broken():
    """Problems that read well and cannot be posed, with what is wrong."""
    card, know, call = of("play")[0], of("know")[0], of("call")[0]
    other = of("play")[1]
    yield changed(card, record=card.record.replace("[Viewer", "[Looker")), "not a seat's view"
    yield changed(card, record='[Viewer "D"]\n'), "invalid problem"
    yield changed(card, choices=[]), "no choices"
    yield changed(card, kind="call", choices=json.loads(problem_text(call))["choices"]), "no call is due"
    yield changed(card, choices=json.loads(problem_text(other))["choices"]), "does not hold"
    yield changed(card, choices=json.loads(problem_text(card))["choices"][:1] * 2), "duplicate choice"
    yield changed(card, whole=other.whole), "differs from the player's view"
    yield changed(card, whole="what"), "invalid problem"
    yield changed(know, whole=None), "is unknown"
    yield (card.id + "0", problem_text(card)), "the id of another"
    yield (card.id, "{}"), "invalid problem"
    yield (card.id, problem_text(card)[:-9]), "invalid problem"


@pytest.mark.parametrize("number", range(len(list(broken()))))
def test_what_cannot_be_posed_is_told_in_a_line(number):
    (id, text), words = list(broken())[number]
    fault = problem_fault(id, text)
    assert fault is not None and words in fault and "\n" not in fault


def test_bad_rows_never_stop_the_queue(library):
    """Not those that nobody has seen, not those that are due, whatever their kind, and they count nowhere."""
    good = of("play")[3]
    bad = [row for row, _ in broken()]
    for number, (id, text) in enumerate(bad):
        library.add_problem(id, "play", "cash", 1, "mistake", text)
        when = NOW - timedelta(days=number)
        given = Answered(id, "play", "cash", when, '"SA"', 1.0, False, 0)
        library.add_answer(given, ScheduledProblem(id, "{}", when))
    library.add_problem("0" * 16, "riddle", "cash", 9, "elsewhere", "?")
    drills = Drills(library, [good])
    assert drills.next("play", NOW) == good and drills.next(None, NOW) == good
    count = drills.counts(NOW)["play"]
    assert (count.due, count.unseen) == (0, 1)
    drills.answer(good, action_object(good.best.action), NOW)
    assert drills.next("play", NOW) is None and not drills.fitting(None, source="mistake")


@pytest.mark.parametrize("kept", ["", "{}", "[]", '{"card_id": "x"}', '{"stability": -1}'])
def test_a_damaged_schedule_begins_anew(library, kept):
    problem = of("play")[3]
    drills = Drills(library, [problem])
    drills.add(problem)
    given = Answered(problem.id, "play", "cash", NOW, '"SA"', 1.0, False, 0)
    library.add_answer(given, ScheduledProblem(problem.id, kept, NOW))
    assert drills.answer(problem, action_object(problem.best.action), NOW).right
    assert library.scheduled(problem.id).due > NOW + timedelta(days=3)


def test_a_row_damaged_after_it_was_read_is_passed_over(tmp_path):
    path = tmp_path / "library.sqlite"
    one, two = of("play")[:2]
    with Library(path) as library:
        drills = Drills(library, [])
        drills.add(one)
        drills.add(two)
        first = drills.next("play", NOW)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE problems SET text = 'what' WHERE id = ?", (first.id,))
        assert drills.next("play", NOW) == (two if first == one else one)


def test_a_library_with_a_problem_that_cannot_be_posed_is_not_taken_in(tmp_path):
    """Nothing of it is; what is wrong is told in one line."""
    mine, other = tmp_path / "mine.sqlite", tmp_path / "other.sqlite"
    Library(mine).close()
    (id, text), words = list(broken())[4]
    card = of("play")[0]
    with Library(other) as library:
        Drills(library).add(of("play")[5])
        library.add_problem(id, card.kind, card.theme, card.difficulty, card.source, text)
    told = refusal("library", "import", other, "--library", mine)
    assert words in told and told.count("\n") == 1
    with Library(mine) as library:
        assert library.problems() == []
