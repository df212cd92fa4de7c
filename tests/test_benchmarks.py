"""The corpora hold their answers, the search needs exactly the nodes that were recorded as its signature, and the
figures of playouts are of playouts that are right.
"""

import re
import sys
from dataclasses import replace
from importlib import import_module
from itertools import count
from statistics import median

import numpy as np
import pytest
from msgspec import structs

from benchmarks import ROOT, faults, match_equity, playout_speed, search
from benchmarks.corpus import NAMES, read, recorded_nodes
from benchmarks.playout_speed import whole_deals
from benchmarks.runner import benchmarks, parser_of, run
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.study import Decision
from ninefivetwo.survey.deals import match_rows
from ninefivetwo.survey.work import Work
from ninefivetwo_solver.engine import Engine
from ninefivetwo_solver.playout import path, paths, use_path


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.long if n == "dealer16" else ()) for n in NAMES])
def test_the_search_is_right_in_the_recorded_number_of_nodes(name):
    """Change the search in any way and these counts change: record them anew, and say so in the commit."""
    engine = Engine()
    for question in read(name):
        engine.clear()
        assert engine.guarantee(*question.asked()) == question.tricks, str(question)
    assert engine.nodes == recorded_nodes()[name]


def test_playouts_are_timed_and_checked(capsys, monkeypatch):
    """Every figure of the table is there; a trick that is lost, or other numbers the second time, end the run."""
    run("playout_speed", "--deals", "20", "--batches", "1")
    heading, _rule, *rows = capsys.readouterr().out.splitlines()
    assert heading == "| what | aim | reached |" and len(rows) == len(paths()) + 8
    assert all(re.fullmatch(r"\| [^|]+ \| ([\d.]+ [mµ]s)? \| -?[\d.e+-]+ [mµ]s \|", row) for row in rows)
    assert "| 4 µs |" in rows[0] and "| 100 µs |" in rows[1] and "| 300 ms |" in rows[-4]
    true = playout_speed.play_out
    monkeypatch.setattr(playout_speed, "play_out", lambda *args, **options: true(*args, **options) - 1)
    with pytest.raises(SystemExit, match="wrong: plain: not all tricks are won"):
        run("playout_speed", "--deals", "20", "--batches", "1")
    numbers = count()
    with pytest.raises(SystemExit, match="wrong: not the same numbers twice"):
        playout_speed.steady(lambda: next(numbers), 1)


#: How many times as long a deal by the learned policy takes as one by the plain rules, on each path.
RECORDED = {"avx2": 10.2, "sse2": 11.7, "neon": 12.0, "plain": 26.5}


@pytest.mark.long
@pytest.mark.parametrize("name", paths())
def test_the_learned_policy_is_as_fast_as_it_was(name):
    """Against the plain rules on the same machine: in at most 1.3 times what is recorded."""
    before = path()
    use_path(name)
    try:
        pairs = [[whole_deals(of, 1, 952, 300, 5).seconds for of in ("learned", "plain")] for _ in range(15)]
    finally:
        use_path(before)
    assert median(learned / plain for learned, plain in pairs) < 1.3 * RECORDED[name]


def test_two_versions_are_timed_by_turns_and_checked(capsys):
    """This version against itself: the same nodes; a wrong answer of either ends the run."""
    questions = read("end08")[::50]
    versions = search.Version(sys.executable), search.Version(sys.executable)
    search.compare("end08", questions, *versions)
    name, before, after, *ratios = capsys.readouterr().out.strip("| \n").split(" | ")
    assert name == "end08" and before == after and all(re.fullmatch(r"\d+\.\d{3}", ratio) for ratio in ratios)
    with pytest.raises(SystemExit, match="wrong: "):
        search.compare("end08", [replace(questions[0], tricks=9)], *versions)
    for version in versions:
        version.process.communicate()


