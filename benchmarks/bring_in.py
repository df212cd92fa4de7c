"""Import many deals through the served page: time, memory, and how long others wait meanwhile.

The records of random players are made first.  Then they are sent as the page sends a file that is dropped on it, while
another asks for pages, one after the other.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import SPREAD, head, row, spread
from benchmarks.served import Served

PAGES = ("/", "/library", "/rules", "/drill")
BEFORE = 50  # pages asked for before the file is sent


def records(path: Path, deals: int) -> bytes:
    """So many deals of random players, as a file."""
    program = Path(sys.executable).with_name("n52")
    asked = ["match", "--players", "random,random,random", "--deals", str(deals), "--seed", "1", "-o", path]
    subprocess.run([program, *asked], check=True, stdout=subprocess.DEVNULL)
    return path.read_bytes()


def ask(served: Served, method: str, path: str, body: bytes | None = None) -> tuple[float, str]:
    """The seconds until all of an answer is there, and its text.  Ends the program where it is a refusal."""
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=600)
    connection.request(method, path, body, {"Origin": f"http://127.0.0.1:{served.port}"})
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    if response.status != 200:
        raise SystemExit(f"{method} {path}: {response.status} {text[:200]}")
    return time.perf_counter() - begun, text


class Others(threading.Thread):
    """Whoever else uses the server meanwhile, and its memory as they see it."""

    def __init__(self, served: Served) -> None:
        super().__init__(daemon=True)
        self.served, self.over = served, threading.Event()
        self.waited: list[float] = []
        self.memory: list[int] = []

    def run(self) -> None:
        while not self.over.is_set():
            self.waited.append(ask(self.served, "GET", PAGES[len(self.waited) % len(PAGES)])[0])
            self.memory.append(self.served.weigh())
            time.sleep(0.05)


def main(*, deals: int = 18_500) -> None:
    with TemporaryDirectory() as folder:
        content = records(Path(folder) / "many.n52", deals)
        served = Served(Path(folder))
        try:
            alone = [ask(served, "GET", PAGES[number % len(PAGES)])[0] for number in range(BEFORE)]
            before, others = served.weigh(), Others(served)
            others.start()
            seconds, answer = ask(served, "POST", "/api/library/import?name=many.n52", content)
            others.over.set()
            others.join()
        finally:
            served.kill()
    print(answer.splitlines()[-1])
    head("what", "n", *SPREAD)
    row("a page meanwhile, s", len(others.waited), *spread(others.waited, ".3f"))
    row("a page alone, s", BEFORE, *spread(alone, ".3f"))
    size, most = f"{len(content) / 1e6:.1f} MB", f"{max(others.memory) / 1e6:.0f} MB"
    print(f"\n{deals:,} deals, {size}: {seconds:.0f} s; memory before {before / 1e6:.0f} MB, at most {most}")
