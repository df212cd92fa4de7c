"""The commands of the whole game as their users run them: rules, deals under conditions, records."""

import json
import os
import subprocess

import pytest
from commands import answer
from table import dealt_matches

from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED, parse_rules


@pytest.mark.parametrize("name", NAMED)
def test_rules_are_told_with_their_source_and_read_again(name):
    text = answer("rules", name, "--fields")
    named = NAMED[name]
    assert f"source: {named.source}" in text
    for field in named.readings:
        assert f"* {field}: " in text
    found = json.loads(answer("rules", name, "--json"))
    assert found["schema"] == "ninefivetwo.rules/1"
    assert parse_rules(found["name"] + " " + " ".join(f"{k}={v}" for k, v in found["fields"].items())) == named.rules
    assert found["readings"] == dict(named.readings)


@pytest.mark.parametrize("name", NAMED)
def test_a_random_match_is_checked_drawn_and_converted(name, tmp_path):
    """What a match of random actions writes is accepted, drawn, and the same after JSON and back."""
    played = [m for m in dealt_matches(NAMED[name].rules, 37, deals=8) if m.deal.over]
    path, other = tmp_path / "match.n52", tmp_path / "match.json"
    path.write_text(str(File.of([record_of(match) for match in played])))
    told = answer("record", "check", str(path))
    assert f"{len(played)} deal" in told and "played out" in told
    if len(played) > 1:
        assert f"Deals 1 to {len(played)} are consecutive." in told
    drawn = answer("record", "show", str(path))
    assert drawn.count("\ntrick  ") == len(played)
    assert answer("record", "convert", str(path), "-o", str(other)) == ""
    assert json.loads(other.read_text())["schema"] == "ninefivetwo.record/1"
    assert answer("record", "convert", str(other)) == path.read_text()
    assert sorted(os.listdir(tmp_path)) == ["match.json", "match.n52"]


def test_what_is_no_ordinary_file_is_written_as_it_is(tmp_path):
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE, text=True)
    answer("record", "convert", "examples/friday.n52", "-o", str(fifo))
    assert json.loads(reader.communicate()[0])["schema"] == "ninefivetwo.record/1"
