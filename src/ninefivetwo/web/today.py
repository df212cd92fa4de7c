"""Today: the deal of the day with one's result beside the computers', days in a row, what is due, and the rating."""

from __future__ import annotations

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
from ninefivetwo.keep.drills.ratings import Rating, Ratings
from ninefivetwo.keep.drills.weakness import weaknesses
from ninefivetwo.keep.library import DailyRow, Library
from ninefivetwo.keep.session import LEVELS, session_text
from ninefivetwo.web.drill import lost_words
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, answer, owner, player_name, read, site_of, stream
from ninefivetwo.words.figures import minus, plural, signed
from ninefivetwo.words.kept import compared_words, deal_words, result_words, weakness_words

WEEKS = 5  # in the calendar
WEAKNESSES = 3  # shown
POINTS = 120  # of the rating's line at most
STANDING = {"played": "Played today.", "begun": "Under way."}
TABLE = "/?table=daily"  # where the deal of the day is played


class TodayAsked(msgspec.Struct, frozen=True):
    """What the page asks: the reader's own date and name, and the day that he looks at; empty for today."""

    today: str
    name: str = ""
    day: str = ""


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
            telling.tell({"day": day_shown(library, who, today, day)})
        telling.tell({"weak": weak_themes(library, asked.name)})

    return stream(request, job)


async def play(request: Request) -> Response:
    """Begin the day's deal, or go on with it; the first time on its day counts."""
    asked, now = await read(request, TodayAsked), clock()
    library, who = site_of(request).library, owner(request)
    today, day = _days(asked, now)
    await run_in_threadpool(_begin, library, who, day, today, player_name(asked.name))
    return answer({"go": TABLE})


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


def today_shown(library: Library, who: str, today: date, day: date, now: datetime) -> dict[str, object]:
    """What is known at once: the day's deal, the last weeks, days in a row, what is due, the rating over time.

    standing: the day's deal and the problems as a page tells of them in passing, "" where there is nothing to tell.
    """
    played, drills = days_played(library, who), Drills(library)
    streak, counts, rated = streak_of(played, today), drills.counts(now), drills.ratings(now)
    player, shown = rated.player, day_shown(library, who, today, day)
    due, unseen = sum(count.due for count in counts.values()), sum(count.unseen for count in counts.values())
    by_kind = ", ".join(f"{kind} {count.due}" for kind, count in counts.items() if count.due)
    days = f"{plural(streak.now, 'day')} in a row."
    return {
        "today": today.isoformat(),
        "day": shown,
        "weeks": [[_calendar_day(day, played, today) for day in week] for week in weeks_until(today, WEEKS)],
        "streak": f"{days} Most so far: {streak.best}." if streak.best else "None yet.",
        "due": {
            "any": due > 0,
            "words": f"{plural(due, 'problem')} due again" if due else "No problem is due again",
            "rest": f"{f' ({by_kind})' if by_kind else ''}, {unseen} never tried.",
        },
        "rating": f"{player.rating:.0f} ± {player.deviation:.0f}",
        "ratings": [*_line(rated), _point(now, player)],
        "standing": {
            "day": _day_standing(str(shown["state"]), f" {days}" if streak.now else ""),
            "due": f"{due} {'is' if due == 1 else 'are'} due again today." if due else "",
        },
    }


def _day_standing(state: str, days: str) -> str:
    if state in STANDING:
        return STANDING[state] + days
    return f"Not yet played today.{days}" if days else ""


def day_shown(library: Library, who: str, today: date, day: date) -> dict[str, object]:
    """A day's deal as it stands for a reader: what the computers make of it is no secret once it is played.

    state: "open", "begun", "played", or "missed" on its day.  levels: what a computer player of each level makes of the
    deal in the reader's seat, and the reader; null before all is known.
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
        "levels": [*rows, ["You", str(row.tricks), minus(signed(row.score))]] if rows else None,
    }


def weak_themes(library: Library, name: str) -> list[dict[str, object]]:
    """What the reader of this name loses most by, in the deals that were reviewed."""
    return [
        {"name": weak.name, "words": f"{weakness_words(weak)}: {lost_words(weak)}"}
        for weak in weaknesses(library, player_name(name))[:WEAKNESSES]
    ]


def _calendar_day(day: date, played: dict[date, DailyRow], today: date) -> dict[str, object]:
    """A day of the calendar: points over or under one's contract, null where the deal was not played."""
    score = minus(signed(played[day].score)) if day in played else None
    return {"date": day.isoformat(), "score": score, "later": day > today}


def _line(rated: Ratings) -> list[dict[str, float]]:
    """The rating over time, the last point of each of so many equal parts."""
    points = [_point(when, rating) for when, rating in rated.history]
    step = max(1, -(-len(points) // POINTS))
    return points[::-1][::step][::-1]


def _point(when: datetime, rating: Rating) -> dict[str, float]:
    """The reader's rating after an answer; `at` in seconds since 1970."""
    return {"at": when.timestamp(), "rating": rating.rating, "deviation": rating.deviation}
