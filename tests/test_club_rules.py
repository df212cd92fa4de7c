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
    own(FRIDAY)
    assert rules_text(parse_rules("friday")) == "wikipedia kitty_peek=yes target=13"
    assert rules_text(parse_rules("Friday target=20")) == "wikipedia kitty_peek=yes"
    assert parse_rules("cat").name == "catalan"
    found = json.loads(answer("rules", "--json"))["rule_sets"][-1]
    assert (found["name"], found["rules"]) == ("friday", "wikipedia kitty_peek=yes target=13")


def test_a_file_that_is_not_toml_is_one_line(own):
    path = own("[rules.friday")
    assert f"ninefivetwo: {path}: not TOML: " in refusal("rules")
    assert answer("rules", "wikipedia", "--json")  # what is shipped needs no file
