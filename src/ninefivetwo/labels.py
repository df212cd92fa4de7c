"""Names and titles that others chose, as they are safe to show: one line, not too long, without hidden letters."""

from __future__ import annotations

import unicodedata

NAME_LIMIT = 40  # letters of a player's name
TITLE_LIMIT = 80  # letters of a title, or of a file's name
_MARKS = 2  # of those that stand above or below a letter
_SPACES = ("Cc", "Zl", "Zp", "Zs")  # by their categories in Unicode
_DROPPED = ("Cf", "Cn", "Co", "Cs")  # among them what turns text round and what takes no room


def label(text: str, limit: int = NAME_LIMIT) -> str:
    """A text without controls and invisible letters, with single spaces, of at most `limit` letters."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category not in _DROPPED and marks <= _MARKS:
            kept.append(" " if category in _SPACES else letter)
    plain = " ".join("".join(kept).split())
    return plain if len(plain) <= limit else plain[: limit - 1].rstrip() + "…"
