"""Take the pictures for the docs; needs chromium and chromedriver."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
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


def review(window: Any, record: str, folder: str) -> None:
    page = Path(folder) / "review.html"
    subprocess.run([PROGRAM, "review", record, "--html", page], check=True)
    window.open(page.as_uri())


def pages(window: Any, folder: str, target: Path) -> None:
    """Take a picture of each page as a new user sees it; the table is shown in the middle of a deal, with a hint."""

    def picture(name: str, size: tuple[int, int] = WIDE) -> None:
        window.resize(*size)
        time.sleep(1)  # lets animations end after the window changes
        window.driver.save_screenshot(str(target / f"serve{name}.png"))

    served = Served(Path(folder), options=("--fair-worlds", "60"))
    subprocess.run([PROGRAM, "library", "add", EVENING, "--library", served.library], check=True)
    address = f"http://127.0.0.1:{served.port}/"
    try:
        window.open(f"{address}settings").script(
            "localStorage.setItem('n52.settings', arguments[0])", json.dumps(SETTINGS)
        )
        for name in ("today", "library", "rules", "settings", "drill", "analyse"):
            window.open(address + name)
            picture(f"_{name}")
        window.open(address).press("Play now")
        for made in count():
            if made >= TURNS and window.script(FREE):
                break
            choose(window)
        hint(window)
        window.wait(".rail tbody tr")  # what the cards are worth
        picture("")
        window.script("document.documentElement.dataset.theme = 'dark'")
        picture("_dark")
        window.script("document.documentElement.dataset.theme = 'light'")
        window.open(address + "play")
        picture("_phone", PHONE)
    finally:
        served.kill()


def choose(window: Any) -> None:
    """Make the choice that the hint recommends: a call, a discard, or a card."""
    hint(window)
    before = version(window)
    hinted = window.all("button.call.hinted") or window.all(".card.hinted")
    discards = window.all("[data-name=discard]")
    for element in hinted if discards else hinted[:1]:  # a hint may name several cards that are worth the same
        window.script("arguments[0].click()", element)
    if discards:
        window.press("Discard")
    window.until(lambda: version(window) not in (before, None), "the next turn")


def version(window: Any) -> str | None:
    """Return the version of the match if it is the user's turn, and otherwise None."""
    source = "return document.querySelector('.play[data-rest=person]')?.dataset.version ?? null"
    found: str | None = window.script(source)
    return found


def hint(window: Any) -> None:
    window.until(lambda: version(window), "one's turn")
    window.press("Hint")
    window.wait(".hinted")


def main(what: Literal["review", "pages"], files: tuple[str, ...], *, width: int = 1280) -> None:
    """
    what: the review page of a record or match, or the served pages
    files: RECORD FILE.png for a review, or FOLDER for serve.png and others
    """
    with browser(arguments=["--hide-scrollbars"]) as window, tempfile.TemporaryDirectory() as folder:
        window.driver.set_window_size(width, HEIGHT.get(width, 2400))
        if what == "review":
            review(window, files[0], folder)
            time.sleep(0.5)
            window.driver.save_screenshot(files[-1])
        else:
            pages(window, folder, Path(files[0]))
