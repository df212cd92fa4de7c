"""Letters in place of signs that the output cannot show: S for ♠, ~ for ±.

Every sign is replaced by one character, so tables stay aligned.
"""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper
from unicodedata import normalize

LETTERS = str.maketrans("♠♥♦♣±−–—…‘’“”·×─│→✓✗≥≤█░", "SHDC~---.''\"\"-x-|>+x><#.")


def replace_signs(ascii_only: bool = False) -> None:
    """Write letters for the signs that standard output or errors cannot encode; with `ascii_only`, for all of them."""
    codecs.register_error("letters", _letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="ascii" if ascii_only else None, errors="letters")


def _letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end].translate(LETTERS)
    plain = (normalize("NFKD", sign).encode("ascii", "ignore").decode()[:1] or "?" for sign in signs)
    return "".join(plain), error.end
