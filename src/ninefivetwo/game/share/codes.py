"""Encode a deal, match, position, hand or problem as a share code (`share_code`), and decode share codes (`shared`).

The code of a seat's view contains only cards that the seat has seen. Players' names are included only if requested. The
content of a decoded code is checked as strictly as a record.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from hashlib import sha256

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, by_seat
from ninefivetwo.errors import NineFiveTwoError, ShareError, quoted
from ninefivetwo.game import KITTY, Action, Match, Place, Situation
from ninefivetwo.game.events import ACTIONS
from ninefivetwo.game.records import record_of
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.game.share.deals import (
    DigitReader,
    Digits,
    DigitWriter,
    code_match,
    code_matches,
    code_results,
    code_rules,
)
from ninefivetwo.layout import MOST_TRICKS, Layout, Position

#: Only letters and digits are used, so that mail programs do not break a code and a double click selects all of it.
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
CODE_VERSION = "1"
CHECK = 4  # number of characters in the checksum; one wrong code in fifteen million passes the check
MOST_LETTERS = 4000  # maximum length of a code in characters; some programs cut longer addresses
_VALUES = {character: value for value, character in enumerate(ALPHABET)}


def text_of(number: int) -> str:
    """Return the code for an integer. Raises ShareError if the code is too long for a web address."""
    body = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        body += ALPHABET[digit]
    if len(body) > MOST_LETTERS - CHECK - len(CODE_VERSION):
        raise ShareError(f"too much for an address: {len(body)} characters (expected at most {MOST_LETTERS})")
    return CODE_VERSION + body + _check(body)


def number_of(text: str) -> int:
    """Return the integer in a code. Raises ShareError if the code is mistyped, cut off or from a later version."""
    text = text.strip()
    if strange := [character for character in text if character not in _VALUES]:
        raise ShareError(f"invalid code: {quoted(text)} (expected letters and digits, not {strange[0]!r})")
    if len(text) <= CHECK or len(text) > MOST_LETTERS:
        raise ShareError(f"invalid code: {quoted(text)} (expected {CHECK + 1} to {MOST_LETTERS} letters and digits)")
    if text[0] != CODE_VERSION:
        why = f"expected one that begins with {CODE_VERSION}"
        raise ShareError(f"invalid code: {quoted(text)} is mistyped or from a later version ({why})")
    body, check = text[len(CODE_VERSION) : -CHECK], text[-CHECK:]
    if check != _check(body):
        raise ShareError(f"invalid code: {quoted(text)} is mistyped or cut off (expected a code as it was copied)")
    number = 0
    for character in reversed(body):
        number = number * len(ALPHABET) + _VALUES[character]
    return number


def _check(body: str) -> str:
    value = int.from_bytes(sha256((CODE_VERSION + body).encode()).digest()[:8])
    return "".join(ALPHABET[value // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CHECK))


@dataclass(frozen=True)
class SharedDeal:
    """A finished or unfinished deal with its place in a match, either with all hands known or as one seat's view."""

    match: Match


@dataclass(frozen=True)
class SharedMatch:
    """Consecutive deals of a match, starting at any deal."""

    matches: tuple[Match, ...]


@dataclass(frozen=True)
class SharedPosition:
    """A position with three known hands and, if trump is given, the cards played afterwards."""

    position: Position
    trump: Trump | None = None
    played: tuple[Card, ...] = ()


@dataclass(frozen=True)
class SharedHand:
    """A player's description of a hand, and the kind of choice that the player asks about."""

    situation: Situation
    due: type[Action]


@dataclass(frozen=True)
class SharedProblem:
    """A drill problem, with the position as the player sees it.

    `kind` is one of `PROBLEM_KINDS`. A "know" problem asks for the probability that `card` is at `place`.
    """

    kind: str
    match: Match
    card: Card | None = None
    place: Place | None = None


Shared = SharedDeal | SharedMatch | SharedPosition | SharedHand | SharedProblem
PROBLEM_KINDS = (*ACTIONS, "know")
_KINDS = (SharedDeal, SharedMatch, SharedPosition, SharedHand, SharedProblem)
_MOST_KINDS = 8
DECK_SIZE = len(FULL_DECK)
STORED_KINDS = tuple(ACTIONS.values())  # Codes store indices into this tuple, so its order must not change.


def share_code(thing: Shared, names: bool = False) -> str:
    """Return the share code for a deal, match, position, hand or problem.

    If `names` is True, the code includes the players' names. Raises ShareError if the cards are not a full deal, or if
    the code would be too long for a web address.
    """
    writer = DigitWriter()
    writer.number(_MOST_KINDS, _KINDS.index(type(thing)))
    try:
        _code(writer, type(thing), thing, names)
    except NineFiveTwoError as error:
        raise error if isinstance(error, ShareError) else ShareError(f"cannot be encoded: {error}") from error
    return text_of(writer.total)


def shared(code: str) -> Shared:
    """Decode a share code. Raises ShareError if the code is mistyped, cut off or has illegal content."""
    reader = DigitReader(number_of(code))
    kind = reader.number(_MOST_KINDS)
    if kind >= len(_KINDS):
        raise ShareError("invalid code: unknown kind (expected a code of this version or an earlier one)")
    try:
        thing = _code(reader, _KINDS[kind], None, names=False)
    except ShareError:
        raise
    except NineFiveTwoError as error:
        raise ShareError(f"invalid code: its content breaks the rules: {error}") from error
    reader.check_end()
    return thing


