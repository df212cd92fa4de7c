"""Texts of the page at /play: a match against the computer."""

from __future__ import annotations

from ninefivetwo.words.template import Template

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
IDLE_PRACTICE = Template("Not sure what to do? Press Hint for advice based on what you can see.")
IDLE_REAL = Template("You are playing for real: no hints and no undo.")
IDLE_REPLAY = Template(
    "You are replaying a copy of this position. Your match is unchanged. Press Back to return to your match."
)

# The first steps.

COACH_LABEL = Template("First steps, {number} of {all}")
SKIP_ALL = Template("Skip all")
COACH_PLATES = Template("Each player's name plate shows the tricks won so far and the tricks needed.")
COACH_HAND = Template("Your hand is at the bottom. The line above it says what to do. Press a card to play it.")
COACH_RAIL = Template("Here you find advice, the last trick, the cards still out, and the score.")
COACH_HINT = Template("Not sure? Press Hint for advice based only on what you can see.")
COACH_UNDO = Template("In practice mode, you can take back any number of choices.")

# Beside the table.

ACTIONS = Template("Actions")
SEE_CARDS = Template("Cards")
MATCH_HEAD = Template("Match")
MATCH_SCORE = Template("match")
RAIL = Template("Advice, last trick and cards still out")
ALL_TRICKS = Template("All tricks")
CARDS_STILL_OUT = Template("Cards still out")
CARD_YOURS = Template("{card}: yours")
CARD_GONE = Template("{card}: gone")
CARD_OUT = Template("{card}: still out")
KEY_YOURS = Template("yours")
KEY_GONE = Template("gone")
OF_CONTRACT = Template("of {number}")
LOG = Template("Log")
NO_TRICK_YET = Template("No trick yet.")
TRICK_LED = Template("{number}. {player} led")
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
REPLAY = Template("Replay")
REPLAY_STEP = Template("Step of the deal")
BEST_LINE = Template("Best line")
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