def test_reviews_are_timed_checked_and_gone_on_with(capsys, tmp_path, monkeypatch):
    """A run that continues a log does only the rest; a cost below zero ends in an error."""
    log = tmp_path / "log"
    asked = ["--only", "hindsight", "--threads", "2", "--log", str(log)]
    run("review", *asked, "--deals", "1")
    first = log.read_text()
    out = capsys.readouterr().out
    assert re.search(r"\| hindsight \| 1 (\| [\d.]+ ){5}\|", out)
    assert "1 deals, 0 with something wrong" in out
    of = Decision.of
    monkeypatch.setattr(Decision, "of", lambda *parts: structs.replace(of(*parts), own_cost=-1))
    with pytest.raises(SystemExit, match="wrong"):
        run("review", *asked, "--deals", "2")
    assert log.read_text().startswith(first) and log.read_text().count("\n") == 2
    assert "2 deals, 1 with something wrong" in capsys.readouterr().out
    assert "decision 0: a cost below zero" in log.read_text().removeprefix(first)


#: The smallest run of each benchmark that no other test runs and that needs neither a survey, a browser nor minutes.
SMALLEST = {
    "advice_speed": "--only discard --hands 1",
    "calibration": "--deals 2 --worlds 4 --drills 0 --processes 1 --kept {folder}/deals.n52",
    "faults": "list",
    "fit_lead_order": "--samples 12 --rounds 2 --output {folder}/weights.h",
    "jobs": "values played discards --every 200",
    "match_equity": "bga --scores 2 --matches 100",
    "recognition": "--tables 1 --levels rule --cores 1",
    "search": "end08 end13 --every 50 --dds",
}


