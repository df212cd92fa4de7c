"""Starting a real browser without a window, which `tools.browser` finds, and driving it, for tests and benchmarks."""

import json
import os
import time
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from tools.browser import UNWANTED, BrowserError, find

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
THEMES = ("light", "dark")
PATIENCE = 30  # seconds in which a page loads, a script ends, or a page whose server is idle changes as it should
#: Runs on every page.  It notes the errors of a page's scripts: such a page will not become what a test waits for.
EVERY_PAGE = (Path(__file__).parent / "data/every_page.js").read_text()


def started(*arguments, logs=("browser", "performance")):
    """A browser with a profile of its own, which keeps these logs; without one, the test fails in one line."""
    if UNWANTED:
        pytest.skip("N52_BROWSER=none")
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    try:
        browser = find()
        options.binary_location = browser.program or ""
        found = webdriver.Chrome(options, Service(browser.driver, env=os.environ | browser.environment))
    except (BrowserError, WebDriverException) as error:
        fault = str(error).splitlines()[0]
    else:
        found.set_page_load_timeout(PATIENCE)
        found.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": EVERY_PAGE})
        return found
    pytest.fail(fault, pytrace=False)


#: Names from the modules of a review's page, for scripts of tests.
REVIEW = """const {table, marksAt} = modules["review/table.js"], {DATA, viewOf} = modules["review/position.js"],
  {isLoss} = modules["review/line.js"], {SEATS} = modules["table/dom.js"];\n"""

BUTTON = """return [...document.querySelectorAll("button:enabled")].find(
  each => each.checkVisibility({visibilityProperty: true}) && each.innerText.includes(arguments[0]))"""


class Window:
    """A window that Selenium drives, as a person uses it.  All waiting is for a state, never for a time."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, address):
        self.driver.get(address)
        return self

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def wait(self, selector, gone=False):
        """What is there once it is there."""
        return self.until(lambda: not self.all(selector) if gone else self.all(selector), selector)

    def computed(self):
        """The seconds of processor time that what the page waits for has used."""
        return 0.0

    def until(self, true, what):
        """Wait until something is true, and return it; give up after an error of a script, or if nothing goes on."""
        from selenium.common.exceptions import StaleElementReferenceException

        end, computed = time.monotonic() + PATIENCE, self.computed()
        while True:
            with suppress(StaleElementReferenceException):  # drawn anew meanwhile
                if found := true():
                    return found
            errors = self.script("return window.scriptErrors")
            assert not errors, f"waiting for {what}: {errors}"
            if time.monotonic() > end:
                before, computed = computed, self.computed()
                idle = computed - before < PATIENCE / 30  # a busy machine too gives a server that computes more
                assert not idle, f"not in {PATIENCE} s: {what}; the page says {self.text('body')[:600]}"
                end = time.monotonic() + PATIENCE
            time.sleep(0.02)

    def drawn(self):
        """Wait until the letters are there and the page is laid out."""
        after = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
        self.driver.execute_async_script(f"document.fonts.ready.then(() => {after})")

    def sizes(self, *sizes):
        """Each of these sizes, once the page is laid out in a window of so many pixels inside."""
        for size in sizes:
            sized(self.driver, *size)
            self.drawn()
            yield size

    def text(self, selector="main"):
        """What is read there, without the spaces that keep a number and its error on one line."""
        source = "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')"
        return self.script(source, selector).replace("\u00a0", " ")

    def says(self, words, selector="main"):
        self.until(lambda: words in self.text(selector), words)

    def button(self, words):
        """The first button with these words that can be seen and pressed."""
        return self.until(lambda: self.script(BUTTON, words), f"button {words}")

    def press(self, words):
        self.until(lambda: self.button(words).click() or True, f"a press on {words}")

    def console(self):
        return console_messages(self.driver)

    def events(self, method):
        return events(self.driver, method)

    def act(self, actions):
        """Actions of WebDriver, in pixels of the window's inside."""
        self.driver.execute("actions", {"actions": actions})

    def resize(self, width, height):
        """A window of just so many pixels inside, however small."""
        sized(self.driver, width, height)


@pytest.fixture(scope="session")
def driver():
    """One browser for all pages; each test begins without cookies."""
    found = started()
    yield found
    found.quit()


def events(driver, method):
    """What DevTools has told of by this method since this was last asked."""
    told = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    return [each["params"] for each in told if each["method"] == method]


def asked_for(driver):
    """The addresses that pages have asked for since this was last asked."""
    return {each["request"]["url"] for each in events(driver, "Network.requestWillBeSent")}


def prefers(driver, theme):
    """The person's system wants this theme, light or dark."""
    features = [{"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@cache
def _axe():
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def sized(driver, width, height):
    """A window of just so many pixels inside, however small."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


#: All rules of axe-core: those of WCAG to level AA, the best practices and the experimental rules.
ALL_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]


def violations(driver, rules=None, exclude=()):
    """What axe-core finds wrong on the page as it is drawn now: a line an element, with the rule and the reason.

    rules: the tags of the rules, axe's own choice if none; exclude: selectors of parts that are left out.
    """
    if not driver.execute_script("return 'axe' in window"):
        driver.execute_script(_axe())
    found = driver.execute_async_script(
        "const [exclude, rules, done] = arguments, only = rules ? {runOnly: rules} : {};"
        "axe.run({include: document, exclude}, {resultTypes: ['violations'], ...only})"
        ".then(r => done(r.violations), e => done([{id: `${e}`}]))",
        list(exclude),
        rules,
    )
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())}"
        for rule in found
        for node in rule.get("nodes", [{"target": [], "failureSummary": "axe-core failed"}])
    ]


def console_messages(driver):
    """What the console has said since this was last asked, or the log was emptied: whatever its kind."""
    return [entry["message"] for entry in driver.get_log("browser")]


def broken_words(driver, selector):
    """The words in elements that stand on two lines; a hyphen ends a word."""
    return driver.execute_script(_BROKEN, selector)


_BROKEN = """const texts = e => [...e.childNodes].flatMap(each => each.nodeType === 3 ? [each] : texts(each));
return [...document.querySelectorAll(arguments[0])].flatMap(texts).flatMap(node =>
  [...node.data.matchAll(/[^\\s-]+/g)].filter(({0: word, index}) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
  }).map(found => found[0]))"""
