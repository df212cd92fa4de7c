"""The pages in Chromium, Firefox and WebKitGTK, by keys alone, and by what a screen reader is told.

Run by `make engines`. A person plays a whole deal from the home page, reads its review, answers a puzzle and opens every
page; the browser reports no error, and nothing scrolls sideways.
"""

import shutil
import time
from importlib.resources import files

import pytest
from engines import ENGINES
from selenium.webdriver.common.keys import Keys
from served import PATIENCE, Server

pytestmark = pytest.mark.engines
DESKTOP, PHONE = (1280, 720), (390, 844)

#: What each page runs before anything else: errors are kept until the browser is closed.
LISTENER = """
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"])
  addEventListener(kind, ({message, reason, violatedDirective, target}) => {
    const told = `${location.pathname}: ${message ?? reason?.stack ?? reason ?? violatedDirective ?? target?.src}`;
    sessionStorage.faults = JSON.stringify([...JSON.parse(sessionStorage.faults ?? "[]"), told]);
  }, true);
"""
#: The cards are always the same; reviews do not say why, which takes long.
PRELUDE = """
from pathlib import Path
from ninefivetwo.web import page_texts
page_texts.STATIC = Path(PAGE)
from ninefivetwo.study import deal
from ninefivetwo.web import play
play.new_seed = lambda: 952 | 1 << 127
deal.explained = lambda *_: None
"""


@pytest.fixture
def address(tmp_path):
    """A server whose pages keep their errors."""
    page = tmp_path / "page"
    shutil.copytree(files("ninefivetwo.web") / "page", page)
    with open(page / "theme.js", "a") as first:
        first.write(LISTENER)
    server = Server(tmp_path, f"PAGE = {str(page)!r}\n{PRELUDE}")
    yield server.address
    server.stop()


#: A point at which a press meets the element and nothing that lies over it.
POINT = """const [selector, words] = arguments, points = [[.5, .5], [.1, .5], [.1, .9], [.9, .5], [.5, .9]];
for (const each of document.querySelectorAll(selector)) {
  if (each.disabled || !each.checkVisibility({visibilityProperty: true}) || !each.textContent.includes(words)) continue;
  each.scrollIntoView({block: "nearest", inline: "nearest"});
  const box = each.getBoundingClientRect();
  for (const [across, down] of points) {
    const x = Math.round(box.left + across * box.width), y = Math.round(box.top + down * box.height);
    if (each.contains(document.elementFromPoint(x, y))) return [x, y];
  }
}"""
#: What the table waits for; nothing while something moves or is asked.
DUE = """const play = document.querySelector(".play"), is = selector => document.querySelector(selector);
if (is("dialog.coach")) return "coach";
if (is(".note .main")) return "note";
if (!play?.dataset.rest || play.dataset.rest === "computer") return null;
return is(".rail .result") ? "over" : is(".buttons .call") ? "call" : is("[data-name=discard]") ? "discard" : "card";"""
VERSION = "return document.querySelector('.play[data-rest]')?.dataset.version"
FITS = "scrollTo(99, scrollY); const left = scrollX; scrollTo(0, scrollY); return left === 0"