def test_every_benchmark_has_a_line_and_a_parser(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    for name, line in benchmarks().items():
        module = import_module(f"benchmarks.{name}")
        assert line.endswith(".") and len(line) < 120
        assert parser_of(name, module.__doc__, module.main).format_help().startswith(f"usage: {name}")
    assert SMALLEST.keys() < benchmarks().keys()


@pytest.mark.parametrize("name", SMALLEST)
def test_each_benchmark_runs(name, tmp_path):
    run(name, *SMALLEST[name].format(folder=tmp_path).split())


#: What a benchmark cannot use, in a folder with a file of notes and without torch; and what is said about it.
REFUSED = {
    "refit {notes}": "{notes}: not a folder",
    "refit {notes}/rows": "{notes}/rows: Not a directory",
    "fit_policy {notes}": "fit_policy needs torch (expected: pip install '.[learn]')",
    "calibration --company club,expert": "2 players in 'club,expert' (expected one for all seats, or three)",
    "calibration --deals 1": "1 deals (expected 2 or more)",
    "calibration --discarder nobody": "unknown player: 'nobody'",
    "calibration --rules catalan --trump N": "no-trump cannot be called under catalan (expected --trump suits or any)",
    "table plane": "unknown player: 'plane' (expected plain, learned, file:PATH, rollout:NAME:WORLDS, rollout:",
    "table file:nowhere.json": "nowhere.json: No such file or directory (expected a policy's weights file)",
    "table rollout:plain": "unknown player: 'rollout:plain'",
    "table rollout:plain:0": "unknown player: 'rollout:plain:0'",
    "table rollout:club:8": "'club' cannot be used for rollouts in 'rollout:club:8' (expected a policy of the engine, "
    "such as plain)",
    "table plain --company plain,nobody": "unknown player: 'nobody'",
    "table plain --rules whist": "unknown rule set 'whist'",
    "table plain --first 1": "tests from 1 to 6400 deals",
    "advice discard plane": "unknown player: 'plane'",
    "advice discard adviser:x": "invalid limits: 'x' (expected worlds such as 8, or seconds such as 3s)",
    "advice give plain --cores 1": "no give with a choice found in 100 deals",
    "advice discard version:nowhere:expert": "no version in 'nowhere'",
    "advice discard plain --previous D:1": "not three numbers by seat",
}


@pytest.mark.parametrize("command", REFUSED)
def test_what_a_benchmark_cannot_use_is_refused_in_one_line(command, tmp_path, monkeypatch):
    """The text of SystemExit is what Python prints before it ends with status 1."""
    monkeypatch.setitem(sys.modules, "torch", None)
    notes = tmp_path / "notes"
    notes.touch()
    with pytest.raises(SystemExit, match=r"^Error: [^\n]*$") as stopped:
        run(*command.format(notes=notes).split())
    assert str(stopped.value).startswith("Error: " + REFUSED[command].format(notes=notes))


def test_chances_are_held_against_matches_played(capsys):
    """Of club players and of experts; another version that is this one gives the same chances."""
    run("match_equity", "bga deals=2", "--played-matches", "100", "--against", str(ROOT))
    _head, _, *rows = capsys.readouterr().out.splitlines()
    club, expert = ([cell.strip() for cell in line.strip("|").split("|")] for line in rows)
    assert club[:3] == ["bga deals=2: club", "100", "100"] and expert[:3] == ["bga deals=2: expert", "1", "1"]
    loss, error = (float(number) for number in club[3].split(" ± "))
    rows = match_rows(Work("matches", "bga deals=2", seed=77, number=100))
    moments = [*match_equity.of_rows(parse_rules("bga deals=2"), rows, 77)]
    chances = np.maximum([each.moment.chances() for each in moments], 1e-6)
    won = np.array([each.shares for each in moments])
    assert loss == pytest.approx(-(won * np.log(chances)).sum(axis=1).mean(), abs=1e-3)
    assert abs(loss - -(chances * np.log(chances)).sum(axis=1).mean()) < 3 * error, "the chances are as sure as right"
    assert loss + 3 * error < np.log(3) and float(club[4].split()[0]) == 0


def test_a_fault_is_put_in_tried_and_taken_out(tmp_path):
    """In the line that is nearest to where it was; or the line that has taken its place."""
    file = tmp_path / "src" / "ninefivetwo" / "cards.py"
    file.parent.mkdir(parents=True)
    file.write_text("one\n    two\nthree\n")
    fault = faults.Fault("src/ninefivetwo/other.py", 2, "two", "2", "operator", "f")
    moved = faults.Fault("src/ninefivetwo/cards.py", 9, "gone", "lost", "operator", "f", ("three", "3"))
    for each, line in ((fault, "    2"), (moved, "3")):
        for command, caught in ((f"! grep -qx '{line}' {file}", "yes"), (f"grep -qx '{line}' {file}", "no")):
            assert faults.tried(each, tmp_path, command, "false") == caught
            assert file.read_text() == "one\n    two\nthree\n"
    assert faults.tried(faults.Fault("x.py", 1, "gone", "", "removed", "f"), tmp_path, "false", "") == "no such line"


def test_the_known_catcher_of_a_fault_runs_first(tmp_path):
    """The whole command runs if that test passes, or if there is no such test any more."""
    file = tmp_path / "src" / "ninefivetwo" / "cards.py"
    file.parent.mkdir(parents=True)
    file.write_text("one = 1\n")
    (tmp_path / "pytest").write_text(
        """case "$1" in
            test_x.py::test_a) grep -q 2 src/ninefivetwo/cards.py && echo 'FAILED test_x.py::test_a - x' && exit 1 ;;
            test_x.py::test_b) exit 0 ;;
            test_x.py::*) exit 4 ;;
            *) echo 'FAILED test_y.py::test_c[one two] - assert 1'; exit 1 ;;
        esac"""
    )
    for catcher, caught in (
        ("a", "test_x.py::test_a"),
        ("b", "test_y.py::test_c[one two]"),
        ("gone", "test_y.py::test_c[one two]"),
    ):
        fault = faults.Fault(
            "src/ninefivetwo/cards.py", 1, "one = 1", "one = 2", "constant", "f", catcher=f"test_x.py::test_{catcher}"
        )
        assert faults.tried(fault, tmp_path, "sh pytest", "") == caught


def test_each_row_of_the_journal_has_a_command_that_there_is():
    """Four cells; a command names a benchmark, a retired script, or another program."""
    rows = [line for line in (ROOT / "benchmarks" / "JOURNAL.md").read_text().splitlines() if line.startswith("| ")]
    known = {*benchmarks(), "pytest", "n52", "…"}
    assert len(rows) > 150
    for line in rows:
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        assert len(cells) == 4, line
        if cells[1].startswith("`"):
            name = cells[1].strip("`").split()[0].strip("`,;")
            assert name in known or name.endswith(".py"), line
