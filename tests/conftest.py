"""The two runs: the default one tries few cases of everything, the long one (`-m long`) many."""

import os
import sys
from pathlib import Path

import pytest
from browser import driver  # noqa: F401 - a fixture
from hypothesis import is_hypothesis_test, settings

#: The test-support extensions; last, so that the checked build's go first.
BUILD = Path(__file__).parents[1] / "build"
sys.path.append(str(BUILD / "support"))

#: Other programs keep their caches in the checkout, not in the home folder or the folder for temporary files.
for variable in ("DASK_TEMPORARY_DIRECTORY", "IPYTHONDIR", "MPLCONFIGDIR", "npm_config_cache"):
    os.environ[variable] = str(BUILD / "caches" / variable.lower())

#: No example is timed: a busy machine is not a failure.  The default run tries the same examples every time.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=5000)
DATABASES = {}


def pytest_addoption(parser):
    parser.addoption("--count", type=int, default=None, help="how many cases are tried by a test that counts them")
    parser.addoption("--seed", type=int, default=952, help="the seed of random cases")


def is_long(config):
    return config.option.markexpr == "long"


def pytest_configure(config):
    settings.load_profile("long" if is_long(config) else "default")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Tests whose cases are counted belong to both runs."""
    for item in items if is_long(config) else ():
        if "count" in getattr(item, "fixturenames", ()) or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("long")


@pytest.fixture
def library(tmp_path):
    """A library just begun, open."""
    from ninefivetwo.keep.library import Library

    with Library(tmp_path / "library.sqlite") as found:
        yield found


@pytest.fixture(scope="session")
def seed(request):
    return request.config.getoption("--seed")


@pytest.fixture(scope="session")
def count(request):
    """How many cases to try, of two numbers: the first in the default run, the last in the long one; or --count."""
    return lambda *numbers: request.config.getoption("--count") or numbers[-is_long(request.config)]


@pytest.fixture
def shared_reviews(monkeypatch):
    """Commands and pages take the review of a deal that an earlier test has reviewed from there."""
    from reviews import share_reviews

    share_reviews(monkeypatch)


@pytest.fixture
def shared_surveys(monkeypatch):
    """Questions about the same survey share its database, which takes longer to set up than they take."""
    from ninefivetwo.survey import ask

    def once(directory, *known, set_up=ask._database):
        key = Path(directory).resolve(), str(known)
        if key not in DATABASES:
            DATABASES[key] = set_up(directory, *known)
        return DATABASES[key]

    monkeypatch.setattr(ask, "_database", once)


@pytest.fixture
def client(library):
    """The pages of that library, asked without a network."""
    from starlette.testclient import TestClient

    from ninefivetwo.web.server import build

    with TestClient(build(library, "127.0.0.1", 4), "http://127.0.0.1") as asked:
        yield asked


@pytest.fixture(scope="module")
def server(tmp_path_factory, request):
    """The server of a module, with the module's PRELUDE."""
    from served import Server

    found = Server(tmp_path_factory.mktemp("served"), getattr(request.module, "PRELUDE", ""))
    yield found
    found.stop()


@pytest.fixture
def page(driver, server):  # noqa: F811 - the fixture
    """A window on the module's server, of a browser that remembers nothing; its console says only what it should."""
    from served import Page

    found = Page(driver, server).fresh()
    yield found
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert found.said or found.console() == []
