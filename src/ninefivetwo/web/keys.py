"""The keys of the pages: one list, shown with the rules."""

from __future__ import annotations

#: On which page, which key, what it does.
KEYS = (
    ("Everywhere", "Tab", "to the next thing that can be pressed"),
    ("Everywhere", "Enter", "presses it"),
    ("Everywhere", "Esc", "closes a note or a question"),
)
