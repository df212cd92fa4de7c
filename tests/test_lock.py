"""The lock of the development tools has what pyproject.toml asks for, on every Python and system."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements-dev.txt").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
#: The extra that `make lock` locks.
EXTRA = re.search(r"^EXTRA = (\w+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
SYSTEMS = [
    {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
    {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
    {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
]
PYTHONS = [{"python_version": each, "python_full_version": f"{each}.9"} for each in ("3.11", "3.12", "3.13", "3.14")]
ENVIRONMENTS = [system | python for system, python in product(SYSTEMS, PYTHONS)]


def applies(requirement: Requirement, environment: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment)


@cache
def locked() -> list[Requirement]:
    """What the lock has: lines without their hashes."""
    return [Requirement(line.removesuffix(" \\")) for line in LOCK.splitlines() if re.match("[a-z]", line)]


def wanted(project: dict, extra: str | None) -> Iterator[Requirement]:
    """The requirements of an extra, or of the package alone, and those of the extras that they name."""
    section = project["project"]
    for text in section["optional-dependencies"][extra] if extra else section["dependencies"]:
        requirement = Requirement(text)
        if canonicalize_name(requirement.name) != section["name"]:
            yield requirement
        for each in requirement.extras if requirement.name == section["name"] else ():
            yield from wanted(project, each)


def unmet(project: dict) -> set[str]:
    """The requirements that the lock does not meet somewhere."""
    groups = project.get("dependency-groups", {}).values()
    tools = [Requirement(text) for text in chain(project["build-system"]["requires"], *groups)]
    found = set()
    for environment, requirement in product(ENVIRONMENTS, [*wanted(project, None), *wanted(project, EXTRA), *tools]):
        versions = [
            next(iter(each.specifier)).version
            for each in locked()
            if each.name == canonicalize_name(requirement.name) and applies(each, environment)
        ]
        if applies(requirement, environment) and not (
            len(versions) == 1 and requirement.specifier.contains(versions[0], prereleases=True)
        ):
            found.add(str(requirement))
    return found


def test_the_lock_meets_every_requirement():
    assert not unmet(PROJECT), "run make lock"


def test_what_the_lock_does_not_meet_is_found():
    core = [*PROJECT["project"]["dependencies"], "absent-package", "click>=999"]
    changed = PROJECT | {"project": PROJECT["project"] | {"dependencies": core}}
    assert unmet(changed) == {"absent-package", "click>=999"}


def test_the_lock_has_hashes_and_no_addresses():
    entries = re.split(r"\n(?=[a-z])", LOCK.partition("\n#    make lock\n")[2])
    assert entries
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|^-", LOCK, re.MULTILINE)


def test_what_builds_need_is_installed_first():
    """`make` takes these out of the lock by name."""
    names = re.search(r"keep = /\^\((.*?)\)==/", (ROOT / "Makefile").read_text())[1].split("|")
    assert {canonicalize_name(Requirement(text).name) for text in PROJECT["build-system"]["requires"]} <= {*names}


def test_torch_is_not_in_the_lock():
    """Only fitting a policy needs it, and it takes gigabytes."""
    assert "torch" not in {each.name for each in locked()}
