"""Find a browser for the tests of the pages, or install one if the machine has none.

    python -m tools.browser    installs one if necessary, from packages that are pinned with hashes (Linux on x86-64)

In this order: the program in `N52_CHROMIUM`; a Chrome or Chromium on the PATH, with its driver; the installed packages;
a browser that selenium-manager finds or downloads. With `N52_BROWSER=none`, there is no browser, and its tests are
skipped.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from tools import npm

HERE, FOLDER = Path(__file__).parent, npm.ROOT / "build/browser"
PROGRAM, DRIVER = FOLDER / "chromium", "chromedriver_linux64"
#: The only letters that the packaged browser has beside those of the pages, so that all machines draw the same.
FONTS = FOLDER / "fonts.conf"
#: The package has the browser compressed by Brotli, which Node.js can undo.
UNPACK = f"""require("fs").writeFileSync({json.dumps(str(PROGRAM))}, require("zlib").brotliDecompressSync(
    require("fs").readFileSync("node_modules/@sparticuz/chromium/bin/chromium.br")))"""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
PACKAGED = sys.platform == "linux" and platform.machine() == "x86_64"
UNWANTED = os.environ.get("N52_BROWSER") == "none"
#: Debian's package of each library that the packaged browser and its driver need.
LIBRARIES = {
    **dict.fromkeys(("libnss3.so", "libnssutil3.so", "libplc4.so", "libplds4.so", "libnspr4.so"), "libnss3"),
    **{"libglib-2.0.so.0": "libglib2.0-0", "libxcb.so.1": "libxcb1", "libdbus-1.so.3": "libdbus-1-3"},
    "libexpat.so.1": "libexpat1",
}


class Browser(NamedTuple):
    """A browser, its driver and the environment for both; without a program or a driver, selenium-manager finds it."""

    program: str | None
    driver: str | None
    environment: dict[str, str]


class BrowserError(Exception):
    """The error for a browser that is missing or does not start; the message is one line."""


def own() -> Browser | None:
    """Return the browser that the user has named or that the machine has with its driver; None without one."""
    driver = shutil.which("chromedriver")
    if program := os.environ.get("N52_CHROMIUM"):
        if shutil.which(program) is None:
            raise BrowserError(f"N52_CHROMIUM: not a program: {program!r} (expected the path of a Chrome or Chromium)")
        return Browser(program, driver, {})
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Browser(found, driver, {}) if found and driver else None


def packaged() -> Browser | None:
    """Return the browser from the packages, or None if it is not installed."""
    if not PROGRAM.exists() or find_spec("chromedriver_py") is None:
        return None
    return Browser(str(PROGRAM), str(installed("chromedriver_py") / DRIVER), {"FONTCONFIG_FILE": str(FONTS)})


def installed(package: str) -> Path:
    """Return the folder of an installed package."""
    found = find_spec(package)
    assert found is not None and found.origin is not None
    return Path(found.origin).parent


def find() -> Browser:
    """Return the browser for the tests. Raises BrowserError if it cannot start."""
    found = own() or packaged() or Browser(None, None, {})
    env = os.environ | found.environment
    for program in filter(None, found[:2]):
        done = subprocess.run([program, "--version"], capture_output=True, text=True, env=env)
        if done.returncode:
            raise BrowserError(f"{program} does not start: {_reason(done.stderr)}")
    if found.program is None and PACKAGED:
        raise BrowserError("no browser (expected Chromium with chromedriver on the PATH, or: make .venv/tested)")
    return found


def _reason(told: str) -> str:
    """Return why a program did not start, in one line; for a missing library, name Debian's package."""
    if missing := re.search(r"(lib[^ :/]+): cannot open shared object file", told):
        packages = " ".join(sorted(set(LIBRARIES.values())))
        return f"{missing[1]} is missing (on Debian: apt-get install {packages})"
    return told.strip().splitlines()[0] if told.strip() else "no message"


def provide() -> None:
    """Install and unpack the packages, unless the machine has a browser or none is wanted."""
    if UNWANTED or own() or packaged() or not PACKAGED:
        return
    npm.install(HERE / "requirements.txt")
    npm.run("npm", *"ci --ignore-scripts --no-audit --no-fund --loglevel=error".split(), cwd=HERE, check=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    FONTS.write_text(f"<fontconfig><dir>{installed('matplotlib')}</dir><cachedir>{FOLDER}</cachedir></fontconfig>")
    driver = installed("chromedriver_py") / DRIVER
    driver.chmod(0o755)
    npm.run("node", "-e", UNPACK, cwd=HERE, check=True)
    PROGRAM.chmod(0o755)
