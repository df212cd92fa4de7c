"""Options of the long runs: how many cases, and from which seed.  The place of the test-support extensions."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.append(str(Path(__file__).parents[1] / "build/support"))  # last, so that the checked build's go first

#: No example is timed: a busy machine is not a failure.  The default run tries the same examples every time.
settings.register_profile("default run", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None)


def pytest_configure(config):
    settings.load_profile("long" if config.option.markexpr == "long" else "default run")


def pytest_addoption(parser):
    parser.addoption("--count", type=int, default=None, help="how many cases each long run makes")
    parser.addoption("--seed", type=int, default=952, help="the seed of the long runs")


@pytest.fixture
def seed(request):
    return request.config.getoption("--seed")


@pytest.fixture
def count(request):
    """How many cases a long run makes: --count, else the number the test names."""
    return lambda default: request.config.getoption("--count") or default
