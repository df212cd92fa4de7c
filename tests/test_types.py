"""The types: mypy is content, and the engine's stubs say what it has."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*command):
    return subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)


def test_mypy():
    done = run("mypy")
    assert done.returncode == 0, done.stdout


def test_stubs():
    done = run(
        "mypy.stubtest",
        "ninefivetwo_solver.engine",
        "ninefivetwo_solver.worlds",
        "--ignore-missing-stub",
    )
    assert done.returncode == 0, done.stdout


def test_style():
    for command in (["check"], ["format", "--check"]):
        done = run("ruff", *command, "src", "tests", "benchmarks", "setup.py")
        assert done.returncode == 0, done.stdout
