"""Problems from elsewhere: one that cannot be posed is told from one that can, and never stands in another's way."""

import json
from datetime import timedelta

import pytest
from kept import change
from test_drills import NOW, of

from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.posing import problem_fault
from ninefivetwo.keep.drills.problem import problem_id, problem_text
from ninefivetwo.keep.library import Answered, ScheduledProblem


def changed(problem, **fields):
    """A problem's text with other fields, and the id that it would have."""
    value = json.loads(problem_text(problem)) | fields
    question = problem.question if "question" not in fields else None
    value["id"] = problem_id(value["kind"], value["record"], question)
    return value["id"], json.dumps(value)


def broken():
    """Problems that read well and cannot be posed, and texts that are no problem, with what is wrong."""
    card, know, call = of("play")[0], of("know")[0], of("call")[0]
    other, text = of("play")[1], problem_text(card)
    yield changed(card, record=card.record.replace("[Viewer", "[Looker")), "not a seat's view"
    yield changed(card, record='[Viewer "D"]\n'), "invalid problem"
    yield changed(card, choices=[]), "no choices"
    yield changed(card, kind="call", choices=json.loads(problem_text(call))["choices"]), "no call is due"
    yield changed(card, choices=json.loads(problem_text(other))["choices"]), "not in the hand"
    yield changed(card, choices=json.loads(text)["choices"][:1] * 2), "duplicate choice"
    yield changed(card, whole=other.whole), "differs from the player's view"
    yield changed(card, whole="what"), "invalid problem"
    yield changed(know, whole=None), "is unknown"
    yield (card.id + "0", text), "the id of another"
    yield (card.id, text.replace("[Score", "[Event")), "has been changed"
    for bad in ("", "[1]", "{}", '{"schema": "ninefivetwo.problem/2"}', text[:-9]):
        yield (card.id, bad), "invalid problem"


BROKEN = list(broken())


@pytest.mark.parametrize(("row", "words"), BROKEN, ids=range(len(BROKEN)))
def test_what_cannot_be_posed_is_told_in_a_line(row, words):
    fault = problem_fault(*row)
    assert fault is not None and words in fault and "\n" not in fault


def test_bad_rows_never_stop_the_queue(library):
    """Not those that nobody has seen, not those that are due, whatever their kind, and they count nowhere."""
    good = of("play")[3]
    for number, ((id, text), _) in enumerate(BROKEN):
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


def test_a_row_damaged_after_it_was_read_is_passed_over(library):
    one, two = of("play")[:2]
    drills = Drills(library, [])
    drills.add(one)
    drills.add(two)
    first = drills.next("play", NOW)
    change(library.path, "UPDATE problems SET text = 'what' WHERE id = ?", first.id)
    assert drills.next("play", NOW) == (two if first == one else one)
