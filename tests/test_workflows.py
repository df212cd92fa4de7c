"""The workflows: two checkers find faults in them, and their Linux steps run in a fresh clone."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tools import workflow_steps

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
CHECKOUT = "actions/checkout@9c091bb21b7c1c1d1991bb908d89e4e9dddfe3e0"
WORKFLOW = f"""
name: Example
on: push
permissions: {{}}
jobs:
  example:
    runs-on: ubuntu-24.04
    steps:
      - uses: {CHECKOUT}
        with:
          persist-credentials: false
      - name: Say hello
        run: echo hello
"""


def check(folder, *command):
    """The exit status and the output of a checker, which `make test` installs beside Python."""
    program = shutil.which(command[0], path=Path(sys.executable).parent)
    assert program, f"{command[0]} is not installed: run make .venv/tools"
    done = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def actionlint(folder):
    return check(folder, "actionlint", "-no-color")


def zizmor(folder):
    return check(folder, "zizmor", "--offline", "--quiet", "--persona", "auditor", ".")


@pytest.fixture
def repository(tmp_path):
    """A function that makes a repository with workflows of these texts, by name."""

    def make(**texts):
        folder = tmp_path / "repository"
        (folder / ".github/workflows").mkdir(parents=True)
        (folder / "pyproject.toml").write_text('project = {version = "1.2.3"}')
        for name, text in texts.items():
            (folder / f".github/workflows/{name}.yml").write_text(text)
        for command in ("init --quiet", "add .", "-c user.name=n -c user.email=e commit --quiet -m one"):
            subprocess.run(["git", *command.split()], cwd=folder, check=True)
        return folder

    return make


@pytest.mark.lint
@pytest.mark.parametrize(
    ("checker", "before", "after", "fault"),
    [
        (actionlint, "runs-on: ubuntu-24.04", "runs-on: ubunto-24.04", "runner-label"),
        (actionlint, "echo hello", "echo ${{ matrix.absent }}", "expression"),
        (zizmor, CHECKOUT, "actions/checkout@v7", "unpinned-uses"),
        (zizmor, "persist-credentials: false", "persist-credentials: true", "artipacked"),
        (zizmor, "echo hello", "echo ${{ github.head_ref }}", "template-injection"),
    ],
)
def test_a_fault_in_a_workflow_is_found(checker, before, after, fault, repository):
    folder = repository(example=WORKFLOW)
    workflow = folder / ".github/workflows/example.yml"
    assert f"[{fault}]" not in checker(folder)[1]
    workflow.write_text(WORKFLOW.replace(before, after))
    status, output = checker(folder)
    assert status != 0, output
    assert f"[{fault}]" in output


def test_a_missing_checker_is_a_line():
    with pytest.raises(AssertionError, match=r"^absent-checker is not installed: run make .venv/tools"):
        check(ROOT, "absent-checker")


def test_every_action_is_pinned_and_its_source_is_listed():
    listed = (ROOT / "RELEASING.md").read_text()
    for path in WORKFLOWS:
        for action in re.findall(r"uses: (\S+@.*)", path.read_text()):
            name, commit, version = re.fullmatch(r"([\w/-]+)@([0-9a-f]{40}) # (v[\d.]+)", action).groups()
            assert f"| `{name}` | {version} | `{commit}` |" in listed, action


def test_rights_are_given_to_jobs_alone():
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text())
        assert workflow["permissions"] == {}, path
        for name, job in workflow["jobs"].items():
            assert job["permissions"] in ({"contents": "read"}, {"id-token": "write"}), (path, name)


STEPS = (Path(__file__).parent / "data/workflow.yml").read_text()


def test_linux_steps_run_in_a_fresh_clone(repository, tmp_path, monkeypatch, capfd):
    monkeypatch.setenv("RESULTS", str(tmp_path))
    monkeypatch.setenv("OUTER", shutil.which("python") or "")
    folder = repository(steps=STEPS)
    (folder / "out.txt").write_text("not committed")
    assert workflow_steps.main(folder) == 1
    assert (tmp_path / "out.txt").read_text() == "workflow job step one true v1.2.3\n"
    assert not (tmp_path / "after.txt").exists()
    told = capfd.readouterr().out.splitlines()
    assert [line for line in told if line.startswith("steps.yml")] == [
        "steps.yml: first",
        "steps.yml: second",
        "steps.yml: wheels: needs a container",
        "steps.yml: try: needs the files of wheels",
        "steps.yml: try-mac: needs the files of mac",
        "steps.yml: inside: needs a container",
        "steps.yml: upload: needs the identity of a run",
        "steps.yml: login: needs a secret",
        "steps.yml: call: runs other.yml",
    ]
    assert told[-1] == "failed: steps.yml: second"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("{runs-on: ubuntu-24.04, steps: [{name: A step, run: 'true', if: 'false'}]}", "unknown keys: if"),
        ("{runs-on: ubuntu-24.04, steps: [{name: A step, run: 'echo ${{ github.actor }}'}]}", "unknown expression"),
        ("{runs-on: ubuntu-24.04, services: {}, steps: []}", "unknown keys: services"),
    ],
)
def test_what_cannot_be_imitated_is_an_error(text, unknown, repository):
    with pytest.raises(workflow_steps.UnknownKeyError, match=unknown):
        workflow_steps.main(repository(steps=f"on: push\njobs:\n  only: {text}\n"))


def test_jobs_that_are_not_run_are_listed():
    listed = (ROOT / "RELEASING.md").read_text()
    for job in workflow_steps.jobs(ROOT):
        assert job.skipped or not workflow_steps.unknown_keys(job), job
        if job.skipped and "uses" not in job.content:
            assert f"| `{job.workflow}` | `{job.name}` | {job.skipped} |" in listed, job
