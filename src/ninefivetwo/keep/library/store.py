"""A library file: its tables and their migration, validation, transactions, copies, and reading another library.

An invalid file is left unchanged.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from time import monotonic, sleep
from typing import Self

from ninefivetwo.errors import FileError, LibraryError, NineFiveTwoError, SchemaError, raised_as
from ninefivetwo.keep.library.rows import played_on

PATIENCE = 10.0  # number of seconds to wait while another process is writing
TEMPORARY = "temporary folder"  # name in messages


class Store:
    """An open library file. Threads share one connection, which is protected by a lock.

    `name` is the file's name in messages, which may be changed in order to hide the path. `notices` has messages for
    the owner about changes made by a migration.
    """

    def __init__(self, path: Path, name: str | None = None) -> None:
        """Open or create the library file; a file that cannot be written is opened for reading.

        `name` defaults to the file's path. Raises LibraryError or OSError.
        """
        self.path, self.notices = path, list[str]()
        self.name = str(path) if name is None else name
        self._lock = RLock()
        self._writable = not path.exists() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))
        with faults(self.name):
            _check_header(path, self.name)
            if self._writable:
                _make_private(path)
            self._db = sqlite3.connect(
                _uri(path, "rwc") if self._writable else _reading_uri(path),
                uri=True,
                timeout=PATIENCE,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                self._db.create_function("casefold", 1, str.casefold, deterministic=True)
                self._db.create_function("played_on", 1, played_on, deterministic=True)
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    def _prepare(self) -> None:
        if self._writable and not _table_names(self._db):
            with self._transaction("IMMEDIATE"):
                if not _table_names(self._db):  # Another process may have created the tables meanwhile.
                    create(self._db)
        _check_marks(self._db, self.name)
        (fault,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if fault != "ok":
            raise LibraryError(f"{fault.splitlines()[-1]} ({_DAMAGED})", self.name)
        if _version(self._db) < LIBRARY_VERSION:
            if not self._writable:
                raise LibraryError("made by an earlier ninefivetwo (expected a file that can be written)", self.name)
            damaged = raised_as(LibraryError, f"{self.name}: ", ValueError, after=f" ({_DAMAGED})")
            with damaged, self._transaction("IMMEDIATE"):
                self.notices += migrate(self._db)
        if missing := TABLES - _table_names(self._db):
            raise LibraryError(f"missing table {min(missing)} ({_DAMAGED})", self.name)
        if self._writable:
            self._use_write_ahead_log()
        self._db.execute("PRAGMA foreign_keys = ON")
        _version(self._db)  # The first read creates the -wal file, a sign to other processes that the library is open.

    def _use_write_ahead_log(self) -> None:
        """Switch to a write-ahead log, so that readers and writers do not block each other; retry if necessary."""
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
        """Close the file; later calls raise LibraryError."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction in which all reads see one state of the file.

        Raises LibraryError, including for a ValueError, which means that a row is corrupt.
        """
        try:
            with self._transaction("DEFERRED") as db:
                yield db
        except ValueError as error:
            if isinstance(error, NineFiveTwoError) and not isinstance(error, SchemaError):
                raise
            raise LibraryError(f"{error} ({_DAMAGED})", self.name) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction whose changes are stored completely or not at all. Raises LibraryError."""
        with self._transaction("IMMEDIATE") as db:
            yield db

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[sqlite3.Connection]:
        with self._lock, faults(self.name):
            self._db.execute(f"BEGIN {kind}")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # A full disk may have ended the transaction already.
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def beside(self, path: Path, name: str) -> Iterator[sqlite3.Connection]:
        """Open a migrated copy of another library for reading; `name` is its name in messages.

        Raises LibraryError or OSError.
        """
        path.stat()  # Raises an error if the file is missing; SQLite would create the file.
        if path.samefile(self.path):
            raise LibraryError("this library itself (expected another)", name)
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
        """Write a consistent copy, completely or not at all. `without` deletes rows from the copy.

        Raises FileError if the file exists. With `force`, a library that no process has open is overwritten. Raises
        LibraryError or OSError.
        """
        target = Path(os.path.realpath(path))
        if target.exists():
            if not target.is_file() or target.samefile(self.path):
                raise LibraryError("this library itself, or not a regular file (expected another file)", str(path))
            if not force:
                raise FileError(f"{path}: exists already (expected a new file, or --force to overwrite it)")
            with faults(str(path)):
                _check_header(path, str(path))
            if Path(f"{target}-wal").exists():
                raise LibraryError("a library that another process has open (expected another file)", str(path))
        try:
            with TemporaryDirectory(dir=target.parent, prefix=".n52-") as folder, faults(str(path)):
                part = Path(folder) / "part"
                with self._lock:
                    _copy(self._db, part)
                with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                    without(copy)
                    copy.execute("VACUUM")  # Otherwise deleted content would remain in free pages.
                part.replace(target)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error


