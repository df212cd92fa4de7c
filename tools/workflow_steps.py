"""`python -m tools.workflow_steps`: run the Linux steps of the workflows, each job in a fresh clone of the last commit.

Actions are not run: the clone stands for the checkout, and a virtual environment for the Python that a job sets up.  A
step gets the environment of its workflow, its job and itself.  Of a matrix, the first combination for Linux on x86-64
is run.  Jobs for Linux that need a container, an identity, a secret or the files of such a job are listed, with the
reason.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
#: What the runner of a step knows; anything else might change what a step does.
KEYS = {"name", "run", "env", "uses", "with"}
JOB_KEYS = {"name", "runs-on", "timeout-minutes", "permissions", "strategy", "steps", "needs", "defaults", "env"}


class UnknownKeyError(Exception):
    """A workflow uses something that this program cannot imitate."""


@dataclass(frozen=True)
class Job:
    """A job, with the values of one combination of its matrix."""

    workflow: str
    name: str
    content: dict[str, Any]
    matrix: dict[str, str]
    skipped: str | None

    def __str__(self) -> str:
        return f"{self.workflow}: {self.name}"


def combinations(job: dict[str, Any]) -> list[dict[str, str]]:
    """The values of a job's matrix: those listed under `include`, or every combination."""
    matrix = job.get("strategy", {}).get("matrix", {})
    if "include" in matrix:
        return matrix["include"]
    return [dict(zip(matrix, values, strict=True)) for values in product(*matrix.values())]


def filled(text: str, matrix: dict[str, str]) -> str:
    """The text with the values of the matrix; raises UnknownKeyError for any other expression."""

    def value(found: re.Match[str]) -> str:
        name = found[1].removeprefix("matrix.")
        if name not in matrix:
            raise UnknownKeyError(f"unknown expression: {found[0]}")
        return matrix[name]

    return EXPRESSION.sub(value, text)


def reason_to_skip(job: dict[str, Any], skipped: dict[str, str | None]) -> str | None:
    """Why a job cannot run here, if it cannot, given the reasons of the jobs before it."""
    text = json.dumps(job)
    needed = [job.get("needs", [])] if isinstance(job.get("needs"), str) else job.get("needs", [])
    if "uses" in job:
        return f"runs {Path(job['uses']).name}"
    if job.get("permissions", {}).get("id-token") == "write":
        return "needs the identity of a run"
    if "secrets." in text or "github.token" in text:
        return "needs a secret"
    for name in needed:
        if skipped[name]:
            return f"needs the files of {name}"
    if "container" in job or "cibuildwheel" in text:
        return "needs a container"
    return None


def jobs(root: Path) -> Iterator[Job]:
    """The jobs of all workflows that have a combination for Linux on x86-64."""
    for path in sorted((root / ".github/workflows").glob("*.yml")):
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        skipped: dict[str, str | None] = {}
        for name, content in workflow["jobs"].items():
            skipped[name] = reason_to_skip(content, skipped)
            for matrix in combinations(content):
                if re.fullmatch(r"ubuntu-[\d.]+", filled(content.get("runs-on", "ubuntu-24.04"), matrix)):
                    content["env"] = workflow.get("env", {}) | content.get("env", {})
                    yield Job(path.name, name, content, matrix, skipped[name])
                    break
            else:
                skipped[name] = skipped[name] or "needs another system"


def unknown_keys(job: Job) -> set[str]:
    """The keys of a job and its steps that this program cannot imitate."""
    return (job.content.keys() - JOB_KEYS).union(*(step.keys() - KEYS for step in job.content["steps"]))


def path_of(job: Job, folder: Path) -> str:
    """The path of a job: if it sets up a Python, with a virtual environment of that version, or of this one."""
    for step in job.content["steps"]:
        if wanted := step.get("with", {}).get("python-version"):
            create = [f"python{filled(wanted, job.matrix)}", "-m", "venv", str(folder)]
            if not shutil.which(create[0]) or subprocess.run(create, capture_output=True).returncode:
                print(f"  {create[0]} cannot be started: {sys.executable} takes its place", flush=True)
                subprocess.run([sys.executable, *create[1:]], check=True)
            return f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return os.environ["PATH"]


def run(job: Job, root: Path) -> bool:
    """Run the steps of a job; return whether all succeeded."""
    with TemporaryDirectory() as place:
        clone = Path(place, "clone")
        subprocess.run(["git", "clone", "--quiet", root.as_uri(), clone], check=True)
        version = tomllib.loads((clone / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
        github = {
            "CI": "true",
            "GITHUB_WORKSPACE": str(clone),
            "GITHUB_REF_NAME": f"v{version}",
            "PATH": path_of(job, Path(place, "python")),
        }
        for step in job.content["steps"]:
            if "run" in step:
                print(f"  {step['name']}", flush=True)
                given = job.content["env"] | step.get("env", {})
                environment = {name: filled(str(value), job.matrix) for name, value in given.items()}
                command = ["bash", "-eo", "pipefail", "-c", filled(step["run"], job.matrix)]
                if subprocess.run(command, cwd=clone, env=os.environ | github | environment).returncode:
                    print(f"  failed: {step['run']}", flush=True)
                    return False
    return True


def main(root: Path = ROOT) -> int:
    """Run every job that can run here, and list the others."""
    failed = []
    for job in jobs(root):
        print(f"{job}: {job.skipped}" if job.skipped else job, flush=True)
        if not job.skipped:
            if unknown := unknown_keys(job):
                raise UnknownKeyError(f"{job}: unknown keys: {', '.join(sorted(unknown))}")
            if not run(job, root):
                failed.append(str(job))
    print(f"failed: {', '.join(failed)}" if failed else "all passed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
