"""Take the pictures for the docs; needs chromium and chromedriver."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Literal

from benchmarks.served import Served, browser

HEIGHT = {1280: 1020}
WIDE, PHONE = (1280, 720), (390, 844)
PROGRAM = Path(sys.executable).with_name("ninefivetwo")
EVENING = Path(__file__).parents[1] / "examples" / "club-evening.n52"
SETTINGS = {"name": "Ann", "speed": "instant", "sound": False, "coached": True, "seat": "dealer", "theme": "light"}
TURNS = 6  # least number of choices to make before the picture is taken
FREE = "return document.querySelectorAll('.card.can').length > 3"  # cards among which one can choose
PATIENCE = 60  # seconds


def review(driver: Any, record: str, folder: str) -> None:
    page = Path(folder) / "review.html"
    subprocess.run([PROGRAM, "review", record, "--html", page], check=True)
    driver.get(page.as_uri())


def pages(driver: Any, folder: str, target: Path) -> None:
    """Take a picture of each page as a new user sees it; the table is shown in the middle of a deal, with a hint."""

    def picture(name: str, size: tuple[int, int] = WIDE) -> None:
        sized(driver, size)
        time.sleep(1)  # lets animations end after the window changes
        driver.save_screenshot(str(target / f"serve{name}.png"))

    served = Served(Path(folder), options=("--fair-worlds", "60"))
    subprocess.run([PROGRAM, "library", "add", EVENING, "--library", served.library], check=True)
    address = f"http://127.0.0.1:{served.port}/"
    try:
        driver.get(f"{address}settings")
        driver.execute_script("localStorage.setItem('n52.settings', arguments[0])", json.dumps(SETTINGS))
        for name in ("today", "library", "rules", "settings", "drill", "analyse"):
            driver.get(address + name)
            picture(f"_{name}")
        driver.get(address)
        press(driver, "Play now")
        for made in count():
            if made >= TURNS and driver.execute_script(FREE):
                break
            choose(driver)
        hint(driver)
        until(driver, lambda: driver.find_elements("css selector", ".rail tbody tr"), "what the cards are worth")
        picture("")
        driver.execute_script("document.documentElement.dataset.theme = 'dark'")
        picture("_dark")
        driver.execute_script("document.documentElement.dataset.theme = 'light'")
        driver.get(address + "play")
        picture("_phone", PHONE)
    finally:
        served.kill()


def choose(driver: Any) -> None:
    """Make the choice that the hint recommends: a call, a discard, or a card."""
    hint(driver)
    before = version(driver)
    calls = driver.find_elements("css selector", "button.call.hinted")
    hinted = calls or driver.find_elements("css selector", ".card.hinted")
    for element in hinted:
        driver.execute_script("arguments[0].click()", element)
    if len(hinted) > 1:
        press(driver, "Discard")
    until(driver, lambda: version(driver) not in (before, None), "the next turn")


def version(driver: Any) -> str | None:
    """Return the version of the match if it is the user's turn, and otherwise None."""
    source = "return document.querySelector('.play[data-rest=person]')?.dataset.version ?? null"
    found: str | None = driver.execute_script(source)
    return found


def hint(driver: Any) -> None:
    until(driver, lambda: version(driver), "one's turn")
    press(driver, "Hint")
    until(driver, lambda: driver.find_elements("css selector", ".hinted"), "a hint")


def sized(driver: Any, size: tuple[int, int]) -> None:
    """Set the inner size of the window in pixels."""
    window = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", window)


def press(driver: Any, words: str) -> None:
    source = """const found = [...document.querySelectorAll("button:not(:disabled)")].find(
        button => button.innerText.includes(arguments[0])); if (found) found.click(); return !!found"""
    until(driver, lambda: driver.execute_script(source, words), f"a button {words!r}")


def until(driver: Any, true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if true():
            return
        time.sleep(0.2)
    raise SystemExit(
        f"not on the page: {what}; it says {driver.execute_script('return document.body.innerText')[:500]}"
    )


def main(what: Literal["review", "pages"], files: tuple[str, ...], *, width: int = 1280) -> None:
    """
    what: the review page of a record or match, or the served pages
    files: RECORD FILE.png for a review, or FOLDER for serve.png and others
    """
    with browser(arguments=["--hide-scrollbars"]) as driver, tempfile.TemporaryDirectory() as folder:
        driver.set_window_size(width, HEIGHT.get(width, 2400))
        if what == "review":
            review(driver, files[0], folder)
            time.sleep(0.5)
            driver.save_screenshot(files[-1])
        else:
            pages(driver, folder, Path(files[0]))