def _copy(db: sqlite3.Connection, path: Path) -> None:
    _make_private(path)
    with closing(sqlite3.connect(path)) as copy:
        db.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # With this mode, the copy is a single file.


@contextmanager
def faults(name: str, written: str | None = None) -> Iterator[None]:
    """Convert SQLite errors to LibraryError, naming the file `name` or, if the disk is full, the file `written`."""
    try:
        yield
    except sqlite3.Error as error:
        place = written if written and _code(error) == sqlite3.SQLITE_FULL else name
        raise LibraryError(f"{error} ({_HINTS.get(_code(error), _SOUND)})", place) from error
    except UnicodeDecodeError as error:  # The original message would quote bytes of the file.
        raise LibraryError(f"its content is not text ({_DAMAGED})", name) from error
    except UnicodeEncodeError as error:
        raise LibraryError(f"{error.object!r:.80} is not text (expected Unicode)", name) from error


_DAMAGED = "the library is damaged; it was left as it is"
_SOUND = "expected a sound library that can be read and written"
_WRITABLE = "expected a file and a folder that can be written"
_HINTS = {
    sqlite3.SQLITE_NOTADB: "expected a library of ninefivetwo",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_BUSY: f"another process has been writing for {PATIENCE:.0f} seconds",
    sqlite3.SQLITE_FULL: "expected room for more",
    sqlite3.SQLITE_IOERR: "expected a disk with room that can be read and written",
    sqlite3.SQLITE_READONLY: _WRITABLE,
    sqlite3.SQLITE_CANTOPEN: _WRITABLE,
}


def _code(error: sqlite3.Error) -> int:
    """Return SQLite's primary error code, which is the low byte of the extended code."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _make_private(path: Path) -> None:
    """Make a file private, creating it if missing. SQLite copies the permissions to its auxiliary files."""
    if not path.exists():
        if path.parent.is_dir():  # If the folder is missing, SQLite reports the error.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    elif os.name == "posix" and path.stat().st_uid == os.geteuid() and path.stat().st_mode & 0o077:
        path.chmod(0o600)


def _uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"


def _reading_uri(path: Path) -> str:
    """Return the address of a file that cannot be written; without a write-ahead log, nobody else writes it either."""
    return _uri(path, "ro") + ("" if Path(f"{path}-wal").exists() else "&immutable=1")


def _check_header(path: Path, name: str) -> None:
    """Raise LibraryError if a file's header is not that of a library.

    With `immutable=1`, SQLite creates no auxiliary files. Python must not read the file directly, because closing the
    file would drop the locks that this process holds on the file. With `writable_schema`, the length of the file is not
    checked, because another process may be writing.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):  # An empty file becomes a new library.
        return
    if not path.is_file():
        raise LibraryError("not a regular file (expected a library)", name)
    with closing(sqlite3.connect(_uri(path, "ro") + "&immutable=1", uri=True)) as db:
        db.execute("PRAGMA writable_schema = ON")
        _check_marks(db, name)


