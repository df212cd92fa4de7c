"""Support for tests of what is kept: records of the examples, a review of one of them, a file changed behind SQL."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from msgspec import structs
from reviews import priced, review_once

from ninefivetwo.game.records import read_file

ROOT = Path(__file__).parents[1]
FRIDAY, CLUB, HOLIDAY = ((ROOT / f"examples/{name}.n52").read_text() for name in ("friday", "club-evening", "holiday"))


def only_match(text):
    return read_file(text).records[0].match


@cache
def hindsight():
    """The review of the deal of Friday, without fair figures."""
    return review_once(only_match(FRIDAY))


def with_losses(found, loss_of):
    """The review with a fair loss for each decision that was not forced, as a function of the decision."""
    decisions = [each if each.forced else priced(each, loss_of(each)) for each in found.decisions]
    return structs.replace(found, decisions=decisions, fair_worlds=20)


def owner_of(library):
    """The only owner of a match."""
    ((owner,),) = library._db.execute("SELECT owner FROM sessions").fetchall()
    return owner


def change(path, statement, *values):
    """Change a library's file as another program might; what the statement gives."""
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(statement, values).fetchall()
