"""The player's own library: records, their reviews, problems and the answers to them, matches under way; one file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from ninefivetwo.codec import as_written, encode
from ninefivetwo.errors import TITLE_LIMIT, LibraryError, RecordError, label, quoted
from ninefivetwo.game.records import read_deals
from ninefivetwo.keep.library import findings, records
from ninefivetwo.keep.library.findings import KeptReviews
from ninefivetwo.keep.library.incoming import NO_DEAL, ImportProgress, Incoming
from ninefivetwo.keep.library.kept import BesideRecords
from ninefivetwo.keep.library.merging import Merging
from ninefivetwo.keep.library.records import SHORT_ID, match_records, record_id
from ninefivetwo.keep.library.rows import (
    Deletion,
    Listing,
    PlayerDeals,
    Query,
    RecordRow,
    RecordSummary,
    now_text,
)
from ninefivetwo.keep.library.store import Store
from ninefivetwo.keep.session import GameSession
from ninefivetwo.keep.session.game_session import only_record
from ninefivetwo.study import ANALYSIS, Review
from ninefivetwo.study.deal import dealt_text


def default_path() -> Path:
    """Where the library is kept if no place is named: the user's data folder.  Raises LibraryError."""
    try:
        import platformdirs
    except ImportError as error:
        raise LibraryError(
            "no place for the library known (expected its file, --library FILE, or: pip install '.[train]')"
        ) from error
    return platformdirs.user_data_path("ninefivetwo") / "library.sqlite"


def library_files(path: Path) -> list[Path]:
    """The files of the library at `path`: its own, and those that SQLite keeps beside it."""
    return [Path(f"{path}{end}") for end in ("", "-wal", "-shm", "-journal")]


SOURCE = "play"  # of the records of matches that were played here


def text_id(text: str) -> str:
    """The id of the only record of a text."""
    return record_id(only_record(text).match)


def review_key(worlds: int, seed: int) -> str:
    """What tells one review of a record from another: how it was made; `worlds` is 0 without fair figures."""
    return f"analysis {ANALYSIS}, {worlds} worlds, seed {seed}"


