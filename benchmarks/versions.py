"""Players of another version of the project, `version:DIR:NAME`, run by the Python of the checkout in DIR.

`make .venv/tested` sets up DIR. Its Python runs the checkout's own `version_server.py`, or this version's
`earlier_server.py` if it has none. Each request sends the record of what a seat sees, and the answer is an action.
Because only text passes between the versions, their modules may have any names.
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
from ninefivetwo.words.speaker import parse_action

EARLIER = Path(__file__).resolve().with_name("earlier_server.py")


class VersionPlayer(Player):
    """A player of another version; its random numbers follow from the seed and the number of requests."""

    def __init__(self, version: Version, name: str, seed: int) -> None:
        super().__init__(seed)
        self._version, self._name = version, name

    def act(self, view: DealView) -> Action:
        return self._version.act(self._name, self._random.getrandbits(60), view)


class Version:
    """The running Python of a checkout, which ends with this process. Raises ValueError if there is none."""

    def __init__(self, directory: str) -> None:
        self.directory, python = directory, python_of(directory)
        settings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, server_of(directory)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=settings
        )
        atexit.register(self.close)

    def act(self, name: str, seed: int, view: DealView) -> Action:
        """Return the action of a player of the version. Raises ValueError with the reason if there is none."""
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
        """End the Python of the version."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()


def python_of(directory: str) -> Path:
    """Return the path of a checkout's Python. Raises ValueError if there is none."""
    python = Path(directory).absolute() / ".venv" / "bin" / "python"
    if not python.exists():
        raise ValueError(f"no version in {directory!r} (expected a checkout set up by make .venv/tested: {python})")
    return python


def server_of(directory: str) -> Path:
    """Return the server for a checkout: its own, or the one for checkouts without a server."""
    own = Path(directory).absolute() / "benchmarks" / "version_server.py"
    return own if own.exists() else EARLIER


#: The version in a directory, with one cached process per directory.
version = cache(Version)


def text_of(view: DealView) -> str:
    """Return the record of a view, in a match of which only the results of the last deal are known."""
    match = Match(view.rules, previous_results=view.previous_results, deal=view)
    return str(File.of([record_of(match)]))