class Visitor:
    """A person at an engine's window.  All waiting is for a state, never for a time."""

    def __init__(self, engine, address):
        self.engine, self.address, self.script = engine, address, engine.script

    def open(self, path=""):
        self.engine.open(self.address + path)

    def until(self, source, *arguments):
        """Wait until a script returns something, and return that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.script(source, *arguments):
                return found
            time.sleep(0.02)
        raise AssertionError(f"not in {PATIENCE} s: {source} {arguments}; {self.script(TEXT)} {self.faults()}")

    def wait(self, selector):
        return self.until("return document.querySelector(arguments[0]) !== null", selector)

    def press(self, selector, words=""):
        x, y = self.until(POINT, selector, words)
        move = {"type": "pointerMove", "x": x, "y": y}
        button = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"pointerType": "mouse"}
        self.engine.act([{"type": "pointer", "id": "mouse", "parameters": mouse, "actions": [move, *button]}])

    def key(self, value):
        down_and_up = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.engine.act([{"type": "key", "id": "keys", "actions": down_and_up}])

    def step(self, what, *arguments):
        """Do something at the table, and wait until all that follows has been shown."""
        before = self.script(VERSION)
        what(*arguments)
        self.until(f"const now = (() => {{ {VERSION} }})(); return now && now !== arguments[0]", before)

    def fits(self):
        """Nothing scrolls sideways, on a phone and on a desktop."""
        for size in (PHONE, DESKTOP):
            self.engine.resize(*size)
            self.until("return innerWidth === arguments[0]", size[0])
            assert self.script(FITS), (self.script("return location.pathname"), size)

    def faults(self):
        return self.script("return JSON.parse(sessionStorage.faults ?? '[]')")


TEXT = "return document.body.innerText.slice(0, 600)"


@pytest.fixture(params=ENGINES)
def visitor(request, address):
    with ENGINES[request.param]() as engine:
        engine.resize(*DESKTOP)
        found = Visitor(engine, address)
        found.open("settings")
        found.script("localStorage.setItem('n52.settings', JSON.stringify({speed: 'fast', seat: 'dealer'}))")
        yield found


def test_a_deal_a_review_a_puzzle_and_every_page(visitor):
    play_a_deal(visitor)
    read_the_review(visitor)
    answer_a_puzzle(visitor)
    open_every_page(visitor)
    assert visitor.faults() == []


def play_a_deal(visitor):
    """From the home page to the result, with a hint and one card taken back; the first steps are read as they come."""
    visitor.open()
    visitor.press("button", "Play now")
    held = "return document.querySelectorAll('.n52-table .card[role=button]').length"
    looked, taken_back = False, False
    while (due := visitor.until(DUE)) != "over":
        match due:
            case "coach":
                visitor.press("dialog.coach .main")
            case "note":
                visitor.press(".note .main")
            case "call":
                visitor.step(visitor.press, ".buttons .call", "hearts")
            case "discard":
                for _ in range(4):
                    visitor.press(".n52-table .card.can:not(.picked)")
                visitor.step(visitor.press, "[data-name=discard]")
            case "card":
                before = visitor.script(held)
                if before == 12 and not looked:
                    visitor.press("[data-key='?']")
                    visitor.wait(".n52-table .card.hinted")
                    visitor.fits()
                    looked = True
                visitor.step(visitor.press, ".n52-table .card.can")
                if before == 10 and not taken_back:
                    visitor.step(visitor.press, "[data-key=u]")
                    assert visitor.script(held) == before
                    taken_back = True
    assert looked and taken_back
    assert "Deal 1 finished" in visitor.script("return document.querySelector('.result').textContent")
    visitor.fits()


def read_the_review(visitor):
    """From the first step to the last, by keys and by presses."""
    where = "return document.getElementById('where')?.textContent"
    visitor.press(".end-actions button", "Review this deal")
    visitor.until(where)
    visitor.key(Keys.HOME)
    steps = int(visitor.until(f"return (() => {{ {where} }})().match(/ 1 of (\\d+)$/)?.[1]"))
    assert steps > 48
    for step in range(steps):
        before = visitor.script(where)
        if step % 8:
            visitor.key(Keys.ARROW_RIGHT)
        else:
            visitor.press("#next")
        visitor.until(f"return (() => {{ {where} }})() !== arguments[0]", before)
    assert visitor.script("return document.getElementById('next').disabled")
    visitor.fits()


def answer_a_puzzle(visitor):
    visitor.press("nav a", "Practise")
    visitor.press("a[href='/drill?kind=play']")
    visitor.press(".drill .card.can")
    visitor.wait(".drill .verdict h2")
    visitor.fits()


def open_every_page(visitor):
    """Those of the navigation, and those that the home page leads to."""
    visitor.open()
    visitor.wait("nav.pages")
    links = "return [...document.querySelectorAll('nav a:not([href^=\"#\"])')].map(each => each.getAttribute('href'))"
    pages = set(visitor.until(links))
    assert len(pages) >= 9
    for page in sorted(pages):
        visitor.open(page.lstrip("/"))
        visitor.until("return document.querySelector('h1').textContent && !document.querySelector('.loading')")
        visitor.fits()
