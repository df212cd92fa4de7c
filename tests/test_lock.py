"""The locks of the development tools have what pyproject.toml asks for, on every Python and system."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
#: The locks by the group of pyproject.toml that each has; the first also has the package's requirements.
LOCKS = {
    "tools": ROOT / "requirements-dev.txt",
    "browser": ROOT / "tools/browser/requirements.txt",
    "node": ROOT / "tools/javascript/requirements.txt",
}
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
def locked(group: str) -> list[Requirement]:
    """What a lock has: lines without their hashes."""
    lines = LOCKS[group].read_text().splitlines()
    return [Requirement(line.removesuffix(" \\")) for line in lines if re.match("[a-z]", line)]


def wanted(project: dict, extra: str | None) -> Iterator[Requirement]:
    """The requirements of an extra, or of the package alone, and those of the extras that they name."""
    section = project["project"]
    for text in section["optional-dependencies"][extra] if extra else section["dependencies"]:
        requirement = Requirement(text)
        if canonicalize_name(requirement.name) != section["name"]:
            yield requirement
        for each in requirement.extras if requirement.name == section["name"] else ():
            yield from wanted(project, each)


def unmet(project: dict, group: str) -> set[str]:
    """The requirements that a lock does not meet somewhere."""
    own = map(Requirement, project["dependency-groups"][group])
    builds = map(Requirement, project["build-system"]["requires"])
    package = chain(wanted(project, None), wanted(project, EXTRA), builds) if group == "tools" else ()
    found = set()
    for environment, requirement in product(ENVIRONMENTS, [*own, *package]):
        versions = [
            next(iter(each.specifier)).version
            for each in locked(group)
            if each.name == canonicalize_name(requirement.name) and applies(each, environment)
        ]
        if applies(requirement, environment) and not (
            len(versions) == 1 and requirement.specifier.contains(versions[0], prereleases=True)
        ):
            found.add(str(requirement))
    return found


@pytest.mark.parametrize("group", LOCKS)
def test_a_lock_meets_every_requirement(group):
    assert not unmet(PROJECT, group), "run make lock"


def test_what_the_lock_does_not_meet_is_found():
    core = [*PROJECT["project"]["dependencies"], "absent-package", "click>=999"]
    changed = PROJECT | {"project": PROJECT["project"] | {"dependencies": core}}
    assert unmet(changed, "tools") == {"absent-package", "click>=999"}


@pytest.mark.parametrize("group", LOCKS)
def test_a_lock_has_hashes_and_no_addresses(group):
    text = LOCKS[group].read_text()
    entries = re.split(r"\n(?=[a-z])", text.partition("\n#    make lock\n")[2])
    assert entries
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|^-", text, re.MULTILINE)


def test_the_browser_and_its_driver_have_the_same_version():
    packages = json.loads((ROOT / "tools/browser/package-lock.json").read_text())["packages"]
    major = packages["node_modules/@sparticuz/chromium"]["version"].split(".")[0]
    (driver,) = locked("browser")
    assert str(driver.specifier).startswith(f"=={major}.")
    assert [name for name, each in packages.items() if name and "integrity" not in each] == []


def test_what_builds_need_is_installed_first():
    """`make` takes these out of the lock by name."""
    names = re.search(r"keep = /\^\((.*?)\)==/", (ROOT / "Makefile").read_text())[1].split("|")
    assert {canonicalize_name(Requirement(text).name) for text in PROJECT["build-system"]["requires"]} <= {*names}


def test_torch_is_not_in_the_lock():
    """Only fitting a policy needs it, and it takes gigabytes."""
    assert "torch" not in {each.name for each in locked("tools")}
