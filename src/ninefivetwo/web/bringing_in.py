"""Adding files to the library, with a separate process for large files.

Decoding a large file can hold Python's global lock for seconds, which would block the server.
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

from msgspec import Struct

from ninefivetwo.errors import LibraryError, NineFiveTwoError, SchemaError, SearchStopped, raised_as
from ninefivetwo.files import MEBIBYTE, decode
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.library import ImportProgress, Incoming, Library
from ninefivetwo.keep.library.library import is_database
from ninefivetwo.web.lanes import NICE
from ninefivetwo.web.review import time_words
from ninefivetwo.web.site import Telling
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.kept import added_words, merged_words
from ninefivetwo.words.record import import_json
from ninefivetwo.words.template import say

SMALL_FILE = MEBIBYTE // 2  # bytes; reading a smaller file takes less time than starting a process
PROGRESS_STEPS = 200  # number of progress reports during a long import
BETWEEN_CHECKS = 0.2  # seconds between two checks whether the user has left
TERMINATE_AFTER = 5.0  # seconds after which a cancelled process is terminated


class ImportStep(Struct, frozen=True):
    """The progress of an import: `done` records `of` all have been checked or, with `storing`, stored."""

    of: int
    done: int
    storing: bool
    words: str


class ImportDone(Struct, frozen=True):
    """The end of an import, in words."""

    words: str


Tell = Callable[[ImportStep | ImportDone], None]


def bring_file_in(library: Library, name: str, path: Path, telling: Telling) -> None:
    """Add the content of a file to the library and report the progress.

    Raises FileError, LibraryError, RecordError, or SearchStopped if the user has left.
    """
    if path.stat().st_size <= SMALL_FILE:
        add_file(library, name, path, telling.tell, telling.tick)
    else:
        _add_apart(library, name, path, telling)


def add_file(library: Library, name: str, path: Path, tell: Tell, tick: Callable[[], None]) -> None:
    """Add a file's content, and send the progress and a summary to `tell`. Raises the errors of `bring_file_in`."""
    try:
        if is_database(path):
            merging = library.import_from(path, name)
            _tell(merging, tell, tick)
            tell(ImportDone(merged_words(merging.counts)))
            return
        text = _record_text(name, path)
        with Incoming() as incoming:
            _tell(incoming.read(text, name), tell, tick)
            _tell(library.add_incoming(incoming), tell, tick)
            tell(ImportDone(added_words([record.new for record in incoming.added])))
    except SearchStopped:  # SearchStopped is an OSError too
        raise
    except OSError as error:  # for example, the disk is full
        raise LibraryError(f"cannot add {name}: {error.strerror}") from error


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
        if step.done == step.of or step.done % max(1, step.of // PROGRESS_STEPS) == 0:
            tell(ImportStep(step.of, step.done, step.storing, _step_words(step, monotonic() - began)))


def _step_words(step: ImportProgress, spent: float) -> str:
    """Return a line on an import's progress after `spent` seconds, with the time left if known."""
    number, all = in_digits(step.done), in_digits(step.of)
    if step.storing:
        return say("Stored {number} of {all}.", number=number, all=all)
    seconds = spent / max(step.done, 1) * (step.of - step.done)
    if spent < 1 or seconds < 1:
        return say("Checked {number} of {all}.", number=number, all=all)
    return say("Checked {number} of {all}, {time} left.", number=number, all=all, time=time_words(seconds))


# Importing in a separate process.


def _add_apart(library: Library, name: str, path: Path, telling: Telling) -> None:
    """Run `add_file` in another process, which is cancelled if the user leaves."""
    here, there = get_context("spawn").Pipe()
    asked = (there, library.path, library.name, name, path)
    process = get_context("spawn").Process(target=_work, args=asked, daemon=True)
    process.start()
    there.close()
    try:
        _relay(here, name, telling)
    finally:
        here.close()  # the other process notices this and stops
        process.join(TERMINATE_AFTER)
        process.terminate()


def _relay(here: Connection, name: str, telling: Telling) -> None:
    """Forward the messages of the other process to the browser."""
    while True:
        telling.tick()
        if not here.poll(BETWEEN_CHECKS):
            continue
        try:
            told = here.recv()
        except EOFError as error:
            raise LibraryError(f"{name}: the process that read it was killed (it may need more memory)") from error
        if isinstance(told, NineFiveTwoError):
            raise told
        if told is None:
            return
        telling.tell(told)


def _work(there: Connection, path: Path, called: str, name: str, file: Path) -> None:
    """Import a file in the separate process; the last message is None if there was no error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C stops only the server, and this process then stops by itself
    if hasattr(os, "nice"):
        os.nice(NICE)

    def tick() -> None:
        if there.poll():
            raise SearchStopped("work stopped, cancelled")

    with suppress(OSError):  # the pipe is closed if the user has left or the server has ended
        try:
            with Library(path) as library:
                library.name = called
                add_file(library, name, file, there.send, tick)
            there.send(None)
        except NineFiveTwoError as error:
            there.send(error)
