"""What a person is told who asks for help: every command has examples, and they run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import COMMANDS, PATH, typed

ROOT = Path(__file__).parents[1]


def examples(command):
    return [line.strip() for line in command.help.splitlines() if line.strip().startswith("n52 ") or "| n52 " in line]


FEW = 4  # worlds, unless an example says how many


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder and the library of all examples, so that a survey is not run again by each command that asks it."""
    found = tmp_path_factory.mktemp("examples")
    (found / "examples").symlink_to(ROOT / "examples")
    return found


@pytest.mark.usefixtures("shared_reviews", "shared_surveys")
@pytest.mark.parametrize("name", [name for name in COMMANDS if not name.startswith("library ")])
def test_examples_of_the_help_run(name, folder, monkeypatch):
    """One after another; `serve` would not come back.

    Whatever needs no shell runs in this process, in few worlds: docs show what they print in as many as usual.
    """
    shown = examples(COMMANDS[name])
    assert shown
    own = {"PATH": PATH, "HOME": folder, "XDG_DATA_HOME": folder, "PYTHONIOENCODING": "utf-8"}
    for variable, value in own.items():
        monkeypatch.setenv(variable, str(value))
    monkeypatch.chdir(folder)
    for option in COMMANDS[name].params:
        if option.name in ("worlds", "fair_worlds"):
            monkeypatch.setattr(option, "default", FEW)
    for example in shown if name != "serve" else []:
        done = typed(example)
        assert done.returncode in (0, None), (example, done.stderr)


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("n52 so", ["solve"]),
        ("n52 deal --rules cata", ["catalan", "catalan-20", "catalan-plus-minus"]),
        ("n52 solve --trump ", ["S", "H", "D", "C", "N"]),
        ("n52 solve --lead d", ["dealer"]),
        ("n52 match --players rule,c", ["rule,club"]),
        ("n52 review exa", ["exa"]),
    ],
)
def test_a_shell_completes(words, completed):
    environment = os.environ | {
        "_N52_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    program = str(Path(sys.executable).with_name("n52"))
    done = subprocess.run([program], env=environment, capture_output=True, text=True)
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == completed
