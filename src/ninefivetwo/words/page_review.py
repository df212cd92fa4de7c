"""Texts of the pages of reviews: a deal, a match, and the progress of reviews that are not finished."""

from __future__ import annotations

from ninefivetwo.words.template import Template

# The progress of reviews.

REVIEWING_ONE = Template("Reviewing the deal")
REVIEWING_SEVERAL = Template("Reviewing {deals}")
REVIEWING_HELP = Template(
    "Every decision is evaluated twice: with all hands open, and from what the player could know. You can leave this "
    "page; the review continues in the background."
)
PROGRESS = Template("Progress")
STARTING = Template("Starting …")
REVIEWED_OF = Template("{number} of {deals} reviewed.")
REVIEWS_FIRST = Template("Waiting for {reviews}.")
TIME_LEFT = Template("About {time} left.")
REVIEWS_DONE = Template("Done.")
STOPPED_KEPT = Template("Stopped. Finished reviews are kept.")
SHOW_DONE = Template("Show finished reviews")
NOT_FINISHED = Template("Not finished yet.")
NOT_REVIEWED_YET = Template("not reviewed yet")

# The page.

REVIEW_TITLE = Template("9-5-2 review")
ALL_DEALS = Template("All deals")
IN_SHORT = Template("In short")
COSTLIEST = Template("Costliest mistakes")
SHOW = Template("Show")
NO_MISTAKES = Template("No avoidable mistakes.")
AVOIDABLE = Template("A mistake is avoidable if the player could have found the better choice from what they saw.")
ALL_HANDS_OPEN = Template("Judged with all hands open.")
HANDS_UNKNOWN = Template("Unknown, because not all hands are known.")
BY_PLAYER_HEAD = Template("Player by player")
WHO_GAINED = Template("Who gained from whom")
NOBODY_GAINED = Template("Nobody gained on balance.")
ALL_FIGURES = Template("All figures")
DEAL_OF_RECORD = Template("Deal {number} of {record}")
GAVE_TRICKS = Template("gave to")
WHO_GAVE = Template("Who gave tricks to whom")
LEDGER_HELP = Template(
    "Each row shows the tricks that a player's decisions gave to each opponent, with all hands open. The column with "
    "the player's own name shows tricks lost. The guaranteed tricks at the start and the sum of a column add up to the "
    "tricks won."
)
GRADES = Template("Grades")
LUCK = Template("Luck")
LUCK_UNKNOWN = Template("Luck is shown only if all hands are known and the deal was finished.")
TURNING_POINTS = Template("Turning points, with all hands open")
NO_CARD_YET = Template("No card has been played yet.")
NO_TURNING_POINT = Template("No decision cost or conceded a trick.")
GUARANTEED = Template("Guaranteed tricks")
GUARANTEED_PLOT = Template("Each seat's guaranteed tricks during the play")
GUARANTEED_HELP = Template(
    "The tricks that each seat could guarantee against any play. A mistake lowers its player's line and raises the "
    "line of the opponent who gains."
)
START = Template("start")
RETURN = Template("Return to the actual deal")
FIRST_STEP = Template("first step")
LAST_STEP = Template("last step")
STEP_BACK = Template("previous step")
STEP_ON = Template("next step")
STEP = Template("step {number} of {all}")
STEP_TRICK = Template("Trick {number}")
STEP_EXCHANGE = Template("Exchange")
STEP_CALL = Template("Call")
STEP_DISCARD = Template("Discard")
NEXT_MISTAKE = Template("Next mistake")
ROTATE = Template("Rotate seats")
ROTATE_TITLE = Template("The next player sits at the bottom (key T)")
FOUR_COLOURS = Template("Four colours")
KEY_HOME = Template("Key Home")
KEY_END = Template("Key End")
KEY_LEFT = Template("Key ←")
KEY_RIGHT = Template("Key →")
KEY_M = Template("Key M")
DEAL_END = Template("End of the deal")
RECORD_END = Template("The record stops here")
EDIT_DEAL = Template("Edit this deal and solve it again")
TRAIN_MISTAKES = Template("Train on mistakes by")

# A decision: its verdict.

VERDICTS = {
    "??": Template("{player.whose} {choice} was a blunder"),
    "?": Template("{player.whose} {choice} was a mistake"),
    "?!": Template("{player.whose} {choice} was a small slip"),
}
WAS_BEST = Template("{player.whose} {choice} was best")
WAS_FORCED = Template("{player.whose} {choice} was forced")
WAS_UNLUCKY = Template("{player.whose} {choice} was unlucky")
WAS_CLOSE = Template("{player.whose} {choice} was a close choice")
COST_TRICKS = Template("{player.whose} {choice} cost {tricks}")
GAVE_AWAY = Template("{player.whose} {choice} gave {tricks} away")
COST_NO_TRICK = Template("{player.whose} {choice} cost nothing")
NOT_RATED = Template("{player.whose} {choice} is not rated")
CHOICE_OF = Template("{action} of {cards}")

