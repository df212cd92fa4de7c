"""The page at /today, with the deal of the day, the streak, the puzzles due, and the rating."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.keep.daily import (
    Streak,
    begun,
    daily_deal,
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
from ninefivetwo.keep.drills.ratings import PROVISIONAL, Rating, Ratings
from ninefivetwo.keep.drills.weakness import weaknesses
from ninefivetwo.keep.library import DailyRow, Library
from ninefivetwo.keep.session import LEVELS, session_text
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.play_match import Address
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Done, Telling, answer, owner, player_name, read, site_of, stream
from ninefivetwo.words.drills import KIND_WORDS, weakness_line
from ninefivetwo.words.figures import in_digits, minus, signed
from ninefivetwo.words.kept import compared_words, deal_words, rating_text, result_words
from ninefivetwo.words.speaker import YOU
from ninefivetwo.words.template import Term, say

WEEKS = 5  # in the calendar
WEAKNESSES_TODAY = 3  # shown
CURVE_POINTS = 120  # maximum number of points on the rating's curve
STANDING = {"played": "Played today.", "begun": "In progress."}
DAILY_ADDRESS = "/play?table=daily"  # address at which the deal of the day is played


class TodayAsked(Struct, frozen=True):
    """A request of this page, with the user's date and name, and the day to show (empty for today)."""

    today: str
    name: str = ""
    day: str = ""


class DayDeal(Struct, frozen=True, kw_only=True):
    """The deal of a day (a date in ISO form) that the user has not finished; `missed` was not played on its day."""

    date: str
    words: str
    levels: None = None
    state: Literal["open", "begun", "missed"]


class DayPlayed(Struct, frozen=True, kw_only=True):
    """The deal of a day that the user has played.

    date: in ISO form. levels: the name, tricks and points of computers of each level in the user's seat, and at the end
    the user's; null until they are computed. result, compared: sentences. record: the id of the record.
    """

    date: str
    words: str
    levels: list[tuple[str, str, str]] | None
    state: Literal["played"] = "played"
    result: str
    record: str
    compared: str


DayShown = DayDeal | DayPlayed


class CalendarDay(Struct, frozen=True):
    """A day of the calendar (a date in ISO form), with the user's points, null if the deal was not played.

    later: whether the day is in the future
    """

    date: str
    score: str | None
    later: bool


class PuzzlesDue(Struct, frozen=True):
    """Sentences on the puzzles due, and on their kinds and new puzzles; `any` is whether a puzzle is due."""

    any: bool
    words: str
    rest: str


class RatingPoint(Struct, frozen=True):
    """The drill rating and its deviation after an answer; `at` is in seconds since 1970."""

    at: float
    rating: float
    deviation: float


class Standing(Struct, frozen=True):
    """Sentences for the home page on the day's deal and on the puzzles due, which may be empty."""

    day: str
    due: str


class TodayShown(Struct, frozen=True):
    """The stored data of the page.

    today: the user's date in ISO form. weeks: the calendar's weeks of seven days, oldest first. streak, rating: texts.
    ratings: the rating over time, empty without a rating.
    """

    day: DayShown
    weeks: list[list[CalendarDay]]
    streak: str
    due: PuzzlesDue
    rating: str
    ratings: list[RatingPoint]
    standing: Standing


class WeakTheme(Struct, frozen=True):
    """A weakness of the user, with a sentence on the tricks lost."""

    name: str
    words: str


class TodayMore(Struct, frozen=True):
    """Data of the page that is computed after the stored data: the day with the computers' results, or weaknesses."""

    day: DayShown | UnsetType = UNSET
    weak: list[WeakTheme] | UnsetType = UNSET


def routes() -> list[Route]:
    """Return the routes of this page and of its requests."""
    return [
        Route("/today", today_page),
        Route("/api/today", shown, methods=["POST"]),
        Route("/api/today/play", play, methods=["POST"]),
    ]


def today_page(request: Request) -> Response:
    """Return the page without content; its script requests the content with the user's date."""
    return page("Today", "/today", "today.js", Done(), ("pages.css", "today.css"), filled("today.html"))


async def shown(request: Request) -> Response:
    """Send the stored data of the page, then the computed data."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)

    def job(telling: Telling) -> None:
        keep_finished(library, who, now)
        telling.tell(today_shown(library, who, today, day, now))
        if day in library.days_played(who) and len(kept_levels(library, daily_deal(day))) < len(LEVELS):
            level_results(library, daily_deal(day), now, telling.tick)
            telling.tell(TodayMore(day=day_shown(library, who, today, day)))
        telling.tell(TodayMore(weak=weak_themes(library, asked.name)))

    return stream(request, job)


async def play(request: Request) -> Response:
    """Start or continue the deal of a day."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)
    await run_in_threadpool(_begin, library, who, day, today, player_name(asked.name))
    return answer(Address(DAILY_ADDRESS))


