"""`ninefivetwo review`, run as its users do."""

import json
import re
from pathlib import Path

import pytest
from commands import answer, refusal, run

from ninefivetwo.cards import Seat
from ninefivetwo.record import read_file

ROOT = Path(__file__).parents[1]
EXAMPLES = [ROOT / f"examples/{name}.n52" for name in ("club-evening", "friday", "holiday")]
EXAMPLE = ROOT / "examples/friday.n52"  # the one that is reviewed most quickly


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_reviewed(path):
    """Three records under three rule sets; in hindsight, as JSON, every decision there."""
    found = json.loads(answer("review", str(path), "--no-fair", "--json"))
    deal = read_file(path.read_text()).records[0].match.deal
    assert len(found["decisions"]) >= 50 and found["result"] == {s.word: deal.won[s] for s in Seat}
    assert sum(d["own_cost"] for d in found["decisions"]) > 0
    assert {named["fair_cost"] is None for named in found["decisions"]} == {True}


def test_three_rule_sets_are_in_the_examples():
    rules = {read_file(path.read_text()).records[0].match.rules.name for path in EXAMPLES}
    assert len(EXAMPLES) >= 3 and len(rules) >= 3


def test_tables_for_a_person():
    told = answer("review", str(EXAMPLE), "--no-fair")
    assert all(words in told for words in ("gave to", "tricks by", "hindsight cost", "result", "were forced"))


def test_page_and_record_are_written(tmp_path):
    """Nothing is printed then; a second annotation changes nothing."""
    page, once, twice = tmp_path / "r.html", tmp_path / "a.n52", tmp_path / "b.n52"
    assert answer("review", str(EXAMPLE), "--no-fair", "--html", str(page), "--annotate", str(once)) == ""
    assert page.read_text().startswith("<!doctype html>") and "n52: " in once.read_text()
    answer("review", str(once), "--no-fair", "--annotate", str(twice))
    assert once.read_text() == twice.read_text()
    assert "all legal" in answer("record", "check", str(once))


def test_several_deals_are_summed_by_player(tmp_path):
    """Each player's phases, the largest loss first."""
    text = EXAMPLE.read_text()
    both = tmp_path / "both.n52"
    both.write_text(text + "\n" + text.split("\n", 1)[1])
    told = answer("review", str(both), "--no-fair")
    assert "all deals, each player's phases by what they lost, worst first" in told
    found = json.loads(answer("review", str(both), "--no-fair", "--json"))
    assert len(found["deals"]) == 2
    for name, grades in found["players"].items():
        lost = [part["own_cost"] for part in grades["phases"].values()]
        assert lost == sorted(lost, reverse=True), name
        assert grades["own_cost"] == sum(lost)
    one = json.loads(answer("review", str(both), "--deal", "2", "--no-fair", "--json"))
    assert one["decisions"] == found["deals"][1]["decisions"]


def test_the_line_of_best_play():
    told = answer("review", str(EXAMPLE), "--no-fair", "--line", "20")
    assert re.match(r"trick \d+, best for \w+ and against: [DLR]:[SHDC]", told)


def test_a_record_from_a_pipe_that_stops_before_the_play():
    head = (ROOT / "examples/friday.n52").read_text().split("[Trump")[0]
    assert "not over" in answer("review", "-", "--no-fair", stdin=head)


@pytest.mark.parametrize(
    "arguments, fault",
    [
        (("nothing.n52",), "nothing.n52: No such file"),
        ((str(EXAMPLE), "--deal", "9"), "no deal 9 .it has 1 deal"),
        ((str(EXAMPLE), "--no-fair", "--line", "99"), "no decision 99 .expected 0 to"),
        ((str(EXAMPLE), "--no-fair", "--line", "0"), "no line of play from decision 0"),
        ((*map(str, EXAMPLES[:2]), "--no-fair", "--line", "9"), "2 deals with --line or --what-if"),
        ((*map(str, EXAMPLES[:2]), "--no-fair", "--annotate", "x.n52"), "2 records with --annotate"),
        ((str(EXAMPLE), "--no-fair", "--html", "/nowhere/x.html"), "/nowhere/x.html: its folder is missing"),
    ],
)
def test_bad_input_is_one_clear_line(arguments, fault):
    assert re.search(fault, refusal("review", *arguments))


def test_nothing_named_is_written_over(tmp_path):
    """The record by its page, one output by another; by its own annotated copy only with --force."""
    path = tmp_path / "deal.n52"
    path.write_text(EXAMPLE.read_text())
    out = str(tmp_path / "out")
    assert "same file as RECORD" in refusal("review", str(path), "--no-fair", "--html", str(path))
    assert "same file as --html" in refusal("review", str(path), "--no-fair", "--html", out, "--annotate", out)
    assert "--json with --html -" in refusal("review", str(path), "--no-fair", "--html", "-", "--json")
    assert path.read_text() == EXAMPLE.read_text()
    assert "exists already" in refusal("review", str(path), "--no-fair", "--annotate", str(path))
    answer("review", str(path), "--no-fair", "--annotate", str(path), "--force")
    assert "n52: " in path.read_text()


def test_a_revoke_is_refused(tmp_path):
    """The record is played again by the rules first: two cards of one player change places."""
    text = EXAMPLE.read_text()
    rows = [line.split() for line in text.split("[Play")[1].splitlines()[1:17]]
    deal = read_file(text).records[0].match.deal
    first = deal.rules.lead
    for i, row in enumerate(rows):  # a card that followed, and a later one of another suit by the same player
        for column in (1, 2):
            later = next((r for r in rows[i + 1 :] if r[column][0] != row[column][0]), None)
            if row[column][0] == row[0][0] and later is not None and deal.events and first is not None:
                row[column], later[column] = later[column], row[column]
                bad = tmp_path / "bad.n52"
                play = "\n".join("  ".join(each) for each in rows)
                bad.write_text(text.split("[Play")[0] + f'[Play "{first.letter}"]\n{play}\n')
                assert "line" in refusal("review", str(bad)) and run("review", str(bad)).stdout == ""
                return
    raise AssertionError("no card to change")
