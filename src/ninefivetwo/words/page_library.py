"""Texts of the pages at /library: the list of deals, the files to add, and a player's progress."""

from __future__ import annotations

from ninefivetwo.words.template import Template

# The deals.

YOUR_PROGRESS = Template("Progress")
DOWNLOAD_ALL = Template("Download all")
FILES_HELP = Template(
    "You can drop files anywhere on this page: records (.n52), logs saved from Board Game Arena (.json, experimental) "
    "or another library (.sqlite). Downloads leave out unfinished matches."
)
DEALS = Template("Deals")
SEARCH = Template("Search")
SEARCH_HINT = Template("part of a name, title, date …")
ANY_RULES = Template("any rules")
SORT = Template("Sort")
NEWEST_FIRST = Template("newest first")
WORST_FIRST = Template("worst first")
BEST_FIRST = Template("most accurate first")
BY_PLAYER = Template("by player")
DEALER_HEAD = Template("Dealer")
LEFT_HEAD = Template("Left")
RIGHT_HEAD = Template("Right")
UNTITLED = Template("Untitled")
UNFINISHED = Template("unfinished")
REVIEWED = Template("✓ reviewed")
OUTDATED = Template("review outdated")
NOT_REVIEWED = Template("not reviewed")
SHOW_REVIEW = Template("Show review")
REVIEW = Template("Review")
WHOLE_MATCH = Template("Whole match")
SAVE = Template("Save")
PLAYER_RESULT = Template("{tricks} ({points})")
PLAYER_ACCURACY = Template("accuracy {accuracy}")
SELECT = Template("Select")
ACTIONS = Template("Actions")
SELECT_DEAL = Template("Select {event}, deal {number}")
DELETE = Template("Delete")
DELETE_DEAL = Template("Delete {event}, deal {number}")
DELETE_SELECTED = Template("Delete {number} selected {number:deal|deals}")
DEALS_DELETED = Template("{deals} deleted, with {deals:its|their} reviews and puzzles.")
DEALS_RESTORED = Template("{deals} restored.")
RECENTLY_DELETED = Template("Recently deleted")
DELETION = Template("{event}, deal {number}: {players}, {date}. Deleted {time}.")
DELETIONS = Template(
    "{event}, deal {number}: {players}, {date}; and {more} more {more:deal|deals}. Deleted {time}."
)
RESTORE = Template("Restore")
RESTORE_DEAL = Template("Restore {event}, deal {number}")
DEALS_SHOWN = Template("{deals}, {number} shown")
NO_MATCHES = Template("No matching deals.")
NO_DEALS = Template("There are no deals yet. Play a deal, or add files.")
SHOW_MORE = Template("Show more")
SKIPPED = Template("Skipped:")

# Files.

ADD_FILES = Template("Add files")
FILES_ADDED = Template("Added files")
FILE_PROGRESS = Template("Progress of {file}")
STOP_FILE = Template("Stop {file}")
WAITING = Template("Waiting")
SENDING = Template("Sending")
FILE_CHECKED = Template("Checked {number} of {all}.")
FILE_CHECKED_TIME = Template("Checked {number} of {all}, {time} left.")
FILE_STORED = Template("Stored {number} of {all}.")
ADDED = Template("✓ Done: {deals}")
NOT_STARTED = Template("✗ Not started.")
STOPPED_BEFORE = Template("Stopped. Nothing was added.")
REFUSED = Template("✗ Refused:")
FILE_TOO_LARGE = Template("✗ Refused: larger than {number} MiB. Add the file with n52 library add.")
LIBRARY_TOO_LARGE = Template("✗ Refused: larger than {number} MiB. Add the library with n52 library import.")

# Progress.

PLAYER_REVIEWED = Template("{player} ({number} of {all} reviewed)")
CHOOSE = Template("choose")
PEOPLE = Template("People")
COMPUTERS = Template("Computers")
NO_DEALS_YET = Template("The library has no deals of yours yet. Play a deal, or add files.")
NONE_REVIEWED = Template("None of these deals has been reviewed yet. A review shows what each decision was worth.")
DEALS_OF = Template("Show {player.whose} deals")
ACCURACY_IN = Template("Accuracy {accuracy} over {deals}.")
LOST_EACH = Template("Average loss: {tricks} per decision, over {decisions} with a choice.")
ACCURACY_CURVE = Template("Accuracy over time")
ACCURACY_PLOT = Template("Accuracy over the last {number} deals, deal by deal; now {accuracy} of 100")
ACCURACY_LEGEND = Template("Line: the last {number} deals combined, ± one standard error. Points: single deals.")
ACCURACY_MEANS = Template(
    "Accuracy: 100 means no avoidable loss; club players average about 80. ± is one standard error."
)
LUCK_PLOT = Template("Luck and skill in tricks, deal by deal")
LUCK_LEGEND = Template("Luck: the cards dealt, the kitty and the exchange. Skill: your own decisions. Both in tricks.")
BY_PHASE = Template("By phase")
BY_RULES = Template("By rule set")
GRADE_BAR = Template("{accuracy}, {decisions}")
TOO_FEW = Template("not rated yet")
DEAL_BY_DEAL = Template("Deal by deal")
HEAD_DEAL = Template("deal")
HEAD_DATE = Template("date")
HEAD_SEAT = Template("seat")
HEAD_DECISIONS = Template("decisions")
HEAD_ACCURACY = Template("accuracy")
HEAD_LUCK = Template("luck")
HEAD_SKILL = Template("skill")
