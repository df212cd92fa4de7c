"""What became of a library's content, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ninefivetwo.words.cards import plural

_ONE = {
    "records": "deal",
    "reviews": "review",
    "problems": "problem",
    "answers": "answer",
    "schedule": "problem's date",
    "daily": "result of a deal of the day",
    "sessions": "match under way",
}
_MANY = {"result of a deal of the day": "results of deals of the day", "match under way": "matches under way"}


def merged_words(counts: Mapping[str, int]) -> str:
    """What was taken over from another library: `3 deals, 2 reviews`; `nothing new`."""
    parts = [_counted(number, _ONE[kind]) for kind, number in counts.items() if number]
    return ", ".join(parts) or "nothing new"


def added_words(new: Sequence[bool]) -> str:
    """What became of deals, of each whether it was new: `12 deals, 10 of them new`."""
    number = sum(new)
    return plural(len(new), "deal") + (", all new" if number == len(new) else f", {number or 'none'} of them new")


def _counted(number: int, what: str) -> str:
    return f"{number} {_MANY[what]}" if number != 1 and what in _MANY else plural(number, what)
