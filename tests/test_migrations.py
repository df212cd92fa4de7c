"""Libraries of earlier versions open in this one, whole or not at all."""

import json
import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ninefivetwo.cards import Seat
from ninefivetwo.errors import LibraryError
from ninefivetwo.game import Place
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.posing import THEMES
from ninefivetwo.keep.drills.problem import problem_of_text, problem_text
from ninefivetwo.keep.library import Library, Query, record_id
from ninefivetwo.keep.library.migrations import TABLES, VERSION
from ninefivetwo.keep.session import Due, session_of, session_text
from ninefivetwo.study import Phase

#: Made by version 0.1.0: two records that are reviewed, one of a deal played in a match that goes on; problems of the
#: shipped set, mined ones and one of a mistake; answers; a match under way, and one that was dropped.
FIRST = Path(__file__).with_name("data") / "library-v1.sqlite"
#: The same brought to form 2 by version 0.2.0, which then reviewed one of the records once more.
SECOND = FIRST.with_name("library-v2.sqlite")
#: Made by commit 0e8cf33 in form 3.
THIRD = FIRST.with_name("kept") / "library.sqlite"


@pytest.fixture
def path(tmp_path):
    return Path(shutil.copy(FIRST, tmp_path / "library.sqlite"))


@pytest.fixture
def library(path):
    with Library(path) as found:
        yield found


def rows(path, statement):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(statement).fetchall()


def test_what_was_changed_is_said_once(path, tmp_path):
    with Library(path) as library:
        (notice,) = library.notices
        assert "reviews made by an earlier version are outdated (2)" in notice
    with Library(path) as library:
        assert library.notices == []
    assert rows(path, "PRAGMA user_version") == [(VERSION,)] and os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("old", [FIRST, SECOND, THIRD])
def test_the_form_is_that_of_a_new_library(old, path, tmp_path):
    new = tmp_path / "new"
    Library(new).close()
    shutil.copy(old, path)
    library = Library(path)
    library.close()
    for table in TABLES:
        for what in ("table_info", "foreign_key_list"):
            assert rows(library.path, f"PRAGMA {what}({table})") == rows(new, f"PRAGMA {what}({table})")
    names = "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL"
    assert set(rows(library.path, names)) == set(rows(new, names))


def test_records_and_what_reviews_found_are_kept(library):
    records = library.records(Query())
    assert {record.source for record in records} == {"friday.n52", "club-evening.n52", "play"}
    for record in records:
        assert record_id(read_file(record.text).records[0].match) == record.id
        assert library.review(record.id) is None
    decisions = library.decisions(Query(limit=1000))
    assert len(decisions) == 102 and {row.phase for row in decisions} == set(Phase)
    assert any(row.avoidable for row in decisions) and any(row.conceded for row in decisions)
    assert library.progress("Bob").by_record[0].luck is not None


def test_form_2_sums_up_each_review_for_each_seat(path):
    """As the review that counts says itself, and so it is after a review of the same record once more."""
    shutil.copy(SECOND, path)
    with Library(path) as library:
        assert library.notices == []
        [friday] = [row for row in library.records(Query()) if row.source == "friday.n52"]
        review = library.review(friday.id)
        for seat, name in zip(Seat, friday.names, strict=True):
            [graded] = library.progress(name).by_record
            own = [each for each in review.decisions if each.seat is seat and not each.forced and each.fair_cost]
            assert graded.decisions == len(own) > 0
            assert graded.loss.mean == pytest.approx(sum(each.fair_cost.mean for each in own), abs=0.001)
            assert graded.luck is not None and graded.skill is not None
    found = rows(path, "SELECT count(*), count(DISTINCT record || key), sum(luck IS NULL) FROM outcomes")
    assert found == [(9, 3, 0)]


def test_form_3_knew_computers_by_their_names(path):
    """Also those of a record that was deleted before, and is put back."""
    shutil.copy(THIRD, path)
    with closing(sqlite3.connect(path)) as db:
        for place, *row in db.execute("SELECT rowid, * FROM players").fetchall():
            if row[0] == "7ee6acd33445ae56":
                db.execute("INSERT INTO deleted VALUES ('then', 'players', ?, ?)", (place, json.dumps(row)))
        (place, *row) = db.execute("SELECT rowid, * FROM records WHERE id = '7ee6acd33445ae56'").fetchone()
        db.execute("INSERT INTO deleted VALUES ('then', 'records', ?, ?)", (place, json.dumps(row)))
        for table in ("decisions", "outcomes", "reviews", "players", "records"):
            db.execute(f"DELETE FROM {table} WHERE {'id' if table == 'records' else 'record'} = '7ee6acd33445ae56'")
        db.commit()
    with Library(path) as library:
        assert library.restore("then") == 1
        levels = rows(path, "SELECT name, level FROM players WHERE record = '7ee6acd33445ae56' ORDER BY seat")
        assert levels == [("Ann", None), ("club 1", "club"), ("club 2", "club")]
        assert [player.name for player in library.players() if player.computer] == ["club 1", "club 2"]


