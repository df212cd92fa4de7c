"""Today: the deal of the day with one's result beside the computers', days in a row, what is due, and the rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.keep.daily import (
    begun,
    daily_deal,
    days_played,
    keep_finished,
    kept_levels,
    level_results,
    new_daily,
    read_day,
    read_today,
    slot_of,
    streak_of,
    weeks_until,
)
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.ratings import Ratings
from ninefivetwo.keep.drills.weakness import weaknesses
from ninefivetwo.keep.library import DailyRow, Library
from ninefivetwo.keep.session import LEVELS, session_text
from ninefivetwo.web.asking import answer, owner, read
from ninefivetwo.web.settings import player_name
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import site_of
from ninefivetwo.web.stream import Telling, stream
from ninefivetwo.words.kept import compared_words, deal_words, result_words, weakness_words

WEEKS = 5  # in the calendar
WEAKNESSES = 3  # shown
POINTS = 120  # of the rating's line at most
TABLE = "/?table=daily"  # where the deal of the day is played


class TodayAsked(msgspec.Struct, frozen=True):
    """What the page asks: the reader's own date and name, and the day that he looks at; empty for today."""

    today: str
    name: str = ""
    day: str = ""


class LevelTricks(msgspec.Struct, frozen=True):
    """What a computer player of a level makes of the deal in the reader's seat."""

    level: str
    tricks: int
    score: int


class DayShown(msgspec.Struct, frozen=True):
    """A day's deal.  `state`: "open", "begun", "played", or "missed" on its day.  `levels` only once it is played."""

    date: str
    state: str
    words: str
    result: str = ""
    tricks: int = 0
    score: int = 0
    record: str = ""
    compared: str = ""
    levels: list[LevelTricks] | None = None


class CalendarDay(msgspec.Struct, frozen=True):
    """A day of the calendar: points over or under one's contract, None where the deal was not played."""

    date: str
    score: int | None
    later: bool


class KindDue(msgspec.Struct, frozen=True):
    """How many problems of a kind are due, and how many were never answered."""

    kind: str
    due: int
    unseen: int


class RatingPoint(msgspec.Struct, frozen=True):
    """The reader's rating after an answer; `at` in seconds since 1970."""

    at: float
    rating: float
    deviation: float


class TodayShown(msgspec.Struct, frozen=True):
    """All that the page shows at once."""

    today: str
    day: DayShown
    weeks: list[list[CalendarDay]]
    streak: int
    best: int
    due: list[KindDue]
    rating: RatingPoint
    ratings: list[RatingPoint]


class WeakTheme(msgspec.Struct, frozen=True):
    """Something that the reader loses tricks by, in the deals that were reviewed."""

    name: str
    words: str
    lost: float
    mistakes: int


class MoreOfToday(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes later: the day again, with what the computers make of its deal; one's weaknesses."""

    day: DayShown | None = None
    weak: list[WeakTheme] | None = None


class TableAt(msgspec.Struct, frozen=True):
    """Where the deal is played."""

    go: str


def routes() -> list[Route]:
    """The page, what it shows, and the way to the table."""
    return [
        Route("/today", today_page),
        Route("/api/today", shown, methods=["POST"]),
        Route("/api/today/play", play, methods=["POST"]),
    ]


def today_page(request: Request) -> Response:
    """The page; only the browser knows which day it is there, so it asks for the rest."""
    return page("Today", "/today", "today.js", {}, styles=("today.css",))


async def shown(request: Request) -> Response:
    """What the page shows: at once what is known, then what has to be worked out."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)

    def job(telling: Telling) -> None:
        keep_finished(library, who, now)
        telling.tell(today_shown(library, who, today, day, now))
        if day in days_played(library, who) and len(kept_levels(library, daily_deal(day))) < len(LEVELS):
            level_results(library, daily_deal(day), now, telling.tick)
            telling.tell(MoreOfToday(day=day_shown(library, who, today, day)))
        telling.tell(MoreOfToday(weak=weak_themes(library, asked.name)))

    return stream(request, job)


async def play(request: Request) -> Response:
    """Begin the day's deal, or go on with it; the first time on its day counts."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)
    await run_in_threadpool(_begin, library, who, day, today, player_name(asked.name))
    return answer(TableAt(TABLE))


def _begin(library: Library, who: str, day: date, today: date, name: str) -> None:
    """Have a match of the day's deal at its table, unless it is under way.  Raises DailyError, GameError."""
    if begun(library, who, day) is None:
        session, saved = new_daily(library, who, day, today, name), library.session(slot_of(who))
        library.save_session(slot_of(who), session_text(session), saved and saved[1])


def clock() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def _days(asked: TodayAsked, now: datetime) -> tuple[date, date]:
    """The reader's date, and the day that he looks at.  Raises DailyError for what is none, or to come."""
    today = read_today(asked.today, now)
    return today, read_day(asked.day, today) if asked.day else today


def today_shown(library: Library, who: str, today: date, day: date, now: datetime) -> TodayShown:
    """What is known at once."""
    played, drills = days_played(library, who), Drills(library)
    streak, rated = streak_of(played, today), drills.ratings(now)
    return TodayShown(
        today.isoformat(),
        day_shown(library, who, today, day),
        [[_calendar_day(each, played, today) for each in week] for week in weeks_until(today, WEEKS)],
        streak.now,
        streak.best,
        [KindDue(kind, count.due, count.unseen) for kind, count in drills.counts(now).items()],
        RatingPoint(now.timestamp(), rated.player.rating, rated.player.deviation),
        _line(rated),
    )


def day_shown(library: Library, who: str, today: date, day: date) -> DayShown:
    """A day's deal as it stands for a reader: what the computers make of it is no secret once it is played."""
    deal, row = daily_deal(day), days_played(library, who).get(day)
    if row is None:
        state = "begun" if begun(library, who, day) else "open" if day == today else "missed"
        return DayShown(day.isoformat(), state, deal_words(deal))
    levels = kept_levels(library, deal)
    return DayShown(
        day.isoformat(),
        "played",
        deal_words(deal),
        result_words(row.tricks, row.score),
        row.tricks,
        row.score,
        row.record,
        compared_words(row.tricks, levels),
        [LevelTricks(level, found.tricks, found.score) for level, found in levels.items()] or None,
    )


def weak_themes(library: Library, name: str) -> list[WeakTheme]:
    """What the reader of this name loses most by."""
    found = weaknesses(library, player_name(name))
    return [WeakTheme(w.name, weakness_words(w), round(w.lost, 1), w.mistakes) for w in found[:WEAKNESSES]]


def _calendar_day(day: date, played: dict[date, DailyRow], today: date) -> CalendarDay:
    return CalendarDay(day.isoformat(), played[day].score if day in played else None, day > today)


def _line(rated: Ratings) -> list[RatingPoint]:
    """The rating over time, the last point of each of so many equal parts."""
    points = [RatingPoint(s.when.timestamp(), s.rating.rating, s.rating.deviation) for s in rated.history]
    return _thinned(points)


def _thinned(points: Sequence[RatingPoint]) -> list[RatingPoint]:
    step = max(1, -(-len(points) // POINTS))
    return list(points[::-1][::step][::-1])
