"""The library: records found as one types, sorted, deleted and put back, and taken out."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import aclosing
from functools import partial
from pathlib import Path

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from ninefivetwo.errors import TITLE_LIMIT, LibraryError, label
from ninefivetwo.files import LIMIT, check_size
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.library import Library, PlayerSummary, Query, RecordSummary, Sort
from ninefivetwo.web.bringing_in import bring_file_in
from ninefivetwo.web.lanes import Lane
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, answer, read, site_of, stream, waited_for
from ninefivetwo.words.figures import minus, plural, signed
from ninefivetwo.words.grade_words import grade_text

SHOWN = 50  # records at once
MOST = 10**9  # records before those that are shown: more than any library has
EXPORT = "ninefivetwo-library.sqlite"


class WantedRecords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The records that a page asks for, `start` after the first."""

    words: str = ""
    rules: str = ""
    sort: Sort = Sort.DATE
    start: int = 0


class ChosenRecords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Records by their ids."""

    ids: list[str]


class UndoneDeletion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deletion that is to be undone."""

    at: str


def routes() -> list[Route]:
    """The page, what it asks, and the files that it hands out."""
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
    """The page with its first records; what was looked for stands in the address."""
    asked = request.query_params
    sort = asked.get("sort", Sort.DATE.value)
    known = sort in [order.value for order in Sort]
    wanted = WantedRecords(asked.get("words", ""), asked.get("rules", ""), Sort(sort) if known else Sort.DATE)
    listing = await waited_for(request, partial(_list, site_of(request).library, wanted))
    data: dict[str, object] = {"found": listing, "wanted": wanted, "rules": [*NAMED]}
    return page("Library", "/library", "library.js", data, styles=("library.css",))


async def listed(request: Request) -> Response:
    """The records asked for."""
    wanted = await read(request, WantedRecords)
    return answer(await waited_for(request, partial(_list, site_of(request).library, wanted)))


async def delete(request: Request) -> Response:
    """Delete records; the answer says by what it is undone."""
    ids = (await read(request, ChosenRecords)).ids
    at = await waited_for(request, partial(site_of(request).library.delete_records, ids))
    return answer({"at": at, "words": f"{plural(len(ids), 'deal')} deleted"})


async def restore(request: Request) -> Response:
    """Put back what was deleted."""
    at = (await read(request, UndoneDeletion)).at
    number = await waited_for(request, partial(site_of(request).library.restore, at))
    return answer({"words": f"{plural(number, 'deal')} put back"})


async def record_file(request: Request) -> Response:
    """A record as its file."""
    record = await waited_for(request, partial(site_of(request).library.record, request.path_params["id"]))
    headers = {"Content-Disposition": f'attachment; filename="{record.id}.n52"'}
    return Response(record.text, media_type="text/plain; charset=utf-8", headers=headers)


async def export(request: Request) -> Response:
    """The whole library as one file, but for matches under way: they hold hands that nobody must see yet."""
    folder = tempfile.mkdtemp(prefix="n52-")  # for its owner alone
    path = Path(folder) / EXPORT
    try:
        await waited_for(request, partial(site_of(request).library.export_to, path))
    except (LibraryError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        why = error.strerror if isinstance(error, OSError) else str(error).removeprefix(f"{path}: ")
        raise LibraryError(f"the library cannot be written out: {why}") from error
    gone = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return FileResponse(path, media_type="application/vnd.sqlite3", filename=EXPORT, background=gone)


def _list(library: Library, wanted: WantedRecords) -> dict[str, object]:
    """What a list shows: records, how many there are in all, what cannot be read, and what can be put back."""
    query = Query(
        rules=wanted.rules or None,
        words=wanted.words,
        sort=wanted.sort,
        start=min(max(0, wanted.start), MOST),
        limit=SHOWN,
    )
    listing = library.listing(query)
    deletions = [
        {"at": gone.at, "words": f"{plural(gone.records, 'deal')}, {gone.at[:16].replace('T', ' ')} UTC"}
        for gone in library.deletions()
    ]
    shown, total = query.start + len(listing.records), listing.total
    less = f", {shown} shown" if shown < total else ""
    none = "No deal is like that." if wanted.words or wanted.rules else "No deals yet: play one, or bring some in."
    return {
        "records": [_line(summary) for summary in listing.records],
        "count": f"{total:,} {'deal' if total == 1 else 'deals'}{less}" if total else none,
        "more": bool(listing.records) and shown + len(listing.skipped) < total,
        "skipped": listing.skipped,
        "deletions": deletions,
    }


def _line(summary: RecordSummary) -> dict[str, object]:
    """A record in the list."""
    row = summary.row
    return {
        "id": row.id,
        "title": label(row.event) or label(row.source) or "deal",
        "number": row.number,
        "rules": row.rules,
        "date": f"{row.added.astimezone():%Y-%m-%d %H:%M}",
        "over": row.over,
        "reviewed": summary.reviewed,
        "outdated": summary.outdated,
        "players": [_cell(player) for player in summary.players],
    }


def _cell(player: PlayerSummary) -> dict[str, object]:
    """A player of a record: his name, tricks with the result, and how accurate he was; empty what is not known."""
    points = minus(signed(player.result)) if player.result else "±0"
    result = "" if player.result is None else f"{player.won} ({points})"
    grade = "" if player.grade is None else f"accuracy {grade_text(player.grade)}"
    return {"name": player.name, "result": result, "down": (player.result or 0) < 0, "grade": grade}


async def bring_in(request: Request) -> Response:
    """Add the file that is the body, told as it goes on.  Raises FileError for one that is too large, LibraryError."""
    name = label(Path(request.query_params.get("name", "")).name, TITLE_LIMIT) or "file"
    try:
        path = await _received(request, name)
    except OSError as error:  # a full disk, say
        raise LibraryError(f"{name} cannot be taken in: {error.strerror}") from error
    library = site_of(request).library

    def job(telling: Telling) -> None:
        try:
            bring_file_in(library, name, path, telling)
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
