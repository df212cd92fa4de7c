"""The deals of a session in the library: added when they are done with, dropped when they are taken back."""

from __future__ import annotations

from ninefivetwo.library.library import Library
from ninefivetwo.library.records import record_id
from ninefivetwo.record import read_file
from ninefivetwo.session import Due, GameSession

SOURCE = "play"  # of the records of finished deals


def keep_deals(library: Library, before: GameSession | None, after: GameSession) -> None:
    """What a step of a session means for the library's records.

    A deal is added when the next is dealt or the match ends, for until then it may be taken back; one taken back later
    is dropped, unless it has been reviewed, or it would be there twice.  Raises LibraryError.
    """
    known = before.earlier if before is not None else ()
    for text in after.earlier[len(known) :]:
        library.add_records(text, SOURCE)
    if after.due is Due.OVER:
        library.add_records(after.records(), SOURCE)
    gone = list(known[len(after.earlier) :])
    if before is not None and before.due is Due.OVER and after.due is not Due.OVER:
        gone.append(before.records())
    for text in gone:
        ids = [record_id(record.match) for record in read_file(text).records]
        library.drop_records([id for id in ids if id not in _ids(after)], SOURCE)


def _ids(session: GameSession) -> set[str]:
    """Of the deals behind it."""
    return {record_id(record.match) for text in session.earlier for record in read_file(text).records}
