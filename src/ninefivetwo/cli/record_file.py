"""The deals of a file that a command names, and a moment of one: which deal, and after how many cards of its play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ninefivetwo.errors import RecordError
from ninefivetwo.files import display_name, read_text
from ninefivetwo.game import Deal, Match
from ninefivetwo.game.records import File, Record, read_file
from ninefivetwo.words.figures import plural

Found = TypeVar("Found")

_JSON = re.compile(r"\s*(\{\s*(\}|[\"'][^\"'\n]*[\"']\s*:)|\[\s*[\[{\]\"\d]|[\"\d]|-\d|null|true|false|NaN)")


def looks_like_json(text: str) -> bool:
    """Is this JSON, sound or not?  A record may begin with a brace or a bracket too, but not with a key or a list."""
    return _JSON.match(text) is not None


def records_of(path: str) -> tuple[Record, ...]:
    """The deals of a file, at least one.  Raises RecordError."""
    return file_of(path).records


def numbered(path: str, found: Sequence[Found], number: int | None) -> Sequence[Found]:
    """The deal of a file with this number, or all for None.  Raises RecordError."""
    if number is not None and number > len(found):
        raise RecordError(f"{display_name(path)}: no deal {number} (it has {plural(len(found), 'deal')})")
    return found if number is None else found[number - 1 : number]


def file_of(path: str) -> File:
    """A file with one deal at least.  Raises RecordError."""
    found = parsed(path, read_text(path))
    if not found.records:
        raise no_deal(path)
    return found


def parsed(path: str, text: str) -> File:
    check_not_json(path, text)
    try:
        return read_file(text)
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def no_deal(path: str) -> RecordError:
    return RecordError(f'{display_name(path)}: no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])')


def check_not_json(path: str, text: str) -> None:
    """Raises RecordError for JSON where a record is expected."""
    if looks_like_json(text):
        raise RecordError(f"{display_name(path)}: JSON, not a record (record convert turns it into one)")


def match_of(path: str, found: Record) -> tuple[Record, Match]:
    try:
        return found, found.match
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def deal_at(path: str, records: Sequence[Record], number: int | None, after: int | None) -> tuple[Match, Deal]:
    """The deal of this number, by default the last, at its end or after so many cards; and its match.

    Raises RecordError where there is no such deal, or fewer cards were played.
    """
    at = number or len(records)
    if at > len(records):
        raise RecordError(f"{display_name(path)}: no deal {at} (expected 1 to {len(records)})")
    match = match_of(path, records[at - 1])[1]
    return match, match.deal if after is None else _back_to(match.deal, after)


def _back_to(deal: Deal, after: int) -> Deal:
    played = len(deal.plays)
    if after > played:
        raise RecordError(f"--after {after}: only {plural(played, 'card')} played (expected 0 to {played})")
    for _ in range(played - after):
        deal = deal.undo()
    return replace(deal, past=None)
