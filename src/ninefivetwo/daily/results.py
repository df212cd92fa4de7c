"""The deal of the day as one person plays it: once in earnest, which counts, and then again to learn from."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from ninefivetwo.daily.deal import daily_deal
from ninefivetwo.daily.levels import result_of
from ninefivetwo.errors import DailyError, quoted
from ninefivetwo.library import DailyRow, Library, record_id
from ninefivetwo.library.keeping import SOURCE
from ninefivetwo.session import Due, GameSession, session_of

_SLOT = " daily"  # after the owner's name: where the match of a deal of the day is kept


def slot_of(owner: str) -> str:
    """Under which name an owner's deal of the day is kept, beside the match under way."""
    return owner + _SLOT


def read_today(text: str, now: datetime) -> date:
    """A person's own date, as `2026-11-22`.  Raises DailyError for no date, and for one that is now nowhere."""
    day, today = _read_date(text), now.astimezone(UTC).date()
    if abs((day - today).days) > 1:
        raise DailyError(f"{day} is today nowhere (expected a day next to {today})")
    return day


def read_day(text: str, today: date) -> date:
    """Today or an earlier day.  Raises DailyError for no date, and for a day to come."""
    day = _read_date(text)
    check_not_to_come(day, today)
    return day


def check_not_to_come(day: date, today: date) -> None:
    """Raises DailyError for a day to come."""
    if day > today:
        raise DailyError(f"the deal of {day} is played on {day} (expected a day up to {today})")


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DailyError(f"no date: {quoted(text)} (expected such as 2026-11-22)") from error


def result_on(library: Library, owner: str, day: date) -> DailyRow | None:
    """What an owner made of a day's deal, None while that is open."""
    return next((row for row in library.daily_of_owner(owner) if row.date == day), None)


def begun(library: Library, owner: str, day: date) -> GameSession | None:
    """The owner's match of this day's deal that counts, if it is under way."""
    saved = library.session(slot_of(owner))
    session = None if saved is None else session_of(saved[0])
    ours = session is not None and session.daily == day.isoformat() and not session.training
    return session if ours and session is not None and session.due is not Due.OVER else None


def new_daily(library: Library, owner: str, day: date, today: date, name: str) -> GameSession:
    """A match of a day's deal: in earnest where it counts, which is on the day itself and once; else for training.

    Raises DailyError for a day to come, and while today's deal is under way, whose place another would take; GameError
    for a name that cannot be.
    """
    check_not_to_come(day, today)
    if begun(library, owner, today) is not None:
        raise DailyError(f"the deal of {today} is under way (expected it played to its end first)")
    counts = day == today and result_on(library, owner, day) is None
    return daily_deal(day).session(name, training=not counts)


def keep_daily(library: Library, owner: str, session: GameSession, now: datetime) -> bool:
    """Keep the result of a deal of the day that counts, and its record, once it is over.

    False where there is nothing to keep: then it is no such deal, not over, to learn from, or kept already.
    """
    if not session.daily or session.training or session.due is not Due.OVER:
        return False
    player, day = owner.removesuffix(_SLOT), date.fromisoformat(session.daily)
    if result_on(library, player, day) is not None:  # its record, too, which may have been deleted since
        return False
    library.add_records(session.records(), SOURCE)
    row = DailyRow(
        player,
        day,
        now,
        *result_of(session),
        record_id(session.match),
    )
    return library.add_daily(row)


def keep_finished(library: Library, owner: str, now: datetime) -> None:
    """Keep the result of a deal of the day that is over and not kept: where the program was ended between both."""
    saved = library.session(slot_of(owner))
    if saved is not None:
        keep_daily(library, owner, session_of(saved[0]), now)


def days_played(library: Library, owner: str) -> dict[date, DailyRow]:
    """An owner's results, by day."""
    return {row.date: row for row in library.daily_of_owner(owner)}


def weeks_until(today: date, number: int) -> list[list[date]]:
    """The days of so many weeks, Monday first, of which the last is today's."""
    monday = today - timedelta(days=today.weekday())
    return [[monday + timedelta(days=7 * week + day) for day in range(7)] for week in range(1 - number, 1)]
