"""The library: what it keeps, what it refuses, and that windows at once lose nothing."""

import os
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from types import SimpleNamespace

import pytest
from kept import CLUB, FRIDAY, HOLIDAY, ROOT, change, hindsight, only_match, with_losses
from msgspec import structs
from systems import posix

from ninefivetwo.cards import Seat
from ninefivetwo.codec import as_written
from ninefivetwo.errors import FileError, LibraryError, RecordError, StaleError, label
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.drills.drills import Drills, shipped
from ninefivetwo.keep.drills.problem import Problem, problem_text
from ninefivetwo.keep.library import (
    Answered,
    DailyRow,
    Incoming,
    Library,
    PlayerProgress,
    Query,
    ScheduledProblem,
    Sort,
    record_id,
    records,
    review_key,
    store,
)
from ninefivetwo.keep.library.store import LIBRARY_VERSION
from ninefivetwo.keep.session import GameSession, session_text
from ninefivetwo.study import Phase
from ninefivetwo.study.grades import grade

NOON = datetime(2026, 10, 16, 12, tzinfo=UTC)


@pytest.fixture
def judged():
    """A review whose fair losses are known: a tenth of a trick more for each decision, with an error of its own."""
    return with_losses(hindsight(), lambda d: Estimate(d.index / 10, 0.01 * (d.index + 1), 10))


@pytest.fixture
def friday(library):
    """The library's id of the deal of Friday."""
    [(id, _)] = library.add_records(FRIDAY, "friday.n52")
    return id


def answer(problem="p", when=NOON, **more):
    told = {"kind": "play", "theme": "ruff", "answer": '"SA"', "loss": 0.25, "right": False, "mark": 5} | more
    return Answered(problem=problem, when=when, **told)


# Records


def test_a_record_is_the_same_whatever_its_spaces_and_comments(library, friday):
    assert friday == record_id(only_match(FRIDAY))
    spaced = (
        FRIDAY.replace("  ", "   ").replace('[Trump "D"]', '{trumps now}\n  [Trump   "D"] ; here').replace("\n", "\r\n")
    )
    assert library.add_records(spaced + "\n" + FRIDAY, "again") == [(friday, False)] * 2
    assert library.record(friday).source == "friday.n52"
    others = [FRIDAY.replace("Bob", "Rob"), FRIDAY.replace('"D:1 L:-8 R:7"', '"D:2 L:-9 R:7"'), CLUB]
    assert len({friday} | {library.add_records(text, "")[0][0] for text in others}) == 4


def test_a_record_keeps_its_text_and_its_tags(library):
    """Of a deal that is over, of one that is not, and of a seat's view without names."""

    def kept(text):
        [(id, new)] = library.add_records(text, "friday.n52")
        assert new
        return library.record(id)

    before = datetime.now(UTC)
    found = kept(FRIDAY.replace('[Trump "D"]', '[Trump "D"] {a comment} [Odd "tag"]'))
    assert (found.event, found.rules, found.names) == ("Friday table", "wikipedia", ("Bob", "Cy", "Ann"))
    assert found.over and found.source == "friday.n52" and before <= found.added <= datetime.now(UTC)
    assert "{a comment}" in found.text and '[Odd "tag"]' in found.text and found.text.count("% ninefivetwo") == 1
    assert record_id(only_match(found.text)) == found.id
    assert not kept(FRIDAY[: FRIDAY.index("DK  DA")]).over
    match = only_match(FRIDAY)
    view = replace(match, deal=match.deal.seen_by(Seat.LEFT), names=("dealer", "left", "right"))
    seen = kept(str(File.of([record_of(view)])))
    assert seen.names == view.names and '[Viewer "L"]' in seen.text


@pytest.mark.parametrize("bad", [CLUB.replace("HA  H2", "H2  HA"), "[Deal", '[Rules "none"]', None])
def test_nothing_is_added_with_a_bad_one(library, bad):
    text = FRIDAY + "\n" + bad if bad else "% ninefivetwo 1.0\n"
    with pytest.raises(RecordError, match="line" if bad else "no deal"):
        library.add_records(text, "")
    assert library.records(Query()) == []


def test_records_are_found_by_name_seat_and_rules(library):
    library.add_records(FRIDAY + "\n" + CLUB, "")
    library.add_records(HOLIDAY, "")
    library.add_records(FRIDAY.replace("wikipedia", "wikipedia kitty_peek=yes").replace("Bob", "Zoe"), "")

    def events(**wanted):
        return [found.event for found in library.records(Query(**wanted))]

    assert events() == ["Club evening", "Friday table", "Friday table", "Holiday match"]  # by their dates
    assert events(limit=2) == ["Club evening", "Friday table"]
    assert events(name="Bob") == events(name="bo") == ["Friday table"] and events(name="bobby") == []
    assert events(name="Ann", seat=Seat.RIGHT) == ["Friday table"] * 2
    assert events(name="Ann", seat=Seat.LEFT) == []
    assert len(events(rules="wikipedia")) == 2 and len(events(rules="wikipedia kitty_peek=yes")) == 1
    assert events(rules="wiki") == [] and events(rules="%") == []
    assert events(phase=Phase.LEAD) == [] and events(loss=0.0) == []


