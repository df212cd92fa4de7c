"""The page at /today, with the deal of the day, the streak, the puzzles due, and the rating."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.keep.daily import (
    Streak,
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
from ninefivetwo.keep.drills.ratings import PROVISIONAL, Rating, Ratings
from ninefivetwo.keep.drills.weakness import weaknesses
from ninefivetwo.keep.library import DailyRow, Library
from ninefivetwo.keep.session import LEVELS, session_text
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, answer, owner, player_name, read, site_of, stream
from ninefivetwo.words.drills import KIND_WORDS
from ninefivetwo.words.figures import in_digits, minus, plural, signed, tricks_words
from ninefivetwo.words.kept import compared_words, deal_words, rating_text, result_words, weakness_words
from ninefivetwo.words.speaker import YOU
from ninefivetwo.words.template import Term, say

WEEKS = 5  # in the calendar
WEAKNESSES = 3  # shown
POINTS = 120  # maximum number of points on the rating's curve
STANDING = {"played": "Played today.", "begun": "In progress."}
TABLE = "/play?table=daily"  # address at which the deal of the day is played


class TodayAsked(msgspec.Struct, frozen=True):
    """A request of this page, with the user's date and name, and the day to show (empty for today)."""

    today: str
    name: str = ""
    day: str = ""


def routes() -> list[Route]:
    """Return the routes of this page and of its requests."""
    return [
        Route("/today", today_page),
        Route("/api/today", shown, methods=["POST"]),
        Route("/api/today/play", play, methods=["POST"]),
    ]


def today_page(request: Request) -> Response:
    """Return the page without content; its script requests the content with the user's date."""
    return page("Today", "/today", "today.js", {}, styles=("pages.css", "today.css"))


async def shown(request: Request) -> Response:
    """Send the stored data of the page, then the computed data."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)

    def job(telling: Telling) -> None:
        keep_finished(library, who, now)
        telling.tell(today_shown(library, who, today, day, now))
        if day in days_played(library, who) and len(kept_levels(library, daily_deal(day))) < len(LEVELS):
            level_results(library, daily_deal(day), now, telling.tick)
            telling.tell({"day": day_shown(library, who, today, day)})
        telling.tell({"weak": weak_themes(library, asked.name)})

    return stream(request, job)


async def play(request: Request) -> Response:
    """Start or continue the deal of a day."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)
    await run_in_threadpool(_begin, library, who, day, today, player_name(asked.name))
    return answer({"go": TABLE})


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


def today_shown(library: Library, who: str, today: date, day: date, now: datetime) -> dict[str, object]:
    """Return the stored data of the page.

    `standing` contains sentences for the home page on the day's deal and on the puzzles due, which may be empty.
    """
    played, drills = days_played(library, who), Drills(library)
    streak, counts, rated = streak_of(played, today), drills.counts(now), drills.ratings(now)
    shown = day_shown(library, who, today, day)
    due, unseen = sum(count.due for count in counts.values()), sum(count.unseen for count in counts.values())
    kinds = ", ".join(f"{KIND_WORDS[kind].name} {count.due}" for kind, count in counts.items() if count.due)
    rest = [say("Puzzles due by kind: {kinds}.", kinds=Term(kinds))] if kinds else []
    days = _streak_words(streak)
    return {
        "today": today.isoformat(),
        "day": shown,
        "weeks": [[_calendar_day(day, played, today) for day in week] for week in weeks_until(today, WEEKS)],
        "streak": days,
        "due": {
            "any": due > 0,
            "words": say("{number} {number:puzzle|puzzles} due.", number=in_digits(due))
            if due
            else "No puzzle is due.",
            "rest": " ".join([*rest, say("{number} new {number:puzzle|puzzles}.", number=in_digits(unseen))]),
        },
        "rating": rating_text(rated),
        "ratings": [] if rated.missing else [*_line(rated), _point(now, rated.player)],
        "standing": {
            "day": _day_standing(str(shown["state"]), streak),
            "due": say("{number} {number:puzzle|puzzles} due for review today.", number=in_digits(due)) if due else "",
        },
    }


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


def day_shown(library: Library, who: str, today: date, day: date) -> dict[str, object]:
    """Return the deal of a day, with the computers' results if the user has played the deal.

    state: "open", "begun", "played", or "missed" (not played on its day). levels: the results of computers of each
    level in the user's seat, then the user's result; null without results.
    """
    deal, row = daily_deal(day), days_played(library, who).get(day)
    shown: dict[str, object] = {"date": day.isoformat(), "words": deal_words(deal), "levels": None}
    if row is None:
        return shown | {"state": "begun" if begun(library, who, day) else "open" if day == today else "missed"}
    levels = kept_levels(library, deal)
    rows = [[level, str(kept.tricks), minus(signed(kept.score))] for level, kept in levels.items()]
    return shown | {
        "state": "played",
        "result": result_words(row.tricks, row.score),
        "record": row.record,
        "compared": compared_words(row.tricks, levels),
        "levels": [*rows, [YOU, str(row.tricks), minus(signed(row.score))]] if rows else None,
    }


def weak_themes(library: Library, name: str) -> list[dict[str, object]]:
    """Return a player's biggest weaknesses, based on reviewed deals."""
    return [
        {
            "name": weak.name,
            "words": say(
                "{weakness}: {tricks} lost in {decisions}",
                weakness=Term(weakness_words(weak)),
                tricks=tricks_words(weak.lost),
                decisions=plural(weak.mistakes, "decision"),
            ),
        }
        for weak in weaknesses(library, player_name(name))[:WEAKNESSES]
    ]


def _calendar_day(day: date, played: dict[date, DailyRow], today: date) -> dict[str, object]:
    """Return a day of the calendar, with the user's points or null if the deal was not played."""
    score = minus(signed(played[day].score)) if day in played else None
    return {"date": day.isoformat(), "score": score, "later": day > today}


def _line(rated: Ratings) -> list[dict[str, float]]:
    """Return the rating over time, without the first provisional ratings, reduced to at most `POINTS` points."""
    points = [_point(when, rating) for when, rating in rated.history[PROVISIONAL - 1 :]]
    step = max(1, -(-len(points) // POINTS))
    return points[::-1][::step][::-1]


def _point(when: datetime, rating: Rating) -> dict[str, float]:
    """Return the rating after an answer; `at` is in seconds since 1970."""
    return {"at": when.timestamp(), "rating": rating.rating, "deviation": rating.deviation}
