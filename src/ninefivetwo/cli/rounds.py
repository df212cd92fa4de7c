"""The file of a run of the table: records as they are made, a line after each round, moved into place at the end.

While a run goes on its rounds stand in ``FILE.part``; one that is stopped is taken up from there.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import TracebackType

from ninefivetwo.errors import PlayersError, RecordError, quoted
from ninefivetwo.files import LINE_LIMIT, lock
from ninefivetwo.game import Match
from ninefivetwo.game.records import HEADER, File, read_file, record_of
from ninefivetwo.game.rules import rules_text
from ninefivetwo.think.players import Round, Table

_DONE = re.compile(r"^% round (\d+) done; seconds ([\d. e-]+); decisions ([\d ]+)\n", re.MULTILINE)
_SEED = re.compile(r"; seed (\d+)$")


def seed_of(path: str) -> int | None:
    """The seed of the run that a file's ``.part`` is the beginning of; None if there is no such."""
    part = _part(path)
    if not part.exists():
        return None
    with part.open(encoding="utf-8", errors="replace") as file:
        head = file.readline(LINE_LIMIT) + file.readline(LINE_LIMIT)
    found = _SEED.search(_second_line(head + "\n"))
    return int(found[1]) if found else None


def _part(path: str) -> Path:
    return Path(f"{path}.part")


def _second_line(text: str) -> str:
    return text.split("\n")[1] if text.count("\n") > 1 else ""


class RoundFile:
    """Where a run's rounds are written.

    Raises PlayersError if the file is there already, if another run is writing it or has begun it, or if what has been
    written of it was changed.
    """

    def __init__(self, path: str, table: Table, number: int) -> None:
        self._path, self._part = Path(path), _part(path)
        self._head = f"{HEADER}\n{_told(table, number)}\n"
        if path in ("", "-") or self._path.exists():
            raise PlayersError(f"{path or 'no name'}: such a file is there already (expected the name of a new file)")
        self._file = open(os.open(self._part, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self._lock()
            self._rounds = self._taken_up()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            lock(self._file)
        except OSError as error:
            raise PlayersError(f"{self._part}: another run is writing it (expected it to be alone)") from error

    def _taken_up(self) -> list[Round]:
        """The rounds that a run stopped earlier has left; what it was writing when it was stopped is cut off."""
        found = self._file.read()
        text = found.decode("utf-8", errors="replace")
        if not text.startswith(self._head):
            if not self._head.startswith(text):
                raise PlayersError(
                    f"{self._part}: the beginning of another run: {quoted(_second_line(text)[:200])}"
                    f" (expected {quoted(_second_line(self._head)[:200])})"
                )
            found = self._head.encode()
            self._file.seek(0)
            self._file.write(found)
        ends = [done.end() for done in _DONE.finditer(text)]
        kept = text[: ends[-1]] if ends else self._head
        self._file.truncate(len(kept.encode()))
        self._file.seek(0, os.SEEK_END)
        try:
            return _rounds_of(kept)
        except (RecordError, KeyError, ValueError) as error:
            raise PlayersError(f"{self._part}: not as it was written: {error}") from error

    def done(self) -> list[Round]:
        """The rounds that were there."""
        return self._rounds

    def add(self, found: Round) -> None:
        """Write a round, whole."""
        tags = {"Event": "computer players", "Round": str(found.number + 1)}
        records = File(tuple(record_of(match, tags).items for match in found.deals))
        seconds = " ".join(f"{value:.6f}" for value in found.seconds)
        decisions = " ".join(map(str, found.decisions))
        end = f"% round {found.number} done; seconds {seconds}; decisions {decisions}\n"
        self._file.write(f"\n{records}\n{end}".encode())
        self._file.flush()

    def finish(self) -> None:
        """The run is complete: the file takes its name, if nobody else has taken it.  Raises PlayersError if so."""
        try:
            os.link(self._part, self._path)
        except FileExistsError as error:
            raise PlayersError(f"{self._path}: made by another meanwhile (the run is in {self._part})") from error
        os.unlink(self._part)

    def __enter__(self) -> RoundFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _told(table: Table, number: int) -> str:
    """The line that tells one run from another."""
    kind = "matches" if table.matches else "duplicate" if table.duplicate else "deals"
    return f"% {number} {kind}; players {','.join(table.players)}; rules {rules_text(table.rules)}; seed {table.seed}"


def _rounds_of(text: str) -> list[Round]:
    """The rounds of a file, each with its deals.  Raises ValueError and KeyError where they are not as written."""
    ends = list(_DONE.finditer(text))
    deals: dict[int, list[Match]] = {number: [] for number in range(len(ends))}
    for record in read_file(text).records:
        deals[int(record.tag("Round") or 0) - 1].append(record.match)
    if [int(end[1]) for end in ends] != list(deals) or not all(deals.values()):
        raise ValueError("its rounds are not numbered from 0 on, or one has no deal")
    return [
        Round(number, tuple(deals[number]), tuple(map(float, end[2].split())), tuple(map(int, end[3].split())))
        for number, end in enumerate(ends)
    ]