# A decision: the choices.

EXCHANGE_HEADING = Template("Exchange: {player} {player:give|gives} {choice}")
CALL_HEADING = Template("Call: {player} {player:call|calls} {choice}")
DISCARD_HEADING = Template("Discard: {player} {player:discard|discards} {choice}")
PLAY_HEADING = Template("Trick {number}: {player} {player:play|plays} {choice}")
NOT_JUDGED = Template("Not rated, because this hand is not known.")
FORCED = Template("Forced.")
COST_NOTHING = Template("This choice cost nothing.")
PLAYS_ON = Template("{player} {player:play|plays} as a club player would.")
NOTHING = Template("nothing")
WHO_FINDS = Template("Who would find the best choice")
WHO_FINDS_HELP = Template(
    "The share of players at each level who would find the best choice or an equal one with this hand."
)
BEST_PLAY = Template("Best play from here by {player} and the opponents: {cards}")
HEAD_CHOICES = Template("{player.whose} choices")
HEAD_KNOWN = Template("Could know")
HEAD_SEEN = Template("All hands seen")
TAG_BEST = Template("best")
TAG_CHOSEN = Template("chosen")
TAG_PLAYED = Template("played")
ALL_CHOICES = Template("Show all {number} choices")
KNOWN_HELP = Template(
    "Tricks for {player} in the whole deal: on average, given what {player} could know, and guaranteed with all hands "
    "seen. The order and the mark follow the first."
)
SEEN_HELP = Template("The tricks that {player} can guarantee with all hands seen, including tricks already won.")
ALL_HANDS_SEEN = Template("All hands seen:")
OTHERS_LEFT = Template("{number} more {number:choice has|choices have} no higher guarantee.")
AT_MOST = Template("≤ marks an upper bound where the exact value was not needed.")
CALL_AND_DISCARD = Template("{trump}, then discard {cards}")

# What if.

WHAT_IF = Template("What if:")
TRY_CHOICE = Template("Try {choice}")
TRY_CARD = Template("What if? Press another card in this hand.")
TRY_CALL = Template("What if? Press another call.")
TRY_PICK = Template("What if? Pick other cards in this hand, or press another choice in the table.")

# The figures in a review.

FINDERS = {
    "beginner": Template("beginner"),
    "club": Template("club player"),
    "expert": Template("expert"),
    "master": Template("master"),
}
TRICKS_A_DEAL = Template("tricks per deal")
ROW_ACCURACY = Template("accuracy, of 100")
ROW_PLAYS_LIKE = Template("plays like")
PLAYS_LIKE_NONE = Template("unclear")
ROW_DECISIONS = Template("decisions with a choice")
ROW_AVOIDABLE = Template("avoidable loss")
ROW_LOST_OPEN = Template("lost, all hands open")
ROW_PHASE = Template("· {phase}")
ROW_MISTAKES = Template("mistakes")
ROW_CONCEDED = Template("given to opponents")
ROW_GUARANTEED = Template("guaranteed at the start")
ROW_AT_LAST = Template("at the end")
FIGURES_ARE_TRICKS = Template("Figures are tricks.")
AVOIDABLE_HELP = Template(
    "A loss is avoidable if the player could have found the better choice from what they saw. ?! marks a loss of at "
    "least a quarter of a trick, ? of half a trick, and ?? of a whole trick."
)
ACCURACY_HELP = Template("Accuracy: 100 means no avoidable loss; club players average about 80.")
SAMPLE_HELP = Template(
    "Avoidable losses are based on up to {worlds} possible deals per decision (seed {seed}), played out by "
    "{levels}. ± is one standard error."
)
ROW_LUCK = Template("luck")
ROW_OWN = Template("own decisions")
ROW_OTHERS = Template("opponents' decisions")
LUCK_HELP = Template("Luck: tricks gained from the cards dealt, the kitty and the exchange, compared with the average.")
PAR = Template("par")
LUCK_TERMS = {"hands": Template("cards dealt"), "kitty": Template("kitty"), "exchange": Template("exchange")}
WON = Template("won {number}")
LUCK_NOTE = Template(
    "All figures are tricks. Par is the average for this seat. The cards dealt, the kitty and the exchange are luck; "
    "decisions show the effect of each player's choices. The figures add up to the tricks won."
)
STANDARD_ERRORS = Template("Standard errors: {errors}.")
ERROR_OF = Template("{term} {error}")
ERROR_OF_DECISIONS = Template("a player's decisions {error}")
