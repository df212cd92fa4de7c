"""Letters for the signs that the output cannot show, such as S for ♠; each sign becomes one character."""

from __future__ import annotations

import codecs
import sys
from functools import cache
from io import TextIOWrapper
from unicodedata import normalize

LETTERS = str.maketrans("♠♥♦♣±−–—…‘’“”·×─│→✓✗≥≤█░", "SHDC~---.''\"\"-x-|>+x><#.")
ENCODING = "letters"  # name of the error handler and of the encoding


def replace_signs(ascii_only: bool = False) -> None:
    """Replace the signs that stdout and stderr cannot encode, or all signs outside ASCII if `ascii_only`.

    The encoding is not named "ascii", because click would then write UTF-8 to the stream.
    """
    _register()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            plain = ascii_only or codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ENCODING if plain else None, errors=ENCODING)


@cache
def _register() -> None:
    plain = codecs.lookup("ascii")
    letters = codecs.CodecInfo(
        plain.encode,
        plain.decode,
        incrementalencoder=plain.incrementalencoder,
        incrementaldecoder=plain.incrementaldecoder,
        name=ENCODING,
    )
    codecs.register(lambda name: letters if name == ENCODING else None)
    codecs.register_error(ENCODING, _letters)


def _letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    signs = error.object[error.start : error.end].translate(LETTERS)
    plain = (normalize("NFKD", sign).encode("ascii", "ignore").decode()[:1] or "?" for sign in signs)
    return "".join(plain), error.end
