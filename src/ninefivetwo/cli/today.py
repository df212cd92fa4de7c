"""The command `today`, which shows or plays the deal of the day."""

from __future__ import annotations

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
    keep_finished,
    level_results,
    new_daily,
    streak_of,
)
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.library import TERMINAL, Library
from ninefivetwo.words.figures import Column, TextTable, figures, signed
from ninefivetwo.words.kept import compared_words, day_heading, deal_words, not_played, standing, you_won


def parse_day(text: str) -> date:
    """Parse a date. Raises DailyError."""
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise DailyError(f"not a date: {quoted(text)} (expected such as 2026-11-01)") from None


@click.command()
@click.option("--play", "plays", is_flag=True, help="Play the deal; only the first attempt counts.")
@click.option(
    "--date",
    "when",
    type=ParsedChoice("date", parse_day, []),
    metavar="DATE",
    help="Use the deal of an earlier day, for practice.  [default: today]",
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
    check_not_to_come(day, this_day)  # The cards of a future deal would be known in advance.
    with open_library(path) as library:
        keep_finished(library, TERMINAL, now)
        if plays:
            session = begun(library, TERMINAL, day) or new_daily(library, TERMINAL, day, this_day, name)
            saved = SavedMatch(library, daily=True)
            saved.save(session)
            MatchTable(session, saved).play()
        show_today(library, day, this_day, now)


def local_day(now: datetime) -> date:
    """Return the date in the local time zone."""
    return now.astimezone().date()


def show_today(library: Library, day: date, this_day: date, now: datetime) -> None:
    """Print a day's deal, the results of the user and of computer players, and the user's streak and rating."""
    deal, own, out = daily_deal(day), library.days_played(TERMINAL).get(day), console()
    print_prose(out, day_heading(day), deal_words(deal))
    if own is None:
        print_prose(out, not_played(day, this_day, begun(library, TERMINAL, day) is not None))
    else:
        with working("playing the computers' deals"):
            levels = level_results(library, deal, now)
        print_prose(out, you_won(own.tricks, own.score), compared_words(own.tricks, levels))
        rows = [[name, str(row.tricks), signed(row.score)] for name, row in [*levels.items(), ("you", own)]]
        out.print(TextTable([Column("in your seat"), *figures("tricks", "points")], rows))
    drills, streak = Drills(library), streak_of(library.days_played(TERMINAL), this_day)
    due = sum(count.due for count in drills.counts(now).values())
    print_prose(out, *standing(streak, due, drills.ratings(now)))
