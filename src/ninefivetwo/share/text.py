"""A number as letters and digits, with the version of the form before it and a checksum after it."""

from __future__ import annotations

import string
from hashlib import sha256

from ninefivetwo.errors import ShareError, quoted

#: Letters and digits only: a code is never cut by a mail program, and marked as a whole by a double click.
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
VERSION = "1"
CHECK = 4  # characters of the checksum: one wrong code in fifteen million passes
MOST = 4000  # characters; addresses that are longer are cut by some programs
_VALUES = {character: value for value, character in enumerate(ALPHABET)}


def text_of(number: int) -> str:
    """The code's text.  Raises ShareError where it would be too long for an address."""
    body = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        body += ALPHABET[digit]
    if len(body) > MOST - CHECK - len(VERSION):
        raise ShareError(f"too much for an address: {len(body)} characters (expected at most {MOST})")
    return VERSION + body + _check(body)


def number_of(text: str) -> int:
    """The number of a code.  Raises ShareError for one that is mistyped, cut off, or of a later version."""
    text = text.strip()
    if strange := [character for character in text if character not in _VALUES]:
        raise ShareError(f"no code: {quoted(text)} (expected letters and digits, not {strange[0]!r})")
    if len(text) <= CHECK or len(text) > MOST:
        raise ShareError(f"no code: {quoted(text)} (expected {CHECK + 1} to {MOST} letters and digits)")
    if text[0] != VERSION:
        why = f"expected one that begins with {VERSION}"
        raise ShareError(f"no code: {quoted(text)} is mistyped, or of a later version ({why})")
    body, check = text[len(VERSION) : -CHECK], text[-CHECK:]
    if check != _check(body):
        raise ShareError(f"no code: {quoted(text)} is mistyped or cut off (expected a code as it was copied)")
    number = 0
    for character in reversed(body):
        number = number * len(ALPHABET) + _VALUES[character]
    return number


def _check(body: str) -> str:
    value = int.from_bytes(sha256((VERSION + body).encode()).digest()[:8])
    return "".join(ALPHABET[value // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CHECK))