class Library(KeptReviews, BesideRecords):
    """A library, open; threads may share it, and other processes may have it open too.

    Every method raises LibraryError if the file cannot be used, and then stores nothing.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open a library, or begin one; one of an earlier version is brought to the present form.

        Raises LibraryError for a file that is not a library, is damaged, or was made by a later version, which is left
        as it is; OSError.
        """
        if path is None:
            path = default_path()
            path.parent.mkdir(parents=True, exist_ok=True)
        self._store = Store(path)

    def call(self, name: str) -> None:
        """What messages call the file from now on, not by its path: their readers need not know where it lies."""
        self._store.name = name

    @property
    def path(self) -> Path:
        """The library's file."""
        return self._store.path

    @property
    def notices(self) -> list[str]:
        """What its owner should know about a change of form, in sentences; empty but for the first opening."""
        return self._store.notices

    def close(self) -> None:
        """Close the file; whatever is asked of it afterwards raises LibraryError."""
        self._store.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # Records

    def add_records(self, text: str, source: str) -> list[tuple[str, bool]]:
        """Add the deals of an `.n52` text: each one's id, and whether it was new.

        Raises RecordError for a deal that is not legal, or a text without any; then nothing is added.
        """
        added = now_text()
        rows = [records.columns_of(record, added, source) for record in read_deals(text)]
        if not rows:
            raise RecordError(NO_DEAL)
        with self._store.writing() as db:
            return [(row.id, records.add_record(db, row)) for row in rows]

    def add_incoming(self, incoming: Incoming) -> Iterator[ImportProgress]:
        """Add deals that were read before, step by step, without holding up who else uses the library."""
        return incoming.stored_in(self._store)

    def delete_records(self, ids: Iterable[str]) -> str:
        """Delete records of these ids, with their reviews and the problems made from their mistakes.

        Returns the deletion, by which `restore` can put all of it back for 30 days.  Raises LibraryError for an id
        unknown.
        """
        with self._store.writing() as db:
            return records.delete(db, [records.full_id(db, id) for id in ids])

    def deletions(self) -> list[Deletion]:
        """What can be put back, the last first."""
        with self._store.reading() as db:
            return records.deletions(db)

    def is_deleted(self, id: str) -> bool:
        """Does the record of this full id wait to be put back?"""
        with self._store.reading() as db:
            return records.is_deleted(db, id)

    def restore(self, at: str) -> int:
        """Put back what a deletion took: how many records.  Raises LibraryError where it is none of these."""
        with self._store.writing() as db:
            if at not in [deletion.at for deletion in records.deletions(db)]:
                raise LibraryError(f"no deletion: {quoted(at)} (expected one of the last 30 days, not put back yet)")
            return records.restore(db, at)

    def drop_records(self, ids: Iterable[str], source: str) -> None:
        """Drop records that came from this source, for good, but those that have been reviewed."""
        with self._store.writing() as db:
            records.drop_records(db, records.unreviewed(db, ids, source))

    def keep_deals(self, before: GameSession | None, after: GameSession) -> None:
        """Bring the records in line with a match after a step.

        A deal is added when it has been played out, so that it can be reviewed at once.  One that is taken back is
        dropped, unless it has been reviewed; else it would be there twice when it is played otherwise.
        """
        known: tuple[str, ...] = () if before is None else before.finished
        now = after.finished
        same = sum(old == new for old, new in zip(known, now, strict=False))  # deals only come and go at the end
        if before is not None and len(after.earlier) > len(before.earlier):
            for text in now[len(before.earlier) : same]:  # what has just ended
                self.keep_deal(text)
        for text in now[same:]:
            self.add_records(text, SOURCE)
        if gone := {*map(text_id, known[same:])} - {*map(text_id, now[same:])}:
            self.drop_records(gone, SOURCE)

    def keep_deal(self, text: str) -> str | None:
        """Have the record of a deal that was played out before, if a kill came between match and record; its id.

        None if its owner has deleted it meanwhile: then it stays so.
        """
        id = text_id(text)
        if self.is_deleted(id):
            return None
        self.add_records(text, SOURCE)
        return id

    def record(self, id: str) -> RecordRow:
        """The record whose id this is, or begins with this.  Raises LibraryError where there is none, or several."""
        with self._store.reading() as db:
            return records.record_row(db, records.full_id(db, id))

    def records(self, query: Query) -> list[RecordRow]:
        """The records that a query asks for, in its order."""
        with self._store.reading() as db:
            return [records.record_row(db, id) for id in findings.records(db, query)]

    def listing(self, query: Query) -> Listing:
        """The records that a query asks for, as a list shows them; a row that cannot be read is left out, and told."""
        skipped = list[str]()
        with self._store.reading() as db:
            total, summaries = findings.number_of_records(db, query), list[RecordSummary]()
            for id in findings.records(db, query):
                try:
                    row = records.record_row(db, id)
                    players, reviewed, outdated = findings.player_summaries(db, id)
                except (ValueError, TypeError, sqlite3.OperationalError) as error:
                    skipped.append(f"record {id[:SHORT_ID]} cannot be read: {error}")
                    continue
                dealer, left, right = players
                summaries.append(RecordSummary(row, (dealer, left, right), reviewed, outdated))
        return Listing([self._with_results(summary) for summary in summaries], total, skipped)

    def _with_results(self, summary: RecordSummary) -> RecordSummary:
        """A record that was kept before results were: played again, and its results kept."""
        if not summary.row.over or summary.players[0].won is not None:
            return summary
        with self._store.writing() as db:
            results = records.store_results(db, summary.row)
        dealer, left, right = (
            player._replace(won=won, result=result)
            for player, (won, result) in zip(summary.players, results, strict=True)
        )
        return summary._replace(players=(dealer, left, right))

    def match_of(self, id: str) -> list[RecordRow]:
        """The deals of the match that a record is of, in their order, as far as they are here (`chains`).

        Raises LibraryError where there is no such record, or several.
        """
        with self._store.reading() as db:
            return match_records(db, records.full_id(db, id))

    def player(self, name: str) -> str:
        """The player whose name this is, whatever the case, or a part of it that is nobody else's.

        Raises LibraryError where there is none, or several.
        """
        with self._store.reading() as db:
            return records.find_player(records.player_names(db), name)

    def players(self) -> list[PlayerDeals]:
        """Everybody who plays in a record, with how many there are of him, by name."""
        with self._store.reading() as db:
            return records.players(db)

    # Reviews

    def add_review(self, id: str, key: str, review: Review) -> Review:
        """Keep a review of a record, in the place of an earlier one of the same key; what is kept.

        Raises LibraryError for a record unknown, or a review of another deal.
        """
        record = self.record(id)
        deal = record.match.deal
        if (review.deal, review.tricks) != (dealt_text(deal), deal.tricks):
            raise LibraryError(f"a review of another deal (expected that of {quoted(id)})")
        value = as_written(replace(review, event=label(record.event, TITLE_LIMIT)))
        with self._store.writing() as db:
            findings.store_review(db, id, key, now_text(), review, encode(value).decode())
        return value

    # The whole file

    def export_to(self, path: Path, force: bool = False, owners: Sequence[str] = ()) -> None:
        """Write a copy of the library, moved into place when it is whole.

        Of the matches in progress only those of these `owners` go along, for they hold hands that others must not see;
        what was deleted does not.  Raises FileError for a file that exists; with `force` another library is
        overwritten.  Raises LibraryError, OSError.
        """

        def without(copy: sqlite3.Connection) -> None:
            copy.execute("DELETE FROM deleted")
            copy.execute(f"DELETE FROM sessions WHERE owner NOT IN ({', '.join('?' * len(owners))})", owners)

        self._store.copy_to(path, force, without)

    def import_from(self, path: Path, name: str | None = None) -> Merging:
        """Add what another library has and this one has not, step by step.  What is here stays as it is.

        `name` is what messages call the file.  The steps raise LibraryError for a file that is no sound library, before
        anything is added; OSError.
        """
        return Merging(self._store, path, name)
