"""One library file, open: checked, brought to the present form, its transactions, a copy of it, another one read.

A file that is refused is left as it is.  Nothing here knows what the tables hold.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from time import monotonic, sleep

from ninefivetwo.errors import FileError, LibraryError, NineFiveTwoError, SchemaError, raised_as
from ninefivetwo.keep.library.migrations import APPLICATION_ID, TABLES, VERSION, create, migrate

PATIENCE = 10.0  # seconds to wait while another process writes
TEMPORARY = "temporary folder"  # as messages call it


class Store:
    """A library's file.  Threads take its one connection in turn; SQLite keeps processes apart.

    `name` is what messages call it.  `notices` are sentences for its owner about what bringing it to the present form
    has changed.
    """

    def __init__(self, path: Path, name: str | None = None) -> None:
        """Open the file, or begin it; without `name` messages call it by its path.  Raises LibraryError, OSError."""
        self.path, self.notices = path, list[str]()
        self.name = str(path) if name is None else name
        self._lock = RLock()
        with self._faults():
            _check_header(path, self.name)
            _make_private(path)
            self._db = sqlite3.connect(
                _uri(path, "rwc"), uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
            try:
                self._db.create_function("casefold", 1, str.casefold, deterministic=True)
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        """Make the tables of a new file; check an old one and bring it to the present form."""
        if not _table_names(self._db):
            with self._transaction("IMMEDIATE"):
                if not _table_names(self._db):  # another process may have been quicker
                    create(self._db)
        _check_marks(self._db, self.name)
        (fault,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if fault != "ok":
            raise LibraryError(f"{self.name}: {fault.splitlines()[-1]} ({_DAMAGED})")
        if _version(self._db) < VERSION:
            damaged = raised_as(LibraryError, f"{self.name}: ", ValueError, after=f" ({_DAMAGED})")
            with damaged, self._transaction("IMMEDIATE"):
                self.notices += migrate(self._db)
        if missing := TABLES - _table_names(self._db):
            raise LibraryError(f"{self.name}: without its table {min(missing)} ({_DAMAGED})")
        self._use_write_ahead_log()
        self._db.execute("PRAGMA foreign_keys = ON")
        _version(self._db)  # a first read creates the -wal file, by which other processes see that it is open

    def _use_write_ahead_log(self) -> None:
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
        """Close the file; whatever is asked of it afterwards raises LibraryError."""
        with self._lock:
            self._db.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction in which all that is read is of one moment.

        Raises LibraryError, also where a ValueError says that what was read cannot have been written.
        """
        try:
            with self._transaction("DEFERRED") as db:
                yield db
        except ValueError as error:
            if isinstance(error, NineFiveTwoError) and not isinstance(error, SchemaError):
                raise
            raise LibraryError(f"{self.name}: {error} ({_DAMAGED})") from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is stored whole, or not at all.  Raises LibraryError."""
        with self._transaction("IMMEDIATE") as db:
            yield db

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        with self._lock, self._faults():
            self._db.execute(f"BEGIN {kind}")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have ended it
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def beside(self, path: Path, name: str) -> Iterator[sqlite3.Connection]:
        """A copy of another library, in the present form, to be read; `name` is what messages call it.

        Raises LibraryError, OSError.
        """
        path.stat()  # a missing file must not be made
        if path.samefile(self.path):
            raise LibraryError(f"{name}: this library itself (expected another)")
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "library.sqlite"
            with faults(name, TEMPORARY):
                _check_header(path, name)
                with closing(sqlite3.connect(_uri(path, "rw"), uri=True, timeout=PATIENCE)) as other:
                    _check_marks(other, name)
                    _copy(other, copy)
            Store(copy, name).close()
            with closing(sqlite3.connect(_uri(copy, "ro"), uri=True, check_same_thread=False)) as other, faults(name):
                yield other

    def copy_to(self, path: Path, force: bool, without: Callable[[sqlite3.Connection], None]) -> None:
        """Write a whole copy of this moment, moved into place when it is done; `without` takes out what is not to go.

        Raises FileError for a file that exists, unless `force`; then only a library that nobody has open is
        overwritten.  Raises LibraryError, OSError.
        """
        target = Path(os.path.realpath(path))
        if target.exists():
            if not target.is_file() or target.samefile(self.path):
                raise LibraryError(f"{path}: this library itself, or no ordinary file (expected another file)")
            if not force:
                raise FileError(f"{path}: exists already (expected a new file, or --force to overwrite it)")
            with faults(str(path)):
                _check_header(path, str(path))
            if Path(f"{target}-wal").exists():
                raise LibraryError(f"{path}: a library that another process has open (expected another file)")
        try:
            with TemporaryDirectory(dir=target.parent, prefix=".n52-") as folder, faults(str(path)):
                part = Path(folder) / "part"
                with self._lock:
                    _copy(self._db, part)
                with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                    without(copy)
                    copy.execute("VACUUM")  # else it could still be read in pages that are free
                os.replace(part, target)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error

    def _faults(self) -> AbstractContextManager[None]:
        return faults(self.name)


def _copy(db: sqlite3.Connection, path: Path) -> None:
    """Copy a database into a new file."""
    _make_private(path)
    with closing(sqlite3.connect(path)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file that needs no others beside it


@contextmanager
def faults(name: str, written: str | None = None) -> Iterator[None]:
    """Raise an error of SQLite as a LibraryError that names the file, or if the disk is full the one being written."""
    try:
        yield
    except sqlite3.Error as error:
        place = written if written and _code(error) == sqlite3.SQLITE_FULL else name
        raise LibraryError(f"{place}: {error} ({_HINTS.get(_code(error), _SOUND)})") from error
    except UnicodeDecodeError as error:  # its message quotes bytes of the file
        raise LibraryError(f"{name}: what is in it is not text ({_DAMAGED})") from error
    except UnicodeEncodeError as error:
        raise LibraryError(f"{name}: {error.object!r:.80} is not text (expected Unicode)") from error


_DAMAGED = "the library is damaged; it was left as it is"
_SOUND = "expected a sound library that can be read and written"
_HINTS = {
    sqlite3.SQLITE_NOTADB: "expected a library of ninefivetwo",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_BUSY: f"another process has been writing for {PATIENCE:.0f} seconds",
    sqlite3.SQLITE_FULL: "expected room for more",
}


def _code(error: sqlite3.Error) -> int:
    """What kind of fault it is: the low byte of SQLite's code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _make_private(path: Path) -> None:
    """Let nobody but its owner read a file, which is made if it is not there.  SQLite's files beside it are alike."""
    if not path.exists():
        if path.parent.is_dir():  # else SQLite says what is wrong
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif os.name == "posix" and path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def _check_header(path: Path, name: str) -> None:
    """Raises LibraryError for a file that is not a library, by its header alone.

    `immutable=1` tells SQLite that nobody writes, so it makes no file beside this one.  Python does not read the file
    itself, because closing it would drop the locks that this process may hold on it.  Somebody may be writing all the
    same, so only the header is checked here, not whether the file is as long as it says (hence `writable_schema`).
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):  # an empty file is a library just begun
        return
    if not path.is_file():
        raise LibraryError(f"{name}: no ordinary file (expected a library)")
    with closing(sqlite3.connect(_uri(path, "ro") + "&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        _check_marks(db, name)


def _check_marks(db: sqlite3.Connection, name: str) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise LibraryError(f"{name}: a database of another program (expected a library of ninefivetwo)")
    if (version := _version(db)) < 1:
        raise LibraryError(f"{name}: version {version} of a library (expected 1 to {VERSION})")
    if version > VERSION:
        raise LibraryError(f"{name}: made by a later ninefivetwo: version {version} (expected at most {VERSION})")


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _table_names(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
