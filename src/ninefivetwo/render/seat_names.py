"""Sentences of advice, in which seats have their words, told to players who have names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ninefivetwo.cards import Seat

#: What stands in the place of the seats' words.
SeatNames = Mapping[Seat, str]
_SEAT = re.compile(r"\b(?:[Dd]ealer|[Ll]eft|[Rr]ight)\b(?! out)")


def by_name(words: str, names: SeatNames) -> str:
    """The words with the players' names; without names as they are.  Choices that are left out are no player."""

    def name(found: re.Match[str]) -> str:
        told = names.get(Seat.parse(found[0].lower()), found[0])
        return told[0].upper() + told[1:] if found[0][0].isupper() else told

    return _SEAT.sub(name, words) if names else words
