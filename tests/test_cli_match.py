"""`ninefivetwo match` as its users run it: stopping and going on; results are in `cases/match.txt`."""

import os
import re
import signal
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from commands import answer, refusal, run, started
from systems import linux

from ninefivetwo.cli.match import RoundFile
from ninefivetwo.errors import PlayersError
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.players import Table
from ninefivetwo.think.players.runner import play_round

TABLE = ("match", "--players", "rule,random,rule", "--seed", "7")


def without_times(text):
    return re.sub(r'"seconds":[\d.e-]+', "", text)


@pytest.mark.parametrize("cut", [0, 400, 5000, -1])
def test_a_run_is_taken_up_where_it_was_stopped(tmp_path, cut):
    """Whatever of it was written, the whole run's file and figures are what they would have been."""
    whole, again = tmp_path / "whole.n52", tmp_path / "again.n52"
    wanted = answer(*TABLE, "--deals", "6", "--duplicate", "--json", "-o", str(whole))
    text = whole.read_text()
    (tmp_path / "again.n52.part").write_text(text[:cut])
    found = answer(*TABLE, "--deals", "6", "--duplicate", "--json", "-o", str(again))
    assert without_times(found) == without_times(wanted)
    strip = re.compile("seconds .*")
    assert strip.sub("", again.read_text()) == strip.sub("", text)
    assert sorted(os.listdir(tmp_path)) == ["again.n52", "whole.n52"]


def test_a_run_without_a_seed_is_taken_up_with_its_own(tmp_path):
    path = str(tmp_path / "run.n52")
    done = run("match", "--players", "rule,rule,rule", "--deals", "2", "-o", path)
    drawn = re.fullmatch(r"seed (\d+)\n", done.stderr)[1]
    text = Path(path).read_text()
    Path(path).rename(path + ".part")
    Path(path + ".part").write_text(text[: text.index("% round 1 done")])
    done = run("match", "--players", "rule,rule,rule", "--deals", "2", "-o", path)
    assert done.stderr == f"seed {drawn}, taken from {path}.part\n"
    assert re.sub("seconds .*", "", Path(path).read_text()) == re.sub("seconds .*", "", text)


ENDLESS = (*TABLE, "--deals", "1000000")


def rounds_in(part):
    """The rounds that stand whole in a file."""
    return re.findall(r"(?s).*?\n% round \d+ done; [^\n]*\n", part.read_text()) if part.exists() else []


def wait_for_rounds(part, number):
    """Until so many stand there; if they never do, the limit on a test's time (pyproject.toml) ends it."""
    while len(rounds_in(part)) < number:
        time.sleep(0.02)


def test_a_run_stopped_while_it_reads_its_file_counts_what_is_there(tmp_path, monkeypatch):
    def interrupted(text):
        raise KeyboardInterrupt

    answer(*TABLE, "--deals", "3", "-o", str(tmp_path / "run.n52"))
    (tmp_path / "run.n52").rename(tmp_path / "run.n52.part")
    part = (tmp_path / "run.n52.part").read_text()
    (tmp_path / "run.n52.part").write_text(part.replace("% 3 deals", "% 5 deals", 1))
    monkeypatch.setattr("ninefivetwo.cli.match._rounds_of", interrupted)
    done = run(*TABLE, "--deals", "5", "-o", str(tmp_path / "run.n52"))
    assert done.returncode == 130 and "stopped after 3 of 5 rounds" in done.stderr


def test_a_second_run_does_not_write_the_same_file(tmp_path):
    path, part = tmp_path / "run.n52", tmp_path / "run.n52.part"
    with started(*ENDLESS, "-o", path, stdout=subprocess.DEVNULL):
        wait_for_rounds(part, 1)
        assert "in use by another run" in refusal(*ENDLESS, "-o", path)


def test_a_file_made_meanwhile_is_not_overwritten(tmp_path):
    path, part = tmp_path / "run.n52", tmp_path / "run.n52.part"
    table = Table(("rule", "random", "rule"), NAMED["wikipedia"].rules, 7)
    with closing(RoundFile(str(path), table, 1)) as file:
        file.add(play_round(table, 0))
        path.write_text("precious")
        with pytest.raises(PlayersError, match=r"file exists .the run is in"):
            file.finish()
    assert path.read_text() == "precious" and len(rounds_in(part)) == 1


@linux
def test_processes_that_play_end_with_the_one_they_play_for():
    with started(*ENDLESS, "--threads", "2", stdout=subprocess.DEVNULL) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(playing := children.read_text().split()) < 2:
            time.sleep(0.02)
        process.terminate()
        process.wait()
        while any(Path(f"/proc/{child}").exists() for child in playing):
            time.sleep(0.02)


def test_ctrl_c_stops_cleanly_and_the_run_goes_on(tmp_path):
    """Each time the same command begins after the rounds that are there, and what is there stays."""
    path, part, before = str(tmp_path / "run.n52"), tmp_path / "run.n52.part", []
    for _ in range(2):
        with started(*ENDLESS, "-o", path) as process:
            wait_for_rounds(part, len(before) + 4)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate()
            assert process.returncode == 130
        after = rounds_in(part)
        stopped = re.escape(f" of 1000000 rounds; the same command with -o {path} continues")
        number = int(re.fullmatch(rf"ninefivetwo: stopped after (\d+){stopped}\n", errors)[1])
        assert number == len(after)
        shown = int(re.search(r"(\d+) deals played, wikipedia, seed 7", out)[1])
        assert shown <= number <= shown + 1  # stopped perhaps between writing and counting
        assert after[: len(before)] == before and not Path(path).exists()
        assert len(read_file("".join(after)).records) == len(after)
        before = after
