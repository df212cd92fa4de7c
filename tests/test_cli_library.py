"""`ninefivetwo library`, run as its users do; what is refused and short answers are in `cases/library.txt`."""

import json
import re
import sys
from dataclasses import replace
from math import sqrt

import pytest
from click.testing import CliRunner
from commands import answer
from kept import ROOT, change, hindsight, only_match, with_losses
from reviews import unpriced

from ninefivetwo.cards import Seat
from ninefivetwo.cli.app import cli
from ninefivetwo.cli.library.records import run_shown
from ninefivetwo.errors import LibraryError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.keep.library import ImportProgress, Library, Query, records, review_key
from ninefivetwo.keep.library.store import Store
from ninefivetwo.study import accuracy
from ninefivetwo.words.kept import step_words

FRIDAY, CLUB = ROOT / "examples/friday.n52", ROOT / "examples/club-evening.n52"


@pytest.fixture
def place(tmp_path):
    return tmp_path / "library.sqlite"


@pytest.fixture
def run(place):
    """A command of the library at that place, and what it prints."""
    return lambda *arguments: answer("library", *arguments, "--library", place)


@pytest.fixture
def objects(run):
    return lambda *arguments: json.loads(run(*arguments, "--json"))


def judged(found, loss):
    """A review in which every decision that was not forced lost as much."""
    return with_losses(found, lambda decision: Estimate(loss, 0.1, 10))


@pytest.fixture
def reviewed(place):
    """A library with a deal that is reviewed and one that is not; the id of the first."""
    with Library(place) as library:
        [(id, _)] = library.add_records(FRIDAY.read_text(), "friday.n52")
        library.add_records(CLUB.read_text(), "club.n52")
        library.add_review(id, review_key(20, 0), judged(hindsight(), 0.5))
    return id


def test_records_are_sorted_and_graded(reviewed, objects, place):
    """Also around a row that cannot be read, which is told."""
    first = objects("list", "--sort", "grade")["records"][0]
    assert first["id"] == reviewed and first["reviewed"] and first["accuracy"]["dealer"]["mean"] <= 100
    found = objects("list", "--sort", "player", "--limit", "1")
    assert found["records"][0]["id"] == reviewed and found["more"] == 1  # Ann
    change(place, "UPDATE records SET added = 'noon' WHERE id = ?", reviewed)
    done = CliRunner().invoke(cli, ["library", "list", "--library", str(place)])
    assert f"left out: record {reviewed[:8]}" in done.stderr and "Club evening" in done.stdout


@pytest.mark.parametrize(
    ("command", "file", "told"), [("add", FRIDAY, "1 deal stored"), ("import", "theirs", "added: 1 deal")]
)
def test_what_is_stopped_says_what_is_stored(place, tmp_path, monkeypatch, command, file, told):
    def stopped(steps, what):
        last = run_shown(steps, what)
        if what in ("deals", "rows"):
            raise KeyboardInterrupt
        return last

    with Library(tmp_path / "theirs") as theirs:
        theirs.add_records(FRIDAY.read_text(), "theirs")
    monkeypatch.setattr("ninefivetwo.cli.library.records.run_shown", stopped)
    done = CliRunner().invoke(cli, ["library", command, str(tmp_path / file), "--library", str(place)])
    assert done.exit_code and done.stderr.startswith(f"{told}; run the same command again to add the rest\n")


@pytest.fixture
def little_room(monkeypatch):
    """Libraries of so many kibibytes at most, as on a disk that is nearly full."""

    def make(kibibytes):
        prepare = Store._prepare

        def prepared(store):
            prepare(store)
            store._db.execute(f"PRAGMA max_page_count = {kibibytes // 4}")

        monkeypatch.setattr(Store, "_prepare", prepared)

    return make


def test_a_full_disk_is_reported_with_what_is_stored(place, tmp_path, little_room, monkeypatch):
    """Of the deals of two files, and of the rows of another library; the library then holds just that."""
    monkeypatch.setattr(records, "BATCH", 10)
    deals = [FRIDAY.read_text().replace("Ann", f"Zoe{i}") for i in range(100)]
    (tmp_path / "a.n52").write_text("\n".join(deals[:15]))
    (tmp_path / "b.n52").write_text("\n".join(deals[15:]))
    with Library(tmp_path / "theirs") as theirs:
        theirs.add_records("\n".join(deals), "theirs")
    little_room(160)
    for command, files in (("add", ("a.n52", "b.n52")), ("import", ("theirs",))):
        place.unlink(missing_ok=True)
        paths = [str(tmp_path / file) for file in files]
        done = CliRunner().invoke(cli, ["library", command, *paths, "--library", str(place)])
        with Library(place) as library:
            stored = library.listing(Query()).total
        assert isinstance(done.exception, LibraryError) and 15 < stored < 100
        told = f"{place}: database or disk is full (expected room for more); {stored} of 100 "
        assert str(done.exception).startswith(told), (str(done.exception), told)
        deal = f"deals are stored, up to deal {stored - 15} of {tmp_path / 'b.n52'}"
        assert str(done.exception).removeprefix(told) in (deal, f"rows of {tmp_path / 'theirs'} are stored")