def test_the_deals_of_a_match_are_found_in_order(library, friday):
    """Whichever deal of it is asked about; deals of another match, and one that stands alone, are not among them."""
    text = (ROOT / "tests" / "data" / "match.n52").read_text()
    first, second = (id for id, _ in library.add_records(text, "match.n52"))
    found = [[row.id for row in library.match_of(id)] for id in (first, second[:8], friday)]
    assert found == [[first, second], [first, second], [friday]]
    again = read_file(text).records[0]
    library.add_records(str(File.of([record_of(replace(again.match, names=("A", "B", "C")))])), "other.n52")
    assert [row.id for row in library.match_of(first)] == [first, second]
    # Of one event and from one file, even if the records do not tell how they follow one another.
    matches = [replace(only_match(HOLIDAY), number=number, previous_results=None) for number in (7, 5)]
    untold = [record_of(match, {"Event": "Holiday"}) for match in matches]
    ids = [id for id, _ in library.add_records(str(File.of(untold)), "holiday.n52")]
    assert [row.id for row in library.match_of(ids[0])] == ids[::-1]


def test_an_id_may_be_shortened(library, friday):
    """To any beginning that no other id has; else the candidates are listed."""
    others = [found for found, _ in library.add_records(CLUB + "\n" + HOLIDAY, "")]
    for length in range(1, 17):
        start = friday[:length]
        if any(other.startswith(start) for other in others):
            with pytest.raises(LibraryError, match=f"'{start}' fits .* records .expected one of .*{friday}"):
                library.record(start)
        else:
            assert library.record(start).id == friday
    for bad in ("", friday + "0", "%"):
        for call in (library.record, lambda bad: library.delete_records([others[0], bad])):
            with pytest.raises(LibraryError, match=r"unknown record '.*' .expected an id that library list shows"):
                call(bad)
    assert len(library.records(Query())) == 3 and library.review("nope", "k") is library.review("nope") is None


def test_a_player_is_found_by_a_part_of_the_name(library):
    library.add_records(FRIDAY + "\n" + FRIDAY.replace("Bob", "Bobby").replace("Cy", "Élise"), "")
    assert library.player("Bob") == "Bob" and library.player("BOBB") == "Bobby" and library.player(" éli") == "Élise"
    assert library.player("bob") == "Bob"
    with pytest.raises(LibraryError, match=r"'bo' fits 2 players .expected one of Bob, Bobby"):
        library.player("bo")
    for bad in ("Zed", "", " "):
        with pytest.raises(LibraryError, match="unknown player"):
            library.player(bad)


# Reviews


def test_a_review_is_kept_with_its_page_and_decisions(library, friday, judged):
    key = review_key(20, 0)
    assert library.review(friday, key) is None
    library.add_review(friday, key, judged)
    assert library.review(friday, key) == as_written(structs.replace(judged, event="Friday table"))
    assert library.review(friday, review_key(20, 1)) is None
    kept = {lost.index: lost for lost in library.decisions(Query())}
    assert len(kept) == len(judged.decisions)
    for d in judged.decisions:
        lost = kept[d.index]
        assert (lost.record, lost.seat, lost.phase, lost.name) == (friday, d.seat, d.phase, judged.players[d.seat])
        assert (lost.own_cost, lost.conceded) == (d.own_cost, sum(d.conceded.values()))
        assert (lost.forced, lost.avoidable, lost.mark) == (d.forced, d.avoidable, d.mark)
        assert (lost.loss, lost.error) == (d.fair_cost and d.fair_cost.mean, d.fair_cost and d.fair_cost.standard_error)
    assert {lost.mark for lost in kept.values()} == {"", "?!", "?", "??"}


def test_the_costliest_decisions_come_first(library, friday, judged):
    library.add_records(CLUB, "")
    library.add_review(friday, "k", judged)
    losses = [lost.loss for lost in library.decisions(Query())]
    known = [loss for loss in losses if loss is not None]
    assert known == sorted(known, reverse=True) and losses[len(known) :] == [None] * (len(losses) - len(known))
    assert library.decisions(Query(limit=1))[0].loss == known[0]
    assert {lost.phase for lost in library.decisions(Query(phase=Phase.FOLLOW))} == {Phase.FOLLOW}
    assert {lost.name for lost in library.decisions(Query(seat=Seat.LEFT))} == {"Cy"}
    assert {lost.seat for lost in library.decisions(Query(name="Ann"))} == {Seat.RIGHT}
    assert library.decisions(Query(name="Ann", seat=Seat.LEFT)) == []
    assert [lost.loss for lost in library.decisions(Query(loss=3.0))] == [loss for loss in known if loss >= 3.0]
    assert library.decisions(Query(rules="nine-two-five")) == []
    assert [found.id for found in library.records(Query(phase=Phase.CALL))] == [friday]
    assert [found.id for found in library.records(Query(loss=known[0]))] == [friday]
    assert library.records(Query(loss=known[0] + 0.1)) == []
    assert library.records(Query(name="Cy", phase=Phase.CALL)) == []  # the dealer calls


def test_of_several_reviews_the_newest_counts_but_a_fair_one_first(library, friday, judged):
    """A review of the same key is replaced."""
    library.add_review(friday, "one", judged)
    library.add_review(friday, "one", hindsight())
    found = library.decisions(Query())
    assert len(found) == len(judged.decisions) and all(lost.loss is None for lost in found)
    costs = sorted((d.own_cost for d in hindsight().decisions), reverse=True)
    assert [lost.own_cost for lost in found[:3]] == costs[:3]
    library.add_review(friday, "other", structs.replace(judged, decisions=judged.decisions[:5]))
    assert len(library.decisions(Query())) == 5
    library.add_review(friday, "one", judged)
    assert len(library.decisions(Query())) == len(judged.decisions)
    library.add_review(friday, "hindsight", hindsight())
    assert library.decisions(Query())[0].loss is not None
    assert library.review(friday).fair_worlds and not library.review(friday, "hindsight").fair_worlds


