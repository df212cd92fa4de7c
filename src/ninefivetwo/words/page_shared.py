"""Texts that several pages show: the page frame, cards, the table, advice, and sharing.

A script uses the name of a constant, as in `say("UNDO")`. `web/page_texts.py` gives each page the texts that its
scripts use.
"""

from __future__ import annotations

from ninefivetwo.words.template import Template

# The frame.

HOME = Template("Home")
PLAY = Template("Play")
PRACTISE = Template("Practise")
TODAY = Template("Today")
ANALYSE = Template("Analyse")
LIBRARY = Template("Library")
RULES = Template("Rules")
SETTINGS = Template("Settings")
PAGE_TITLE = Template("{title} · 9-5-2")
SKIP_LINKS = Template("Skip to content")
PAGES = Template("Pages")
NOT_FOUND = Template("Page not found")
NO_PAGE = Template("There is no page at this address.")
LINK_BROKEN = Template("This link does not work")
LINK_INCOMPLETE = Template("This link is incomplete or damaged.")
TO_HOME = Template("Go to Home")
SERVER_GONE = Template("The server does not answer. Is n52 serve still running?")
SERVER_FAULT = Template("Something went wrong")
SERVER_FAULT_WORDS = Template("The server could not make this page. The terminal of n52 serve has the details.")
SERVER_FAILED = Template("The server answered with error {number}.")

# Buttons and headings that several pages share.

BACK = Template("Back")
CLOSE = Template("Close")
CONTINUE = Template("Continue")
DONE = Template("Done")
NEXT = Template("Next")
STOP = Template("Stop")
UNDO = Template("Undo")
TRY_AGAIN = Template("Try again")
NUMBER_OF = Template("{number} of {all}")
PLAYER = Template("Player")
TRUMP = Template("Trump")
TABLE = Template("Table")
SO_FAR = Template("So far")
NOTHING_YET = Template("Nothing yet.")
WORKING = Template("Working …")
STOPPED = Template("Stopped.")
DEAL_NUMBER = Template("Deal {number}")
DEAL_OF_EVENT = Template("{event}, deal {number}")
REVIEW_DEAL = Template("Review this deal")
TO_LIBRARY = Template("Back to the library")
TO_PUZZLES = Template("Go to the puzzles")
WEAKNESSES = Template("Biggest weaknesses")
LUCK_AND_SKILL = Template("Luck and skill")
HEAD_TRICKS = Template("tricks")
YOUR_NAME = Template("Your name")
YOUR_SEAT = Template("Your seat")
ON_YOUR_LEFT = Template("On your left")
ON_YOUR_RIGHT = Template("On your right")
SEAT_DRAW = Template("by draw (highest card deals)")
SEAT_DEALER = Template("dealer")
SEAT_LEFT = Template("left of the dealer")
SEAT_RIGHT = Template("right of the dealer")

#: The style of play of each level of computer player.
LEVEL_NOTES = {
    "beginner": Template(
        "knows the rules but does not count cards; plays one card in four at random, and often discards or gives just "
        "the lowest cards"
    ),
    "rule": Template("follows rules of thumb, counts the cards and makes no careless mistakes"),
    "club": Template("counts the cards and chooses without delay, as learned from simulated deals"),
    "expert": Template(
        "gives, calls and discards like a club player, but chooses cards by playing out thirty possible deals, or "
        "hundreds if the choice is close"
    ),
    "master": Template("plays out hundreds of possible deals before every choice, and plays to win the match"),
}

# Cards, and the table.

