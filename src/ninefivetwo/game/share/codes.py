"""What can be shared, and its code: `share_code` and `shared` are each other's inverse.

A code holds what it was made of and nothing else: of a seat's view only what that seat has seen, and players' names
only if they are asked for.  Reading checks as much as reading a record does.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from hashlib import sha256
from typing import assert_never

from ninefivetwo.cards import FULL_DECK, Card, Denomination
from ninefivetwo.errors import NineFiveTwoError, ShareError, quoted
from ninefivetwo.game import Action, Match, Place, Situation
from ninefivetwo.game.records import record_of
from ninefivetwo.game.share.digits import DigitReader, DigitWriter
from ninefivetwo.game.share.matches import read_match, read_matches, write_match, write_matches
from ninefivetwo.game.share.moments import read_position, read_situation, write_position, write_situation
from ninefivetwo.layout import Position

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


@dataclass(frozen=True)
class SharedDeal:
    """A deal up to a moment, with its place in a match; known whole, or as one seat has seen it."""

    match: Match


@dataclass(frozen=True)
class SharedMatch:
    """Deals that follow one another, from the first on or from a later one."""

    matches: tuple[Match, ...]


@dataclass(frozen=True)
class SharedPosition:
    """Three open hands; with trump also the cards played on from there."""

    position: Position
    trump: Denomination | None = None
    played: tuple[Card, ...] = ()


@dataclass(frozen=True)
class SharedHand:
    """A hand as its player tells of it, and the choice that he asks about."""

    situation: Situation
    due: type[Action]


@dataclass(frozen=True)
class SharedProblem:
    """A problem of the drills: a moment as its player sees it, and what is asked.

    `kind` is one of `PROBLEM_KINDS`.  With "know" the question is how likely it is that `card` is at `place`.
    """

    kind: str
    match: Match
    card: Card | None = None
    place: Place | None = None


Shared = SharedDeal | SharedMatch | SharedPosition | SharedHand | SharedProblem
PROBLEM_KINDS = ("call", "discard", "give", "play", "know")
_KINDS = (SharedDeal, SharedMatch, SharedPosition, SharedHand, SharedProblem)
_MOST_KINDS = 8


def share_code(thing: Shared, names: bool = False) -> str:
    """The code, of letters and digits; the players' names are in it only if asked for.

    Raises ShareError for what has no code: cards of another number than are dealt, or more than fits an address.
    """
    writer = DigitWriter()
    writer.number(_KINDS.index(type(thing)), _MOST_KINDS)
    try:
        _write(writer, thing, names)
    except NineFiveTwoError as error:
        raise error if isinstance(error, ShareError) else ShareError(f"cannot be put into a code: {error}") from error
    return text_of(writer.total)


def shared(code: str) -> Shared:
    """What a code holds.  Raises ShareError for a code that is mistyped, cut off, or of what breaks the rules."""
    reader = DigitReader(number_of(code))
    kind = reader.number(_MOST_KINDS)
    if kind >= len(_KINDS):
        raise ShareError("no code: it holds what this version does not know (expected one of this version or earlier)")
    try:
        thing = _read(reader, _KINDS[kind])
    except ShareError:
        raise
    except NineFiveTwoError as error:
        raise ShareError(f"no code: what it holds breaks the rules: {error}") from error
    reader.check_end()
    return thing


def _write(writer: DigitWriter, thing: Shared, names: bool) -> None:
    match thing:
        case SharedDeal(match):
            write_match(writer, match, names)
        case SharedMatch(matches):
            write_matches(writer, matches, names)
        case SharedPosition(position, trump, played):
            write_position(writer, position, trump, played)
        case SharedHand(situation, due):
            write_situation(writer, situation, due)
        case SharedProblem(kind, match, card, place):
            writer.number(PROBLEM_KINDS.index(kind), len(PROBLEM_KINDS))
            if card is not None and place is not None:
                writer.card(card, FULL_DECK)
                writer.number(place, len(Place))
            write_match(writer, match, names)
        case _:
            assert_never(thing)


def _read(reader: DigitReader, kind: type[Shared]) -> Shared:
    if kind is SharedDeal:
        return SharedDeal(_checked(read_match(reader)))
    if kind is SharedMatch:
        return SharedMatch(tuple(map(_checked, read_matches(reader))))
    if kind is SharedPosition:
        return SharedPosition(*read_position(reader))
    if kind is SharedHand:
        return SharedHand(*read_situation(reader))
    return _read_problem(reader)


def _read_problem(reader: DigitReader) -> SharedProblem:
    kind, card, place = PROBLEM_KINDS[reader.number(len(PROBLEM_KINDS))], None, None
    if kind == "know":
        card, place = reader.card(FULL_DECK), Place(reader.number(len(Place)))
    match = _checked(read_match(reader))
    if match.deal.viewer is None or match.deal.due is None or match.deal.due.seat is not match.deal.viewer:
        raise ShareError("no code: a problem without a choice of the seat whose view it is")
    return SharedProblem(kind, match, card, place)


def _checked(match: Match) -> Match:
    """The match, which must also be a record's.  Raises RecordError for one that is not."""
    _ = record_of(match).match
    return match
