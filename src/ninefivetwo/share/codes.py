"""What can be shared, and its code: `share_code` and `shared` are each other's inverse.

A code holds what it was made of and nothing else: of a seat's view only what that seat has seen, and players' names
only if they are asked for.  Reading checks as much as reading a record does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from ninefivetwo.advise import Situation
from ninefivetwo.cards import FULL_DECK, Card, Denomination
from ninefivetwo.errors import NineFiveTwoError, ShareError
from ninefivetwo.game import Action, Match
from ninefivetwo.knowledge import Place
from ninefivetwo.layout import Position
from ninefivetwo.record import record_of
from ninefivetwo.share.digits import DigitReader, DigitWriter
from ninefivetwo.share.matches import read_match, read_matches, write_match, write_matches
from ninefivetwo.share.moments import read_position, read_situation, write_position, write_situation
from ninefivetwo.share.text import number_of, text_of


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
