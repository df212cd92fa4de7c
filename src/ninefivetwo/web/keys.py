"""The keys of the pages: one list, shown with the rules."""

from __future__ import annotations

#: Where, which key, what it does.
KEYS = (
    ("everywhere", "Tab", "to the next thing that can be pressed"),
    ("everywhere", "Enter", "press it"),
    ("everywhere", "Esc", "close a note or a question; stop work"),
    ("a hand", "← → Home End", "from card to card"),
    ("a hand", "Enter, space", "play the card, or pick it for the discard or a gift"),
    ("a turn", "S H D C N", "call spades, hearts, diamonds, clubs or no-trump"),
    ("a turn", "Enter", "outside the hand: discard or give what is picked"),
    ("a match", "Enter", "play now; go on"),
    ("a match", "?", "a hint"),
    ("a match", "U", "undo"),
    ("a match", "!", "claim the rest"),
    ("a match", "T", "try again what went wrong"),
    ("a match", "N", "the next deal, a new match, or back"),
    ("a match", "R", "review the deal"),
    ("a match", "M", "review the match"),
    ("a drill", "N", "the next problem"),
    ("a drill", "C", "all cards, once it is answered"),
    ("a drill", "← →", "a card back or on"),
    ("an analysis", "?, Enter", "what to do"),
    ("an analysis", "U", "a card back"),
    ("an analysis", "N", "the next card that was played"),
    ("an analysis", "L", "back to the cards that were played"),
    ("an analysis", "V", "every card's value, shown or hidden"),
    ("a review", "← → Home End", "a step back or on, to the first or the last"),
    ("a review", "M", "the next mistake"),
    ("a review", "T", "turn the table: the next player sits below"),
)
