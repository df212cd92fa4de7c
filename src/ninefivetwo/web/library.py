"""The page at /library, for finding, deleting, restoring, adding and exporting records."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import aclosing
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import asdict
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from ninefivetwo.errors import TITLE_LIMIT, LibraryError, label
from ninefivetwo.files import LIMIT, check_size
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.library import Library, PlayerSummary, Query, RecordRow, RecordSummary, Sort
from ninefivetwo.web.bringing_in import bring_file_in
from ninefivetwo.web.lanes import Lane
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.shell import options, page
from ninefivetwo.web.site import Telling, answer, read, site_of, stream, waited_for
from ninefivetwo.words.figures import in_digits, minus, plural, signed
from ninefivetwo.words.levels import grade_text
from ninefivetwo.words.template import Amount, say

SHOWN_RECORDS = 50  # records at once
MOST_START = 10**9  # maximum number of records to skip, more than any library has
EXPORT = "ninefivetwo-library.sqlite"


class WantedRecords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search of the library; `start` is the number of records to skip."""

    words: str = ""
    rules: str = ""
    sort: Sort = Sort.DATE
    start: int = 0


class Titled(msgspec.Struct, frozen=True, kw_only=True):
    """A record's title, number and players.

    played: the date of the deal in ISO form, null if unknown. added: the time in ISO form at which the record was
    added; the browser writes it in local time.
    """

    title: str
    number: int
    names: str
    played: str | None
    added: str


class PlayerCell(msgspec.Struct, frozen=True):
    """A player's name, tricks with points, and accuracy in a record; unknown figures are empty.

    down: whether the player has lost points
    """

    name: str
    result: str
    down: bool
    grade: str


class RecordLine(Titled, frozen=True, kw_only=True):
    """A record as an entry of the list.

    alone: whether the record is the only one of its match. over: whether the deal is finished.
    """

    id: str
    rules: str
    alone: bool
    over: bool
    reviewed: bool
    players: list[PlayerCell]


class DeletionLine(Titled, frozen=True, kw_only=True):
    """A deletion that can be undone: its time, its first record, and the number of its other records."""

    at: str
    more: int


class FoundRecords(msgspec.Struct, frozen=True):
    """The records of a search.

    count: the number of deals in words. more: whether there are more records. skipped: messages on unreadable records.
    deletions: recent deletions.
    """

    records: list[RecordLine]
    count: str
    more: bool
    skipped: list[str]
    deletions: list[DeletionLine]


class LibraryData(msgspec.Struct, frozen=True):
    """The initial data of the page: the search in its address, and its first records."""

    found: FoundRecords
    wanted: WantedRecords


class Deleted(msgspec.Struct, frozen=True):
    """A deletion in words, and its time, by which it can be undone."""

    at: str
    words: str


class Restored(msgspec.Struct, frozen=True):
    """The restored records in words."""

    words: str


class ChosenRecords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to delete records, by their ids."""

    ids: list[str]


class UndoneDeletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to undo the deletion that was made at a given time."""

    at: str


def routes() -> list[Route]:
    """Return the routes of this page, of its requests, and of downloads."""
    return [
        Route("/library", library_page),
        Route("/library/export", export),
        Route("/library/record/{id}", record_file),
        Route("/api/library/list", listed, methods=["POST"]),
        Route("/api/library/delete", delete, methods=["POST"]),
        Route("/api/library/restore", restore, methods=["POST"]),
        Route("/api/library/import", bring_in, methods=["POST"]),
    ]


async def library_page(request: Request) -> Response:
    """Return the page with the first records that match the search in its address."""
    asked = request.query_params
    sort = asked.get("sort", Sort.DATE.value)
    known = sort in [order.value for order in Sort]
    wanted = WantedRecords(asked.get("words", ""), asked.get("rules", ""), Sort(sort) if known else Sort.DATE)
    listing = await waited_for(request, partial(_list, site_of(request).library, wanted))
    data = LibraryData(listing, wanted)
    body = filled("library.html", RULE_SETS=options({name: name for name in NAMED}))
    actions = filled("library_actions.html", EXPORT=EXPORT)
    return page("Library", "/library", "library.js", data, ("pages.css", "library.css"), body, actions)


async def listed(request: Request) -> Response:
    """Return the records that match a search."""
    wanted = await read(request, WantedRecords)
    return answer(await waited_for(request, partial(_list, site_of(request).library, wanted)))


