"""The text form of a session, saved after every action."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Document, decode, encode
from ninefivetwo.errors import LibraryError, NineFiveTwoError, quoted, raised_as
from ninefivetwo.game import Match, why_not_next
from ninefivetwo.game.records import File
from ninefivetwo.game.rules import TRICKS, parse_rules, rules_text
from ninefivetwo.keep.session.computers import version_of
from ninefivetwo.keep.session.game_session import GameSession, only_record

#: A date such as `2026-11-22`, or an empty text.
DateText = Annotated[str, Meta(pattern="^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$")]


class SessionObject(Document, frozen=True, omit_defaults=True, tag="ninefivetwo.session/1"):
    """A match of a person against two computers, as stored in a library.

    rules: the rule set
    levels: the computers' levels, clockwise from the person
    name: the person's name
    seed: the seed for the cards and the computers' choices
    training: whether undo and hints are allowed
    earlier: the records of the finished deals
    deal: the record of the current deal, with all hands
    claims: the number of each deal that a claim ended, and the number of cards played out; absent without claims
    by_draw: whether the players drew cards for the first dealer; absent if the seat was chosen
    daily: the date of a deal of the day; absent for any other match
    played_on: whether the match began at a position of another match; absent otherwise
    refused: the deal number of each refused claim, and the number of cards played before the claim; absent if none
    others: the computers' names; absent if the computers have default names
    """

    rules: str
    levels: tuple[str, str]
    name: str
    seed: int
    training: bool
    earlier: tuple[str, ...]
    deal: str
    claims: tuple[tuple[int, int], ...] = ()
    by_draw: bool = False
    daily: DateText = ""
    played_on: bool = False
    refused: tuple[tuple[int, int], ...] = ()
    others: tuple[str, str] | None = None


def session_text(session: GameSession) -> str:
    """Return the complete session as text. The text contains all hands, so it must not be shown."""
    as_they_are = {name: getattr(session, name) for name in SessionObject.__struct_fields__ if hasattr(session, name)}
    texts = {"rules": rules_text(session.rules), "deal": str(File.of([session.record()]))}
    return encode(SessionObject(**as_they_are | texts)).decode()


def session_of(text: str) -> GameSession:
    """Parse a session from the text of `session_text`. Raises LibraryError for any other text."""
    with raised_as(LibraryError, "invalid saved match: ", (ValueError, NineFiveTwoError)):
        return _session_of(decode(text, SessionObject))


def _session_of(value: SessionObject) -> GameSession:
    """Convert a decoded document to a session. Raises ValueError or NineFiveTwoError if the document is invalid."""
    rules = parse_rules(value.rules)
    records = [only_record(text) for text in (*value.earlier, value.deal)]
    matches = [record.match for record in records]
    first = matches[0]
    seat = None if value.by_draw else Seat(first.names.index(value.name))
    start = GameSession.start(rules, value.levels, seat, value.seed, value.training, value.name, value.others)
    later = first.number != 1 and not (value.daily or value.played_on)
    if later or (first.rules, first.names) != (rules, start.match.names):
        raise ValueError("the first deal is of another match")
    for before, after in pairwise(matches):
        if why := why_not_next(before, after):
            raise ValueError(f"deal {after.number} does not follow: {why}")
    if matches[-1].deal.viewer is not None:
        raise ValueError("not all hands are known")
    _check_claims(value.claims, matches)
    numbers = {match.number for match in matches}
    if not all(number in numbers and 0 <= cards < 3 * TRICKS for number, cards in value.refused):
        raise ValueError(f"invalid refused claims {quoted(str(list(value.refused)))}")
    return replace(
        start,
        earlier=value.earlier,
        match=matches[-1],
        claims=value.claims,
        refused=value.refused,
        version=version_of(records[-1]),
        daily=value.daily,
        played_on=value.played_on,
    )


def _check_claims(claims: tuple[tuple[int, int], ...], matches: list[Match]) -> None:
    """Raise ValueError if a claim in the session is impossible."""
    plays = {m.number: len(m.deal.plays) for m in matches if m.deal.over}
    numbers = [number for number, _ in claims]
    if numbers != sorted(set(numbers)) or not all(0 < cards <= plays.get(number, 0) for number, cards in claims):
        raise ValueError(f"invalid claims {quoted(str(list(claims)))}")
