"""Play matches by clicks in several browsers at once while the server is killed again and again.

Needs chromium and chromedriver.  It ends with an error if a match is not as its browser left it, a deal played out is
not in the library, the console has any message except that the server was gone, or the server's memory grows.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks.served import CHOOSE, PATIENCE, SETTINGS, Served, browser
from ninefivetwo.keep.library import Library, Query

PROGRESS = 10  # seconds between two lines of progress
RULES = ("catalan", "wikipedia-13", "nine-two-five", "bga")
GROWTH = 1.25  # of the server's memory in the last quarter of all matches over the quarter before: more is not flat


def main(*, matches: int = 100, browsers: int = 4, kills: int = 10, level: str = "club") -> None:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        shares = [matches // browsers + (i < matches % browsers) for i in range(browsers)]
        players = [Player(served, n, level, RULES[i % len(RULES)]) for i, n in enumerate(shares)]
        try:
            memory = soak(served, players, kills)
        finally:
            served.kill()
        report(served, players, memory)


class Player(threading.Thread):
    """One browser that plays matches to their end, and looks whether anything that it saw was lost."""

    def __init__(self, served: Served, matches: int, level: str, rules: str) -> None:
        super().__init__()
        self.served, self.matches, self.rules = served, matches, rules
        self.settings = SETTINGS | {"left": level, "right": level, "rules": rules}
        self.done, self.deals, self.fault, self.choices = 0, 0, "", 0

    def run(self) -> None:
        try:
            with browser() as driver:
                self._open(driver)
                driver.execute_script("localStorage['n52.settings'] = JSON.stringify(arguments[0])", self.settings)
                self._open(driver)  # settings are read when a page is
                while self.done < self.matches:
                    self._match(driver)
                    self.done += 1
                self.fault = self._console(driver)
        except Exception as error:  # told by the main thread, which ends with it
            self.fault = f"{type(error).__name__}: {error}"

    def _open(self, driver: Any) -> None:
        """Open the page, as soon as the server is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                driver.get(f"http://127.0.0.1:{self.served.port}/")
                if driver.find_elements("css selector", "main"):
                    return
            except Exception:  # the server is just killed
                time.sleep(0.2)
        raise AssertionError("the server does not answer")

    def _match(self, driver: Any) -> None:
        """Play a match from its beginning to its end; each deal counts as soon as its result stands."""
        seen, deal, ended, moved = "", 0, 0, time.monotonic()
        while True:
            if time.monotonic() - moved > PATIENCE:
                raise AssertionError(f"stuck: {driver.find_element('css selector', 'body').text[:500]}")
            if driver.find_elements("css selector", ".new-match"):
                if deal:
                    raise AssertionError(f"the match is gone after deal {deal}")
                driver.execute_script("document.querySelector('.new-match .main')?.click()")
                time.sleep(0.05)
                continue
            if not driver.find_elements("css selector", ".play"):
                self._open(driver)
                continue
            log, number = driver.execute_script(
                "return [document.querySelector('.log')?.textContent ?? '', Number(document.title.split(' ')[1]) || 0]"
            )
            if number == deal and not log.startswith(seen):
                raise AssertionError(f"lost: {seen[-200:]!r}, then {log[-200:]!r}")
            if (number, log) != (deal, seen):
                seen, deal, moved = log, number, time.monotonic()
            told = driver.execute_script(CHOOSE)
            rest = json.loads(told)[1] if told.startswith("[") else ""
            self.choices += rest == "person"
            if rest in ("next deal", "over"):
                self.deals += number != ended
                ended = number
                driver.execute_script("document.querySelector('.note.end [data-key=n]')?.click()")
            if rest == "over":
                self._left(driver)
                return
            time.sleep(0.01)

    def _left(self, driver: Any) -> None:
        """Wait until the match is left, which may need another press where the server was killed."""
        while not driver.find_elements("css selector", ".new-match"):
            driver.execute_script("document.querySelector('.note.end [data-key=n]')?.click()")
            time.sleep(0.2)

    def _console(self, driver: Any) -> str:
        """What the console says but for a server that was gone."""
        said = [entry["message"] for entry in driver.get_log("browser")]
        faults = [words for words in said if "net::ERR" not in words]
        return faults[0] if faults else ""


def soak(served: Served, players: list[Player], kills: int) -> list[tuple[float, int]]:
    """Let them play; kill the server again and again over the first half of the matches.

    The second half is one process's, so that what it holds on to would show.  Returns the server's bytes by the share
    of the matches that are done.
    """
    matches, memory = sum(player.matches for player in players), list[tuple[float, int]]()
    for player in players:
        player.start()
    killed, since, shown = 0, time.monotonic(), 0.0
    while any(player.is_alive() for player in players):
        time.sleep(0.5)
        done = sum(player.done for player in players) / matches
        memory.append((done, served.weigh()))
        if time.monotonic() - shown > PROGRESS:
            shown = time.monotonic()
            choices = sum(player.choices for player in players)
            size = f"{memory[-1][1] / 1e6:.0f} MB"
            print(f"{shown - since:6.0f} s: {done:.0%}, {choices} choices, {size}", flush=True)
        if killed < kills and done >= (killed + 1) / (kills + 1) / 2:
            served.kill()
            served.start()
            killed += 1
            print(f"{time.monotonic() - since:6.0f} s: killed, {killed} times now", flush=True)
    return memory


def report(served: Served, players: list[Player], memory: list[tuple[float, int]]) -> None:
    """Print what came of it.  Ends with an error if something was lost."""
    deals = sum(player.deals for player in players)
    with Library(served.library) as library:
        kept = len(library.records(Query(limit=1_000_000)))
    print(f"{sum(player.done for player in players)} matches, {deals} deals; {kept} in the library")
    quarters = [[size for share, size in memory if min(int(4 * share), 3) == i] for i in range(4)]
    most = [max(quarter, default=0) for quarter in quarters]
    print("most memory in each quarter of the matches, MB:", " ".join(f"{each / 1e6:.0f}" for each in most))
    faults = [f"{player.rules}: {player.fault}" for player in players if player.fault]
    if kept != deals:
        faults.append(f"{deals - kept} deals lost")
    if most[3] > GROWTH * most[2] > 0:
        faults.append(f"memory grows to more than {GROWTH:.0%}")
    sys.exit("\n".join(faults) if faults else None)
