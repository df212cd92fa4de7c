"""The files for people who release, report and contribute, and the check of a tag."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tools.release import faults

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
FORMS = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]


@pytest.fixture
def released(tmp_path):
    """A copy of the files that name the version, as they are when it is released."""
    project = (ROOT / "pyproject.toml").read_text()
    project = re.sub(r'^repository = "[^"]*"', 'repository = "https://example.org/cards"', project, flags=re.MULTILINE)
    (tmp_path / "pyproject.toml").write_text(project)
    heading = re.compile(r"^## .*$", re.MULTILINE)
    changelog = heading.sub(f"## {VERSION} (2026-12-01)", (ROOT / "CHANGELOG.md").read_text(), count=1)
    (tmp_path / "CHANGELOG.md").write_text(changelog)
    citation = re.sub(r"^date-released: .*\n", "", (ROOT / "CITATION.cff").read_text(), flags=re.MULTILINE)
    (tmp_path / "CITATION.cff").write_text(f"{citation}date-released: 2026-12-01\n")
    return tmp_path


def test_a_prepared_version_can_be_released(released):
    assert faults(f"v{VERSION}", released) == []


@pytest.mark.parametrize(
    ("file", "before", "after", "fault"),
    [
        ("pyproject.toml", f'version = "{VERSION}"', 'version = "9.9"', f"the tag is v{VERSION}"),
        ("pyproject.toml", "https://example.org/cards", "", "repository is '' (expected the address"),
        ("pyproject.toml", "https://example.org/cards", "example.org/", "repository is 'example.org/' (expected"),
        ("CHANGELOG.md", "(2026-12-01)", "(unreleased)", "CHANGELOG.md: the first heading is"),
        ("CHANGELOG.md", f"## {VERSION} ", "## 9.9 ", "CHANGELOG.md: the first heading is"),
        ("CITATION.cff", f"version: {VERSION}", "version: 9.9", f"missing line: 'version: {VERSION}'"),
        ("CITATION.cff", "2026-12-01", "2026-12-02", "missing line: 'date-released: 2026-12-01'"),
    ],
)
def test_what_a_release_has_not_prepared_is_found(file, before, after, fault, released):
    path = released / file
    path.write_text(path.read_text().replace(before, after, 1))
    assert any(fault in line for line in faults(f"v{VERSION}", released)), faults(f"v{VERSION}", released)


def test_a_tag_of_another_version_is_found(released):
    assert faults("v9.9", released) == [f"the tag is v9.9 (expected v{VERSION}, for the version in pyproject.toml)"]


def test_the_citation_has_the_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert str(citation["version"]) == VERSION
    assert citation["authors"] == [{"name": "The ninefivetwo project"}]


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_forms_ask_for_the_record_and_the_version(form):
    labels = [field["attributes"]["label"] for field in yaml.safe_load(form.read_text())["body"]]
    assert any(".n52" in label for label in labels)
    assert "Output of `n52 --version`" in labels


def test_hooks_before_a_commit_are_local():
    (repository,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repository["repo"] == "local"
    assert {hook["language"] for hook in repository["hooks"]} == {"system"}


@pytest.mark.parametrize("name", ["SECURITY", "CODE_OF_CONDUCT", "RELEASING", "CONTRIBUTING"])
def test_contacts_are_no_addresses(name):
    assert not re.search(r"\w@\w+\.\w", (ROOT / f"{name}.md").read_text())