async def delete(request: Request) -> Response:
    """Delete records, and return the time of the deletion."""
    ids = (await read(request, ChosenRecords)).ids
    at = await waited_for(request, partial(site_of(request).library.delete_records, ids))
    deals = plural(len(ids), "deal")
    return answer(Deleted(at, say("{deals} deleted, with {deals:its|their} reviews and puzzles.", deals=deals)))


async def restore(request: Request) -> Response:
    """Restore deleted records."""
    at = (await read(request, UndoneDeletion)).at
    number = await waited_for(request, partial(site_of(request).library.restore, at))
    return answer(Restored(say("{deals} restored.", deals=plural(number, "deal"))))


async def record_file(request: Request) -> Response:
    """Return a record as a file."""
    record = await waited_for(request, partial(site_of(request).library.record, request.path_params["id"]))
    headers = {"Content-Disposition": f'attachment; filename="{record.id}.n52"'}
    return Response(record.text, media_type="text/plain; charset=utf-8", headers=headers)


async def export(request: Request) -> Response:
    """Return the library as one file, without unfinished matches because their hands must stay hidden."""
    folder = tempfile.mkdtemp(prefix="n52-")  # only the owner can read this folder
    path = Path(folder) / EXPORT
    try:
        await waited_for(request, partial(site_of(request).library.export_to, path))
    except (LibraryError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        why = error.strerror if isinstance(error, OSError) else error.why
        raise LibraryError(f"cannot export the library: {why}") from error
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return FileResponse(path, media_type="application/vnd.sqlite3", filename=EXPORT, background=gone)


def _list(library: Library, wanted: WantedRecords) -> FoundRecords:
    """Return the records of a search, their number, any unreadable records, and recent deletions to undo."""
    query = Query(
        rules=wanted.rules or None,
        words=wanted.words,
        sort=wanted.sort,
        start=min(max(0, wanted.start), MOST_START),
        limit=SHOWN_RECORDS,
    )
    listing = library.listing(query)
    deletions = [
        DeletionLine(**asdict(_titled(gone.first)), at=gone.at, more=gone.records - 1)
        for gone in library.deletions()
        if gone.first is not None
    ]
    shown, total = query.start + len(listing.records), listing.total
    deals = Amount(f"{total:,} {'deal' if total == 1 else 'deals'}")
    none = (
        "No matching deals." if wanted.words or wanted.rules else "There are no deals yet. Play a deal, or add files."
    )
    count = say("{deals}, {number} shown", deals=deals, number=in_digits(shown)) if shown < total else deals
    return FoundRecords(
        [_line(summary) for summary in listing.records],
        count if total else none,
        bool(listing.records) and shown + len(listing.skipped) < total,
        list(listing.skipped),
        deletions,
    )


def _titled(row: RecordRow) -> Titled:
    return Titled(
        title=label(row.event) or label(row.source) or "Untitled",
        number=row.number,
        names=", ".join(map(label, row.names)),
        played=row.played,
        added=row.added.isoformat(),
    )


def _line(summary: RecordSummary) -> RecordLine:
    row = summary.row
    return RecordLine(
        **asdict(_titled(row)),
        id=row.id,
        rules=row.rules,
        alone=summary.alone,
        over=row.over,
        reviewed=summary.reviewed,
        players=[_cell(player) for player in summary.players],
    )


def _cell(player: PlayerSummary) -> PlayerCell:
    points = Amount(minus(signed(player.result)) if player.result else "±0")
    result = "" if player.result is None else say("{tricks} ({points})", tricks=Amount(f"{player.won}"), points=points)
    grade = "" if player.grade is None else say("accuracy {accuracy}", accuracy=Amount(grade_text(player.grade)))
    return PlayerCell(player.name, result, (player.result or 0) < 0, grade)


async def bring_in(request: Request) -> Response:
    """Add the file in a request's body and report the progress. Raises FileError for a large file, or LibraryError."""
    name = label(Path(request.query_params.get("name", "")).name, TITLE_LIMIT) or "file"
    try:
        path = await _received(request, name)
    except OSError as error:  # for example, the disk is full
        raise LibraryError(f"cannot add {name}: {error.strerror}") from error
    library = site_of(request).library

    def job(telling: Telling) -> None:
        try:
            bring_file_in(library, name, path, telling)
        finally:
            path.unlink(missing_ok=True)

    return stream(request, job, Lane.INCOMING)


async def _received(request: Request, name: str) -> Path:
    """Save a request's body, which may not fit in memory, to a file that only the owner can read."""
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
