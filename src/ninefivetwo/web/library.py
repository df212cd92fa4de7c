"""The library: records found as one types, sorted, deleted and put back, and taken out."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from ninefivetwo.errors import LibraryError, label
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.library import Library, PlayerSummary, Query, RecordSummary, Sort
from ninefivetwo.web.asking import answer, read
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import site_of
from ninefivetwo.web.stream import waited_for
from ninefivetwo.words.cards import plural

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


class PlayerCell(msgspec.Struct, frozen=True):
    """A player of a record: `grade` of 0 to 100 with its error, `lost` in tricks; None where it is not known."""

    name: str
    won: int | None
    result: int | None
    grade: float | None
    error: float | None
    lost: float | None


class RecordLine(msgspec.Struct, frozen=True):
    """A record in the list."""

    id: str
    title: str
    number: int
    rules: str
    date: str
    over: bool
    reviewed: bool
    outdated: bool
    players: list[PlayerCell]


class DeletionLine(msgspec.Struct, frozen=True):
    """What can be put back."""

    at: str
    words: str


class ListData(msgspec.Struct, frozen=True):
    """What a list shows: records, how many there are in all, what cannot be read, and what can be put back."""

    records: list[RecordLine]
    total: int
    skipped: list[str]
    deletions: list[DeletionLine]


class LibraryData(msgspec.Struct, frozen=True):
    """What the page begins with."""

    found: ListData
    wanted: WantedRecords
    rules: list[str]


def routes() -> list[Route]:
    """The page, what it asks, and the files that it hands out."""
    return [
        Route("/library", library_page),
        Route("/library/export", export),
        Route("/library/record/{id}", record_file),
        Route("/api/library/list", listed, methods=["POST"]),
        Route("/api/library/delete", delete, methods=["POST"]),
        Route("/api/library/restore", restore, methods=["POST"]),
    ]


async def library_page(request: Request) -> Response:
    """The page with its first records; what was looked for stands in the address."""
    asked = request.query_params
    sort = asked.get("sort", Sort.DATE.value)
    known = sort in [each.value for each in Sort]
    wanted = WantedRecords(asked.get("words", ""), asked.get("rules", ""), Sort(sort) if known else Sort.DATE)
    found = await waited_for(request, partial(_list, site_of(request).library, wanted))
    return page("Library", "/library", "library.js", LibraryData(found, wanted, [*NAMED]), styles=("library.css",))


async def listed(request: Request) -> Response:
    """The records asked for."""
    wanted = await read(request, WantedRecords)
    return answer(await waited_for(request, partial(_list, site_of(request).library, wanted)))


async def delete(request: Request) -> Response:
    """Delete records; the answer says by what it is undone."""
    ids = (await read(request, ChosenRecords)).ids
    at = await waited_for(request, partial(site_of(request).library.delete_records, ids))
    return answer(DeletionLine(at, f"{plural(len(ids), 'deal')} deleted"))


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


def _list(library: Library, wanted: WantedRecords) -> ListData:
    query = Query(
        rules=wanted.rules or None,
        words=wanted.words,
        sort=wanted.sort,
        start=min(max(0, wanted.start), MOST),
        limit=SHOWN,
    )
    listing = library.listing(query)
    lines = [_line(summary) for summary in listing.records]
    deletions = [
        DeletionLine(each.at, f"{plural(each.records, 'deal')}, {each.at[:16].replace('T', ' ')} UTC")
        for each in library.deletions()
    ]
    return ListData(lines, listing.total, listing.skipped, deletions)


def _line(summary: RecordSummary) -> RecordLine:
    row = summary.row
    return RecordLine(
        id=row.id,
        title=label(row.event) or label(row.source) or "deal",
        number=row.number,
        rules=row.rules,
        date=f"{row.added.astimezone():%Y-%m-%d %H:%M}",
        over=row.over,
        reviewed=summary.reviewed,
        outdated=summary.outdated,
        players=_cells(summary.players),
    )


def _cells(players: Sequence[PlayerSummary]) -> list[PlayerCell]:
    cells = []
    for player in players:
        grade = player.grade
        mean, error = (None, None) if grade is None else (round(grade.mean, 1), round(grade.standard_error, 1))
        lost = None if player.loss is None else round(player.loss, 2)
        cells.append(PlayerCell(player.name, player.won, player.result, mean, error, lost))
    return cells
