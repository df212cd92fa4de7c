"""The corpora hold their answers, the search needs exactly the nodes that were recorded as its signature, and the
figures of playouts are of playouts that are right."""

import re
import sys
from dataclasses import replace
from itertools import count

import pytest
from benchmarks import by_turns, playout_speed
from benchmarks import review as reviews
from benchmarks.corpus import NAMES, read, recorded_nodes

from ninefivetwo.review import Decision
from ninefivetwo_solver.engine import Engine


@pytest.mark.parametrize("name", NAMES)
def test_answers_and_signature(name):
    """Change the search in any way and these counts change: record them anew, and say so in the commit."""
    engine = Engine()
    for question in read(name):
        engine.clear()
        assert engine.guarantee(*question.asked()) == question.tricks, str(question)
    assert engine.nodes == recorded_nodes()[name]


def test_playouts_are_timed_and_checked(capsys, monkeypatch):
    """Every figure of the table is there; a trick that is lost, or other numbers the second time, end the run."""
    playout_speed.main(["--deals", "20", "--batches", "1"])
    heading, rule, *rows = capsys.readouterr().out.splitlines()
    assert heading == "| what | aim | reached |" and len(rows) == 7
    assert all(re.fullmatch(r"\| [^|]+ \| ([\d.]+ [mµ]s)? \| [\d.e+]+ [mµ]s \|", row) for row in rows)
    assert "| 4 µs |" in rows[0] and "| 100 µs |" in rows[1] and "| 300 ms |" in rows[2]
    true = playout_speed.play_out
    monkeypatch.setattr(playout_speed, "play_out", lambda *args, **options: true(*args, **options) - 1)
    with pytest.raises(SystemExit, match="wrong: plain: not all tricks are won"):
        playout_speed.main(["--deals", "20", "--batches", "1"])
    numbers = count()
    with pytest.raises(SystemExit, match="wrong: not the same numbers twice"):
        playout_speed.timed(lambda: next(numbers), 1)


def test_two_versions_are_timed_by_turns_and_checked(capsys):
    """This version against itself: the same nodes; a wrong answer of either ends the run."""
    questions = read("end08")[::50]
    versions = by_turns.Version(sys.executable), by_turns.Version(sys.executable)
    by_turns.compare("end08", questions, *versions)
    name, before, after, *ratios = capsys.readouterr().out.strip("| \n").split(" | ")
    assert name == "end08" and before == after and all(re.fullmatch(r"\d+\.\d{3}", ratio) for ratio in ratios)
    with pytest.raises(SystemExit, match="wrong: "):
        by_turns.compare("end08", [replace(questions[0], tricks=9)], *versions)
    for version in versions:
        version.process.communicate()


def test_reviews_are_timed_checked_and_gone_on_with(capsys, tmp_path, monkeypatch):
    """A run that goes on behind its log does only the rest; a cost below zero ends in an error."""
    log = tmp_path / "log"
    asked = ["--only", "hindsight", "--threads", "2", "--log", str(log)]
    reviews.main([*asked, "--deals", "1"])
    first = log.read_text()
    reviews.main([*asked, "--deals", "2"])
    assert log.read_text().startswith(first) and log.read_text().count("\n") == 2
    out = capsys.readouterr().out
    assert re.search(r"\| hindsight \| 2 \| [\d.]+ s \| [\d.]+ s \| [\d.]+ s \|", out)
    assert "2 deals, 0 with something wrong" in out
    monkeypatch.setattr(Decision, "own_cost", -1)
    with pytest.raises(SystemExit, match="wrong"):
        reviews.main([*asked, "--deals", "3"])
    assert "decision 0: a cost below zero" in log.read_text()
