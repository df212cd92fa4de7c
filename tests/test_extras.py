"""The extras: what is said where one is missing, and what each brings."""

import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest
from commands import refusal

from ninefivetwo.errors import ExtraError
from ninefivetwo.extras import INSTALLERS, install_command, require

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


@pytest.fixture
def lacking(monkeypatch):
    """A function that hides a module."""

    def hide(name):
        find = importlib.util.find_spec
        monkeypatch.setattr(importlib.util, "find_spec", lambda module: None if module == name else find(module))

    return hide


@pytest.mark.parametrize(
    ("receipt", "command"), [(None, "pip install"), *((name, command) for name, command in INSTALLERS.items())]
)
def test_the_command_is_that_of_the_program_which_installed_the_package(tmp_path, monkeypatch, receipt, command):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if receipt is not None:
        (tmp_path / receipt).touch()
    assert install_command("web") == f"{command} 'ninefivetwo[web]'"


@pytest.mark.parametrize("module", ["starlette", "uvicorn", "itsdangerous"])
def test_without_the_extra_the_page_names_it(lacking, module):
    lacking(module)
    said = refusal("serve", "--no-browser", "--port", "0")
    assert said == f"ninefivetwo: the page requires {module} (expected: pip install 'ninefivetwo[web]')\n"


@pytest.mark.parametrize(
    ("module", "more"), [("duckdb", []), ("pyarrow", []), ("matplotlib", ["contracts", "--plot", "plot.svg"])]
)
def test_without_the_extra_questions_about_a_survey_name_it(lacking, tmp_path, module, more):
    lacking(module)
    said = refusal("survey", "ask", tmp_path, *more)
    assert said == f"ninefivetwo: surveys require {module} (expected: pip install 'ninefivetwo[survey]')\n"


def test_only_a_plot_requires_matplotlib(lacking, tmp_path):
    lacking("matplotlib")
    assert "no survey rows found" in refusal("survey", "ask", tmp_path, "contracts")


def test_the_error_is_an_import_error_too(lacking):
    lacking("pyarrow")
    with pytest.raises(ImportError, match="surveys require pyarrow") as raised:
        require("surveys require", "survey", "json", "pyarrow")
    assert isinstance(raised.value, ExtraError)


def names(requirements):
    return {re.match(r"[\w.-]+", each)[0] for each in requirements}


def test_each_extra_brings_what_it_is_for():
    assert set(EXTRAS) == {"web", "survey", "learn", "dev"}
    assert {"fsrs", "platformdirs"} <= names(PROJECT["dependencies"])
    assert "torch" in names(EXTRAS["learn"]) and "torch" not in names(EXTRAS["dev"])
