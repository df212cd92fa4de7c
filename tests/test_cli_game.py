"""The commands of the whole game as their users run them: rules, deals under conditions, records."""

import json
import os
import subprocess

import pytest
from commands import answer, refusal, run
from table import dealt_matches
from test_record import EXAMPLE, VIEW

from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED, parse_rules


@pytest.fixture
def example(tmp_path):
    path = tmp_path / "example.n52"
    path.write_text(EXAMPLE)
    return str(path)


@pytest.mark.parametrize("name", NAMED)
def test_the_fields_of_rules(name):
    text = answer("rules", name, "--fields")
    named = NAMED[name]
    assert f"source: {named.source}" in text
    for field in named.readings:
        assert f"* {field}: " in text
    found = json.loads(answer("rules", name, "--json"))
    assert found["schema"] == "ninefivetwo.rules/1"
    assert parse_rules(found["name"] + " " + " ".join(f"{k}={v}" for k, v in found["fields"].items())) == named.rules
    assert found["readings"] == dict(named.readings)


def test_records_are_checked(example):
    assert answer("record", "check", example) == f"{example}: 1 deal, all legal: 1 stopped after 3 cards\n"
    told = refusal("record", "check", "-", stdin=EXAMPLE.replace("S5", "D2"))
    assert told == "ninefivetwo: stdin, line 15: [Play]: dealer: D2 not in the hand\n"
    assert answer("record", "check", "-", stdin=EXAMPLE).startswith("stdin: 1 deal, all legal")


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


def test_a_record_is_drawn(example, tmp_path):
    text = answer("record", "show", example)
    for line in (
        "Friday table, 2026.11.20, deal 1, wikipedia",
        "Score before the deal: Ann +4, Bob -3, Cy -1.",
        "Bob gives ♥4 ♣5 to Ann.",
        "Ann returns ♥Q ♣A to Bob.",
        "Cy gives ♦4 to Ann.",
        "Ann returns ♦4 to Cy.",
        "Ann calls ♠ spades.",
        "Ann discards ♥3 ♦5 3 2.",
        "Stopped after 3 cards; Ann plays next.",
    ):
        assert line in text.splitlines()
    assert " ♠5*" in text and ">♦K" in text
    view = tmp_path / "view.n52"
    view.write_text(VIEW)
    text = answer("record", "show", str(view))
    assert "Seen by left." in text and "The dealer shows ♣8 to left." in text and "kitty  four cards" in text
    assert answer("record", "show", str(view), "--deal", "1") == text
    assert "unknown deal 2 (expected 1 to 1)" in refusal("record", "show", str(view), "--deal", "2")


def test_files_that_cannot_be_read_or_written(tmp_path, example):
    missing = str(tmp_path / "missing.n52")
    assert "No such file" in refusal("record", "check", missing)
    assert "Is a directory" in refusal("record", "show", str(tmp_path))
    empty = tmp_path / "empty.n52"
    empty.write_text("")
    assert "no deal (expected tags" in refusal("record", "check", str(empty))
    binary = tmp_path / "binary.n52"
    binary.write_bytes(b'[Rules "wiki"]\n\xff\xfe')
    assert "line 2: not text (expected UTF-8)" in refusal("record", "check", str(binary))
    where = str(tmp_path / "no" / "where.json")
    assert f"{where}: its folder is missing" in refusal("record", "convert", example, "-o", where)
    kept = tmp_path / "kept.json"
    kept.write_text("precious")
    assert f"{kept}: exists already" in refusal("record", "convert", example, "-o", str(kept))
    assert "line 1: not part of a record" in refusal("record", "convert", "-", "-o", str(kept), "--force", stdin="?")
    assert kept.read_text() == "precious"
    assert answer("record", "convert", example, "-o", str(kept), "--force") == "" and kept.read_text()[0] == "{"
    assert "schema" in refusal("record", "convert", "-", stdin='{"schema": "other"}')
    assert "no plays found" in refusal("record", "convert", "-", stdin='{"data": {"logs": []}}')
    assert run("record", "convert", "-", "--rules", "x", stdin='{"data": {"logs": []}}').returncode == 1


def test_names_are_printed_as_they_are(tmp_path):
    """Brackets, colons, wide letters, and names that do not tell the players apart."""
    path = tmp_path / "names.n52"
    for names in (("[/b]", ":smile:", "[red]Cy"), ("王小明", "Zoë", 'The "Duke"')):
        text = EXAMPLE
        for before, name in zip(("Ann", "Bob", "Cy"), names, strict=True):
            text = text.replace(f'"{before}"', '"' + name.replace('"', '\\"') + '"')
        path.write_text(text)
        shown = answer("record", "show", str(path))
        assert all(shown.count(name) > 3 for name in names)
        assert f"{names[0]} discards ♥3 ♦5 3 2." in shown
    path.write_text(EXAMPLE.replace("Bob", "Ann").replace("Cy", ""))
    shown = answer("record", "show", str(path))
    assert "Ann (left) gives ♥4 ♣5 to Ann (dealer)." in shown and "Right gives ♦4 to Ann (dealer)." in shown


def test_breaks_in_a_match_are_told(tmp_path):
    played = [m for m in dealt_matches(NAMED["wikipedia"].rules, 41, deals=4) if m.deal.over]
    records = [record_of(match) for match in played]
    path = tmp_path / "broken.n52"
    path.write_text(str(File.of([records[0], records[1], records[3]])))
    lines = answer("record", "check", str(path)).splitlines()
    assert lines[1].startswith("Deals 1 to 2 are consecutive. Score: ")
    assert lines[2].startswith("Deal 3 (line ") and "does not continue deal 2: names" in lines[2]
    path.write_text(str(File.of([records[0]])).replace("[Board", '[Bored "x"]\n[Board'))
    assert "Unknown tags, kept: [Bored] (1)" in answer("record", "check", str(path))


def test_json_that_is_broken_is_said_to_be(tmp_path):
    for text, told in [
        ('{"schema": "ninefivetwo.record/1" "deals": []}', "line 1, column 35: not JSON"),
        ("{'schema': 'ninefivetwo.record/1'}", "not JSON"),
        ('{"schema": "ninefivetwo.record/1", "deals": ' + "[" * 100000, "unreadable JSON"),
        ('{"schema": 1, "schema": 2}', "duplicate key in a JSON object: 'schema'"),
        ("null", '$: null (expected an object with "schema": "ninefivetwo.record/1")'),
        ('{"schema": "ninefivetwo.record/2"}', '$.schema: "ninefivetwo.record/2" (expected "ninefivetwo.record/1")'),
        ('{"schema": "ninefivetwo.record/1", "deals": [[{"note": "4"}]]}', '$.deals[0][0].note: "4" (expected `int`,'),
    ]:
        assert told in refusal("record", "convert", "-", stdin=text)
    assert "JSON, not a record (record convert turns it into one)" in refusal("record", "check", "-", stdin='{"a": 1}')


def test_what_is_no_ordinary_file_is_written_as_it_is(tmp_path, example):
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", str(fifo)], stdout=subprocess.PIPE, text=True)
    answer("record", "convert", example, "-o", str(fifo))
    assert json.loads(reader.communicate()[0])["schema"] == "ninefivetwo.record/1"
    assert answer("record", "convert", example, "-o", "-") == answer("record", "convert", example)
