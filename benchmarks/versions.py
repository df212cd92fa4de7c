"""Players of another version of the project: `version:DIR:NAME`, of the checkout in DIR with its own Python.

DIR is set up as `make .venv/tested` does.  Its own `version_server.py` runs in that Python, or where it has none this
version's `earlier_server.py`, and is asked line by line: a record of what a seat sees goes in, an action comes back.
So no object passes between two versions, and their modules may have any names.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from functools import cache
from pathlib import Path

from ninefivetwo.game import Action, DealView, Match
from ninefivetwo.game.records import File, record_of
from ninefivetwo.think.players import Player
from ninefivetwo.words.actions import parse_action

EARLIER = Path(__file__).resolve().with_name("earlier_server.py")


class VersionPlayer(Player):
    """A player of a version; his random numbers follow from the seed and how often he was asked."""

    def __init__(self, version: Version, name: str, seed: int) -> None:
        super().__init__(seed)
        self._version, self._name = version, name

    def act(self, view: DealView) -> Action:
        return self._version.act(self._name, self._random.getrandbits(60), view)


class Version:
    """The Python of a checkout, at work until this process ends.  Raises ValueError where there is none."""

    def __init__(self, directory: str) -> None:
        self.directory, python = directory, python_of(directory)
        settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, server_of(directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=settings
        )
        atexit.register(self.close)

    def act(self, name: str, seed: int, view: DealView) -> Action:
        """What a player of the version does.  Raises ValueError for what it cannot do, and says why."""
        read, write = self._process.stdout, self._process.stdin
        assert read is not None and write is not None
        write.write(json.dumps({"name": name, "seed": seed, "record": text_of(view)}) + "\n")
        write.flush()
        line = read.readline()
        found = json.loads(line) if line else {"error": "its Python has ended"}
        if "error" in found:
            raise ValueError(f"version:{self.directory}:{name}: {found['error']}")
        return parse_action(view, found["action"])

    def close(self) -> None:
        """End the version's Python."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()


def python_of(directory: str) -> Path:
    """The Python of a checkout.  Raises ValueError where there is none."""
    python = Path(directory).absolute() / ".venv" / "bin" / "python"
    if not python.exists():
        raise ValueError(f"no version in {directory!r} (expected a checkout set up by make .venv/tested: {python})")
    return python


def server_of(directory: str) -> Path:
    """What runs in the Python of a checkout: its own server, or that for checkouts without one."""
    own = Path(directory).absolute() / "benchmarks" / "version_server.py"
    return own if own.exists() else EARLIER


#: The version in a directory; one process each, kept.
version = cache(Version)


def text_of(view: DealView) -> str:
    """The record of a view, in a match of which nothing is known but the results of the last deal."""
    match = Match(view.rules, previous_results=view.previous_results, deal=view)
    return str(File.of([record_of(match)]))
