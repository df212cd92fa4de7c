"""A real browser for the tests of pages: the system's Chromium, without a window."""

import json
import os
import shutil

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}

needed = pytest.mark.skipif(
    not (CHROMIUM and DRIVER) and not os.environ.get("CI"), reason="needs chromium and chromedriver on the path"
)


def started():
    """A browser with a profile of its own."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


@pytest.fixture(scope="session")
def driver():
    """One browser for all pages; each test begins without cookies."""
    found = started()
    yield found
    found.quit()


def asked_for(driver):
    """The addresses that pages have asked for since this was last asked."""
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return {e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"}
