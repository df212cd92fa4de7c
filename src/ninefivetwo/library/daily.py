"""Results of the deals of the days in a library's file: one for each player and date, which stays as it is."""

from __future__ import annotations

import sqlite3
from datetime import date, datetime

from ninefivetwo.library.rows import DailyRow
from ninefivetwo.library.times import time_text


def add_daily(db: sqlite3.Connection, row: DailyRow) -> bool:
    """Keep a result; False where this player has one of this date already, which stays."""
    values = (row.owner, row.date.isoformat(), time_text(row.at), row.tricks, row.score, row.record)
    return db.execute("INSERT INTO daily VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", values).rowcount == 1


def daily_of_owner(db: sqlite3.Connection, owner: str) -> list[DailyRow]:
    """A player's results, by date."""
    return _rows(db, "owner = ? ORDER BY date", owner)


def daily_of_date(db: sqlite3.Connection, day: date) -> list[DailyRow]:
    """All results of a date, by player."""
    return _rows(db, "date = ? ORDER BY owner", day.isoformat())


def _rows(db: sqlite3.Connection, which: str, value: str) -> list[DailyRow]:
    query = f"SELECT owner, date, at, tricks, score, record FROM daily WHERE {which}"
    return [
        DailyRow(owner, date.fromisoformat(day), datetime.fromisoformat(at), tricks, score, record)
        for owner, day, at, tricks, score, record in db.execute(query, (value,))
    ]
