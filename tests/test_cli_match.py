"""`ninefivetwo match` as its users run it: results, records, stopping and going on."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import answer, refusal, run

from ninefivetwo.record import read_file

TABLE = ("match", "--players", "rule,random,rule", "--seed", "7")


def without_times(text):
    return re.sub(r'"seconds": [\d.e-]+', "", text)


def test_results_for_programs():
    found = json.loads(answer(*TABLE, "--deals", "6", "--duplicate", "--json", "--threads", "1"))
    assert found["schema"] == "ninefivetwo.match/1"
    assert (found["players"], found["rounds"], found["deals"]) == (["1 rule", "2 random", "3 rule"], 6, 18)
    assert found["results"]["1 rule"]["tricks"]["dealer"]["n"] == 6
    assert found["results"]["1 rule"]["wins"] is None
    assert set(found["differences"]) == {"1 rule - 2 random", "1 rule - 3 rule", "2 random - 3 rule"}
    assert found["differences"]["1 rule - 2 random"]["mean"] > 1
    single = json.loads(answer(*TABLE, "--deals", "1", "--json"))
    assert single["differences"] == {} and single["results"]["1 rule"]["tricks"]["left"] is None


def test_results_for_a_person():
    text = answer(*TABLE, "--deals", "3", "--duplicate")
    assert "3 deals in three rotations, 9 deals played, wikipedia, seed 7" in text
    assert "1 rule over 2 random on the same cards: +" in text
    text = answer(*TABLE, "--matches", "2", "--rules", "nine-two-five")
    assert "matches won" in text and "2 matches, " in text


def test_a_match_is_written_checked_and_shown(tmp_path):
    path = str(tmp_path / "match.n52")
    answer(*TABLE, "--matches", "2", "--rules", "nine-two-five", "-o", path)
    told = answer("record", "check", path)
    assert "all legal" in told and told.count("follow one another") == 2 and told.count("the match is won by") == 2
    assert "1 rule, dealer (9)" in answer("record", "show", path, "--deal", "1")
    assert os.listdir(tmp_path) == ["match.n52"]
    assert "such a file is there already" in refusal(*TABLE, "--matches", "2", "-o", path)


def test_what_is_refused():
    assert "no player: 'robot' (expected one of random, rule, beginner, club, expert)" in refusal(
        "match", "--players", "rule,robot,rule", "--deals", "1", "--seed", "1"
    )
    assert "no rule set" in refusal(*TABLE, "--deals", "1", "--rules", "x")
    assert "--duplicate is for --deals" in refusal(*TABLE, "--matches", "1", "--duplicate", status=2)
    assert "expected the name of a new file" in refusal(*TABLE, "--deals", "1", "-o", "-")
    assert "2 players (expected three" in refusal("match", "--players", "rule,rule", "--deals", "1", status=2)
    assert "give --deals or --matches" in refusal(*TABLE, status=2)
    assert "give --deals or --matches" in refusal(*TABLE, "--deals", "1", "--matches", "1", status=2)


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


def test_another_runs_beginning_is_refused(tmp_path):
    path = str(tmp_path / "run.n52")
    answer(*TABLE, "--deals", "2", "-o", path)
    os.rename(path, path + ".part")
    assert "the beginning of another run" in refusal(*TABLE, "--deals", "3", "-o", path)
    assert os.path.exists(path + ".part")


def test_a_run_without_a_seed_is_taken_up_with_its_own(tmp_path):
    path = str(tmp_path / "run.n52")
    done = run("match", "--players", "rule,rule,rule", "--deals", "2", "-o", path)
    drawn = re.fullmatch(r"seed (\d+)\n", done.stderr)[1]
    text = Path(path).read_text()
    os.rename(path, path + ".part")
    Path(path + ".part").write_text(text[: text.index("% round 1 done")])
    done = run("match", "--players", "rule,rule,rule", "--deals", "2", "-o", path)
    assert done.stderr == f"seed {drawn}, that of {path}.part\n"
    assert re.sub("seconds .*", "", Path(path).read_text()) == re.sub("seconds .*", "", text)


@pytest.mark.parametrize(
    ("good", "bad"), [('[Round "1"]', '[Round "7"]'), ("round 0 done", "round 5 done"), ('[Trump "', '[Trump "X')]
)
def test_a_beginning_that_was_changed_is_refused(tmp_path, good, bad):
    path = str(tmp_path / "run.n52")
    answer(*TABLE, "--deals", "2", "-o", path)
    head, cards = Path(path).read_text().split("\n\n", 1)
    os.unlink(path)
    Path(path + ".part").write_text(head + "\n\n" + cards.replace(good, bad, 1))
    assert "not as it was written" in refusal(*TABLE, "--deals", "2", "-o", path)


def test_two_runs_do_not_write_one_file(tmp_path):
    """The second is refused, and a file made meanwhile is not overwritten."""
    path, part = tmp_path / "run.n52", tmp_path / "run.n52.part"
    command = [os.path.join(os.path.dirname(sys.executable), "ninefivetwo"), *TABLE, "--deals", "60", "-o", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not part.exists():
        time.sleep(0.02)
    time.sleep(0.2)
    assert "another run is writing it" in refusal(*TABLE, "--deals", "60", "-o", str(path))
    path.write_text("precious")
    assert "made by another meanwhile" in process.communicate(timeout=60)[1]
    assert process.returncode == 1 and path.read_text() == "precious" and part.exists()


def test_processes_that_play_end_with_the_one_they_play_for(tmp_path):
    command = [
        os.path.join(os.path.dirname(sys.executable), "ninefivetwo"),
        *TABLE,
        "--deals",
        "5000",
        "--threads",
        "2",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    if not children.exists():
        process.kill()
        pytest.skip("no /proc to look for processes in")
    while len(found := children.read_text().split()) < 2:
        time.sleep(0.05)
    process.terminate()
    process.wait(timeout=20)
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in found):
            return
        time.sleep(0.1)
    raise AssertionError("still there")


def test_ctrl_c_stops_cleanly_and_the_run_goes_on(tmp_path):
    path = str(tmp_path / "run.n52")
    command = [os.path.join(os.path.dirname(sys.executable), "ninefivetwo"), *TABLE, "--deals", "400", "-o", path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    part = Path(path + ".part")
    for _ in range(200):
        time.sleep(0.1)
        if part.exists() and "round 3 done" in part.read_text():
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.fullmatch(r"ninefivetwo: stopped after \d+ of 400 rounds; the same command with -o .* goes on\n", err), (
        err
    )
    assert "deals played, wikipedia, seed 7" in out
    assert not os.path.exists(path) and len(read_file(part.read_text()).records) >= 4
    assert run(*TABLE, "--deals", "400", "-o", path).returncode == 0
    assert len(read_file(Path(path).read_text()).records) == 400


def test_what_is_wrong_is_one_line_without_a_seed_too():
    assert "no player: 'nobody'" in refusal("match", "--players", "nobody,rule,rule", "--deals", "1")
    assert "no rule set" in refusal("match", "--players", "rule,rule,rule", "--deals", "1", "--rules", "nowhere")
