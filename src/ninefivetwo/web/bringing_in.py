"""Files brought into the library: records, saved logs, other libraries; told step by step, stopped when one leaves."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import aclosing
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.errors import TITLE_LIMIT, LibraryError, SchemaError, label
from ninefivetwo.files import LIMIT, check_size, decode
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.library import ImportProgress, Incoming, Library
from ninefivetwo.web.lanes import Lane
from ninefivetwo.web.site import site_of
from ninefivetwo.web.stream import Telling, stream
from ninefivetwo.words.kept import added_words, merged_words
from ninefivetwo.words.record import import_json

SQLITE = b"SQLite format 3\0"
STEPS = 200  # of which a long import tells


class ImportStep(msgspec.Struct, frozen=True):
    """How far an import is: `done` of so many deals or rows, being checked or stored."""

    storing: bool
    done: int
    of: int


class BroughtIn(msgspec.Struct, frozen=True):
    """What has been added, in words."""

    words: str


def routes() -> list[Route]:
    """Where a file is sent to; its name is in the address, its content is the body."""
    return [Route("/api/library/import", bring_in, methods=["POST"])]


async def bring_in(request: Request) -> Response:
    """Add a file's content, told as it goes on.  Raises FileError for one that is too large, LibraryError."""
    name = label(Path(request.query_params.get("name", "")).name, TITLE_LIMIT) or "file"
    try:
        path = await _received(request, name)
    except OSError as error:  # a full disk, say
        raise LibraryError(f"{name} cannot be taken in: {error.strerror}") from error
    library = site_of(request).library

    def job(telling: Telling) -> None:
        try:
            telling.tell(BroughtIn(bring_file_in(library, name, path, telling)))
        finally:
            path.unlink(missing_ok=True)

    return stream(request, job, Lane.INCOMING)


async def _received(request: Request, name: str) -> Path:
    """A file of what the page sent, for its owner alone, so that it need not be held in memory."""
    handle, path = tempfile.mkstemp(prefix="n52-")
    try:
        with os.fdopen(handle, "wb") as file:
            async with aclosing(request.stream()) as parts:
                async for part in parts:
                    file.write(part)
                    check_size(name, file.tell(), LIMIT)
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise
    return Path(path)


def bring_file_in(library: Library, name: str, path: Path, telling: Telling) -> str:
    """What was added, in words.  Raises FileError, LibraryError, RecordError."""
    with path.open("rb") as file:
        is_library = file.read(len(SQLITE)) == SQLITE
    if is_library:
        merging = library.import_from(path, name)
        _tell(merging, telling)
        return merged_words(merging.counts)
    text = _record_text(name, path)
    with Incoming() as incoming:
        _tell(incoming.read(text, name), telling)
        _tell(library.add_incoming(incoming), telling)
        return added_words([each.new for each in incoming.added])


def _record_text(name: str, path: Path) -> str:
    text = decode(name, path.read_bytes())
    if not name.lower().endswith(".json"):
        return text
    try:
        return str(import_json(text, parse_rules("bga")).file)
    except SchemaError as error:
        raise LibraryError(f"{name}, {error}") from error


def _tell(steps: Iterable[ImportProgress], telling: Telling) -> None:
    for step in steps:
        telling.tick()
        if step.done == step.of or step.done % max(1, step.of // STEPS) == 0:
            telling.tell(ImportStep(*step))
