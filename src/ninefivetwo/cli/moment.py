"""A moment of a recorded deal: which deal of the file, and after how many cards of its play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ninefivetwo.cli.record import match_of
from ninefivetwo.errors import RecordError
from ninefivetwo.files import display_name
from ninefivetwo.game import Deal, Match
from ninefivetwo.game.records import Record
from ninefivetwo.words.cards import plural


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
