"""The pages in Chromium, Firefox and WebKitGTK; and a deal by keys alone, and as a screen reader tells of it.

Run by `make engines`. A person plays a whole deal from the home page, reads its review, answers a puzzle and opens
every page; the browser reports no error, and nothing scrolls sideways.
"""

import re
import shutil
import time
from importlib.resources import files
from pathlib import Path

import pytest
from engines import ENGINES, chromium
from selenium.webdriver.common.keys import Keys
from served import LIMIT, Server

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
from ninefivetwo.web import page_files
page_files.STATIC = Path(PAGE)
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
    with (page / "theme.js").open("a") as first:
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
TEXT = "return document.body.innerText.slice(0, 600)"
DRAWN = "window.drawn = 0; requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = 1; }))"
OWN = "return getComputedStyle(document.querySelector('.out td.own')).textDecorationLine"
FITS = "scrollTo(99, scrollY); const left = scrollX; scrollTo(0, scrollY); return left === 0"


class Visitor:
    """A person at an engine's window.  All waiting is for a state, never for a time."""

    def __init__(self, engine, address):
        self.engine, self.address, self.script = engine, address, engine.script

    def open(self, path=""):
        self.engine.open(self.address + path)

    def until(self, source, *arguments):
        """Wait until a script returns something, and return that."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            if found := self.script(source, *arguments):
                return found
            time.sleep(0.02)
        raise AssertionError(f"not in {LIMIT} s: {source} {arguments}; {self.script(TEXT)} {self.faults()}")

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

    def resize(self, size):
        """Wait until the page is laid out for its new size."""
        self.engine.resize(*size)
        self.until("return innerWidth === arguments[0] && innerHeight === arguments[1]", *size)
        self.script(DRAWN)
        self.until("return window.drawn")

    def fits(self):
        """Nothing scrolls sideways, on a phone and on a desktop."""
        for size in (PHONE, DESKTOP):
            self.resize(size)
            assert self.script(FITS), (self.script("return location.pathname"), size)

    def faults(self):
        return self.script("return JSON.parse(sessionStorage.faults ?? '[]')")

    def choose(self, **settings):
        """What the browser remembers; nobody plays here for the first time if `coached` says so."""
        self.open("settings")
        self.script("localStorage.setItem('n52.settings', JSON.stringify(arguments[0]))", settings)


@pytest.fixture(params=ENGINES)
def visitor(request, address):
    with ENGINES[request.param]() as engine:
        engine.resize(*DESKTOP)
        found = Visitor(engine, address)
        found.choose(speed="fast", seat="dealer")
        yield found


@pytest.fixture
def lone(address):
    """In Chromium, without motion."""
    with chromium() as engine:
        engine.resize(*DESKTOP)
        found = Visitor(engine, address)
        found.choose(speed="instant", seat="dealer")
        yield found


def test_every_page_works_in_every_browser(visitor):
    play_a_deal(visitor)
    read_the_review(visitor)
    answer_a_puzzle(visitor)
    open_every_page(visitor)
    assert visitor.faults() == []
    visitor.script("setTimeout(() => { throw new Error('an error is kept'); })")
    visitor.until("return sessionStorage.faults")


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
                    assert visitor.script(OWN) == "underline"
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


FOCUSED = "const now = document.activeElement; return now.getAttribute('aria-label') ?? now.textContent"


def tab_to(visitor, words):
    for _ in range(60):
        visitor.key(Keys.TAB)
        if visitor.script(FOCUSED) == words:
            return
    raise AssertionError(f"the tabulator does not reach {words}")


def test_a_deal_can_be_played_by_keys_alone(lone):
    """From the home page to the result and to the next deal; the focus is always where one goes on."""
    lone.open()
    tab_to(lone, "Play now")
    lone.key(Keys.ENTER)
    played, taken_back = 0, False
    while (due := lone.until(DUE)) != "over":
        match due:
            case "coach" | "note":
                lone.key(Keys.ENTER)
            case "call":
                lone.step(lone.key, "h")
            case "discard":
                for _ in range(4):
                    lone.key(Keys.ARROW_RIGHT)
                    lone.key(Keys.ENTER)
                tab_to(lone, "Discard")
                lone.step(lone.key, Keys.ENTER)
            case "card":
                assert lone.script("return document.activeElement.matches('.n52-table .card.can')")
                lone.step(lone.key, Keys.ENTER)
                played += 1
                if played == 5 and not taken_back:
                    lone.step(lone.key, "u")
                    played, taken_back = 4, True
                    lone.key("?")
                    lone.wait(".n52-table .card.hinted")
    assert played == 16 and lone.script(FOCUSED) == "Next deal"
    lone.key(Keys.ENTER)
    lone.until("return document.title.startsWith('Deal 2')")
    assert lone.faults() == []


#: What a screen reader says: what comes into a log, and the whole of a status that changes; nothing of a region that
#: comes with its words.
LISTEN = (Path(__file__).parent / "data/listen.js").read_text()


class Listener:
    """A person who cannot see: they know what is read aloud and the accessibility tree, and press what is in it."""

    def __init__(self, visitor):
        self.visitor, self.ask, self.heard = visitor, visitor.engine.driver.execute_cdp_cmd, []
        self.ask("Page.addScriptToEvaluateOnNewDocument", {"source": LISTEN})

    def listen(self, *words):
        """Wait until one of these words is heard, and return it."""
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            new = self.visitor.script("return heard.splice(0)")
            self.heard += new
            for said in new:
                if found := next((each for each in words if each in said), None):
                    return found
            time.sleep(0.02)
        raise AssertionError(f"not heard in {LIMIT} s: {words}; {self.heard}")

    def tree(self):
        """Role, name and node of all that is in the tree, in the order in which it is read."""
        nodes = self.ask("Accessibility.getFullAXTree", {})["nodes"]
        known, found = {node["nodeId"]: node for node in nodes}, []

        def read(node):
            if not node["ignored"]:
                found.append((node["role"]["value"], node.get("name", {}).get("value", ""), node))
            for child in node.get("childIds", ()):
                read(known[child])

        read(nodes[0])
        return found

    def hand(self):
        """The cards in the hand, each with whether it may be played."""
        tree = self.tree()
        group = next(node for role, name, node in tree if (role, name) == ("group", "Your hand"))
        disabled = {"name": "disabled", "value": {"type": "boolean", "value": True}}
        cards = [(name, node) for role, name, node in tree if node.get("parentId") == group["nodeId"]]
        return {name: disabled not in node["properties"] for name, node in cards}

    def focused(self):
        on = {"name": "focused", "value": {"type": "booleanOrUndefined", "value": True}}
        return [(role, name) for role, name, node in self.tree() if on in node["properties"]][-1]

    def press(self, name):
        """Press the button with this name."""
        node = next(node for role, each, node in self.tree() if (role, each) == ("button", name))
        found = self.ask("DOM.resolveNode", {"backendNodeId": node["backendDOMNodeId"]})["object"]
        click = {"objectId": found["objectId"], "functionDeclaration": "function () { this.click(); }"}
        self.ask("Runtime.callFunctionOn", click)


def test_a_deal_is_read_aloud_in_its_order(lone):
    """Every card, every trick, the trump and the result are read aloud, each of them once and in its turn."""
    lone.choose(speed="instant", seat="dealer", coached=True)
    listener = Listener(lone)
    lone.open()
    listener.press("Play now")
    listener.listen("Call trump")
    listener.press("Call hearts")
    listener.listen("Discard 4 cards")
    for card in list(listener.hand())[:4]:
        listener.press(card)
    listener.listen("4 of 4 picked")
    listener.press("Discard")
    refused = False
    while listener.listen("Your turn", "You won") == "Your turn":
        hand = listener.hand()
        if not refused and not all(hand.values()):
            listener.press(next(card for card, may in hand.items() if not may))
            listener.listen("You must follow")
            refused = True
        listener.press(next(card for card, may in hand.items() if may))
    assert refused and listener.focused() == ("button", "Next deal")
    told = " ".join(listener.heard)
    assert told.count("hearts are trump") == 1
    plays = re.findall(r"(?:You play|Club \d plays) the (\w+ of \w+)\.", told)
    assert len(plays) == len(set(plays)) == 48
    order = re.findall(r"(play|win)s? the", told)
    assert order == ["play", "play", "play", "win"] * 16
    assert f"You won {told.count('You win the trick.')} of 9" in told
    assert lone.faults() == []
