"""Which records of a library are the deals of one match."""

from __future__ import annotations

import sqlite3

from ninefivetwo.game import Match, why_not_next
from ninefivetwo.library.records import record_row
from ninefivetwo.library.rows import RecordRow
from ninefivetwo.record import read_file


def match_records(db: sqlite3.Connection, id: str) -> list[RecordRow]:
    """The deals of the match that a record is of, in their order, as far as they are here and played out.

    A deal follows another where players, number, score and results say so (`why_not_next`); of several that could
    follow, such as a deal that was taken back and played otherwise, the one added last.  Of deals that do not tell,
    such as an evening's that were typed without the score, those count that came with this one from the same file.
    """
    row = record_row(db, id)
    others = [record_row(db, other) for other in _of_same_players(db, row)]
    matches = {other.id: _match(other) for other in [row, *others]}
    chain = [row]
    while (before := _neighbour(chain[0], others, matches, -1)) is not None:
        chain.insert(0, before)
    while (after := _neighbour(chain[-1], others, matches, 1)) is not None:
        chain.append(after)
    return chain if len(chain) > 1 else _of_same_event(row, others, matches)


def _of_same_players(db: sqlite3.Connection, row: RecordRow) -> list[str]:
    """The ids of the other finished deals of these three players under these rules, the newest first."""
    same = " INTERSECT ".join("SELECT record FROM players WHERE name = ?" for _ in row.names)
    query = f"""
        SELECT id FROM records WHERE id IN ({same}) AND rules = ? AND over AND id <> ? ORDER BY added DESC, rowid DESC
    """
    names = [name.strip() for name in row.names]
    return [id for (id,) in db.execute(query, (*names, row.rules, row.id))]


def _match(row: RecordRow) -> Match:
    return read_file(row.text).records[0].match


def _neighbour(row: RecordRow, others: list[RecordRow], matches: dict[str, Match], step: int) -> RecordRow | None:
    """The deal next to one, before it (-1) or after it (1)."""
    match = matches[row.id]
    for other in others:
        before, after = (match, matches[other.id]) if step > 0 else (matches[other.id], match)
        if before.number + 1 == after.number and before.deal.over and why_not_next(before, after) is None:
            return other
    return None


def _of_same_event(row: RecordRow, others: list[RecordRow], matches: dict[str, Match]) -> list[RecordRow]:
    """The deals of one event that came from one file, by number; of an event without a name only this one."""
    same = [other for other in others if row.event and (other.event, other.source) == (row.event, row.source)]
    return sorted([row, *same], key=lambda each: matches[each.id].number)
