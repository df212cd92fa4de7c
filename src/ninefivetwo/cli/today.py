"""`ninefivetwo today`: the deal of the day, and how one stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import click

from ninefivetwo.cli.options import ParsedChoice, env_var, library_option, open_library
from ninefivetwo.cli.play import MatchTable, SavedMatch
from ninefivetwo.cli.terminal import console, print_prose, working
from ninefivetwo.errors import DailyError, quoted
from ninefivetwo.keep.daily import (
    begun,
    check_not_to_come,
    daily_deal,
    days_played,
    keep_finished,
    level_results,
    new_daily,
    result_on,
    streak_of,
)
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.library import TERMINAL, Library
from ninefivetwo.words.drills import rating_text
from ninefivetwo.words.figures import Column, TextTable, figures, plural, signed
from ninefivetwo.words.kept import compared_words, deal_words, result_words


def parse_day(text: str) -> date:
    """Read a day.  Raises DailyError."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise DailyError(f"not a date: {quoted(text)} (expected such as 2026-11-01)") from None


@click.command()
@click.option("--play", "plays", is_flag=True, help="Play it: once in earnest, later for practice.")
@click.option(
    "--date",
    "when",
    type=ParsedChoice("date", parse_day, []),
    metavar="DATE",
    help="Use the deal of an earlier day; it does not count.  [default: today]",
)
@click.option("--name", envvar=env_var("name"), metavar="TEXT", default="You", help="Your name.  [default: You]")
@library_option
def today(plays: bool, when: date | None, name: str, path: Path | None) -> None:
    """Show or play the deal of the day.

    \b
    Examples:
      n52 today
      n52 today --play --name Ann
    """
    now = datetime.now(UTC)
    this_day = local_day(now)
    day = when or this_day
    check_not_to_come(day, this_day)  # its cards would be known beforehand
    with open_library(path) as library:
        keep_finished(library, TERMINAL, now)
        if plays:
            play_daily(library, day, this_day, name)
        show_today(library, day, this_day, now)


def local_day(now: datetime) -> date:
    """The day that it is on this machine."""
    return now.astimezone().date()


def play_daily(library: Library, day: date, this_day: date, name: str) -> None:
    """Play a day's deal, or play it on.  Raises DailyError for a day to come."""
    session = begun(library, TERMINAL, day) or new_daily(library, TERMINAL, day, this_day, name)
    saved = SavedMatch(library, daily=True)
    saved.save(session)
    MatchTable(session, saved).play()


def show_today(library: Library, day: date, this_day: date, now: datetime) -> None:
    """Print the deal of a day, one's result beside the computers', and how one stands."""
    deal, own, out = daily_deal(day), result_on(library, TERMINAL, day), console()
    print_prose(out, f"Deal of the day, {day:%A} {day.day} {day:%B %Y}", deal_words(deal))
    if own is None:
        if begun(library, TERMINAL, day) is not None:
            print_prose(out, "Begun, not finished; play on: today --play")
        else:
            print_prose(out, "Not played yet: today --play" if day == this_day else "Not played on its day.")
    else:
        with working("playing"):
            levels = level_results(library, deal, now)
        print_prose(out, f"You won {result_words(own.tricks, own.score)}. {compared_words(own.tricks, levels)}")
        rows = [[name, str(row.tricks), signed(row.score)] for name, row in [*levels.items(), ("you", own)]]
        out.print(TextTable([Column("in your seat"), *figures("tricks", "points")], rows))
    print_prose(out, *standing(library, this_day, now))


def standing(library: Library, this_day: date, now: datetime) -> Iterator[str]:
    """Days in a row, problems due, and the rating."""
    streak = streak_of(days_played(library, TERMINAL), this_day)
    if streak.best:
        yield f"{plural(streak.now, 'day')} in a row; most so far {streak.best}"
    drills = Drills(library)
    due, rating = sum(count.due for count in drills.counts(now).values()), drills.ratings(now).player
    yield f"{plural(due, 'problem')} due again (drill all); your rating at drills: {rating_text(rating)}"
