"""Texts of the pages at /settings and /rules."""

from __future__ import annotations

from ninefivetwo.words.template import Template

# Settings.

SAVED_HERE = Template("Saved in this browser. Changes apply at once.")
PLAYERS = Template("You and your opponents")
LEVELS_ABOUT = Template("How strong each level is")
FIRST_SEAT = Template("Your first seat")
ADVICE_OPPONENTS = Template("Opponents assumed in advice on a hand")
AS_USUAL = Template("{level} (default)")
AT_THE_TABLE = Template("At the table")
SPEED = Template("Speed")
SLOW = Template("slow")
NORMAL = Template("normal")
FAST = Template("fast")
NO_MOTION = Template("no animation")
SOUNDS = Template("Sounds")
AUTOPLAY = Template("Auto-play forced cards")
CONFIRM = Template("Confirm each card with a second click")
RATE_MOVES = Template("Rate my moves")
LOOKS = Template("Appearance")
THEME = Template("Theme")
SYSTEM = Template("system")
LIGHT = Template("light")
DARK = Template("dark")
SUIT_COLOURS = Template("Suit colours")
FOUR = Template("four")
TWO = Template("two")
SUIT_ORDER = Template("Order of suits in a hand")
THIS_BROWSER = Template("This browser")
COACH_AGAIN = Template("Show the first steps again")
COACH_NEXT_DEAL = Template("The first steps appear with the next deal.")
FORGET = Template("Clear everything in this browser")
FORGET_TITLE = Template("Clear everything in this browser?")
FORGET_WORDS = Template(
    "This deletes your settings and this browser's link to its unfinished match. Records and reviews stay in the "
    "library."
)
FORGET_YES = Template("Clear")
FORGET_NO = Template("Cancel")

# Rules.

RULES_OF = Template("Rule set")
RULES_SHOW = Template("Show")
RULES_USE = Template("Play by these rules")
STRATEGY = Template("Strategy for beginners")
FOR_EXAMPLE = Template("For example: {example} ({source})")
SOURCES = Template("Sources: {sources}.")
DETAILS = Template("Details")
FIELDS = Template("Field by field")
PIC_SEATS = (Template("Dealer"), Template("Left of the dealer"), Template("Right of the dealer"))
PIC_NEEDS = Template("needs {number}")
PIC_EACH = Template("{number} for each player")
PIC_KITTY = Template("Kitty: {number}")
PIC_DEALER_HOLDS = Template("Dealer's hand: {number}")
PIC_DISCARD = Template("Discard: {number}")
PIC_UP = Template("{player} is up by {number}")
PIC_DOWN = Template("{player} is down by {number}")
PIC_GIVES = Template("{player} gives")
PIC_RETURNS = Template("{player} returns")
PIC_LED = Template("led")
PIC_FOLLOWS = Template("follows suit")
PIC_RUFFS = Template("ruffs and wins")
PIC_MUST = Template("{card} is led. With this hand, you must play a diamond.")
PIC_TRICKS = Template("{tricks}, contract {number}")
FIELDS_ABOUT = Template("The fields of this rule set. You can change every field.")
KEYS = Template("Keys")
KEY_COLUMNS = (Template("where"), Template("key"), Template("action"))

EVERYWHERE, HAND, TURN = Template("everywhere"), Template("a hand"), Template("a turn")
MATCH, PUZZLE = Template("a match"), Template("a puzzle")
ANALYSIS, REVIEWED_DEAL = Template("an analysis"), Template("a review")
#: For each keyboard shortcut: the page on which it works, the key, and the effect.
KEY_ROWS = (
    (EVERYWHERE, "Tab", Template("go to the next button, link or field")),
    (EVERYWHERE, "Enter", Template("press the button or follow the link")),
    (EVERYWHERE, "Esc", Template("close a message; stop an analysis")),
    (HAND, "← → Home End", Template("go from card to card")),
    (HAND, "Enter, space", Template("play the card, or pick it for a discard or a gift")),
    (TURN, "S H D C N", Template("call spades, hearts, diamonds, clubs or no-trump")),
    (TURN, "Enter", Template("discard or give the cards picked (outside the hand)")),
    (MATCH, "Enter", Template("play now; continue")),
    (MATCH, "?", Template("get a hint")),
    (MATCH, "U", Template("undo")),
    (MATCH, "!", Template("claim the remaining tricks")),
    (MATCH, "L", Template("turn the last trick up or down")),
    (MATCH, "T", Template("try a mistake again")),
    (MATCH, "Y", Template("replay the finished deal")),
    (MATCH, "← → Home End", Template("in a replay: go from card to card")),
    (MATCH, "H", Template("in a replay: show all hands or only yours")),
    (MATCH, "B", Template("in a replay: show the best line, or go back to the deal")),
    (MATCH, "N", Template("start the next deal or a new match, or go back")),
    (MATCH, "R", Template("review the deal")),
    (MATCH, "M", Template("review the match")),
    (PUZZLE, "N", Template("go to the next puzzle")),
    (PUZZLE, "C", Template("show all hands after your answer")),
    (PUZZLE, "← →", Template("go to the previous or next card")),
    (ANALYSIS, "?, Enter", Template("get advice")),
    (ANALYSIS, "U", Template("go back one card")),
    (ANALYSIS, "N", Template("go to the next card of the record")),
    (ANALYSIS, "L", Template("go back to the record")),
    (ANALYSIS, "V", Template("show or hide the value of every card")),
    (REVIEWED_DEAL, "← → Home End", Template("go to the previous, next, first or last step")),
    (REVIEWED_DEAL, "M", Template("go to the next mistake")),
    (REVIEWED_DEAL, "T", Template("rotate the seats")),
)
