"""A file brought into the library: checked and stored, a large one in a process of its own.

To read a large file can keep Python's only lock for seconds at a time (its JSON as a whole, or Python's search for
garbage among a million objects), in which no page would be answered.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic

from ninefivetwo.errors import LibraryError, NineFiveTwoError, SchemaError, SearchStopped, raised_as
from ninefivetwo.files import MEBIBYTE, decode
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.library import ImportProgress, Incoming, Library
from ninefivetwo.keep.library.library import is_database
from ninefivetwo.web.lanes import NICE
from ninefivetwo.web.review import time_words
from ninefivetwo.web.site import Telling
from ninefivetwo.words.kept import added_words, merged_words
from ninefivetwo.words.record import import_json

SMALL = MEBIBYTE // 2  # bytes of a file that is read in less time than a process takes to start
STEPS = 200  # of which a long import tells
BETWEEN_LOOKS = 0.2  # seconds between two looks at whether the reader has left
AT_END = 5.0  # seconds in which a process that is given up ends by itself

Tell = Callable[[dict[str, object]], None]


def bring_file_in(library: Library, name: str, path: Path, telling: Telling) -> None:
    """Add the content of a file and tell how that goes.

    Raises FileError, LibraryError, RecordError, and SearchStopped once the reader has left.
    """
    if path.stat().st_size <= SMALL:
        add_file(library, name, path, telling.tell, telling.tick)
    else:
        _add_apart(library, name, path, telling)


def add_file(library: Library, name: str, path: Path, tell: Tell, tick: Callable[[], None]) -> None:
    """Add the content of a file; `tell` gets every step in words, and what was added at the end.  Raises as above."""
    try:
        if is_database(path):
            merging = library.import_from(path, name)
            _tell(merging, tell, tick)
            tell({"words": merged_words(merging.counts)})
            return
        text = _record_text(name, path)
        with Incoming() as incoming:
            _tell(incoming.read(text, name), tell, tick)
            _tell(library.add_incoming(incoming), tell, tick)
            tell({"words": added_words([record.new for record in incoming.added])})
    except SearchStopped:  # which is an OSError too
        raise
    except OSError as error:  # of a full disk, say
        raise LibraryError(f"{name} cannot be taken in: {error.strerror}") from error


def _record_text(name: str, path: Path) -> str:
    text = decode(name, path.read_bytes())
    if not name.lower().endswith(".json"):
        return text
    with raised_as(LibraryError, f"{name}, ", SchemaError):
        return str(import_json(text, parse_rules("bga")).file)


def _tell(steps: Iterable[ImportProgress], tell: Tell, tick: Callable[[], None]) -> None:
    began = monotonic()
    for step in steps:
        tick()
        if step.done == step.of or step.done % max(1, step.of // STEPS) == 0:
            tell({**step._asdict(), "words": _step_words(step, monotonic() - began)})


def _step_words(step: ImportProgress, spent: float) -> str:
    """How far an import is after so many seconds, and how long checking will still take once that can be told."""
    seconds = spent / max(step.done, 1) * (step.of - step.done)
    left = f", {time_words(seconds)} left" if not step.storing and spent >= 1 and seconds >= 1 else ""
    return f"{'stored' if step.storing else 'checked'} {step.done:,} of {step.of:,}{left}"


# In a process of its own.


def _add_apart(library: Library, name: str, path: Path, telling: Telling) -> None:
    """As `add_file`, which another process does; it is given up if the reader leaves."""
    here, there = get_context("spawn").Pipe()
    asked = (there, library.path, library.name, name, path)
    process = get_context("spawn").Process(target=_work, args=asked, daemon=True)
    process.start()
    there.close()
    try:
        _relay(here, name, telling)
    finally:
        here.close()  # by which the process sees that nobody waits any more
        process.join(AT_END)
        process.terminate()


def _relay(here: Connection, name: str, telling: Telling) -> None:
    """Pass on what the process tells, up to its end."""
    while True:
        telling.tick()
        if not here.poll(BETWEEN_LOOKS):
            continue
        try:
            told = here.recv()
        except EOFError as error:
            raise LibraryError(f"{name}: the process that read it was killed (is there memory enough?)") from error
        if isinstance(told, NineFiveTwoError):
            raise told
        if told is None:
            return
        telling.tell(told)


def _work(there: Connection, path: Path, called: str, name: str, file: Path) -> None:
    """What the process does; it tells with None that it has done it all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, whose end is seen
    if hasattr(os, "nice"):
        os.nice(NICE)

    def tick() -> None:
        if there.poll():
            raise SearchStopped("work stopped, cancelled")

    with suppress(OSError):  # the reader has left, or the server has ended
        try:
            with Library(path) as library:
                library.call(called)
                add_file(library, name, file, there.send, tick)
            there.send(None)
        except NineFiveTwoError as error:
            there.send(error)