def test_a_review_of_another_deal_is_refused(library):
    [(id, _)] = library.add_records(CLUB, "")
    for record, why in ((id, "of another deal"), ("nope", "unknown record 'nope'")):
        with pytest.raises(LibraryError, match=why):
            library.add_review(record, "k", hindsight())
    assert library.decisions(Query()) == []


def test_progress_is_what_the_reviews_say(library, friday, judged):
    bob = [d for d in judged.decisions if d.seat is Seat.DEALER and not d.forced]
    library.add_review(friday, "k", judged)
    found = library.progress("Bob")
    assert set(found.by_phase) == {d.phase for d in bob}
    for phase, told in found.by_phase.items():
        fairs = [d.fair_cost for d in bob if d.phase is phase]
        own = sqrt(sum(each.standard_error**2 for each in fairs)) / len(fairs)
        spread = stdev(each.mean for each in fairs) / sqrt(len(fairs)) if len(fairs) > 1 else 0
        assert (told.n, told.mean) == (len(fairs), pytest.approx(mean(each.mean for each in fairs)))
        assert told.standard_error == pytest.approx(max(own, spread))
    [graded] = found.by_record
    whole = grade(bob)
    luck = judged.luck
    assert (graded.record, graded.when, graded.seat) == (friday, library.record(friday).added, Seat.DEALER)
    assert graded.loss.mean == pytest.approx(whole.fair_loss.mean) and graded.decisions == whole.unforced
    assert graded.loss.standard_error == pytest.approx(whole.fair_loss.standard_error)
    assert graded.skill == pytest.approx(luck.skill(Seat.DEALER, Seat.DEALER))
    others = sum(luck.skill(seat, Seat.DEALER) for seat in (Seat.LEFT, Seat.RIGHT))
    par = luck.par.tricks[Seat.DEALER]
    assert par + graded.luck + graded.skill + others == pytest.approx(luck.result[Seat.DEALER])
    assert library.progress("Nobody") == PlayerProgress({}, [])


def test_progress_without_fair_figures_or_luck_has_gaps(library):
    ids = []
    for name, found in {"Bob": hindsight(), "Rob": structs.replace(hindsight(), luck=None)}.items():
        [(id, _)] = library.add_records(FRIDAY.replace("Bob", name), "")
        library.add_review(id, "k", found)
        ids.append(id)
    told = library.progress("Cy")
    assert told.by_phase == {} and [graded.record for graded in told.by_record] == ids
    assert [(graded.loss, graded.decisions) for graded in told.by_record] == [(None, 0)] * 2
    assert [graded.luck is None for graded in told.by_record] == [False, True]


# Problems


def test_a_problem_is_kept_once_and_found_by_its_source(library):
    library.add_problem("p", "play", "ruff", 3, "set", "text of p")
    library.add_problem("q", "call", "long suit", 1, "mined", "text of q")
    library.add_problem("p", "call", "other", 5, "mistake", "another")
    assert library.problems() == [("p", "play", "ruff", 3, "set"), ("q", "call", "long suit", 1, "mined")]
    assert [problem.id for problem in library.problems(source="set")] == ["p"]
    assert (library.problem_text("p"), library.problem_text("x")) == ("text of p", None)


def test_answers_and_the_schedule_are_kept_together(library):
    for id in "pqr":
        library.add_problem(id, "call" if id == "q" else "play", "ruff", 3, "set", "")
    assert library.scheduled("p") is None and library.due(None, NOON) == []
    first = answer("p")
    library.add_answer(first, ScheduledProblem("p", '{"state": 1}', NOON + timedelta(minutes=10)))
    library.add_answer(
        answer("q", NOON + timedelta(minutes=1), kind="call"), ScheduledProblem("q", "{}", NOON + timedelta(minutes=5))
    )
    east = timezone(timedelta(hours=2))
    later = answer("p", (NOON + timedelta(minutes=2)).astimezone(east), loss=0.0, right=True)
    library.add_answer(later, ScheduledProblem("p", '{"state": 2}', NOON + timedelta(minutes=3)))
    assert [each.problem for each in library.answers()] == ["p", "q", "p"]
    assert (library.answers()[0], library.answers()[2]) == (later, first)
    assert library.scheduled("p") == ScheduledProblem("p", '{"state": 2}', NOON + timedelta(minutes=3))
    assert [card.problem for card in library.due(None, NOON + timedelta(minutes=5))] == ["p", "q"]
    assert [card.problem for card in library.due(None, NOON + timedelta(minutes=4))] == ["p"]
    assert [card.problem for card in library.due("call", NOON + timedelta(days=1))] == ["q"]


def test_a_result_of_the_deal_of_the_day_stays(library):
    """The first one counts; each player has one for a date."""
    day, next_day = NOON.date(), NOON.date() + timedelta(days=1)
    first = DailyRow("me", day, NOON, 9, 0, "0" * 16)
    assert library.add_daily(first) and not library.add_daily(replace(first, tricks=12, score=3))
    other, later = replace(first, owner="computer club", score=-2, record=""), replace(first, date=next_day)
    assert library.add_daily(later) and library.add_daily(other)
    assert list(library.days_played("me").values()) == [first, later] and library.days_played("you") == {}
    assert library.daily_of_date(day) == [other, first]


