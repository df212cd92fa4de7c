"""Texts of the page at /analyse: choices from one hand, three open hands, and positions opened from a shared link."""

from __future__ import annotations

from ninefivetwo.words.template import Template

HAND_TITLE = Template("Analyse a hand")
HANDS_TITLE = Template("Analyse three hands")
POSITION_TITLE = Template("Analyse a position")
WHAT_TO_ANALYSE = Template("What to analyse")
ONE_HAND = Template("One hand")
THREE_HANDS = Template("Three hands")

# The cards from which a hand is entered.

CARDS = Template("Cards")
PICK_INTO = Template("Put cards into")
PICKED_IN = Template("{place} · {number}")
PICKED_OF = Template("{place} · {number} of {all}")
PLAYED = Template("played")
YOURS = Template("yours")
PREVIOUS_CARD = Template("Previous card")
NEXT_CARD = Template("Next card")

# One hand.

AT_DEALER = Template("the dealer")
AT_LEFT = Template("the left player")
AT_RIGHT = Template("the right player")
YOUR_CARDS = Template("Your cards")
DISCARDED = Template("Discarded")
TYPED = Template("As text")
POSITION = Template("Position")
YOUR_QUESTION = Template("Your question")
PLAY_CARD = Template("Play a card")
WHAT_TO_CALL = Template("What should I call?")
WHAT_TO_DISCARD = Template("What should I discard?")
WHAT_TO_GIVE = Template("What should I give?")
WHAT_TO_PLAY = Template("What should I play?")
CARDS_TO_CALL = Template("Mark sixteen cards, plus the kitty's four if you have seen them.")
CARDS_TO_DISCARD = Template("Mark all twenty cards, including the kitty's four.")
CARDS_TO_GIVE = Template("Mark the sixteen cards that you hold now.")
CARDS_TO_PLAY = Template("Mark the sixteen cards that you held when play began, or the cards that you hold now.")
CARDS_OF_DEALER = Template(
    "Mark the cards that you held when play began, or the cards that you hold now. Mark your discard too."
)
NOT_CALLED = Template("not called yet")
CARDS_TO = Template("Cards to give {player}")
AFTER_EXCHANGE = Template("After an exchange")
EXCHANGE_HELP = Template("Enter every card that you gave or received, including returns.")
GAVE_TO = Template("You gave {player}")
GOT_FROM = Template("You got from {player}")
KITTY_SHOWN = Template("Kitty cards shown to you")
LAST_RESULTS = Template("Results of the previous deal, if needed")
TRICKS_SO_FAR = Template("Tricks so far")
TRICK_BEGUN = Template("{cards}, led by {player}.")
TRICK_WHOLE = Template("{cards}, led by {player}; {winner} won.")
MARK_CARDS = Template("Mark your {all} cards first ({number} so far).")
MARK_AND_TRUMP = Template("Mark your cards and choose trump.")
ENTER_GIFTS = Template("Enter how many cards you give each opponent.")
YOUR_CALL_NEXT = Template("Your call.")
YOUR_DISCARD_NEXT = Template("Your discard.")
YOUR_GIFT_NEXT = Template("Your gift.")
TRICK_LEAD = Template("Trick {number}: {player} {player:lead|leads}.")
TRICK_NEXT = Template("Trick {number}: {cards}, then {player}.")
ALL_TRICKS_PLAYED = Template("All tricks have been played.")

# Three hands.

DEALER_HAND = Template("Dealer")
LEFT_HAND = Template("Left")
RIGHT_HAND = Template("Right")
OUT_OF_PLAY = Template("Out of play")
HANDS = Template("Hands")
MARK_HANDS = Template("Mark the cards of all three hands.")
HANDS_MISSING = Template("Still missing: {cards}. Every hand needs {number} cards.")
HANDS_HELP = Template("You can change any card at any time. Play then continues from the changed position.")
TRICK_CARDS = Template("Cards on the table, in the order played")
ON_LEAD = Template("On lead")
TRICKS_LEFT = Template("{tricks} left")
NEXT_PLAYED = Template("Next card of the record")
TO_RECORD = Template("Back to the record")
SHOW_VALUES = Template("Show values")
HIDE_VALUES = Template("Hide values")
SOLVE_ALL = Template("Solve all trumps")
RESTORE_DEAL = Template("Restore the original deal")
ALL_PLAYED = Template("All cards have been played.")
GUARANTEES = Template("Guaranteed tricks with all hands open: dealer {dealer}, left {left}, right {right}.")
SOLVE_HELP = Template(
    "For each seat: the guaranteed tricks, and the most tricks if the other two win only their guaranteed tricks. The "
    "figures are exact, with all hands open."
)
HEAD_TRUMP = Template("trump")
UNDECIDED = Template("undecided")

# A position opened from a shared link.

WHAT_TO_DO = Template("What should I do?")
SHARED_DEAL = Template("Deal {number} as {player} saw it, by the {rules} rules.")
