"""The deals of a session in the library: added when they have been played out, dropped when they are taken back."""

from __future__ import annotations

from ninefivetwo.game.records import File, read_file
from ninefivetwo.keep.library.library import Library
from ninefivetwo.keep.library.records import record_id
from ninefivetwo.keep.session import GameSession

SOURCE = "play"  # of the records of finished deals


def keep_deals(library: Library, before: GameSession | None, after: GameSession) -> None:
    """Bring the library's records in line with a session after a step.

    A deal is added when it has been played out, so that it can be reviewed at once.  One that is taken back is dropped,
    unless it has been reviewed; else it would be there twice when it is played otherwise.  Raises LibraryError.
    """
    known, now = _finished(before), _finished(after)
    same = sum(old == new for old, new in zip(known, now, strict=False))  # deals only come and go at the end
    if before is not None and len(after.earlier) > len(before.earlier):
        for text in now[len(before.earlier) : same]:  # what has just ended
            keep_deal(library, text)
    for text in now[same:]:
        library.add_records(text, SOURCE)
    if gone := _ids(known[same:]) - _ids(now[same:]):
        library.drop_records(gone, SOURCE)


def keep_deal(library: Library, text: str) -> str | None:
    """Have the record of a deal that was played out before, if a kill came between match and record; its id.

    None where its owner has deleted it meanwhile: then it stays so.  Raises LibraryError.
    """
    (id,) = _ids([text])
    if library.is_deleted(id):
        return None
    library.add_records(text, SOURCE)
    return id


def _ids(texts: list[str]) -> set[str]:
    return {record_id(record.match) for text in texts for record in read_file(text).records}


def _finished(session: GameSession | None) -> list[str]:
    """The records of the deals that have been played out."""
    if session is None:
        return []
    return [*session.earlier, *([str(File.of([session.record()]))] if session.deal.over else [])]
