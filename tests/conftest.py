"""Options of the long runs: how many cases, and from which seed."""

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # a busy machine is not a failure
settings.load_profile("patient")


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
