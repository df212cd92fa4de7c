"""Texts of the page at /: a match against the computer, and the options for a new match."""

from __future__ import annotations

from ninefivetwo.words.template import Template

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
TODAYS_DEAL = Template("Today's deal")
DAY_ABOUT = Template("A new deal every day, the same for everybody.")
TO_TODAYS_DEAL = Template("Play today's deal")
PUZZLES = Template("Puzzles")
DUE_ABOUT = Template("Short puzzles from real deals, each with an explanation.")

# A match.

DEAL_TITLE = Template("Deal {number} · {rules} · {mode}")
DAILY_TITLE = Template("Deal of the day · {rules} · {mode}")
MODE_PRACTICE = Template("practice")
MODE_REAL = Template("for real")
MODE_REPLAY = Template("replay")
STALE = Template("The match continued in another window. You now see its current state.")
HINT = Template("Hint")
HINT_TITLE = Template("Get advice on this choice (key ?)")
UNDO_TITLE = Template("Take back your last choice (key U)")
CLAIM = Template("Claim")
CLAIM_TITLE = Template("Claim all remaining tricks, if you are certain to win them (key !)")
MORE = Template("More")
NEW_MATCH = Template("New match")
SAVE_RECORD = Template("Save record")
LEAVE_TITLE = Template("Start another match?")
LEAVE_WORDS = Template("The current match ends here. Its finished deals stay in your library.")
LEAVE = Template("End this match")
STAY = Template("Keep playing")
IDLE_PRACTICE = Template("Not sure what to do? Press Hint for advice and reasons, based only on what you can see.")
IDLE_REAL = Template("You are playing for real: no hints and no undo.")
IDLE_REPLAY = Template(
    "You are replaying a copy of this position. Your match is unchanged. Press Back to return to your match."
)

# The first steps.

COACH_LABEL = Template("First steps, {number} of {all}")
SKIP_ALL = Template("Skip all")
COACH_PLATES = Template("Each player's name plate shows the tricks won so far and the tricks needed.")
COACH_HAND = Template("Your hand is at the bottom. The line above it says what to do. Press a card to play it.")
COACH_RAIL = Template("Here you find advice, the tricks so far, the cards played, and a log of the deal.")
COACH_HINT = Template("Not sure? Press Hint for advice based only on what you can see.")
COACH_UNDO = Template("In practice mode, you can take back any number of choices.")

# Beside the table.

RAIL = Template("Advice, tricks and log")
RAIL_TABS = Template("Side panel")
ADVICE = Template("Advice")
LOG = Template("Log")
NO_CARD_YET = Template("No card has been played yet.")
TRICK_LED = Template("{number}. {player} led")
TRICK_WON = Template("{player} won")
LATEST_FIRST = Template("Latest trick first")
CARDS_GONE = Template("Cards played")
FAIR = Template("Fair dealing")
FAIR_FINGERPRINT = Template("Fingerprint of this deal, fixed before its first card: {code}")
FAIR_LATER = Template("After the last card, you see the text from which the fingerprint was made.")
FAIR_LINE = Template("The fingerprint is the SHA-256 hash of this line: {code}")
FAIR_SEED = Template("Seed of the match: {code}")
FAIR_COMMAND = Template(
    "Run {code} on the saved record to check the fingerprint, and whether each computer used only its own view."
)
FAIR_FITS = Template("✓ Checked in your browser: the fingerprint matches.")
FAIR_DIFFERS = Template("✗ Checked in your browser: the fingerprint does not match!")

# Notes shown on the table about the draw, the exchange and the end of a deal.

DRAW_FOR_DEALER = Template("Draw for dealer")
DREW_HIGHEST = Template("{player} drew the highest card and {player:deal|deals} first.")
YOUR_TARGET = Template("Your target is {number} tricks.")
DEAL = Template("Deal")
EXCHANGE = Template("The exchange")
HEAD_POINTS = Template("points")
NEXT_DEAL = Template("Next deal")
REVIEW_MATCH = Template("Review the match")
KEY = Template("Key {key}")
DAILY_OVER = Template("Deal of the day finished")
DEAL_OVER = Template("Deal {number} finished")
MATCH_WON = Template("{winners} won the match")
ANALYSING = Template("Analysing …")
ANALYSING_TIME = Template("Analysing … {time}")
ANALYSING_QUEUED = Template("Analysing … after {reviews}")
ANALYSING_QUEUED_TIME = Template("Analysing … {time}, after {reviews}")
DELETED = Template("This deal was deleted from the library, so there is no review.")
