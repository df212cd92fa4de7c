"""Measure the speed of the page in Chromium: first content, bytes, response to clicks, hints, layout shifts.

Needs chromium and chromedriver.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.report import head, row
from benchmarks.served import CHOOSE, PATIENCE, SETTINGS, Served, browser

HINTS = 3  # positions in which hints are timed
#: A script that records clicks on cards, motion, turns, requests and layout shifts from the start of a page.
WATCH = """
window.n52 = {moves: [], turns: [], lines: [], actions: [], shift: 0, shifted: [], clicked: 0};
new PerformanceObserver(list => {
  for (const each of list.getEntries()) {
    if (each.hadRecentInput) continue;
    n52.shift += each.value;
    const words = node => (node?.outerHTML ?? node?.parentElement?.outerHTML)?.slice(0, 150);
    n52.shifted.push(...each.sources.map(source => words(source.node)));
  }
}).observe({type: 'layout-shift', buffered: true});
const asked = window.fetch;
window.fetch = async (...rest) => {
  const answer = await asked(...rest);
  if (!String(rest[0]).endsWith('/api/match/act')) return answer;
  const [read, counted] = answer.body.tee();
  new Response(counted).text().then(text => {
    n52.actions.push(new Blob([text]).size);
    for (const line of text.split('\\n')) if (line) n52.lines.push(new Blob([line]).size);
  });
  return new Response(read, {status: answer.status, headers: answer.headers});
};
document.addEventListener('click', event => {
  const card = event.target.closest('.n52-table .card.can');
  if (!card) return;
  const from = n52.clicked = event.timeStamp;
  const look = () => {
    if (card.getAnimations().length) n52.moves.push(performance.now() - from);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
new MutationObserver(() => {
  const rest = document.querySelector('.play[data-rest=person]');
  if (rest && n52.clicked) { n52.turns.push(performance.now() - n52.clicked); n52.clicked = 0; }
}).observe(document, {subtree: true, attributes: true, attributeFilter: ['data-rest']});
"""
#: A script that times the first words of a hint, and those based on enough deals.
HINT = """
const done = arguments[0], from = performance.now(), found = {};
const place = document.getElementById('advice-place');
const watcher = new MutationObserver(() => {
  const {stage} = place.dataset;
  if (!stage) return;
  found.first ??= performance.now() - from;
  if (stage !== 'sharp' && stage !== 'final') return;
  found.sharp = performance.now() - from;
  watcher.disconnect();
  done(found);
});
watcher.observe(place, {attributes: true, childList: true});
document.querySelector("[data-key='?']").click();
"""
PAINTED = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


class Measured:
    """The figures measured so far."""

    def __init__(self) -> None:
        self.cold: list[float] = []
        self.warm: list[float] = []
        self.sent: list[int] = []
        self.hints: list[dict[str, float]] = []
        self.page: dict[str, Any] = {}
        self.console: list[str] = []


def open_page(address: str, number: int, measured: Measured) -> None:
    """Open the page in browsers that have never seen it, and then once more."""
    for _ in range(number):
        with browser(("browser", "performance")) as window:
            window.open(address)
            measured.cold.append(painted(window))
            measured.sent.append(received(window))
            window.open(address)
            measured.warm.append(painted(window))


def painted(window: Any) -> float:
    """Return the milliseconds until the first content of the page was drawn."""
    return float(window.until(lambda: window.script(PAINTED), "anything drawn"))


def received(window: Any) -> int:
    """Return the number of bytes received over the network since the last call."""
    return sum(int(each["encodedDataLength"]) for each in window.events("Network.loadingFinished"))


def play(address: str, deals: int, measured: Measured) -> None:
    """Play deals at speed "fast" against club players, with hints in some positions."""
    with browser() as window:
        window.driver.set_script_timeout(PATIENCE)
        window.driver.set_window_size(1280, 860)
        window.open(address)
        kept = SETTINGS | {"speed": "fast", "seat": "left"}
        window.script("localStorage['n52.settings'] = JSON.stringify(arguments[0])", kept)
        window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        window.open(address)
        window.script("document.querySelector('.new-match .main').click()")
        for number in range(deals):
            deal(window, measured, hints=number == 0)
        measured.page = window.script("return n52")
        measured.console = window.console()


def deal(window: Any, measured: Measured, hints: bool) -> None:
    """Play one deal to its end, and continue to the next."""
    last, end = "", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        rest = window.script("return document.querySelector('.play[data-rest]')?.dataset.rest ?? ''")
        if rest in ("next deal", "over"):
            window.script("document.querySelector('.end-actions [data-key=n]').click()")
            return
        if hints and rest == "person" and len(measured.hints) < HINTS:
            measured.hints.append(window.driver.execute_async_script(HINT))
        seen = window.script(CHOOSE)
        if seen != last:
            last, end = seen, time.monotonic() + PATIENCE
        time.sleep(0.02)
    raise SystemExit(f"stuck: {last}")


def main(*, deals: int = 1, starts: int = 5) -> None:
    """
    starts: number of browsers that have never seen the page
    """
    measured = Measured()
    with TemporaryDirectory() as folder:
        served = Served(Path(folder))
        address = f"http://127.0.0.1:{served.port}/"
        try:
            open_page(address, starts, measured)
            play(address, deals, measured)
        finally:
            served.kill()
    page, hints = measured.page, measured.hints
    head("what", "measured", "aim")
    row("first content, cold", f"{median(measured.cold) / 1e3:.2f} s", "0.7 s")
    row("first content, warm", f"{median(measured.warm) / 1e3:.2f} s", "0.25 s")
    row("bytes sent, cold", f"{median(measured.sent) / 1e3:.0f} kB", "250 kB")
    row("click to own card moving", f"{median(page['moves']):.0f} ms", "16 ms + one frame")
    row("sent for one action, at most", f"{max(page['lines']) / 1e3:.1f} kB", "2 kB")
    row("sent from one's action to one's turn", f"{median(page['actions']) / 1e3:.1f} kB", "")
    row('click to one\'s next turn, "fast", club', f"{median(page['turns']) / 1e3:.2f} s", "0.6 s")
    row("first hint", f"{median(each['first'] for each in hints) / 1e3:.2f} s", "0.2 s")
    row("sharp hint", f"{median(each['sharp'] for each in hints) / 1e3:.2f} s", "1 s")
    row("layout shift over a deal", f"{page['shift']:.3f}", "0")
    row("console messages", len(measured.console), "0")
    print("\n".join([*measured.console, *(f"shifted: {each}" for each in page["shifted"])]))
