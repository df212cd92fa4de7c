"""Pictures for the docs; needs chromium and chromedriver.

python benchmarks/screenshot.py review RECORD FILE.png [--width W]   a record's review page, or a match's
python benchmarks/screenshot.py table FILE.png [--width W]           the page, in the middle of a deal
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HEIGHT = {1280: 1020}
PROGRAM = Path(sys.executable).with_name("ninefivetwo")
TRICKS = 4  # played before the picture is taken
PATIENCE = 60  # seconds


def browser(width: int) -> Any:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        raise SystemExit("no chromium and chromedriver on the path")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    found = webdriver.Chrome(options=options, service=Service(driver))
    found.set_window_size(width, HEIGHT.get(width, 2400))
    return found


def review(driver: Any, record: str, folder: str) -> None:
    page = Path(folder) / "review.html"
    subprocess.run([PROGRAM, "review", record, "--html", page], check=True)
    driver.get(page.as_uri())


def table(driver: Any, folder: str) -> None:
    """A match begun, and some tricks played as the hints say; the last hint is shown."""
    command = [PROGRAM, "serve", "--port", "0", "--no-browser", "--library", Path(folder) / "library.sqlite"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        address = served.stdout.readline().split()[0]
        time.sleep(3)
        try:
            driver.get(address)
            press(driver, "Play to learn")
            words = hinted(driver).text.split("Call ")[1].split(":")[0]
            press(driver, words)
            for _ in range(TRICKS + 1):
                hinted(driver)
                wait(driver, ".seat.me .hinted")
                act(driver)
            hinted(driver)
        finally:
            served.terminate()


def act(driver: Any) -> None:
    """Do what is hinted: the cards that are marked."""
    cards = driver.find_elements("css selector", ".seat.me .hinted")
    names = [card.get_attribute("data-card") for card in cards]
    for name in names:
        card = wait(driver, f".seat.me [data-card='{name}']")
        driver.execute_script("arguments[0].click()", card)
        time.sleep(0.5)
    if len(names) > 1:
        press(driver, "Discard")
    time.sleep(5)


def hinted(driver: Any) -> Any:
    time.sleep(1)  # what was pressed before is to show first
    press(driver, "What would you do?")
    return wait(driver, "[data-testid=advice]")


def press(driver: Any, words: str) -> None:
    source = """const found = [...document.querySelectorAll("button:not(:disabled)")].find(
        button => button.innerText.includes(arguments[0])); if (found) found.click(); return !!found"""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if driver.execute_script(source, words):
            return
        time.sleep(0.2)
    raise SystemExit(f"no button {words!r}")


def wait(driver: Any, selector: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := driver.find_elements("css selector", selector):
            return found[0]
        time.sleep(0.2)
    raise SystemExit(f"not on the page: {selector}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("review", "table"))
    parser.add_argument("files", nargs="+", help="[RECORD] FILE.png")
    parser.add_argument("--width", type=int, default=1280)
    asked = parser.parse_args()
    driver = browser(asked.width)
    try:
        with tempfile.TemporaryDirectory() as folder:
            if asked.what == "review":
                review(driver, asked.files[0], folder)
            else:
                table(driver, folder)
            time.sleep(0.5)
            driver.save_screenshot(asked.files[-1])
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