CARD = Template("{rank} of {suit}")
THE_CARD = Template("the {card}")
CARD_OF = Template("{player}: {card}")
CARD_TO = Template("{card}, to {player}")
CARD_PLACE = Template("{card}, {place}")
CARDS_HELD = Template("{number} {number:card|cards}")
FROM_PLAYER = Template("from {player}")
YOUR_HAND = Template("Your hand")
HAND_OF = Template("{player.whose} hand")
NO_TRUMP_SIGN = Template("NT")
TRICK = Template("Trick")
TRICKS = Template("Tricks")
KITTY = Template("Kitty")
DISCARDS = Template("Discards")
DEALER = Template("dealer")
LEFT = Template("left")
RIGHT = Template("right")
COMPUTER = Template("computer")
MADE = Template("made")
DOWN = Template("down")
ON_TURN = Template("{player}, whose turn it is")
TRICKS_WON = Template("{number} {number:trick|tricks}")
PIPS_OPEN = Template("{number} of {contract} tricks")
PIPS_MADE = Template("{number} of {contract} tricks, contract made")
PIPS_DOWN = Template("{number} of {contract} tricks, contract out of reach")
TRUMP_IS = Template("{trump} are trump")
YOUR_CHOICES = Template("Your choices")
MUST_FOLLOW = Template("You must follow {suit}.")
PRESS_AGAIN = Template("Press {card} again to play it.")
PICKED = Template("{number} of {all} picked")
GIVE_TO = Template("Give {number} {number:card|cards} to {player}")
MAY_GIVE_TO = Template("You may give up to {number} {number:card|cards} to {player}")
CALL = Template("Call")
CALL_TRUMP = Template("Call {trump}")
DISCARD = Template("Discard")
GIVE = Template("Give")
LOOK = Template("Look at the kitty")
LOOK_NOT = Template("Do not look")
MOVE_GIVES = Template("{player} {player:give|gives} {cards} to {other}.")
MOVE_RETURNS = Template("{player} {player:return|returns} {cards} to {other}.")
MOVE_SHOWS = Template("{player} {player:show|shows} {cards} to {other}.")
MOVE_DISCARDS = Template("{player} {player:discard|discards} {cards}.")
MOVE_TAKES = Template("{player} {player:take|takes} the kitty.")
MOVE_TAKES_SEEN = Template("{player} {player:take|takes} the kitty: {cards}.")
PLAYS_CARD = Template("{player} {player:play|plays} {card}.")
WINS_TRICK = Template("{player} {player:win|wins} the trick.")
LAST_TRICK = Template("Last trick")
TURN_IT_UP = Template("Turn it up")
TRICK_WON = Template("{player} won")
TAKE_BACK = Template("Take back")

# Messages about the turn: of the user, of another player, or of a player whose cards are open.

TURN_LEAD = Template("Your turn to lead.")
TURN_FOLLOW = Template("Your turn: {suit} were led.")
GIFT = Template("{cards} to {player}")
YOU_GIVE = Template("Give {gifts}")
YOU_MAY_GIVE = Template("You may give {gifts}")
YOU_LOOK = Template("Look at the kitty before you call?")
YOU_CALL = Template("Call trump")
YOU_DISCARD = Template("Discard {cards}")
YOU_LEAD = Template("Lead any card")
YOU_FOLLOW = Template("Follow {suit}")
YOU_PLAY = Template("No {suit}: play any card")
WAITING_GIFT = Template("Waiting for {player} to give cards")
WAITING_LOOK = Template("Waiting for {player}, who may look at the kitty")
WAITING_CALL = Template("Waiting for {player} to call trump")
WAITING_DISCARD = Template("Waiting for {player} to discard")
WAITING_LEAD = Template("Waiting for {player} to lead")
WAITING_PLAY = Template("Waiting for {player} to play")
TO_GIVE = Template("{player} to give {gifts}")
MAY_GIVE = Template("{player} may give {gifts}")
MAY_LOOK = Template("{player} may look at the kitty")
TO_CALL = Template("{player} to call trump")
TO_DISCARD = Template("{player} to discard {cards}")
TO_LEAD = Template("{player} to lead")
TO_FOLLOW = Template("{player} to follow {suit}")
TO_PLAY = Template("{player} to play any card (no {suit})")
TRY_DISCARD = Template("Try another discard ({cards})")
TRY_GIFT = Template("Try another gift")
TRY_OTHER_CALL = Template("Try another call")

# Advice and lines of play.

THINKING = Template("Thinking …")
ADVICE_FIRST = Template("Quick answer. Analysing …")
ADVICE_EARLY = Template("Based on few deals so far. Analysing …")
ADVICE_SHARP = Template("Refining …")
SHOW_NUMBERS = Template("Show numbers")
FIGURES = Template("All figures")
CHOICES_COMPARED = Template("Choices compared")
SIMILAR_HANDS = Template("Similar hands")
CALLS_COMPARED = Template("Results of each call with similar hands")
BAR_MADE = Template(", contract made")
BAR_DOWN = Template(", contract not made")
LINE_WINS = Template(" and wins the trick")
LINE_EXAMPLE = Template("For example:")
SHOW_IN_REVIEW = Template("Show in the review")
OPEN_REVIEW = Template("Open the review")

# Sharing.

SHARE = Template("Share")
COPY_LINK = Template("Copy link")
COPY_THIS_LINK = Template("Copy this link")
LINK = Template("Link")
LINK_COPIED = Template("Link copied. The link contains all the data; nothing is stored elsewhere.")
PICTURE = Template("Picture")
NO_PICTURE = Template("No picture is available.")
SAVE_PNG = Template("Save as PNG")
SAVE_SVG = Template("Save as SVG")
PLAY_ON = Template("Play on from here")
PLAY_ON_TITLE = Template("Take the seat of the player to act, against two club players")
