"""Days in a row on which somebody played the deal of the day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Streak:
    """`now`: days in a row up to today, or up to yesterday while today is open.  `best`: most days in a row ever."""

    now: int
    best: int


def streak_of(days: Collection[date], today: date) -> Streak:
    """The streak by the days played.

    >>> streak_of({date(2026, 11, 20), date(2026, 11, 21)}, date(2026, 11, 22))
    Streak(now=2, best=2)
    """
    best, run, before = 0, 0, None
    for day in sorted(days):
        run = run + 1 if before is not None and day - before == _DAY else 1
        best, before = max(best, run), day
    last = today if today in days else today - _DAY
    now = 0
    while last in days:
        now, last = now + 1, last - _DAY
    return Streak(now, best)
