"""What `make test` provides itself: a browser and Node.js, if the machine has none."""

import stat

import pytest

from tools import browser, npm


def program(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine without a browser and without Node.js, whose PATH is an empty folder."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("N52_CHROMIUM", raising=False)
    monkeypatch.setattr(browser, "PROGRAM", tmp_path / "absent")
    return tmp_path


def test_the_users_own_browser_comes_first_then_one_on_the_path(bare, monkeypatch):
    assert browser.own() is None
    driver = program(bare, "chromedriver", "echo 1")
    assert browser.own() is None, "a driver alone is no browser"
    found = program(bare, "google-chrome", "echo 1")
    assert browser.own() == browser.Browser(found, driver, {}) == browser.find()
    named = program(bare, "my-chrome", "echo 1")
    monkeypatch.setenv("N52_CHROMIUM", named)
    assert browser.find() == browser.Browser(named, driver, {})


def test_a_missing_or_broken_browser_is_told_in_one_line(bare, monkeypatch):
    if browser.PACKAGED:
        with pytest.raises(browser.BrowserError, match=r"^no browser \(expected Chromium .* make .venv/tested\)$"):
            browser.find()
    else:
        assert browser.find() == browser.Browser(None, None, {}), "selenium-manager finds one"
    monkeypatch.setenv("N52_CHROMIUM", "absent")
    with pytest.raises(browser.BrowserError, match=r"^N52_CHROMIUM: not a program: 'absent' \(expected the path"):
        browser.find()
    loading = "error while loading shared libraries: libnss3.so: cannot open shared object file: No such file"
    monkeypatch.setenv("N52_CHROMIUM", program(bare, "broken", f"echo '{loading}' >&2; exit 127"))
    with pytest.raises(browser.BrowserError, match=r"broken does not start: libnss3.so is missing .*libnss3[^\n]*\)$"):
        browser.find()


def test_nothing_is_installed_if_it_is_there_or_not_wanted(bare, monkeypatch):
    for module in (browser, npm):
        monkeypatch.setattr(module.subprocess, "run", lambda *command, **options: pytest.fail(f"runs {command}"))
    monkeypatch.setattr(browser, "UNWANTED", True)
    browser.provide()
    monkeypatch.setattr(browser, "UNWANTED", False)
    monkeypatch.setenv("N52_CHROMIUM", program(bare, "my-chrome", "echo 1"))
    browser.provide()


@pytest.mark.parametrize(("version", "enough"), [("v20.18.9", False), ("v20.19.0", True), ("v24.1.0", True)])
def test_an_old_node_is_not_used(bare, version, enough):
    assert not npm.new_enough(str(bare))
    program(bare, "node", f"echo {version}")
    assert not npm.new_enough(str(bare)), "without npm"
    program(bare, "npm", "")
    assert npm.new_enough(str(bare)) is enough
