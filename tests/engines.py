"""Chromium, Firefox and WebKitGTK behind one small interface, for tests/test_engines.py.

An engine opens an address, runs a script, acts as a pointer or a keyboard does, changes its window's size and closes.
Actions are those of WebDriver, in pixels of the window's inside, so that a press meets whatever lies on top there.
"""

import json
import os
import shutil
import subprocess
import tempfile
import time
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from browser import Window, started
from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from websocket import create_connection

MINIBROWSER = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
SCREEN = "1600x1200x24"


def needed(program, package):
    """The path of a program; without it the test fails, and says which package of Debian has it."""
    path = shutil.which(program) or max(map(str, Path("/").glob(program.removeprefix("/"))), default=None)
    if path is None:
        pytest.fail(f"{program} is not installed: apt-get install {package}", pytrace=False)
    return path


class OnScreen(Window):
    """A window on a screen, which can be as narrow as a phone."""

    def resize(self, width, height):
        self.driver.set_window_rect(0, 0, width, height)


class Firefox:
    """Firefox by WebDriver BiDi, which it speaks itself."""

    def __init__(self, address):
        self._socket, self._asked = create_connection(f"{address}/session", timeout=600, suppress_origin=True), 0
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("browsingContext.activate", context=self._context)

    def _ask(self, method, **parameters):
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address):
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def script(self, source, *arguments):
        called = f"JSON.stringify((function () {{ {source} }})(...{json.dumps(arguments)}) ?? null)"
        target = {"context": self._context}
        found = self._ask("script.evaluate", expression=called, target=target, awaitPromise=False)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def act(self, actions):
        self._ask("input.performActions", context=self._context, actions=actions)

    def resize(self, width, height):
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    def close(self):
        self._ask("browser.close")
        self._socket.close()


@contextmanager
def chromium():
    driver = started()
    try:
        yield Window(driver)
    finally:
        driver.quit()


@contextmanager
def firefox():
    command = [needed("firefox-esr", "firefox-esr"), "--headless", "--no-remote", "--remote-debugging-port", "0"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([*command, "--profile", profile], **silent)
        try:
            engine = Firefox(_address_of(process, Path(profile, "WebDriverBiDiServer.json")))
            try:
                yield engine
            finally:
                engine.close()
        finally:
            process.terminate()
            process.wait()


def _address_of(process, written):
    """The address at which Firefox answers, which it writes to a file of its profile."""
    while process.poll() is None:
        with suppress(FileNotFoundError, ValueError):  # not yet, or not yet whole
            told = json.loads(written.read_text())
            return f"ws://{told['ws_host']}:{told['ws_port']}"
        time.sleep(0.05)
    raise AssertionError(f"Firefox has ended with {process.returncode}")


@contextmanager
def webkitgtk():
    """The small browser of WebKitGTK, on a screen of its own; without its toolbar, it can be as narrow as a phone."""
    service, options = needed("WebKitWebDriver", "webkit2gtk-driver"), Options()
    options.binary_location = needed(MINIBROWSER, "webkit2gtk-driver")
    options.add_argument("--automation")
    options.add_argument("--full-screen")
    with _screen() as screen:
        at = {**os.environ, "DISPLAY": screen, "GDK_BACKEND": "x11"}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Selenium warns of what it does itself
            driver = webdriver.WebKitGTK(options=options, service=Service(service, env=at))
        try:
            yield OnScreen(driver)
        finally:
            driver.quit()


@contextmanager
def _screen():
    """The name of a screen that nobody sees."""
    reads, writes = os.pipe()
    command = [needed("Xvfb", "xvfb"), "-displayfd", str(writes), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait()


ENGINES = {"chromium": chromium, "firefox": firefox, "webkitgtk": webkitgtk}
