"""A club's own rules: read from a file of the user's, listed, used under their name, and refused with file and key."""

import json

import pytest
from commands import answer, refusal

from ninefivetwo.game.rules import rules_text
from ninefivetwo.game.rules.club import club_rules, parse_rules, rules_file

FRIDAY = """
[rules.friday]
base = "wiki"
target = 13
kitty_peek = true
contracts = "9-5-2"
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write the user's file."""
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path))

    def write(text):
        rules_file().write_text(text)
        return rules_file()

    return write


def test_a_name_of_ones_own(own):
    assert club_rules() == {}
    path = own(FRIDAY)
    assert rules_text(parse_rules("friday")) == "wikipedia kitty_peek=yes target=13"
    assert rules_text(parse_rules("Friday target=20")) == "wikipedia kitty_peek=yes"
    assert parse_rules("cat").name == "catalan"
    text = answer("rules")
    assert "friday" in text and f"friday: wikipedia kitty_peek=yes target=13 ({path})" in text
    assert answer("rules", "friday", "--fields").startswith("friday: wikipedia kitty_peek=yes target=13")
    found = json.loads(answer("rules", "--json"))["rule_sets"][-1]
    assert (found["name"], found["rules"]) == ("friday", "wikipedia kitty_peek=yes target=13")
    assert '[Rules "wikipedia kitty_peek=yes target=13"]' in answer(
        "deal", "--rules", "friday", "--record", "--seed", "1"
    )
    assert f"in {path}: friday" in refusal("rules", "nothing")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rules.friday", "not TOML: "),
        ("[rule.friday]", "rule: unknown key (expected tables such as [rules.friday])"),
        ("rules = 3", "rules: not a table"),
        ("[rules]\nfriday = 3", "rules.friday: not a table"),
        ('[rules."my club"]\nbase = "wiki"', "rules.my club: invalid name for rules"),
        ('[rules.catalan]\nbase = "wiki"', "rules.catalan: this name belongs to shipped rules"),
        ('[rules.925]\nbase = "wiki"', "rules.925: invalid name"),
        ("[rules.friday]", "rules.friday.base: invalid 'None' (expected one of wikipedia, "),
        ('[rules.friday]\nbase = "nothing"', "rules.friday.base: invalid 'nothing' (expected one of wikipedia, "),
        ('[rules.friday]\nbase = "wiki"\ngoal = 3', "rules.friday.goal: unknown key (expected base, or one of contr"),
        ('[rules.friday]\nbase = "wiki"\ntarget = "x"', "rules.friday.target: invalid 'x' (expected no, or a number"),
        ('[rules.friday]\nbase = "wiki"\nmust_give = 3', "rules.friday.must_give: invalid '3' (expected yes or no)"),
        ('[rules.friday]\nbase = "wiki"\ntarget = false', "rules.friday: rules 'wikipedia' never end a match"),
    ],
)
def test_a_fault_is_one_line_with_file_and_key(own, text, said):
    path = own(text)
    assert f"ninefivetwo: {path}: {said}" in refusal("rules")
    assert answer("rules", "wikipedia", "--json")  # what is shipped needs no file