def test_an_answer_that_cannot_be_kept_leaves_nothing(library):
    library.add_problem("p", "play", "ruff", 3, "set", "")
    card = ScheduledProblem("p", "{}", NOON)
    for bad, due in [
        (answer("x"), ScheduledProblem("x", "{}", NOON)),
        (answer("p"), ScheduledProblem("x", "{}", NOON)),
        (answer("p"), replace(card, due=NOON.replace(tzinfo=None))),
        (answer("p", NOON.replace(tzinfo=None)), card),
        (answer("p", loss=None), card),
        (answer("p"), replace(card, fsrs=None)),
        (answer("p", answer="\udcff"), card),
    ]:
        with pytest.raises(LibraryError):
            library.add_answer(bad, due)
    assert library.answers() == [] and library.scheduled("p") is None


# Matches begun


def test_a_match_is_saved_and_dropped_version_by_version(library):
    """Nobody who still has an earlier version saves or drops the match, or the next one after it was dropped."""
    assert library.session("me") is None
    first = library.save_session("me", "one", None)
    second = library.save_session("me", "two", first)
    assert library.session("me") == ("two", second) and library.session("you") is None
    for stale in (first, None, second + 1):
        with pytest.raises(StaleError, match="'me' was changed by another window"):
            library.save_session("me", "lost", stale)
        with pytest.raises(StaleError):
            library.drop_session("me", stale)
    assert library.session("me") == ("two", second)
    library.drop_session("me", second)
    library.drop_session("nobody", None)
    assert library.session("me") is None
    with pytest.raises(StaleError):
        library.save_session("me", "old", second)
    assert library.save_session("me", "new", None) != second
    with pytest.raises(StaleError):
        library.save_session("me", "old", second)


# What is refused


def filled(path, problems=300):
    with Library(path) as library:
        library.add_records(FRIDAY + "\n" + CLUB + "\n" + HOLIDAY, "")
        for i in range(problems):
            library.add_problem(f"problem {i}", "play", "ruff", 3, "set", f"text {i} " * 40)
    return path


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("sound") / "library.sqlite").read_bytes()


def marked(path, application, version, table="t"):
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA application_id = {application}")
    db.execute(f"PRAGMA user_version = {version}")
    db.execute(f"CREATE TABLE {table} (a)")
    db.commit()
    db.close()
    return path.read_bytes()


def changed(data, place, new):
    return data[:place] + new + data[place + len(new) :]


