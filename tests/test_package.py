"""The package as others get it: a wheel built from the sdist gives the two commands."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples/holiday.n52"


@pytest.mark.long
def test_a_wheel_from_the_sdist(tmp_path):
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    modules = {Path(name).name.split(".")[0] for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".so")}
    assert modules == {"engine", "playout", "worlds"}  # and no test support
    programs = tmp_path / "venv/bin"
    subprocess.run([programs / "python", "-m", "pip", "install", wheel], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for command in ("ninefivetwo", "n52"):
        done = subprocess.run(
            [programs / command, "solve", "D:A... K... Q...", "--trump", "S", "--json"],
            cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert '"guarantee":{"S":{"dealer":1,"left":0,"right":0}}' in done.stdout
    advise = ["advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "2"]
    for arguments in (advise, ["review", EXAMPLE, "--no-fair", "--html", "-"]):  # both read tables of the package
        subprocess.run([programs / "n52", *arguments], cwd=tmp_path, env=environment, capture_output=True, check=True)
