"""`ninefivetwo serve` in a process of its own, and a browser's window on it, for the tests of pages."""

import http.client
import json
import re
import socket
import subprocess
import sys
import time

import psutil
from browser import SIZES, Window, asked_for, console_messages
from httpx2 import Client
from selenium.webdriver import ActionChains

from ninefivetwo.web.shell import static

LIMIT = 600  # seconds that an answer may take, for example with a review on a busy machine
SERVE = "from ninefivetwo.cli import main\nmain()\n"


class Server:
    """The server on a free port, with a library of its own.

    prelude: Python that runs before it in its process; there a test changes what it must, say random numbers, or
    makes it wait while the file HOLD is there.
    worlds: of a review.
    """

    def __init__(self, folder, prelude="", worlds=4):
        self.library, self.held = folder / "library.sqlite", folder / "hold"
        program = f"HOLD = {str(self.held)!r}\n{prelude}{SERVE}"
        command = [sys.executable, "-c", program, "serve", "--port", "0", "--no-browser"]
        command += ["--library", self.library, "--fair-worlds", str(worlds)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        told = self.process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", told)
        assert found, told + self.process.stdout.read()
        self.port, self.address = int(found[1]), found[0]
        self._wait()

    def _wait(self):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            with socket.socket() as found:
                if found.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def ask(self, method, path, body=None, headers=None):
        """The status and text of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            connection.close()

    def computed(self):
        """The seconds of processor time that it has used."""
        return 0.0 if self.process.poll() is not None else sum(psutil.Process(self.process.pid).cpu_times()[:2])

    def hold(self):
        self.held.touch()

    def free(self):
        self.held.unlink()

    def stop(self):
        """End it; what it printed since the address tells of no fault."""
        self.process.terminate()
        rest = self.process.communicate(timeout=LIMIT)[0]
        assert "Traceback" not in rest and "Error" not in rest, rest


class Page(Window):
    """A browser's window on a server, as a person uses it; after each step of a match everything is at rest.

    said: the console may say something, for example that a page is missing
    """

    def __init__(self, driver, server):
        super().__init__(driver)
        self.server, self.said = server, False

    def open(self, path="play", size="desktop"):
        self.driver.set_window_size(*SIZES[size])
        return super().open(self.server.address + path)

    def fresh(self):
        """Everything that the browser remembers is forgotten, and what it has said and asked for."""
        self.driver.delete_all_cookies()
        self.driver.get(self.server.address + static("theme.js")[1:])  # less work than a page
        self.script("localStorage.clear()")
        asked_for(self.driver)
        console_messages(self.driver)
        return self

    def computed(self):
        return self.server.computed()

    def click_at_left(self, element):
        """On the left edge of a card, which the next card leaves free."""
        at = 6 - element.size["width"] // 2
        ActionChains(self.driver).move_to_element_with_offset(element, at, 0).click().perform()

    def begin(self, seat="dealer", level="beginner", **chosen):
        """A match, from any page of the server."""
        self.settings(left=level, right=level, seat=seat, **chosen)
        self.open("")
        self.press("Play now")
        return self.rest()

    def settings(self, **chosen):
        """What is remembered in this browser; without motion, if nothing else is said."""
        kept = {"speed": "instant", "coached": True} | chosen
        self.script("localStorage.setItem('n52.settings', JSON.stringify(arguments[0]))", kept)

    def play_on(self, held=0):
        """The deal, up to so many cards in the hand, by requests of this browser; the page is then opened again."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.driver.get_cookies()}
        with Client(base_url=self.server.address, cookies=cookies, timeout=LIMIT) as client:
            person = Person(client).open()
            while person.match["due"] == "person" and len(person.held()) > held:
                person.act()
        return self.open().rest()

    def rest(self):
        """Wait until nothing moves and nothing is asked; the table, or a note that waits for a press."""
        self.wait(".play[data-rest]")
        return self

    def sees(self):
        """What the page says of the moment: plates, the hand, the log."""
        cards = "[...document.querySelectorAll('.n52-table .card')].map(each => each.getAttribute('aria-label'))"
        log = "document.querySelector('#log').textContent"
        return self.script(
            f"return [document.querySelector('.n52-table .prompt').textContent, {cards}.sort().join(), {log}]"
        )

    def log(self):
        return self.script("return document.querySelector('.log').textContent")

    def step(self, what):
        """Do something, and wait until all that follows has been shown."""
        before = self.script("return document.querySelector('.play').dataset.version")
        what()
        self.wait(f".play[data-rest]:not([data-version='{before}'])")

    def click_card(self, index=0):
        self.click_at_left(self.all(".n52-table .card.can")[index])

    def choose(self):
        """Some choice of the turn, by clicks; a note that lies over the table is closed before."""
        for note in self.all(".note .main"):
            note.click()
        if calls := self.all(".n52-table .call"):
            self.step(calls[0].click)
        elif self.all(".n52-table [data-name=discard], .n52-table [data-name=give]"):
            self.step(self.pick)
        else:
            self.step(self.click_card)

    def finish(self):
        """Choose until the deal is over and its result is shown."""
        while not self.all(".rail .result"):
            self.choose()

    def pick(self):
        """Cards to give or to discard, from the left, until they are enough."""
        ready = ".n52-table .buttons .main:not(:disabled)"
        while not self.all(ready):
            self.click_at_left(self.all(".n52-table .card.can:not(.picked)")[0])
            self.drawn()
        self.all(ready)[0].click()


def lines_of(answer):
    """The lines of an answer that is told line by line."""
    return [json.loads(line) for line in answer.text.splitlines()]


def page_data(answer):
    """What a page begins with."""
    assert answer.status_code == 200, answer.text
    return json.loads(re.search(r'id="data">(.*?)</script>', answer.text)[1])


class Person:
    """A browser that asks as the page does, and keeps what it is told as the page does."""

    def __init__(self, client, table=""):
        self.client, self.table, self.match, self.lines = client, table, None, 0

    def open(self, address="/play"):
        self.data = page_data(self.client.get(address))
        self.match = self.data["match"]
        return self

    def post(self, what, **asked):
        """The lines of an answer, all of which are taken in."""
        self.answer = self.client.post(f"/api/match/{what}", json=asked)
        self.status = self.answer.status_code
        lines = lines_of(self.answer)
        self.lines = len(lines)
        for line in lines:
            self.match = line.get("match", self.match)
        return lines

    def ask(self, what, **asked):
        version = self.match and self.match["version"]
        return self.post(what, version=version, table=self.table, **asked)

    def begin(self, rules="wikipedia", seat="dealer", training=True, levels=("beginner", "beginner"), **more):
        version = self.match and self.match["version"]
        left, right = levels
        asked = {"rules": rules, "seat": seat, "training": training, "left": left, "right": right, **more}
        lines = self.post("new", version=version, **asked)
        if self.match and self.match["due"] == "computer" and not lines[0].get("stale"):
            lines += self.ask("go-on")
            self.lines = len(lines)
        return lines

    def choice(self):
        """Some choice of the turn that is told."""
        turn = self.match["table"]["turn"]
        cards = self.held()
        match turn["kind"]:
            case "play":
                return turn["legal"][0]
            case "call":
                return turn["denominations"][0]
            case "discard":
                return cards[: turn["number"]]
            case "give":
                given, rest = {}, cards
                for seat, number in turn["owed"].items():
                    given[seat], rest = rest[:number], rest[number:]
                return {seat: cards for seat, cards in given.items() if cards}
        return True

    def held(self):
        me = next(s for s in self.match["table"]["seats"] if s["hand"])
        return [
            suit + rank for suit, ranks in zip("SHDC", me["hand"].split("."), strict=True) for rank in ranks.strip("-")
        ]

    def act(self):
        return self.ask("act", choice=self.choice())

    def finish_deal(self):
        while self.match["due"] == "person":
            self.act()
        assert self.match["due"] in ("next deal", "over")
        return self
