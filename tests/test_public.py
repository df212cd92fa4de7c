"""What is public: few names, each explained and in the guide; no module hides behind one, and all else is internal."""

import inspect
import pkgutil
import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import pytest

import ninefivetwo
from tools.site.python_page import MODULES

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "python.md").read_text()
MOST = 60


def test_there_are_few_public_names_and_the_guide_has_them_all():
    assert len(MODULES) + len(ninefivetwo.__all__) <= MOST
    assert [name for name in ninefivetwo.__all__ if not re.search(rf"\bn\.{name}\b|`{name}`", GUIDE)] == []
    used = set(re.findall(r"\bn\.(\w+)", "\n".join(re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))))
    assert used <= set(ninefivetwo.__all__)


@pytest.mark.parametrize("name", ninefivetwo.__all__)
def test_every_public_name_is_explained(name):
    value = getattr(ninefivetwo, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        # A dataclass without a docstring has its signature in place of one.
        assert value.__doc__ and not value.__doc__.startswith(f"{name}("), name


def modules():
    return [found.name for found in pkgutil.walk_packages(ninefivetwo.__path__, "ninefivetwo.")]


def test_no_name_hides_a_module():
    """`import a.b.c as c` gives the module, whatever the packages on the way export."""
    hidden = []
    for path in modules():
        if not path.endswith("__main__"):
            module = import_module(path)
            if attrgetter(path.partition(".")[2])(ninefivetwo) is not module:
                hidden.append(path)
    assert hidden == []


def test_all_else_is_marked_as_internal():
    every = [found.name for found in pkgutil.iter_modules(ninefivetwo.__path__)]
    inner = [name for name in every if name not in ("env", "__main__")]
    assert [name for name in inner if "\nInternal: " not in import_module(f"ninefivetwo.{name}").__doc__] == []
    assert len(inner) > 10


def test_the_version_is_public():
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", ninefivetwo.__version__)
