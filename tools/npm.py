"""Run npm: the machine's own or, if that is missing or old, one from the package index, pinned with its hash.

python -m tools.npm ARGUMENT ...
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "tools/javascript/requirements.txt"
OLDEST = (20, 19)  # Node.js that ESLint requires
BESIDE = Path(sys.executable).parent  # programs that packages install


def path_of_node() -> str:
    """Return a PATH on which node and npm are found, after installing them if necessary. Raises CalledProcessError."""
    machine = os.environ.get("PATH", "")
    if new_enough(machine):
        return machine
    path = f"{BESIDE}{os.pathsep}{machine}"
    if not new_enough(path):
        install(LOCK)
    return path


def install(lock: Path) -> None:
    """Install the packages of a lock, whose hashes must fit. Raises CalledProcessError."""
    pip = [sys.executable, *"-m pip install --quiet --disable-pip-version-check --require-hashes".split()]
    subprocess.run([*pip, "--requirement", lock], check=True)


def new_enough(path: str) -> bool:
    """Return whether a PATH has npm and a sufficiently new version of Node.js."""
    node, npm = (shutil.which(program, path=path) for program in ("node", "npm"))
    if node is None or npm is None:
        return False
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= OLDEST


def run(
    program: str, *arguments: str, cwd: Path = ROOT, check: bool = False, capture_output: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run node, npm or a program that needs them. The options are those of `subprocess.run`."""
    path = path_of_node()
    found = shutil.which(program, path=path)
    assert found is not None
    env = os.environ | {"PATH": path}
    return subprocess.run([found, *arguments], cwd=cwd, env=env, text=True, check=check, capture_output=capture_output)


if __name__ == "__main__":
    sys.exit(run("npm", *sys.argv[1:]).returncode)
