"""Texts of the page at /drill: the selection of a drill, a puzzle, and its answer."""

from __future__ import annotations

from ninefivetwo.words.template import Template

# The selection of a drill.

DRILL_ABOUT = Template(
    "Answer first, then see what your answer is worth and why. Puzzles that you miss come back later."
)
DUE_NOW = Template("Due today: {number}")
DRILL_STANDING = Template("{number} new · drill rating {rating}")
KIND_STANDING = Template("{number} due · {new} new")
KIND_ANSWERED = Template("{number} due · {new} new · {right} of {all} right")
#: The name of each kind of puzzle, and its question.
KINDS = {
    "call": (Template("Call"), Template("Which suit should be trump, or is it no-trump?")),
    "discard": (Template("Discard"), Template("Which four of your twenty cards should go?")),
    "give": (Template("Give"), Template("Which cards do you give to whom, and what comes back?")),
    "play": (Template("Lead and play"), Template("Find the best card.")),
    "know": (Template("Card reading"), Template("How likely is it that a player holds a card?")),
}
BEGIN = Template("Start")
BEGIN_KIND = Template("Start: {kind}")
OWN_DEALS = Template("From your own deals")
OWN_ABOUT = Template("Replay your own mistakes from reviewed deals, or train your biggest weaknesses.")
OWN_NONE = Template("The library has no deals of yours yet.")
MISTAKES = Template("Mistakes")
MISTAKES_OF = Template("Mistakes: {player}")
WEAKNESSES_OF = Template("Biggest weaknesses: {player}")
WEAKNESS_LOST = Template("{tricks} lost in {decisions}")
READING_REVIEWS = Template("Reading the reviews …")
WEAK_NONE = Template("No weakness found yet. Review some deals first.")

# The search for new puzzles.

WEAK_TITLE = Template("Drill: your weaknesses")
MISTAKES_TITLE = Template("Drill: your mistakes")
SEARCHING = Template("Searching")
SEARCHING_FOR = Template("Searching {player.whose} deals for mistakes …")
CHOOSING_FOR = Template("Choosing puzzles from {player.whose} deals …")
SEARCHED = Template("{number} {number:decision|decisions} checked, {found} {found:puzzle|puzzles} found")
MINING = Template("Searching random deals for new puzzles …")
NONE_FOUND = Template("No new puzzle in {number} deals. Try again, or choose another drill.")
EVALUATING = Template("Evaluating the choices …")
NOTHING_TITLE = Template("Nothing due")
NOTHING_WEAK = Template("You have answered every puzzle on this weakness, and none is due.")
NOTHING_MISTAKEN = Template("No puzzle from your mistakes is due. Review a deal that you have played.")
NOTHING_NEW = Template("There are no due or new puzzles of this kind.")
FIND_NEW = Template("Find new puzzles")
OTHER_DRILLS = Template("Other drills")

# A puzzle.

PUZZLE_MOMENT = Template("{rules} · difficulty {number} of 5")
PREVIOUS_DEAL = Template("Previous deal: {scores}.")
TRICKS_PLAYED = Template("Tricks played")
CARD_LED = Template("led")
CARD_WON = Template("won")
ESTIMATE = Template("Your estimate in per cent")
PER_CENT = Template("{number} %")
SUBMIT = Template("Submit {chance}")
CHECKING = Template("Checking …")

# Its answer.

VERDICT = Template("Verdict")
VERDICT_AND_PLAY = Template("Verdict and play so far")
VERDICT_POINTS = Template("{verdict}: {number} of {all} points")
ANSWER_RIGHT = Template("Right")
ANSWER_PARTLY = Template("Partly right")
ANSWER_WRONG = Template("Wrong")
DRILL_RATING = Template("Drill rating: {rating}")
NOT_COUNTED = Template("Not counted: this puzzle is not due yet.")
NEXT_PUZZLE = Template("Next puzzle")
ALL_HANDS = Template("All hands")
LINE_AFTER = Template("Best play after {choice}, with all hands open")
#: The columns of the table that compares the choices.
CHOICE_COLUMNS = (Template("choice"), Template("tricks"), Template("loss"), Template("makes {contract}"))
SEARCHING_FAILURE = Template("Searching for a deal where your choice fails …")
EVER_FAILS = Template("Does my choice ever fail?")
DEAL_FAILS = Template("A possible deal where your choice fails")
DEAL_COSTS = Template("A possible deal where your choice costs tricks")
AFTER_CHOICE = Template("After {choice}")
TRICKS_THIS_WAY = Template("You win {tricks} in this deal.")
PREVIOUS = Template("Previous")
END = Template("End")
CARD_NUMBER = Template("Card {number} of {all}")