def _check_marks(db: sqlite3.Connection, name: str) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise LibraryError("a database of another program (expected a library of ninefivetwo)", name)
    if (version := _version(db)) < FIRST:
        raise LibraryError(f"unknown version of a library: {version} (expected at least {FIRST})", name)
    if version > LIBRARY_VERSION:
        raise LibraryError(f"made by a later ninefivetwo: version {version} (expected at most {LIBRARY_VERSION})", name)


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def _table_names(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


# The tables, and their migration from earlier versions, in one step for each value of `user_version`.

APPLICATION_ID = 0x4E393532  # "N952", in the header of every library
FIRST = 5  # version of the tables in the first release, 0.2.0
LIBRARY_VERSION = 5  # version of the tables, stored as user_version

_TABLES = """
CREATE TABLE records (
    id TEXT PRIMARY KEY, text TEXT NOT NULL, event TEXT NOT NULL, rules TEXT NOT NULL, over INTEGER NOT NULL,
    added TEXT NOT NULL, source TEXT NOT NULL);
CREATE INDEX records_by_time ON records (added);
CREATE TABLE players (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, seat INTEGER NOT NULL, name TEXT NOT NULL,
    won INTEGER, result INTEGER, level TEXT,
    PRIMARY KEY (record, seat));
CREATE INDEX players_by_name ON players (name);
CREATE TABLE reviews (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, key TEXT NOT NULL, added TEXT NOT NULL,
    worlds INTEGER NOT NULL, review TEXT,
    PRIMARY KEY (record, key));
CREATE TABLE decisions (
    record TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, phase TEXT NOT NULL,
    loss REAL, error REAL, own_cost INTEGER, conceded INTEGER,
    forced INTEGER NOT NULL, avoidable INTEGER NOT NULL, mark TEXT NOT NULL,
    PRIMARY KEY (record, key, place),
    FOREIGN KEY (record, key) REFERENCES reviews ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE outcomes (
    record TEXT NOT NULL, key TEXT NOT NULL, seat INTEGER NOT NULL,
    decisions INTEGER NOT NULL, loss REAL, squares REAL, luck REAL, skill REAL,
    PRIMARY KEY (record, key, seat),
    FOREIGN KEY (record, key) REFERENCES reviews ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE problems (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, theme TEXT NOT NULL, difficulty INTEGER NOT NULL, source TEXT NOT NULL,
    text TEXT NOT NULL);
CREATE TABLE answers (
    id TEXT PRIMARY KEY, problem TEXT NOT NULL REFERENCES problems DEFERRABLE INITIALLY DEFERRED, kind TEXT NOT NULL,
    theme TEXT NOT NULL, at TEXT NOT NULL, answer TEXT NOT NULL, loss REAL NOT NULL, right INTEGER NOT NULL,
    mark INTEGER);
CREATE TABLE schedule (
    problem TEXT PRIMARY KEY REFERENCES problems DEFERRABLE INITIALLY DEFERRED, fsrs TEXT NOT NULL, due TEXT NOT NULL);
CREATE TABLE sessions (owner TEXT PRIMARY KEY, text TEXT, version INTEGER NOT NULL);
CREATE TABLE daily (
    owner TEXT NOT NULL, date TEXT NOT NULL, at TEXT NOT NULL, tricks INTEGER NOT NULL, score INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (owner, date));
CREATE TABLE deleted (
    at TEXT NOT NULL, kind TEXT NOT NULL, place INTEGER NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (at, kind, place));
"""


TABLES = frozenset(re.findall(r"CREATE TABLE (\w+)", _TABLES))


def create(db: sqlite3.Connection) -> None:
    """Create the tables and set the application id and version of the file, in the open transaction."""
    for statement in filter(str.strip, _TABLES.split(";")):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {LIBRARY_VERSION}")


def migrate(db: sqlite3.Connection) -> list[str]:
    """Migrate a database to the current version in the open transaction. Returns messages for the owner.

    Raises ValueError or sqlite3.Error if a row is corrupt; the transaction must then be rolled back.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    notices = []
    try:
        for step in _STEPS[version - FIRST :]:
            notices += step(db)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{type(error).__name__}: {error}") from error
    if fault := db.execute("PRAGMA foreign_key_check").fetchone():
        raise ValueError(f"a row of {fault[0]} without its row of {fault[2]}")
    db.execute(f"PRAGMA user_version = {LIBRARY_VERSION}")
    return notices


#: The steps from version FIRST on; each changes the tables or rows and returns messages for the owner.
_STEPS: tuple[Callable[[sqlite3.Connection], list[str]], ...] = ()
assert len(_STEPS) == LIBRARY_VERSION - FIRST
