"""The package as others get it: a wheel built from the sdist gives the two commands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.long
def test_a_wheel_from_the_sdist(tmp_path):
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    programs = tmp_path / "venv/bin"
    subprocess.run([programs / "python", "-m", "pip", "install", *tmp_path.glob("*.whl")], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for command in ("ninefivetwo", "n52"):
        done = subprocess.run(
            [programs / command, "solve", "D:A... K... Q...", "--trump", "S", "--json"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert '"guarantee": {"S": {"dealer": 1, "left": 0, "right": 0}}' in done.stdout
