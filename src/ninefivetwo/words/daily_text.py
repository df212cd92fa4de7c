"""Texts about the deal of the day in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from ninefivetwo.keep.daily import Streak
from ninefivetwo.keep.drills.ratings import Ratings
from ninefivetwo.words.drills import rating_text
from ninefivetwo.words.kept import result_words
from ninefivetwo.words.template import Amount, Template

HEADING = Template("Deal of the day, {date}")
IN_PROGRESS = "In progress. Continue with: n52 today --play"
NOT_PLAYED = "Not played yet. Play it with: n52 today --play"
MISSED = Template("Missed. You can still play it for practice: n52 today --play --date {date}")
YOU_WON = Template("You won {tricks}.")
STREAK = Template("{number}-day streak (best {best}).")
DUE = Template("{number} {number:puzzle is|puzzles are} due. To solve puzzles: n52 drill all")
NOTHING_DUE = "No puzzle is due."
RATING = Template("Your drill rating: {rating}.")


def heading(day: date) -> str:
    """Return the heading of a day's deal: "Deal of the day, Sunday 1 November 2026"."""
    return HEADING(date=Amount(f"{day:%A} {day.day} {day:%B %Y}"))


def not_played(day: date, today: date, begun: bool) -> str:
    """Return the reason why the user has no result for a day's deal."""
    if begun:
        return IN_PROGRESS
    return NOT_PLAYED if day == today else MISSED(date=Amount(f"{day}"))


def you_won(tricks: int, score: int) -> str:
    """Return the user's result: "You won 9 tricks, on target."."""
    return YOU_WON(tricks=Amount(result_words(tricks, score)))


def standing(streak: Streak, due: int, rated: Ratings) -> Iterator[str]:
    """Yield the user's streak, the number of puzzles due, and the drill rating."""
    if streak.best:
        yield STREAK(number=Amount(f"{streak.now}"), best=Amount(f"{streak.best}"))
    puzzles = DUE(number=Amount(f"{due}", first=due == 1)) if due else NOTHING_DUE
    yield f"{puzzles}"
    yield RATING(rating=rating_text(rated))
