"""Texts of the home page at /: the match in progress, a new match, the deal of the day, and recent results."""

from __future__ import annotations

from ninefivetwo.words.template import Template

GOOD_MORNING = Template("Good morning")
GOOD_AFTERNOON = Template("Good afternoon")
GOOD_EVENING = Template("Good evening")

# The match in progress.

YOUR_MATCH = Template("Continue your match")
MATCH_DEAL = Template("Deal {number}: you need {tricks}")
MATCH_DEALER = Template("You are the dealer.")
MATCH_SEAT = Template("You sit on the dealer's {place}.")
MATCH_SO_FAR = Template("You have won {tricks} so far.")

# A new match.

GAME = Template(
    "Three players with sixteen cards each, and a kitty of four. The dealer needs {dealer} tricks, the player on the "
    "dealer's left {left} and the third player {right}."
)
RULES_SOURCE = Template("Rules from {source}.")
PLAY_NOW = Template("Play now")
NEW_HERE = Template("New to 9-5-2? Read {link}. Hints show you what to play.")
RULES_LINK = Template("the rules")
OPTIONS = Template("Rules, opponents and seat")
MODE = Template("Mode")
CHOOSE_PRACTICE = Template("practice (hints and undo)")
CHOOSE_REAL = Template("for real (no hints or undo)")
RULE_CHANGES = Template("Rule changes (field=value)")

# The other panels.

TODAYS_DEAL = Template("Today's deal")
DAY_ABOUT = Template("A new deal every day, the same for everybody.")
TO_TODAYS_DEAL = Template("Play today's deal")
TO_TODAYS_RESULT = Template("See the result")
PUZZLES = Template("Puzzles")
DUE_ABOUT = Template("Short puzzles from real deals, each with an explanation.")
RECENT = Template("Recent results")
RECENT_NONE = Template("No results yet. Each deal that you finish appears here, with its review.")
RESULT_DEAL = Template("Deal {number} with {players}")
RESULT_TRICKS = Template("{number} of {tricks}")
MORE_PAGES = Template("More pages")
