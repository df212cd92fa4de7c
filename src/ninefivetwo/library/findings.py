"""What reviews found, kept as rows: a decision each, and each seat's luck and skill; looked up and summed.

Of several reviews of a record the newest counts, but one with fair figures before one without.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from math import hypot, sqrt
from typing import Any

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.library.rows import DecisionRow, Graded, PlayerProgress, Query
from ninefivetwo.review import Decision, Phase, Review

_CURRENT = """
    WITH current AS (SELECT record, key FROM (
        SELECT record, key, row_number() OVER (PARTITION BY record ORDER BY worlds > 0 DESC, added DESC, rowid DESC)
            AS nth FROM reviews) WHERE nth = 1)
"""
_DECISIONS = "current JOIN decisions USING (record, key) JOIN players USING (record, seat)"


def store_findings(db: sqlite3.Connection, record: str, key: str, review: Review) -> None:
    """The rows of a review that has just been stored."""
    rows = [(record, key, *_row(decision)) for decision in review.decisions]
    db.executemany(f"INSERT INTO decisions VALUES ({', '.join('?' * 12)})", rows)
    if review.luck is not None:
        luck = review.luck
        for seat in Seat:
            dealt = sum(term.tricks[seat] for term in (luck.hands, luck.kitty, luck.exchange))
            row = (record, key, int(seat), dealt, luck.skill(seat, seat))
            db.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?)", row)


def _row(decision: Decision) -> tuple[Any, ...]:
    loss = None if decision.fair is None else decision.fair.loss
    figures = (None, None) if loss is None else (loss.mean, loss.standard_error)
    conceded = None if decision.conceded is None else sum(decision.conceded.values())
    found = (decision.forced, decision.findable, decision.mark)
    return (decision.index, int(decision.seat), decision.phase.value, *figures, decision.own_cost, conceded, *found)


def current_key(db: sqlite3.Connection, record: str) -> str | None:
    """The key of a record's review that counts; None if there is none."""
    found = db.execute(f"{_CURRENT} SELECT key FROM current WHERE record = ?", (record,)).fetchone()
    return found and str(found[0])


def decisions(db: sqlite3.Connection, wanted: Query) -> list[DecisionRow]:
    """The decisions looked for, dearest first: by fair loss, where that is known, then by what they cost."""
    query = f"""
        {_CURRENT} SELECT record, place, name, seat, phase, loss, error, own_cost, gifts, forced, findable, mark
        FROM {_DECISIONS} JOIN records ON records.id = record WHERE {_all_of([*_of_rules(wanted), *_of(wanted)])}
        ORDER BY loss DESC NULLS LAST, own_cost DESC NULLS LAST, forced, added DESC, records.rowid DESC, place
        LIMIT :limit
    """
    return [_lost(row) for row in db.execute(query, _values(wanted))]


def _lost(row: tuple[Any, ...]) -> DecisionRow:
    record, place, name, seat, phase, loss, error, own_cost, conceded, forced, findable, mark = row
    what = (record, place, name, Seat(seat), Phase(phase))
    return DecisionRow(*what, loss, error, own_cost, conceded, bool(forced), bool(findable), mark)


def records(db: sqlite3.Connection, wanted: Query) -> list[str]:
    """The ids of the records looked for, newest first."""
    conditions = _of_rules(wanted)
    if wanted.phase or wanted.loss is not None:
        such = f"SELECT 1 FROM {_DECISIONS} WHERE record = records.id AND NOT forced AND {_all_of(_of(wanted))}"
        conditions.append(f"EXISTS ({such})")
    elif wanted.name is not None:
        such = f"SELECT 1 FROM players WHERE record = records.id AND {_all_of(_of(wanted))}"
        conditions.append(f"EXISTS ({such})")
    query = f"""
        {_CURRENT} SELECT id FROM records WHERE {_all_of(conditions)}
        ORDER BY added DESC, rowid DESC LIMIT :limit
    """
    return [id for (id,) in db.execute(query, _values(wanted))]


def _of(wanted: Query) -> Iterator[str]:
    """The conditions on one decision, or on one player."""
    if wanted.name is not None:
        yield "name = :name"
    if wanted.seat is not None:
        yield "seat = :seat"
    if wanted.phase is not None:
        yield "phase = :phase"
    if wanted.loss is not None:
        yield "loss >= :loss"


def _of_rules(wanted: Query) -> list[str]:
    return [] if wanted.rules is None else ["substr(rules || ' ', 1, length(:rules) + 1) = :rules || ' '"]


def _all_of(conditions: Any) -> str:
    return " AND ".join(conditions) or "TRUE"


def _values(wanted: Query) -> dict[str, Any]:
    return {
        "name": wanted.name,
        "seat": wanted.seat,
        "rules": wanted.rules,
        "phase": wanted.phase and wanted.phase.value,
        "loss": wanted.loss,
        "limit": wanted.limit,
    }


def progress(db: sqlite3.Connection, name: str) -> PlayerProgress:
    """How a player does, over all records that are reviewed."""
    query = f"""
        {_CURRENT} SELECT phase, loss, error FROM {_DECISIONS}
        WHERE name = ? AND NOT forced AND loss IS NOT NULL
    """
    losses = defaultdict(list)
    for phase, loss, error in db.execute(query, (name,)):
        losses[Phase(phase)].append((loss, error))
    return PlayerProgress({phase: _mean(losses[phase]) for phase in Phase if phase in losses}, _by_record(db, name))


def _mean(losses: list[tuple[float, float]]) -> Estimate:
    """The mean loss.  Its error is what the spread of the losses tells, but no less than their own errors leave.

    Of a few losses that are alike by chance the spread alone would tell too little.
    """
    found = Estimate.of(loss for loss, _ in losses)
    assert found is not None
    spread = found.standard_error if found.n > 1 else 0.0
    return replace(found, standard_error=max(spread, hypot(*(error for _, error in losses)) / found.n))


def _by_record(db: sqlite3.Connection, name: str) -> list[Graded]:
    query = f"""
        {_CURRENT} SELECT record, added, seat, count(loss), sum(loss), sum(error * error), luck, skill
        FROM current JOIN players USING (record) JOIN records ON records.id = record
        LEFT JOIN (SELECT * FROM decisions WHERE NOT forced) USING (record, key, seat)
        LEFT JOIN outcomes USING (record, key, seat)
        WHERE name = ? GROUP BY record, seat ORDER BY added, records.rowid, seat
    """
    return [
        Graded(id, datetime.fromisoformat(added), Seat(seat), *_grade(number, loss, squares), number, luck, skill)
        for id, added, seat, number, loss, squares, luck, skill in db.execute(query, (name,))
    ]


def _grade(number: int, loss: float | None, squares: float | None) -> tuple[float | None, float | None]:
    """The loss of a decision in thousandths, and its error."""
    if not number or loss is None or squares is None:
        return None, None
    return 1000 * loss / number, 1000 * sqrt(squares) / number
