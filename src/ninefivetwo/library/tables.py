"""The tables of a library's file, and the marks by which such a file is known.

A time is text in UTC that sorts as it runs; a seat its number, a phase its word; losses and luck are tricks.  What a
player `won` are tricks, `result` is what the deal scored him; both are null until the deal is over, and in records that
came from an earlier form until they are listed.  `outcomes` sums up a review for each seat: how many decisions were not
forced and have a fair loss, that loss, and the squares of its errors.  `deleted` holds the rows of what was deleted, as
JSON, so that it can be put back.
"""

from __future__ import annotations

import re
import sqlite3

APPLICATION_ID = 0x4E393532  # "N952", in the header of every library
VERSION = 3  # of the tables, as user_version; `migrations` brings older ones to it

_TABLES = """
CREATE TABLE records (
    id TEXT PRIMARY KEY, text TEXT NOT NULL, event TEXT NOT NULL, rules TEXT NOT NULL, over INTEGER NOT NULL,
    added TEXT NOT NULL, source TEXT NOT NULL);
CREATE INDEX records_by_time ON records (added);
CREATE TABLE players (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, seat INTEGER NOT NULL, name TEXT NOT NULL,
    won INTEGER, result INTEGER,
    PRIMARY KEY (record, seat));
CREATE INDEX players_by_name ON players (name);
CREATE TABLE reviews (
    record TEXT NOT NULL REFERENCES records DEFERRABLE INITIALLY DEFERRED, key TEXT NOT NULL, added TEXT NOT NULL,
    worlds INTEGER NOT NULL, review TEXT,
    PRIMARY KEY (record, key));
CREATE TABLE decisions (
    record TEXT NOT NULL, key TEXT NOT NULL, place INTEGER NOT NULL, seat INTEGER NOT NULL, phase TEXT NOT NULL,
    loss REAL, error REAL, own_cost INTEGER, conceded INTEGER,
    forced INTEGER NOT NULL, findable INTEGER NOT NULL, mark TEXT NOT NULL,
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
    """Make the tables, and mark the file, in the transaction that is open."""
    for statement in filter(str.strip, _TABLES.split(";")):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {VERSION}")
