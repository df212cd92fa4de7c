"""What is public: each name is listed in docs/python.md, has a docstring, and is in the API reference."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import ninefivetwo

ROOT = Path(__file__).parents[1]
LISTED = {
    package: re.findall(r"`(\w+)`", names)
    for package, names in re.findall(
        r"^\| `([\w.]+)` \| (.*) \|$", (ROOT / "docs" / "python.md").read_text(), re.MULTILINE
    )
}


def test_the_reference_is_of_the_packages_listed():
    packages = re.search(r"^API = (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()
    assert packages == list(LISTED) and len(packages) > 10


@pytest.mark.parametrize("package", LISTED)
def test_every_public_name_is_listed_and_explained(package):
    module = import_module(package)
    assert module.__doc__ and LISTED[package] == sorted(module.__all__)
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            # A dataclass without a docstring has its signature in place of one.
            assert value.__doc__ and not value.__doc__.startswith(f"{name}("), f"{package}.{name}"


def test_the_version_is_public():
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", ninefivetwo.__version__)
