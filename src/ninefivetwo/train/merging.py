"""Another library's rows taken into this one, which keeps what it has."""

from __future__ import annotations

import sqlite3

#: What is taken of a review that is not here yet; it goes before the reviews themselves, by which that is told.
_PARTS = """
    INSERT INTO {0} SELECT * FROM other.{0} AS theirs WHERE NOT EXISTS (
        SELECT 1 FROM main.reviews AS ours WHERE (ours.record, ours.key) = (theirs.record, theirs.key))
"""
_ROWS = "INSERT INTO {0} SELECT * FROM other.{0} WHERE TRUE ORDER BY rowid ON CONFLICT DO NOTHING"
_SITTINGS = """
    INSERT INTO sittings SELECT * FROM other.sittings WHERE text IS NOT NULL
    ON CONFLICT DO UPDATE SET text = excluded.text, version = version + 1 WHERE sittings.text IS NULL
"""


def merge(db: sqlite3.Connection) -> dict[str, int]:
    """Add what `other` has and `main` lacks, in the transaction that is open: how many rows of each kind."""
    for table in ("decisions", "outcomes"):
        db.execute(_PARTS.format(table))
    db.execute(_ROWS.format("players"))
    kinds = ("records", "reviews", "problems", "answers", "schedule")
    counts = {table: db.execute(_ROWS.format(table)).rowcount for table in kinds}
    return counts | {"sittings": db.execute(_SITTINGS).rowcount}
