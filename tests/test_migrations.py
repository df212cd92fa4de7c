"""A library of an earlier version is migrated when it is opened, completely or not at all."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ninefivetwo.errors import LibraryError
from ninefivetwo.keep.library import Library, Query, store
from ninefivetwo.keep.library.store import LIBRARY_VERSION

KEPT = Path(__file__).with_name("data") / "kept/library.sqlite"


def rows(path, statement):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(statement).fetchall()


@pytest.fixture
def path(tmp_path, monkeypatch):
    """A library that is two versions old: one step renames the sources of records, the next refuses one of them."""

    def rename(db):
        db.execute("UPDATE records SET source = 'from ' || source")
        return ["sources were renamed"]

    def refuse(db):
        if db.execute("SELECT 1 FROM records WHERE source = 'from faulty'").fetchone():
            raise KeyError("source")
        return []

    monkeypatch.setattr(store, "LIBRARY_VERSION", LIBRARY_VERSION + 2)
    monkeypatch.setattr(store, "_STEPS", (*store._STEPS, rename, refuse))
    return Path(shutil.copy(KEPT, tmp_path / "library.sqlite"))


def test_every_step_runs_once_whoever_opens_the_library(path, tmp_path):
    """Eight threads at once, of which one is told what was changed; and a copy when another library imports it."""
    held, libraries = path.read_bytes(), []
    with Library(tmp_path / "new") as new:
        new.import_from(path).run()
        assert all(row.source.startswith("from ") for row in new.records(Query()))
        assert path.read_bytes() == held
    threads = [threading.Thread(target=lambda: libraries.append(Library(path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(library.notices) for library in libraries) == [0] * 7 + [1]
    for library in libraries:
        library.close()
    with Library(path) as library:
        assert library.notices == [] and rows(path, "PRAGMA user_version") == [(LIBRARY_VERSION + 2,)]


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE records SET source = 'faulty'",  # the second step fails
        "DELETE FROM problems",  # rows that refer to missing rows
    ],
)
def test_a_library_that_cannot_be_migrated_is_left_as_it_was(path, fault):
    with closing(sqlite3.connect(path)) as db:
        db.execute(fault)
        db.commit()
    held = path.read_bytes()
    with pytest.raises(LibraryError) as error:
        Library(path)
    assert str(path) in str(error.value) and "\n" not in str(error.value)
    assert path.read_bytes() == held and os.listdir(path.parent) == [path.name]


def test_a_library_from_before_the_first_release_is_refused(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {store.FIRST - 1}")
    with pytest.raises(LibraryError, match=r"unknown version of a library: 4 \(expected at least 5\)"):
        Library(path)
