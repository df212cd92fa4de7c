"""Texts of the printed practice deals and of the printed score sheet."""

from __future__ import annotations

from ninefivetwo.words.template import Template

PAPER_TITLE = Template("9-5-2 on paper")
SEAT_TARGET = Template("{player}: target {tricks}")
PAPER_DEAL = Template("Deal {number}")
I_CALL = Template("I call")
I_DISCARD = Template("I discard")
I_WIN = Template("I win")
KITTY_IS = Template("The kitty: {cards}")
PAPER_KITTY = Template("kitty")
SOLUTIONS = Template("Solutions")
SOLUTIONS_ABOUT = Template(
    "The choices of a master who sees only their own cards, then each seat's guaranteed tricks with all hands open."
)
SEATS_GUARANTEE = Template("Guaranteed tricks: dealer {dealer}, left {left}, right {right}.")
SCORE_SHEET = Template("Score sheet")
SHEET_ABOUT = Template("{rules}. D: dealer. + −: tricks won minus target.")
SHEET_NAME = Template("Name")
SHEET_DEAL = Template("deal")
DEALER_MARK = Template("D {number}")
#: The columns of the score sheet for one player.
SHEET_COLUMNS = (Template("target"), Template("won"), Template("+ −"), Template("score"))
