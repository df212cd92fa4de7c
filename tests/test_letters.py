"""Letters in place of signs: with `--ascii`, in every encoding that lacks the signs, and with tables still aligned."""

import os
import subprocess

import pytest
from commands import PROGRAM, answer

SAMPLE = {
    "advise": ("advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "40", "--explain", "--like"),
    "advise a card": ("advise", "play", "examples/holiday.n52", "--after", "30", "--worlds", "40"),
    "record show": ("record", "show", "examples/friday.n52"),
    "review": ("review", "examples/friday.n52", "--fair-worlds", "4", "--all"),
    "solve": ("solve", "D:AQ2... K3.2.. .43.2.", "--moves", "--explain", "--picture", "--trump", "S", "--trump", "N"),
    "rules": ("rules", "catalan"),
    "drill": ("drill", "call", "--list"),
    "deal": ("deal", "--seed", "952", "--picture"),
}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A library of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def printed(words, encoding, **variables):
    """What the program prints as a process, decoded."""
    environment = os.environ | variables
    done = subprocess.run([PROGRAM, *words], env=environment, capture_output=True, check=True)
    return (done.stdout + done.stderr).decode(encoding)


@pytest.mark.usefixtures("shared_reviews")
@pytest.mark.parametrize("words", SAMPLE.values(), ids=SAMPLE)
def test_ascii_has_the_lines_of_the_signs(words):
    """Each sign becomes one letter, so every line is as long as before, and columns stay aligned."""
    signs, letters = answer(*words), answer(*words, "--ascii")
    assert letters.isascii() and not signs.isascii() and letters.count("?") == signs.count("?")
    assert [len(line) for line in letters.splitlines()] == [len(line) for line in signs.splitlines()]
    for kept, shown in zip(signs, letters, strict=True):
        assert kept == shown or not kept.isascii()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437"])
def test_letters_stand_for_what_an_encoding_lacks(encoding):
    """Signs that it has are kept: ± in a Windows console."""
    words = ("advise", "discard", "AKJ94.Q83K2.KT53.A7642T", "--trump", "S", "--worlds", "40")
    text = printed(words, encoding, PYTHONIOENCODING=encoding)
    assert "discard H3 2 D5 3." in text
    assert ("±" in text) == (encoding != "ascii") and ("~" in text) == (encoding == "ascii")
    assert len(printed(SAMPLE["solve"], encoding, PYTHONIOENCODING=encoding)) > 100
