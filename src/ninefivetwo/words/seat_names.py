"""Sentences in which seats have their words, told to players who have names, one of whom may be called "You"."""

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


YOU = "You"
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}
_REGULAR = (
    "calls discards falls gives holds keeps leads looks loses makes plays returns ruffs shows takes throws wins".split()
)
_VERBS |= {verb: verb.removesuffix("s") for verb in _REGULAR}
_MEANT = re.compile(rf"\bYou('s\b|(?P<between>,[^,.]*,)? (?P<verb>{'|'.join(_VERBS)})\b|\b)")


def names_for(names: tuple[str, str, str], me: Seat) -> tuple[str, str, str]:
    """The players' names as one of them is told them: his own is You."""
    dealer, left, right = (YOU if seat is me else name for seat, name in zip(Seat, names, strict=True))
    return dealer, left, right


def second_person(words: str) -> str:
    """The words, in which the player called You is spoken to."""

    def spoken(found: re.Match[str]) -> str:
        start = found.start() == 0 or words[: found.start()].endswith((". ", "? "))
        if found[1] == "'s":
            return "Your" if start else "your"
        verb = f"{found['between'] or ''} {_VERBS[found['verb']]}" if found["verb"] else ""
        return ("You" if start else "you") + verb

    return _MEANT.sub(spoken, words)
