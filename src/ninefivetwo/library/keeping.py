"""The deals of a session in the library: added when they can no longer be changed, dropped when they are taken back."""

from __future__ import annotations

from ninefivetwo.library.library import Library
from ninefivetwo.library.records import record_id
from ninefivetwo.record import read_file
from ninefivetwo.session import Due, GameSession

SOURCE = "play"  # of the records of finished deals


def keep_deals(library: Library, before: GameSession | None, after: GameSession) -> None:
    """Bring the library's records in line with a session after a step.

    A deal is added when the next is dealt or the match ends.  One that is taken back later is dropped, unless it has
    been reviewed; else it would be there twice when it is played otherwise.  Raises LibraryError.
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
    """The ids of the finished deals."""
    return {record_id(record.match) for text in session.earlier for record in read_file(text).records}