def _begin(library: Library, who: str, day: date, today: date, name: str) -> None:
    """Start a match with the deal of a day, unless this match is in progress. Raises DailyError, GameError."""
    if begun(library, who, day) is None:
        session, saved = new_daily(library, who, day, today, name), library.session(slot_of(who))
        library.save_session(slot_of(who), session_text(session), saved and saved[1])


def clock() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


def _days(asked: TodayAsked, now: datetime) -> tuple[date, date]:
    """Return the user's date and the day to show. Raises DailyError for an invalid or future day."""
    today = read_today(asked.today, now)
    return today, read_day(asked.day, today) if asked.day else today


def today_shown(library: Library, who: str, today: date, day: date, now: datetime) -> TodayShown:
    """Return the stored data of the page."""
    played, drills = library.days_played(who), Drills(library)
    streak, counts, rated = streak_of(played, today), drills.counts(now), drills.ratings(now)
    shown = day_shown(library, who, today, day)
    due, unseen = sum(count.due for count in counts.values()), sum(count.unseen for count in counts.values())
    kinds = ", ".join(f"{KIND_WORDS[kind].name} {count.due}" for kind, count in counts.items() if count.due)
    rest = [say("Puzzles due by kind: {kinds}.", kinds=Term(kinds))] if kinds else []
    return TodayShown(
        shown,
        [[_calendar_day(day, played, today) for day in week] for week in weeks_until(today, WEEKS)],
        _streak_words(streak),
        PuzzlesDue(
            due > 0,
            say("{number} {number:puzzle|puzzles} due.", number=in_digits(due)) if due else "No puzzle is due.",
            " ".join([*rest, say("{number} new {number:puzzle|puzzles}.", number=in_digits(unseen))]),
        ),
        rating_text(rated),
        [] if rated.missing else [*_line(rated), _point(now, rated.player)],
        Standing(
            _day_standing(shown.state, streak),
            say("{number} {number:puzzle|puzzles} due for review today.", number=in_digits(due)) if due else "",
        ),
    )


def _streak_words(streak: Streak) -> str:
    if not streak.best:
        return "No streak yet."
    best = in_digits(streak.best)
    return (
        say("{number}-day streak (best {best}).", number=in_digits(streak.now), best=best)
        if streak.now
        else say("No current streak (best {best}).", best=best)
    )


def _day_standing(state: str, streak: Streak) -> str:
    """Return sentences on today's deal and on the streak, or an empty text."""
    if state not in STANDING and not streak.now:
        return ""
    return " ".join([STANDING.get(state, "Not played yet today."), *([_streak_words(streak)] if streak.now else [])])


def day_shown(library: Library, who: str, today: date, day: date) -> DayShown:
    """Return the deal of a day, with the computers' results if the user has played the deal."""
    deal, row = daily_deal(day), library.days_played(who).get(day)
    words = deal_words(deal)
    if row is None:
        state: Literal["open", "begun", "missed"] = "open" if day == today else "missed"
        return DayDeal(date=day.isoformat(), words=words, state="begun" if begun(library, who, day) else state)
    levels = kept_levels(library, deal)
    rows = [(level, str(kept.tricks), minus(signed(kept.score))) for level, kept in levels.items()]
    return DayPlayed(
        date=day.isoformat(),
        words=words,
        levels=[*rows, (YOU, str(row.tricks), minus(signed(row.score)))] if rows else None,
        result=result_words(row.tricks, row.score),
        record=row.record,
        compared=compared_words(row.tricks, levels),
    )


def weak_themes(library: Library, name: str) -> list[WeakTheme]:
    """Return a player's biggest weaknesses, based on reviewed deals."""
    return [
        WeakTheme(weak.name, weakness_line(weak)) for weak in weaknesses(library, player_name(name))[:WEAKNESSES_TODAY]
    ]


def _calendar_day(day: date, played: dict[date, DailyRow], today: date) -> CalendarDay:
    score = minus(signed(played[day].score)) if day in played else None
    return CalendarDay(day.isoformat(), score, day > today)


def _line(rated: Ratings) -> list[RatingPoint]:
    """Return the rating over time, without the first provisional ratings, reduced to at most `CURVE_POINTS` points."""
    points = [_point(when, rating) for when, rating in rated.history[PROVISIONAL - 1 :]]
    step = max(1, -(-len(points) // CURVE_POINTS))
    return points[::-1][::step][::-1]


def _point(when: datetime, rating: Rating) -> RatingPoint:
    return RatingPoint(when.timestamp(), rating.rating, rating.deviation)
