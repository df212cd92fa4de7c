"""The page in a real browser, end to end: a deal played, a review, a library; and what the server refuses."""

import http.client
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from browser import SIZES, asked_for, needed
from selenium.common.exceptions import StaleElementReferenceException

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "friday.n52"
pytestmark = needed
PATIENCE = 600  # seconds, after which what is waited for will not come; it takes one or two on a quiet machine
#: The server's program: advice ends when it is decided or stopped, never for how much time has gone.
PROGRAM = """
from dataclasses import replace
from ninefivetwo.cli import main
from ninefivetwo.web import analyse
analyse.SECONDS = 1e6

# Work that is to be stopped takes longer: a call without a best suit.
advise = analyse.advise_before_play

def advised(view, limits):
    lasting = str(view.hand(view.viewer)) == "AK32.AK32.AK32.AK32"
    return advise(view, replace(limits, worlds=40_000) if lasting else limits)

analyse.advise_before_play = advised
main()
"""


class Server:
    """`ninefivetwo serve` on a free port, with a library of its own."""

    def __init__(self, folder):
        self.library = folder / "library.sqlite"
        command = [sys.executable, "-c", PROGRAM, "serve", "--port", "0", "--no-browser"]
        command += ["--library", self.library, "--fair-worlds", "4"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        told = self.process.stdout.readline()
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", told)
        assert found, told
        self.port, self.address = int(found[1]), found[0]
        self._wait()

    def _wait(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as found:
                if found.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def ask(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            connection.close()

    def stop(self):
        self.process.terminate()
        rest = self.process.communicate(timeout=PATIENCE)[0]
        assert "Traceback" not in rest and "Error" not in rest, rest


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("served"))
    yield found
    found.stop()


class Page:
    """A browser's window, as a person uses it."""

    def __init__(self, driver, server):
        self.driver, self.server = driver, server

    def open(self, path="", size="desktop"):
        self.driver.set_window_size(*SIZES[size])
        self.driver.get(self.server.address + path)
        return self

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def wait(self, selector, gone=False):
        """What is there once it is there."""
        return self.until(lambda: not self.all(selector) if gone else self.all(selector), selector)

    def until(self, true, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(StaleElementReferenceException):  # drawn anew meanwhile
                if found := true():
                    return found
            time.sleep(0.05)
        raise AssertionError(f"not in {PATIENCE} s: {what}; the page says {self.text()[:600]}")

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def drawn(self):
        """Wait until the letters are there and the page is laid out."""
        after = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
        self.driver.execute_async_script(f"document.fonts.ready.then(() => {after})")

    def text(self, selector="main"):
        return self.script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", selector
        )

    def says(self, words):
        self.until(lambda: words in self.driver.page_source, words)

    def button(self, words):
        def found():
            return [b for b in self.all("button") if words in b.text and b.is_enabled()]

        return self.until(found, f"button {words}")[0]

    def press(self, words):
        self.until(lambda: self.button(words).click() or True, f"a press on {words}")

    def faults(self):
        """Of this server's pages: one of a server that has been stopped goes on asking for it until it is left."""
        entries = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [message for message in entries if self.server.address in message]


@pytest.fixture
def page(driver, server):
    driver.delete_all_cookies()
    asked_for(driver)
    driver.get_log("browser")
    return Page(driver, server)


@pytest.mark.parametrize("path", ["analyse", "analyse?what=all"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_window(page, path, size):
    page.open(path, size)
    page.wait("main.n52-main")
    page.drawn()
    assert page.script("return document.documentElement.scrollWidth <= window.innerWidth + 1")
    assert page.faults() == []


def test_a_record_brought_in_and_reviewed(page, tmp_path):
    """A deal that stopped after two tricks, which is quick."""
    head, play = EXAMPLE.read_text().split("[Play")
    short = tmp_path / "short.n52"
    short.write_text(head + "[Play" + "".join(play.splitlines(keepends=True)[:3]))
    page.open("library")
    page.wait("input[type=file]")[0].send_keys(str(short))
    page.says("✓ 1 deal, all new")
    page.wait(".records a[href^='/review/']")[0].click()
    page.until(lambda: page.all("#grades tr"), "grades")
    page.script("document.getElementById('first').click(); document.getElementById('edit').click()")
    page.wait("[data-testid=board]")
    page.press("Next card played")
    page.says("1 card played")
    page.press("Show values")
    page.wait(".card .tag")
    assert page.faults() == []
    assert all(url.startswith((page.server.address, "data:", "blob:")) for url in asked_for(page.driver))


def lay(page, words, number):
    """Type a hand or a layout; so many cards of its first hand are laid."""
    page.wait(".wide input")[0].send_keys(words)
    page.until(lambda: len(page.all(".pk.at0")) == number, "the cards laid")


def test_advice_on_a_hand_typed(page):
    lay(page.open("analyse"), "AKQJT98765.43.32.32", 16)
    page.press("What to call?")
    page.wait("[data-testid=advice]")
    shown = page.text("[data-testid=advice]")
    assert shown.startswith("Call spades: ") and "to make nine" in shown or "every time" in shown


def press_card(page, card):
    """Press a card of the tricks once it can be pressed."""
    page.until(lambda: page.wait(f"[data-next={card}]:not([disabled])")[0].click() or True, card)


@pytest.mark.parametrize("size", SIZES)
def test_a_card_in_the_play(page, size):
    """The tricks pressed and taken back; only what can be can be pressed, and the address brings it all back."""
    page.open("analyse?what=play&trump=S&seat=left", size)
    page.says("First mark your sixteen cards")
    lay(page, "KJT3.AJ94.K86.QJ965", 16)
    page.says("Trick 1: you lead.")
    assert {made.get_attribute("data-next") for made in page.all("[data-next]:not([disabled])")} == set(
        "SK SJ ST S3 HA HJ H9 H4 DK D8 D6 CQ CJ C9 C6 C5".split()
    )
    for card in ("CQ", "C2", "CA", "D7"):
        press_card(page, card)
    page.says("Trick 2: ♦7, then you.")
    page.press("Take back")
    page.says("Trick 2: dealer leads.")
    assert not page.all("[data-next=DK]:not([disabled])") and page.all("[data-next=D2]:not([disabled])")
    assert page.wait("button.b.main")[0].get_attribute("disabled")
    press_card(page, "D7")
    page.until(lambda: "D7" in page.driver.current_url, "the card in the address")
    page.driver.refresh()
    page.says("Trick 2: ♦7, then you.")
    page.press("What to play?")
    page.wait("[data-testid=advice]")
    assert re.search("D[K86]", page.text("[data-testid=advice]"))
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    assert page.faults() == []


@pytest.mark.parametrize(
    "told, said",
    [
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&tricks=CQ+CJ", "CJ would be right's card, and left holds it"),
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&tricks=CQ+XX", "trick 1, card 2: no card"),
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&seat=dealer", "four cards are discarded before that"),
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&gave-dealer=SA", "1 card given to dealer and 0 received"),
        ("hand=KJT3.AJ94.K86&trump=S", "First mark"),
        ("hand=KJT3.AJ94.K86.QJ96&trump=S", "15 cards held"),
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&rules=whist", "no rule set"),
        ("seat=middle", "no seat"),
        ("hand=KJT3.AJ94.K86.AQJ96&trump=S&gave-dealer=C5&from-dealer=CA", "Trick 1: you lead."),
        ("hand=KJT3.AJ94.K86.QJ965&trump=S&seat=dealer&discard=.32..32", "Trick 1: left leads."),
    ],
)
def test_an_address_tells_a_moment_and_what_cannot_be_is_said(page, told, said):
    page.open(f"analyse?what=play&{told}")
    page.until(lambda: said in page.text("body") and "--" not in page.text("main"), said)
    assert page.faults() == []


def test_work_is_stopped(page):
    """With the best answer so far; it would go on for a while yet."""
    lay(page.open("analyse"), "AK32.AK32.AK32.AK32", 16)
    page.press("What to call?")
    page.until(lambda: re.search(r"Working … \d+ worlds", page.text()), "worlds solved")
    page.press("Stop")
    page.wait("[data-testid=advice]")
    assert "stopped early" in page.text()


def test_a_layout_solved(page):
    lay(page.open("analyse?what=all"), "D:3..A.AQ A.2..K3 2.45..2", 4)
    page.press("Solve")
    page.wait("[data-testid=solution]")
    assert "no-trump" in page.text("[data-testid=solution]")


def test_impossible_hands_cannot_be_clicked_together(page):
    """A card lies in one place at most, and a hand holds no more than it can."""
    page.open("analyse")
    page.wait(".pk")
    for i in range(25):
        page.until(lambda i=i: page.all(".pk")[i].click() or True, "a card pressed")
    page.until(lambda: len(page.all(".pk.at0")) == 20, "twenty cards")
