"""The keys of the pages: one list, shown with the rules."""

from __future__ import annotations

#: Where, which key, what it does.
KEYS = (
    ("everywhere", "Tab, Enter", "to the next thing that can be pressed; press it"),
    ("everywhere", "Esc", "close a note or a question"),
    ("a hand", "← →, Home, End", "from card to card"),
    ("a hand", "Enter or space", "play the card, or pick it for the discard or a gift"),
    ("a discard, a gift", "Enter, outside the hand", "discard or give what is picked"),
    ("a call", "S H D C N", "call spades, hearts, diamonds, clubs or no-trump"),
    ("play", "?", "what would you do?"),
    ("play", "U", "take back"),
    ("play", "!", "claim the rest"),
    ("play", "T", "try again"),
    ("a drill", "N", "the next problem"),
    ("a drill", "C", "all cards"),
    ("a drill, in a deal shown", "← →", "a card back, a card on"),
    ("after a deal", "N", "the next deal, or a new match"),
    ("after a deal", "R, M", "review the deal, the match"),
)