@pytest.mark.parametrize("deleted", [False, True])
def test_form_4_named_avoidable_mistakes_otherwise(path, deleted):
    """Also in a review that was deleted before, and is restored."""
    shutil.copy(THIRD, path)
    if deleted:
        with closing(sqlite3.connect(path)) as db:
            for table in ("decisions", "outcomes", "reviews", "players", "records"):
                column = "id" if table == "records" else "record"
                query = f"FROM {table} WHERE {column} = '7ee6acd33445ae56'"
                for place, *row in db.execute(f"SELECT rowid, * {query}").fetchall():
                    db.execute("INSERT INTO deleted VALUES ('then', ?, ?, ?)", (table, place, json.dumps(row)))
                db.execute(f"DELETE {query}")
            db.commit()
    with Library(path) as library:
        assert not deleted or library.restore("then") == 1
        review = library.review("7ee6acd33445ae56")
        mistakes = [decision for decision in review.decisions if decision.avoidable]
        kept = [row for row in library.decisions(Query(limit=1000)) if row.record == "7ee6acd33445ae56"]
        assert len(mistakes) == sum(row.avoidable for row in kept) == 4
        assert all(decision.why.gain.mean > 0 for decision in mistakes if decision.why)
        assert any(decision.only_double_dummy for decision in review.decisions)


def test_reviews_of_another_version_are_told_from_others(path):
    """Their grades still show; results are made up for when the records are first listed."""
    shutil.copy(SECOND, path)
    with Library(path) as library:
        listed = {summary.row.source: summary for summary in library.listing(Query()).records}
    assert {source: (each.reviewed, each.outdated) for source, each in listed.items()} == {
        "friday.n52": (True, False),
        "club-evening.n52": (False, True),
        "play": (False, False),
    }
    assert listed["friday.n52"].players[0].grade is not None
    assert [player.won for player in listed["club-evening.n52"].players] == [11, 1, 4]
    assert rows(path, "SELECT count(*) FROM players WHERE won IS NULL") == [(0,)]


def test_problems_keep_their_answers_and_their_places_in_the_schedule(library):
    """Also those whose ids have changed, with the name of a place."""
    before = {id: json.loads(text) for id, text in rows(FIRST, "SELECT id, text FROM problems")}
    after = [problem_of_text(library.problem_text(info.id)) for info in library.problems()]
    assert len(after) == len(before) == 11
    changed = [problem for problem in after if problem.id not in before]
    assert {problem.question.place for problem in changed} == {Place.DISCARDED} and len(changed) == 5
    for info, problem in zip(library.problems(), after, strict=True):
        assert problem_text(problem) == library.problem_text(info.id)
        assert info == (problem.id, problem.kind, problem.theme, problem.difficulty, problem.source)
        assert problem.theme in THEMES[problem.kind]
    answers = library.answers()
    assert len(answers) == 10 and {answer.problem for answer in answers} <= {problem.id for problem in after}
    assert {answer.theme for answer in answers} >= {"sluff", "the discard"}
    due = library.due(None, answers[0].when.replace(year=2030))
    assert {card.problem for card in due} == {answer.problem for answer in answers}
    assert all(json.loads(card.fsrs)["card_id"] == int(card.problem, 16) for card in due)
    wrong = next(card for card in due if card.problem in {problem.id for problem in changed})
    drills = Drills(library)
    drills.answer(drills.problem(wrong.problem), 0.5, wrong.due)


def test_the_match_under_way_goes_on(library):
    text, version = library.session("terminal")
    session = session_of(text)
    assert session.name == "Zoë" and session.match.number == 2 and session.claims and session.due is Due.PERSON
    while session.match.number > 1:
        session = session.undo()
    assert library.save_session("terminal", session_text(session), version) == version + 1
    assert library.session("gone") is None


def test_an_old_library_is_imported_as_it_would_be_opened(library, tmp_path):
    held, beside = FIRST.read_bytes(), sorted(os.listdir(FIRST.parent))
    with Library(tmp_path / "new") as new:
        counts = {kind: number for kind, number in new.import_from(FIRST).run().items() if number}
        assert counts == {"records": 3, "reviews": 2, "problems": 11, "answers": 10, "schedule": 7, "sessions": 1}
        assert new.problems() == library.problems() and new.answers() == library.answers()
        assert new.decisions(Query()) == library.decisions(Query())
    assert FIRST.read_bytes() == held and sorted(os.listdir(FIRST.parent)) == beside


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE problems SET text = '{' WHERE kind = 'play'",
        "UPDATE problems SET text = '[]' WHERE kind = 'play'",
        "UPDATE sittings SET text = '7'",
        "DELETE FROM problems WHERE kind = 'call'",
    ],
)
def test_a_library_that_cannot_be_brought_over_is_left_as_it_was(path, fault):
    with closing(sqlite3.connect(path)) as db:
        db.execute(fault)
        db.commit()
    held = path.read_bytes()
    with pytest.raises(LibraryError) as error:
        Library(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)
    assert path.read_bytes() == held and os.listdir(path.parent) == [path.name]


def test_windows_that_open_an_old_library_at_once_share_it(path):
    libraries, faults = [], []

    def open_it():
        try:
            libraries.append(Library(path))
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == [] and sum(len(library.notices) for library in libraries) == 1
    assert all(len(library.problems()) == 11 for library in libraries)
    for library in libraries:
        library.close()


def test_tables_and_indexes_of_others_do_no_harm(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE mine (a)")
        db.execute("CREATE INDEX by_source ON records (source)")
        db.commit()
    with Library(path) as library:
        assert len(library.records(Query())) == 3
    assert rows(path, "SELECT count(*) FROM mine") == [(0,)]