def test_an_import_says_how_far_it_is():
    assert (
        step_words(ImportProgress(False, 1200, 18500), "deals", 3.0) == "checked 1,200 of 18,500 deals, about 43 s left"
    )
    assert step_words(ImportProgress(True, 100, 18500), "deals", 30.0) == "stored 100 of 18,500 deals"


def test_decisions_are_listed_by_phase_loss_and_seat(reviewed, run, objects):
    found = objects("list", "--decisions", "--limit", "100")["decisions"]
    assert {each["index"] for each in found} == {d.index for d in hindsight().decisions if not d.forced}
    [call] = objects("list", "--phase", "call")["decisions"]
    assert (call["record"], call["phase"], call["chosen"]) == (reviewed, "call", "D")
    assert run("list", "--loss", "0.51") == "none\n"
    assert {each["seat"] for each in objects("list", "--loss", "0.5", "--seat", "L")["decisions"]} == {"left"}


def test_a_record_is_reviewed_and_the_review_kept(place, run, objects):
    """Of a deal as one seat saw it, and of its first trick only, so that it is quick."""
    match = only_match(FRIDAY.read_text())
    deal = match.deal
    while sum(deal.won) > 1:
        deal = deal.past
    view = replace(match, deal=deal.seen_by(Seat.LEFT))
    with Library(place) as library:
        [(id, _)] = library.add_records(str(File.of([record_of(view)])), "")
    told = run("review", id, "--fair-worlds", "4", "--seed", "3")
    assert "only Cy's decisions are judged" in told and "mistake" in told
    with Library(place) as library:
        assert library.review(id, review_key(4, 3)).fair_worlds == 4
        kept = [lost for lost in library.decisions(Query()) if lost.loss is not None]
        assert kept and {lost.name for lost in kept} == {"Cy"}
    found = objects("review", id, "--fair-worlds", "4", "--seed", "3")
    assert [d["index"] for d in found["decisions"] if d["fair_cost"]] == sorted(lost.index for lost in kept)


def test_progress_is_of_a_player_found_by_a_part_of_the_name(reviewed, run):
    assert run("progress", "bo") == run("progress", "Bob")


def test_deals_that_follow_one_another_are_one_match(place, run, objects):
    """Two deals of a match, and one of another with a player of the same name."""
    played = (ROOT / "tests/data/match.n52").read_text()
    name = read_file(played).records[0].match.names[0]
    text = played + "\n" + FRIDAY.read_text().replace("Bob", name)
    with Library(place) as library:
        added = library.add_records(text, "")
        for (id, _), loss in zip(added, (0.1, 0.3, 0.2), strict=True):
            match = read_file(library.record(id).text).records[0].match
            library.add_review(id, "k", judged(unpriced(match), loss))
    other, played = objects("progress", name)["matches"]  # by their dates: those of a match just played have none
    assert [deal["record"] for deal in played["deals"]] == [id for id, _ in added[:2]]
    assert played["first_deal"] == 1 and len(other["deals"]) == 1
    numbers = [deal["unforced"] for deal in played["deals"]]
    lost = Estimate((100 * numbers[0] + 300 * numbers[1]) / 1000, 0.1 * sqrt(sum(numbers)), sum(numbers))
    grade = accuracy(lost)
    told = f"{grade.mean:.0f} ± {grade.standard_error:.0f}"
    assert re.search(rf" 1–2 +{sum(numbers)} +{told} *\n", run("progress", name))


def test_all_that_is_not_reviewed_is_reviewed(place, run, monkeypatch):
    """Once: what has such a review already is left out."""
    with Library(place) as library:
        library.add_records(FRIDAY.read_text() + "\n" + CLUB.read_text(), "")
    matches = []

    def quick(match, limits, progress, opponents):
        matches.append(match)
        return unpriced(match)

    monkeypatch.setattr(sys.modules["ninefivetwo.cli.library.reviews"], "review_deal", quick)
    text = run("review", "--all")
    assert text.endswith("2 records reviewed\n") and "Friday table, deal 5" in text and len(matches) == 2
    assert run("review", "--all") == "0 records reviewed\n" and len(matches) == 2
    assert run("review", "--all", "--seed", "1").endswith("2 records reviewed\n")
