"""Times in a library's file: text in UTC that sorts as time runs."""

from __future__ import annotations

from datetime import UTC, datetime

from ninefivetwo.errors import LibraryError


def now_text() -> str:
    """This moment."""
    return time_text(datetime.now(UTC))


def time_text(when: datetime) -> str:
    """A time as text.  Raises LibraryError for one without a time zone."""
    if when.tzinfo is None:
        raise LibraryError(f"a time without its zone: {when} (expected UTC)")
    return when.astimezone(UTC).isoformat(timespec="microseconds")
