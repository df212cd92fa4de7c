"""Texts of the page at /today: the deal of the day, the user's streak, the puzzles due, and the drill rating."""

from __future__ import annotations

from ninefivetwo.words.template import Template

DEAL_OF_DAY = Template("Deal of the day")
EARLIER_DEAL = Template("Earlier deal")
PLAY_DAY = Template("Play it")
PLAY_PRACTICE = Template("Play for practice")
PLAY_AGAIN = Template("Play again for practice")
DAY_OPEN = Template(
    "Everybody gets the same cards. Only your first try counts. Then you see how computer players do in your seat."
)
DAY_BEGUN = Template("In progress.")
DAY_MISSED = Template("Missed. You can still play it for practice.")
COMPARING = Template("The computer players are still playing …")
LEVELS_CAPTION = Template("How computer players of each level do with this deal")
IN_YOUR_SEAT = Template("In your seat")
POINTS = Template("Points")

STREAK = Template("Streak")
STREAK_NOW = Template("{number}-day streak (best {best}).")
STREAK_OVER = Template("No current streak (best {best}).")
STREAK_NONE = Template("No streak yet.")
PLAYED_TODAY = Template("Played today.")
NOT_PLAYED_TODAY = Template("Not played yet today.")
CALENDAR_CAPTION = Template("Recent weeks: tricks above or below your target")
DAY_NOT_PLAYED = Template("{date}: not played")
DAY_POINTS = Template("{date}: {points} points")

DUE_TODAY = Template("Due today")
PUZZLES_DUE = Template("{number} {number:puzzle|puzzles} due.")
NOTHING_DUE = Template("No puzzle is due.")
DUE_BY_KIND = Template("Puzzles due by kind: {kinds}.")
PUZZLES_NEW = Template("{number} new {number:puzzle|puzzles}.")
DUE_FOR_REVIEW = Template("{number} {number:puzzle|puzzles} due for review today.")
NEW_PUZZLES = Template("Try new puzzles")

RATING = Template("Drill rating")
RATING_ABOUT = Template("{rating}, based on your first answer to each puzzle.")
RATING_LATER = Template("The curve appears once the rating covers three days.")
RATING_PLOT = Template("Rating over time, from {low} to {high}; now {rating}")
RATING_BAND = Template("The band is a 68 % interval around the rating.")

WEAKNESS = Template("{weakness}: {tricks} lost in {decisions}")
TRAIN = Template("Train this")
WEAK_LATER = Template("Review some of your deals first.")