def _code(digits: Digits, kind: type[Shared], thing: Shared | None, names: bool) -> Shared:
    """Encode `thing` or, if `thing` is None, decode an object of type `kind`."""
    if kind is SharedDeal:
        return SharedDeal(
            _checked(digits, code_match(digits, thing.match if isinstance(thing, SharedDeal) else None, names))
        )
    if kind is SharedMatch:
        matches = code_matches(digits, thing.matches if isinstance(thing, SharedMatch) else None, names)
        return SharedMatch(tuple(_checked(digits, match) for match in matches))
    if kind is SharedPosition:
        return _code_position(digits, thing if isinstance(thing, SharedPosition) else None)
    if kind is SharedHand:
        return _code_hand(digits, thing if isinstance(thing, SharedHand) else None)
    return _code_problem(digits, thing if isinstance(thing, SharedProblem) else None, names)


def _checked(digits: Digits, match: Match) -> Match:
    """Return the match. Raises RecordError if a decoded match cannot be stored as a record."""
    if not digits.writing:
        _ = record_of(match).match
    return match


def _code_problem(digits: Digits, problem: SharedProblem | None, names: bool) -> SharedProblem:
    kind, card, place = digits.one_of(PROBLEM_KINDS, problem.kind if problem else None), None, None
    if kind == "know":
        card = digits.card(FULL_DECK, problem.card if problem else None)
        place = digits.one_of(tuple(Place), problem.place if problem else None)
    match = _checked(digits, code_match(digits, problem.match if problem else None, names))
    if match.deal.viewer is None or match.deal.due is None or match.deal.due.seat is not match.deal.viewer:
        raise ShareError("invalid code: the problem has no choice for the seat whose view it is")
    return SharedProblem(kind, match, card, place)


def _code_position(digits: Digits, shared: SharedPosition | None) -> SharedPosition:
    """Encode or decode a position (three hands, the leader and the current trick) and the cards played afterwards."""
    position, trump = (shared.position, shared.trump) if shared else (None, None)
    tricks = 1 + digits.number(MOST_TRICKS, position.tricks - 1 if position else None)
    lead = digits.one_of(tuple(Seat), position.lead if position else None)
    pool, table, hands = FULL_DECK, list[Card](), list[Hand]()
    for number in range(digits.number(len(Seat), len(position.table) if position else None)):
        table.append(digits.card(pool, position.table[number] if position else None))
        pool -= Hand.of(table)
    for seat in Seat:
        number = tricks - ((seat - lead) % len(Seat) < len(table))
        hands.append(digits.cards(number, pool, position.layout[seat] if position else None))
        pool -= hands[-1]
    out = position.layout.out if position else None
    if number := digits.number(2 + len(pool), 0 if out is None else 1 + len(out)):
        out = digits.cards(number - 1, pool, out)
    position = Position(Layout(*by_seat(hands), out), lead, tuple(table))
    trump, played = _code_trump(digits, trump), list[Card]()
    after: Position | None = position
    for number in range(0 if trump is None else digits.number(DECK_SIZE, len(shared.played) if shared else None)):
        legal = after.legal() if after is not None else Hand()
        played.append(digits.card(legal, shared.played[number] if shared else None))
        after = after.after(played[-1], trump) if after is not None and trump is not None else None
    return SharedPosition(position, trump, tuple(played))


def _code_hand(digits: Digits, shared: SharedHand | None) -> SharedHand:
    """Encode or decode a player's description of a position, and the kind of choice that the player asks about."""
    situation = shared.situation if shared else None
    due = digits.one_of(STORED_KINDS, shared.due if shared else None)
    rules = code_rules(digits, situation.rules if situation else None)
    seat = digits.one_of(tuple(Seat), situation.seat if situation else None)
    hand = _code_cards(digits, DECK_SIZE, situation.hand if situation else None)
    gave, received = (dict(situation.gave), dict(situation.received)) if situation else ({}, {})
    if digits.flag(any(gave.values()) or any(received.values())):
        for other in (seat.next, seat.after(2)):
            for gifts in (gave, received):
                gifts[other] = _code_cards(digits, TRICKS, gifts.get(other, Hand()) if situation else None)
    results = code_results(digits, rules, situation.previous_results if situation else None)
    trump = _code_trump(digits, situation.trump if situation else None)
    discarded = _code_cards(digits, KITTY, situation.discarded if situation else None)
    shown = _code_cards(digits, KITTY, situation.shown if situation else None)
    played = list[Card]()
    for number in range(digits.number(DECK_SIZE, len(situation.played) if situation else None)):
        played.append(digits.card(FULL_DECK - Hand.of(played), situation.played[number] if situation else None))
    some = [{other: cards for other, cards in gifts.items() if cards} for gifts in (gave, received)]
    result = Situation(rules, seat, hand, some[0], some[1], results, trump, discarded, shown, tuple(played))
    if situation is None:
        result.view(due)
    return SharedHand(result, due)


def _code_cards(digits: Digits, most: int, cards: Hand | None) -> Hand:
    return digits.cards(digits.number(most + 1, None if cards is None else len(cards)), FULL_DECK, cards)


def _code_trump(digits: Digits, trump: Trump | None) -> Trump | None:
    number = digits.number(1 + len(Trump), 0 if trump is None else 1 + trump)
    return Trump(number - 1) if number else None
