"""`ninefivetwo config`: an option beats the environment, the environment beats the file, and answers say so."""

import json

import pytest
from commands import COMMANDS, answer, refusal, run

from ninefivetwo.cli.config import SETTINGS, config_file
from ninefivetwo.cli.options import setting_of
from ninefivetwo.game.rules.club import rules_file

FREAK = "AKQJT98765432.AKQ.-.-"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A configuration folder of the test's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in SETTINGS:
        monkeypatch.delenv(f"N52_{name.upper().replace('-', '_')}", raising=False)
    return tmp_path


def asked(*words):
    return json.loads(answer("advise", "trump", *words, "--json"))


def test_an_option_beats_the_environment_which_beats_the_file(monkeypatch):
    answer("config", "worlds", "4")
    answer("config", "rules", "catalan")
    found = asked(FREAK)
    assert (found["worlds"], found["config"]) == (8, {"rules": "catalan", "worlds": "4"})
    assert "N" not in found["denominations"]
    monkeypatch.setenv("N52_WORLDS", "3")
    assert (asked(FREAK)["worlds"], asked(FREAK)["config"]) == (6, {"rules": "catalan"})
    found = asked(FREAK, "--worlds", "2", "--rules", "bga")
    assert found["worlds"] == 4 and "config" not in found
    for words in (("--no-config", "advise", "trump", FREAK), ("advise", "trump", FREAK, "--no-config")):
        found = json.loads(answer(*words, "--json"))
        assert found["worlds"] == 6 and "config" not in found and "N" in found["denominations"]


def test_every_value_is_shown_with_its_origin(monkeypatch):
    """`cases/config.txt` has those of the file."""
    monkeypatch.setenv("N52_LEVEL", "rule")
    shown = json.loads(answer("config", "--json"))["settings"]
    assert shown["level"] == {"value": "rule", "origin": "N52_LEVEL"}
    assert shown["rules"] == {"value": "wikipedia", "origin": "built in"}
    assert list(shown) == list(SETTINGS)


def test_a_name_of_two_lines_is_not_kept():
    assert "invalid name" in refusal("config", "name", "\n")
    assert not config_file().exists()


def test_a_file_that_is_not_toml_is_one_clear_line():
    config_file().parent.mkdir(exist_ok=True)
    rules_file().write_text("[rules.friday")
    assert f"ninefivetwo: {rules_file()}: not TOML: " in refusal("rules")
    assert answer("rules", "wikipedia", "--json")  # what is shipped needs no file
    config_file().write_text("worlds = ")
    said = refusal("advise", "trump", FREAK)
    assert "config.toml: not TOML" in said and said.endswith("; --no-config ignores the file\n")
    assert run("advise", "trump", FREAK, "--worlds", "2", "--no-config").returncode == 0


def test_a_broken_variable_is_one_clear_line(monkeypatch):
    monkeypatch.setenv("N52_SEAT", "middle")
    assert refusal("play") == "ninefivetwo: N52_SEAT: unknown seat: 'middle' (expected D, L, R or random)\n"
    answer("config", "worlds", "40")
    monkeypatch.setenv("N52_WORLDS", "8")
    assert "N52_WORLDS" in answer("config", "worlds")
    monkeypatch.setenv("N52_WORLDS", "zwei")
    said = refusal("advise", "trump", FREAK)
    assert said == "ninefivetwo: N52_WORLDS: invalid value 'zwei' (expected a whole number, 2 to 1000000)\n"


def test_every_setting_is_the_default_of_some_option():
    options = [option for command in COMMANDS.values() for option in command.params]
    assert set(filter(None, map(setting_of, options))) == set(SETTINGS)
    assert {option.default for option in options if setting_of(option) == "fair-worlds"} == {500}
