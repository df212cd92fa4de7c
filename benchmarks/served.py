"""A served page for benchmarks: a server that can be killed, a headless Chromium, and clicks."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PATIENCE = 120  # seconds allowed for one step
SETTINGS = {"left": "club", "right": "club", "seat": "draw", "speed": "instant", "coached": True, "verdicts": False}
#: A script that makes one choice for the user: the first that is offered.
CHOOSE = """
const all = at => [...document.querySelectorAll(at)], place = document.querySelector('.play[data-rest]');
const note = document.querySelector('.note:not(.end) .main');
if (note) { note.click(); return 'note'; }
if (!place) return 'waiting';
const seen = JSON.stringify([place.dataset.version, place.dataset.rest]);
if (place.dataset.rest !== 'person') return seen;
const call = all('.n52-table .call')[0] || all('.n52-table [data-name=yes]')[0];
if (call) { call.click(); return seen; }
const done = () => document.querySelector('.n52-table .buttons .main:not(:disabled)');
if (document.querySelector('.n52-table .buttons .main')) {
  for (const card of all('.n52-table .card.can')) { if (done()) break; card.click(); }
  done()?.click();
} else all('.n52-table .card.can')[0]?.click();  // none while a card goes back
return seen;
"""


@dataclass
class Served:
    """A server that can be killed and started again at the same port."""

    folder: Path
    port: int = 0
    options: tuple[str, ...] = ()
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    @property
    def library(self) -> Path:
        return self.folder / "library.sqlite"

    def start(self) -> None:
        program = [Path(sys.executable).with_name("ninefivetwo"), "serve", "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*program, "--library", self.library, *self.options], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.match(r"http://127\.0\.0\.1:(\d+)/", self.process.stdout.readline())
        assert found, "no address"
        self.port = int(found[1])
        while socket.socket().connect_ex(("127.0.0.1", self.port)):  # the server prints its address before it listens
            time.sleep(0.05)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def browser(logs: Sequence[str] = ("browser",), arguments: Sequence[str] = ()) -> Iterator[Any]:
    """Start a browser that keeps these logs, and return its window; `arguments` are added to its usual command line.

    Ends the program if chromium or chromedriver is missing.
    """
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from browser import CHROMIUM, DRIVER, Window, started

    if not (CHROMIUM and DRIVER):
        raise SystemExit("no chromium and chromedriver on the path")
    found = Window(started(*arguments, logs=logs))
    try:
        yield found
    finally:
        found.driver.quit()
