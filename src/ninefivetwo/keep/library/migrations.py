"""The tables of a library, and their migration from earlier versions, in one step for each value of `user_version`.

All steps run in one transaction, which ends with a check of the references between tables. The steps must not call code
that may change later.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

APPLICATION_ID = 0x4E393532  # "N952", in the header of every library
FIRST = 5  # version of the tables in the first release, 0.2.0
VERSION = 5  # version of the tables, stored as user_version

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
    db.execute(f"PRAGMA user_version = {VERSION}")


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
    db.execute(f"PRAGMA user_version = {VERSION}")
    return notices


#: The steps from version FIRST on; each changes the tables or rows and returns messages for the owner.
_STEPS: tuple[Callable[[sqlite3.Connection], list[str]], ...] = ()
assert len(_STEPS) == VERSION - FIRST
