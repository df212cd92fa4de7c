"""One library file, open: found sound or refused, its transactions, a copy of it, another one read beside it.

A file that is refused is only read.  Nothing here knows what the tables hold.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from time import monotonic, sleep

from ninefivetwo.errors import LibraryError, NineFiveTwoError
from ninefivetwo.library.tables import APPLICATION_ID, VERSION, create, expected_parts, parts

PATIENCE = 10.0  # seconds to wait while another window writes


class Store:
    """A library's file.  Threads take its one connection in turn; SQLite keeps processes apart."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it.  Raises LibraryError, OSError."""
        self.path = path
        self._lock = RLock()
        with faults(path):
            _check_header(path)
            self._db = sqlite3.connect(
                _uri(path, "rwc"), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        """Make the tables of a file that is new, and look through one that is not."""
        if not parts(self._db):
            with self._transaction("IMMEDIATE"):
                if not parts(self._db):  # another window may have been quicker
                    create(self._db)
        _check_whole(self._db, "main", self.path)
        self._log_ahead()
        self._db.execute("PRAGMA foreign_keys = ON")
        parts(self._db)  # to read makes the file beside it that shows others that it is open

    def _log_ahead(self) -> None:
        """Let writers and readers not wait for each other.  SQLite does not wait by itself to change to that."""
        end = monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
            sleep(0.02)

    def close(self) -> None:
        with self._lock:
            self._db.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """All that is read in here is of one moment.  Raises LibraryError, also for what cannot have been written."""
        try:
            with self._transaction("DEFERRED") as db:
                yield db
        except NineFiveTwoError:
            raise
        except ValueError as error:
            raise LibraryError(f"{self.path}: {error} ({_DAMAGED})") from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """What is written in here is written whole, or not at all.  Raises LibraryError."""
        with self._transaction("IMMEDIATE") as db:
            yield db

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        with self._lock, faults(self.path):
            self._db.execute(f"BEGIN {kind}")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have ended it
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def beside(self, path: Path) -> Iterator[sqlite3.Connection]:
        """A transaction in which another library can be read as `other`.  Raises LibraryError, OSError.

        It locks what it writes to only, so that two libraries may take each other in at once.
        """
        path.stat()  # a file that is not there must not be made
        if path.samefile(self.path):
            raise LibraryError(f"{path}: this library itself (expected another)")
        with self._lock:
            with faults(path):
                _check_header(path)
                self._db.execute("ATTACH ? AS other", (_uri(path, "rw"),))
            try:
                with faults(path):
                    _check_whole(self._db, "other", path)
                with self._transaction("DEFERRED") as db:
                    yield db
            finally:
                self._db.execute("DETACH other")

    def copy_to(self, path: Path) -> None:
        """Write a whole copy of this moment, moved into place when it is done.

        Raises LibraryError, also where a file is there already that is no library; OSError.
        """
        target = Path(os.path.realpath(path))
        if target.exists() and (not target.is_file() or target.samefile(self.path)):
            raise LibraryError(f"{path}: this library itself, or no ordinary file (expected another file)")
        with faults(path):
            _check_header(path)
        if Path(f"{target}-wal").exists():
            raise LibraryError(f"{path}: a library that another window has open (expected another file)")
        try:
            with TemporaryDirectory(dir=target.parent, prefix=".n52-") as folder, faults(path):
                part = Path(folder) / "part"
                self._copy(part)
                os.replace(part, target)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error

    def _copy(self, path: Path) -> None:
        copy = sqlite3.connect(path)
        try:
            with self._lock:
                self._db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file that needs no others beside it
        finally:
            copy.close()


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Tell what SQLite finds wrong as a LibraryError that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise LibraryError(f"{path}: {error} ({_HINTS.get(_code(error), _SOUND)})") from error
    except UnicodeEncodeError as error:
        raise LibraryError(f"{path}: {error.object!r:.80} is no text (expected such as UTF-8 can hold)") from error


_DAMAGED = "the library is damaged; it was left as it is"
_SOUND = "expected a sound library that can be read and written"
_HINTS = {
    sqlite3.SQLITE_NOTADB: "expected a library of ninefivetwo",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_BUSY: f"another window has been writing for {PATIENCE:.0f} seconds",
    sqlite3.SQLITE_FULL: "expected room for more; nothing of this was stored",
}


def _code(error: sqlite3.Error) -> int:
    """What kind of fault it is: the low byte of SQLite's code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def _check_header(path: Path) -> None:
    """Raises LibraryError for a file that is no library of ours, by its header alone.

    SQLite reads it, told that nobody writes, so that no file is made beside it; and not Python, since to close a file
    drops the locks that this process may hold on it.  Somebody may write all the same, so nothing but the marks is
    looked at; a file shorter than its header says (`writable_schema` admits it) is left to the check of the whole.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):  # an empty file is one just begun
        return
    if not path.is_file():
        raise LibraryError(f"{path}: no ordinary file (expected a library)")
    db = sqlite3.connect(_uri(path, "ro") + "&immutable=1", uri=True)
    try:
        db.execute("PRAGMA writable_schema = ON")
        _check_marks(db, "main", path)
    finally:
        db.close()


def _check_marks(db: sqlite3.Connection, name: str, path: Path) -> None:
    (application,) = db.execute(f"PRAGMA {name}.application_id").fetchone()
    (version,) = db.execute(f"PRAGMA {name}.user_version").fetchone()
    if application != APPLICATION_ID:
        raise LibraryError(f"{path}: a database of another program (expected a library of ninefivetwo)")
    if version > VERSION:
        raise LibraryError(f"{path}: made by a later ninefivetwo: version {version} (expected at most {VERSION})")


def _check_whole(db: sqlite3.Connection, name: str, path: Path) -> None:
    """Raises LibraryError for a library that is damaged, or sqlite3.Error."""
    _check_marks(db, name, path)
    (found,) = db.execute(f"PRAGMA {name}.quick_check(1)").fetchone()
    if found != "ok":
        raise LibraryError(f"{path}: {found.splitlines()[-1]} ({_DAMAGED})")
    if missing := expected_parts() - parts(db, name):
        raise LibraryError(f"{path}: without its own {min(missing)[0]} ({_DAMAGED})")