OURS = int.from_bytes(b"N952", "big")
#: Files that are no library, made of a folder and a sound one, each with a word that must be said.
NO_LIBRARIES = {
    "text": (lambda at, sound: b"% ninefivetwo 1.0\n" * 100, "not a database"),
    "short": (lambda at, sound: b"x", "another program"),
    "foreign": (lambda at, sound: marked(at, 7, 1), "another program"),
    "later": (lambda at, sound: changed(sound, 60, (LIBRARY_VERSION + 1).to_bytes(4, "big")), "a later ninefivetwo"),
    "without tables": (lambda at, sound: marked(at, OURS, LIBRARY_VERSION), "missing table"),
    "no version": (lambda at, sound: marked(at, OURS, 0), "unknown version of a library: 0"),
    "cut": (lambda at, sound: sound[: len(sound) // 2], "damaged"),
    "cut in a page": (lambda at, sound: sound[:-1000], "damaged"),
    "schema that is no text": (
        lambda at, sound: sound.replace(b"TABLE problems", b"\xff\xfe\xfd\xfc\xfb problems"),
        "damaged",
    ),
    "schema": (lambda at, sound: changed(sound, 100, bytes(3000)), "damaged"),
    "middle": (lambda at, sound: changed(sound, len(sound) // 2 // 4096 * 4096, os.urandom(4096)), "damaged"),
}


@pytest.mark.parametrize(("made", "word"), NO_LIBRARIES.values(), ids=NO_LIBRARIES)
def test_a_file_that_is_no_library_is_refused_and_left_alone(tmp_path, sound, made, word):
    """As a library, to be imported, with one clear line each; no byte changes, and no file is put beside it."""
    data, path = made(tmp_path / "made", sound), tmp_path / "there" / "library"
    path.parent.mkdir()
    path.write_bytes(data)
    with pytest.raises(LibraryError, match=word) as told:
        Library(path)
    assert str(path) in str(told.value) and "\n" not in str(told.value)
    with Library(tmp_path / "mine") as mine, pytest.raises(LibraryError, match=word):
        mine.import_from(path).run()
    assert path.read_bytes() == data and os.listdir(path.parent) == [path.name]


def test_every_page_that_is_lost_is_noticed_or_harmless(tmp_path, sound):
    """A library with a page of zeros is refused, or what it gives is what was put in, or an error of ours."""
    path, good = tmp_path / "library", tmp_path / "good"
    good.write_bytes(sound)
    with Library(good) as library:
        records, problems = library.records(Query()), library.problems()
    refused = 0
    pages = len(sound) // 4096
    for page in range(pages):
        path.write_bytes(changed(sound, 4096 * page, bytes(4096)))
        try:
            with Library(path) as library:
                assert len(library.records(Query())) == len(records) and library.problems() == problems
        except LibraryError:
            refused += 1
    assert refused > 0.8 * pages


def test_other_places_that_hold_no_library_are_refused(tmp_path):
    with pytest.raises(LibraryError, match="not a regular file"):
        Library(tmp_path)
    with pytest.raises(LibraryError, match="unable to open"):
        Library(tmp_path / "none" / "library")
    assert os.listdir(tmp_path) == []


def test_an_empty_file_is_a_library_begun(tmp_path):
    path = tmp_path / "a file?#%.sqlite"
    path.touch()
    with Library(path) as library:
        library.add_records(FRIDAY, "")
    with Library(path) as library:
        assert len(library.records(Query())) == 1
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(
    ("statement", "look"),
    [
        ("UPDATE reviews SET review = '{'", lambda library, id: library.review(id)),
        ("UPDATE records SET added = 'noon'", lambda library, id: library.record(id)),
        ("UPDATE records SET text = CAST(x'ff' AS TEXT)", lambda library, id: library.record(id)),
        ("UPDATE decisions SET phase = 'none'", lambda library, id: library.decisions(Query())),
        ("DELETE FROM players WHERE seat = 0", lambda library, id: library.record(id)),
    ],
)
def test_values_that_cannot_have_been_written_are_told(library, friday, statement, look):
    library.add_review(friday, "k", hindsight())
    change(library.path, statement)
    with pytest.raises(LibraryError, match=r"expected|damaged"):
        look(library, friday)


def test_a_library_that_is_closed_says_so(tmp_path):
    library = Library(tmp_path / "library")
    library.close()
    library.close()
    with pytest.raises(LibraryError, match="closed"):
        library.records(Query())


def test_the_usual_place_is_the_systems_folder_for_data(tmp_path, monkeypatch):
    dirs = SimpleNamespace(user_data_path=lambda name: tmp_path / "new" / name)
    monkeypatch.setitem(sys.modules, "platformdirs", dirs)
    with Library() as library:
        assert library.path == tmp_path / "new" / "ninefivetwo" / "library.sqlite" and library.path.exists()


# Windows at once


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Who waits for another window waits as long as a busy machine may take."""
    monkeypatch.setattr(store, "PATIENCE", 600)


def started(script, *arguments):
    """A process that runs a script with the library module at hand."""
    head = "import sys, threading\nfrom pathlib import Path\nfrom ninefivetwo.errors import *\n"
    head += "from ninefivetwo.keep.library import *\nfrom ninefivetwo.keep.library import store\nstore.PATIENCE = 600\n"
    command = [sys.executable, "-W", "error", "-c", head + script, *map(str, arguments)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


WRITER = """
folder, me = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for i in range(8):
    with Library(folder / str(i)) as library:
        library.add_problem(me, "play", "ruff", 1, "set", "")
with Library(folder / "0") as library:
    def write(thread):
        for i in range(15):
            library.add_problem(f"{me} {thread} {i}", "play", "ruff", 1, "set", "text")
            while True:
                text, version = library.session("all") or ("0", None)
                try:
                    library.save_session("all", str(int(text) + 1), version)
                    break
                except StaleError:
                    pass
    threads = [threading.Thread(target=write, args=(n,)) for n in range(2)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
"""


def test_processes_and_threads_at_once_lose_nothing(tmp_path):
    """Three processes begin eight libraries at once, because the moments that matter are short; then two threads of
    each add problems to one library, and count in one session.
    """
    processes = [started(WRITER, tmp_path, me) for me in range(3)]
    for process in processes:
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        error = process.communicate()[1]
        assert (process.returncode, error) == (0, ""), error
    for i in range(8):
        with Library(tmp_path / str(i)) as library:
            ids = {problem.id for problem in library.problems()}
            assert {"0", "1", "2"} <= ids and len(ids) == 3 + (i == 0) * 3 * 2 * 15
            assert i or library.session("all")[0] == str(3 * 2 * 15)
    assert len(os.listdir(tmp_path)) == 8


def test_who_writes_waits_for_who_is_writing(tmp_path):
    """From the moment that the other begins, so that nothing changes between what it reads and what it writes."""
    path = tmp_path / "library"
    with Library(path) as one, Library(path) as other:
        thread = threading.Thread(target=other.save_session, args=("me", "text", None))
        with one.writing():
            thread.start()
            thread.join(0.5)
            assert thread.is_alive()
        thread.join()
        assert one.session("me") == ("text", 1)


def test_a_second_library_in_one_process_leaves_the_firsts_locks(tmp_path):
    """To close a file drops a process's locks on it, so no file may be opened but by SQLite itself.

    Without its lock the other process, when it leaves, takes itself for the last and removes what the first writes to.
    """
    path = filled(tmp_path / "library", 1)
    script = "with Library(Path(sys.argv[1])) as library: print(len(library.problems()))"
    with Library(path) as one:
        one.add_problem("early", "play", "ruff", 1, "set", "")
        Library(path).close()
        assert started(script, path).communicate()[0] == "2\n"
        one.add_problem("late", "play", "ruff", 1, "set", "")
        assert started(script, path).communicate()[0] == "3\n"


# The whole


def everything(library):
    tables = "records players reviews decisions outcomes problems answers schedule sessions daily".split()
    return {table: sorted(change(library.path, f"SELECT * FROM {table}")) for table in tables}


SESSION = session_text(GameSession.start(parse_rules("wikipedia"), ("club", "club"), Seat.DEALER, 1, True, "Ann"))
ASKED = shipped()[0].id


@pytest.fixture
def full(tmp_path, judged):
    """A library with something of every kind."""
    (tmp_path / "full").mkdir()
    with Library(tmp_path / "full" / "library") as found:
        [(id, _), *_] = found.add_records(FRIDAY + "\n" + CLUB, "")
        found.add_review(id, "k", judged)
        Drills(found).add(shipped()[0])
        found.add_answer(answer(ASKED), ScheduledProblem(ASKED, "{}", NOON))
        found.add_answer(answer(ASKED), ScheduledProblem(ASKED, "{}", NOON))
        found.save_session("me", SESSION, None)
        found.add_daily(DailyRow("me", NOON.date(), NOON, 9, 0, id))
        yield found


def test_an_export_is_the_whole_library_in_one_file(full, tmp_path):
    """Even while it is open, and over a library that is there; another file is left alone."""
    copy = tmp_path / "copy"
    copy.write_text("something else")
    with pytest.raises(LibraryError, match="expected a library of ninefivetwo"):
        full.export_to(copy, force=True)
    with pytest.raises(FileError, match="exists already"):
        full.export_to(copy)
    assert copy.read_text() == "something else"
    copy.unlink()
    Library(copy).close()
    full.export_to(copy, force=True, owners=["me"])
    assert sorted(os.listdir(tmp_path)) == ["copy", "full"]
    held = everything(full)
    with Library(copy) as library:
        assert everything(library) == held
    assert all(held.values())


def test_records_are_dropped_by_source_unless_reviewed(library):
    ids = [id for text in (FRIDAY, CLUB) for id, _ in library.add_records(text, "play")]
    library.add_review(ids[0], "k", hindsight())
    library.drop_records(ids, "elsewhere")
    assert len(library.records(Query())) == 2
    library.drop_records([*ids, "x"], "play")
    assert [one.id for one in library.records(Query())] == ids[:1]
    assert not library.records(Query(name="Dora"))


def test_an_export_does_not_harm_what_is_there(full, tmp_path):
    with Library(tmp_path / "open") as other:
        with pytest.raises(LibraryError, match="another process has open"):
            full.export_to(other.path, force=True)
        other.add_problem("p", "play", "ruff", 3, "set", "")
    link = tmp_path / "link"
    link.symlink_to(full.path)
    for target in (full.path, link, Path(os.devnull), tmp_path):
        with pytest.raises(LibraryError, match="expected another file"):
            full.export_to(target)
    with pytest.raises(FileNotFoundError) as told:
        full.export_to(tmp_path / "none" / "copy")
    assert told.value.filename == str(tmp_path / "none" / "copy")
    assert len(full.records(Query())) == 2


def test_an_import_adds_what_is_new_and_keeps_what_is_there(full, tmp_path, library):
    copy = tmp_path / "copy"
    full.export_to(copy, owners=["me"])
    counts = library.import_from(copy).run()
    expected = {"records": 2, "reviews": 1, "problems": 1, "answers": 2, "schedule": 1, "sessions": 1, "daily": 1}
    assert {kind: number for kind, number in counts.items() if number} == expected
    assert everything(library) == everything(full)
    assert set(library.import_from(copy).run().values()) == {0}
    library.add_answer(
        answer(ASKED, NOON + timedelta(days=1)), ScheduledProblem(ASKED, '{"later": 1}', NOON + timedelta(days=9))
    )
    library.save_session("me", "mine", library.session("me")[1])
    full.add_records(HOLIDAY, "theirs")
    full.add_answer(answer(ASKED), ScheduledProblem(ASKED, "{}", NOON))
    assert library.import_from(full.path).run()["answers"] == 1  # open in another window
    assert library.scheduled(ASKED).fsrs == '{"later": 1}' and library.session("me")[0] == "mine"
    assert len(library.answers()) == 4 and len(library.records(Query())) == 3
    library.drop_session("me", library.session("me")[1])
    assert library.import_from(copy).run()["sessions"] == 1 and library.session("me")[0] == SESSION


def test_an_import_of_another_review_of_the_same_key_mixes_nothing(full, tmp_path, library, judged):
    [(id, _)] = library.add_records(FRIDAY, "")
    library.add_review(id, "k", structs.replace(judged, decisions=judged.decisions[:5], luck=None))
    assert library.import_from(full.path).run()["reviews"] == 0
    assert len(library.decisions(Query())) == 5 and library.progress("Bob").by_record[0].luck is None


def test_an_import_that_is_killed_leaves_whole_records(full, library, tmp_path, monkeypatch):
    """As many as were stored, each with its review; the next import adds the rest."""
    script = """
from ninefivetwo.keep.library import merging
import ninefivetwo.keep.library.records as records
merging.BATCH = records.BATCH = 1
for step in Library(Path(sys.argv[1])).import_from(Path(sys.argv[2])):
    if step.storing:
        print(step.done, flush=True)
        sys.stdin.read()
"""
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # where its copy of the other library stays
    process = started(script, library.path, full.path)
    assert process.stdout.readline() == "1\n"
    process.kill()
    process.communicate()
    [record] = library.records(Query())
    assert library.review(record.id) is not None and len(library.decisions(Query())) > 5
    counts = library.import_from(full.path).run()
    assert (counts["records"], counts["reviews"], counts["problems"]) == (1, 0, 1)
    assert {**everything(library), "records": [], "players": []} == {**everything(full), "records": [], "players": []}


def test_what_cannot_be_imported_is_refused(library, tmp_path):
    with pytest.raises(LibraryError, match="this library itself"):
        library.import_from(library.path).run()
    with pytest.raises(FileNotFoundError):
        library.import_from(tmp_path / "none").run()
    assert not (tmp_path / "none").exists()
    (tmp_path / "empty").touch()
    with pytest.raises(LibraryError):
        library.import_from(tmp_path / "empty").run()
    assert (tmp_path / "empty").read_bytes() == b""


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("UPDATE reviews SET review = '{}'", "reviews"),
        ("UPDATE problems SET text = '[]'", "problems"),
        ("UPDATE problems SET text = replace(text, 'Viewer', 'Viewed')", "problems.*not a seat's view"),
        ("UPDATE problems SET difficulty = 5", "problems.*another problem than its row says"),
        ("UPDATE sessions SET text = replace(text, 'club', 'clubs')", "sessions"),
        ("UPDATE records SET text = 'x'", "records"),
        ("UPDATE answers SET at = 'noon'", "answers"),
        ("UPDATE answers SET mark = 11", "answers"),
        ("UPDATE daily SET date = 'Sunday'", "daily"),
        ("UPDATE daily SET tricks = 17", "daily"),
        ("DELETE FROM problems", "answers, one without its row of problems"),
    ],
)
def test_a_row_that_cannot_be_read_is_not_imported(statement, word, full, tmp_path, library):
    """Such as another program may have written: the JSON of each table is held to its schema. Nothing is imported."""
    copy = tmp_path / "copy"
    full.export_to(copy, owners=["me"])
    change(copy, statement)
    with pytest.raises(LibraryError, match=f"the other library has a row that cannot be read: {word}") as caught:
        library.import_from(copy).run()
    assert "\n" not in str(caught.value) and not any(everything(library).values())


@posix
def test_a_disk_that_is_full_loses_nothing_that_was_there(tmp_path):
    """No file may grow: the fault is told, and the library is as it was."""
    path = filled(tmp_path / "library", 5)
    script = """
import resource
def fails(task):
    try:
        task()
        print("no fault")
    except LibraryError as error:
        print(type(error).__name__)
with Library(Path(sys.argv[1])) as library:
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
    fails(lambda: library.add_problem("big", "play", "", 1, "set", "x" * 1_000_000))
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, resource.RLIM_INFINITY))
    fails(lambda: library.export_to(Path(sys.argv[2])))
    print(len(library.problems()))
"""
    out, error = started(script, path, tmp_path / "copy").communicate()
    assert (out, error) == ("LibraryError\nLibraryError\n5\n", "")
    assert os.listdir(tmp_path) == ["library"]
    with Library(path) as library:
        assert len(library.problems()) == 5 and len(library.records(Query())) == 3


# Lists, deletions, and what comes in bit by bit


def found(library, **query):
    return [summary.row.id for summary in library.listing(Query(**query)).records]


def test_a_list_tells_results_and_grades(library, friday, judged):
    [(club, _)] = library.add_records(CLUB, "club.n52")
    library.add_review(friday, "k", judged)
    listing = library.listing(Query())
    assert listing.total == 2 and listing.skipped == []
    newest, oldest = listing.records
    assert (newest.row.id, newest.reviewed) == (club, False)
    assert [player.won for player in newest.players] == [11, 1, 4]
    assert [player.result for player in newest.players] == [2, -1, -1]
    assert oldest.reviewed and [player.name for player in oldest.players] == ["Bob", "Cy", "Ann"]
    for player in oldest.players:
        expected = library.progress(player.name).by_record[0].accuracy
        assert player.grade.mean == pytest.approx(expected.mean) and newest.players[0].grade is None


def test_a_list_is_sorted_and_searched(library, friday, judged):
    [(holiday, _)] = library.add_records(HOLIDAY, "holiday.n52")
    [(club, _)] = library.add_records(CLUB, "club.n52")
    library.add_review(friday, "k", judged)
    assert found(library) == [club, friday, holiday]
    assert found(library, sort=Sort.PLAYER) == [friday, club, holiday]  # Ann, Dora, Gil
    assert found(library, sort=Sort.LOSS) == found(library, sort=Sort.GRADE) == [friday, club, holiday]
    assert found(library, words="AN hol") == [holiday]  # Hana, in the event and in the source
    assert found(library, words="nine-two") == [club] and found(library, words="nobody") == []
    assert found(library, name="an", limit=1, start=1) == [holiday]
    assert library.listing(Query(name="an", limit=1)).total == 2


def test_a_row_that_cannot_be_read_blocks_no_list(library):
    ids = [id for text in (FRIDAY, CLUB) for id, _ in library.add_records(text, "")]
    for column in ("added = 'noon'", "text = CAST(x'ff' AS TEXT)"):
        change(library.path, f"UPDATE records SET {column} WHERE id = ?", ids[0])
        listing = library.listing(Query())
        assert [summary.row.id for summary in listing.records] == ids[1:]
        assert len(listing.skipped) == 1 and ids[0][:8] in listing.skipped[0]


def test_what_is_deleted_can_be_put_back(full):
    """Rows and their order, with the review, and with the problem of a mistake in the deal; once."""
    [friday] = [record.id for record in full.records(Query(name="Ann"))]
    mistake = Problem("1" * 16, "play", "ruff", 3, "mistake", 0.25, "", FRIDAY, ())
    full.add_problem(mistake.id, "play", "ruff", 3, "mistake", problem_text(mistake))
    full.add_answer(answer(mistake.id), ScheduledProblem(mistake.id, "{}", NOON))
    held, order = everything(full), found(full)
    at = full.delete_records([friday[:8]])
    assert friday not in found(full) and [each.id for each in full.problems()] == [ASKED]
    left = everything(full)
    assert not left["reviews"] and not left["decisions"] and not left["outcomes"] and len(left["answers"]) == 2
    [gone] = full.deletions()
    assert gone[:2] == (at, 1) and gone.first.id == friday and gone.first.names == ("Bob", "Cy", "Ann")
    assert full.restore(at) == 1
    assert everything(full) == held and found(full) == order and full.deletions() == []
    with pytest.raises(LibraryError, match="unknown deletion"):
        full.restore(at)


def test_what_came_again_is_not_put_back_twice(full, judged):
    [friday] = [record.id for record in full.records(Query(name="Ann"))]
    at = full.delete_records([friday])
    full.add_records(FRIDAY, "again")
    full.add_review(friday, "k", structs.replace(judged, decisions=judged.decisions[:5]))
    full.add_records(HOLIDAY, "")
    assert full.restore(at) == 0
    assert len(full.decisions(Query())) == 5 and full.record(friday).source == "again"


def test_a_deletion_is_forgotten_after_some_weeks(full, monkeypatch):
    first, second = found(full)
    full.delete_records([first])
    monkeypatch.setattr("ninefivetwo.keep.library.library.UNDO_TIME", timedelta(0))
    at = full.delete_records([second])
    assert [deletion.at for deletion in full.deletions()] == [at]


def test_many_deals_come_in_step_by_step(library, monkeypatch):
    monkeypatch.setattr(records, "BATCH", 2)
    with Incoming() as coming:
        steps = list(coming.read(FRIDAY + "\n" + CLUB + "\n" + FRIDAY, "a.n52"))
        assert steps == [(False, 1, 3), (False, 2, 3), (False, 3, 3)] and found(library) == []
        storing = library.add_incoming(coming)
        assert next(storing) == (True, 2, 3) and len(found(library)) == 2
        assert list(storing) == [(True, 3, 3)]
        assert [added.new for added in coming.added] == [True, True, False]
    with Incoming() as coming, pytest.raises(RecordError, match="line 3"):
        for _ in coming.read(HOLIDAY + "\n[Deal]", "b.n52"):
            pass
    assert len(found(library)) == 2


def test_names_of_others_are_safe_to_show_and_kept_so(library):
    """Without control and bidirectional-control characters, and neither too long nor with too many accents."""
    for text, shown in [
        ("  Ann \t Lee ", "Ann Lee"),
        ("Zoë", "Zoë"),
        ("a\u202eb\u2066c\u200d", "abc"),
        ("x" * 300, "x" * 39 + "…"),
        ("e" + "\u0301" * 50, "é\u0301\u0301"),
        ("\x07\u2028", ""),
    ]:
        assert label(text) == shown
    text = FRIDAY.replace('"Ann"', f'"\u202eAnn {"x" * 300}"').replace("Friday", "\u2067Friday")
    library.add_records(text, "a\u202eb")
    [record] = library.records(Query())
    assert record.names[2] == "Ann " + "x" * 35 + "…" and record.event == "Friday table" and record.source == "ab"


@posix
def test_only_its_owner_reads_a_library(full, tmp_path):
    copy, old = tmp_path / "copy", tmp_path / "old"
    full.export_to(copy)
    old.touch(0o644)
    with Library(old):
        files = [*full.path.parent.iterdir(), copy, *tmp_path.glob("old*")]
        assert len(files) == 7
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_an_export_has_no_match_under_way_and_nothing_deleted(full, tmp_path):
    """Neither in its tables nor in pages that are free."""
    full.save_session("other", SESSION.replace("Ann", "Somebody"), None)
    full.delete_records([record.id for record in full.records(Query(name="Dora"))])
    for owners, there in (((), []), (("me",), ["me"])):
        full.export_to(tmp_path / "copy", force=True, owners=owners)
        text = (tmp_path / "copy").read_bytes()
        assert b"Somebody" not in text and b"Dora" not in text and (b'"levels"' in text) == bool(owners)
        with Library(tmp_path / "copy") as copy:
            assert [owner for owner in ("me", "other") if copy.session(owner)] == there


def test_a_library_that_cannot_be_written_can_be_read(tmp_path, monkeypatch):
    """On a disk for reading only; SQLite would make auxiliary files beside it."""
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        [(id, _)] = library.add_records(FRIDAY, "friday.n52")
    monkeypatch.setattr("ninefivetwo.keep.library.store.os.access", lambda path, mode: False)
    with Library(path) as library:
        assert library.record(id).id == id and os.listdir(tmp_path) == [path.name]
        with pytest.raises(LibraryError, match="expected a file and a folder that can be written"):
            library.add_records(HOLIDAY, "holiday.n52")
    monkeypatch.setattr("ninefivetwo.keep.library.store.LIBRARY_VERSION", LIBRARY_VERSION + 1)
    with pytest.raises(LibraryError, match="made by an earlier ninefivetwo"):
        Library(path)
